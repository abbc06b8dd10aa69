// The examples of API v1 at /developers, sent to a running shop in their order: each is accepted.
import { afterAll, beforeAll } from 'vitest';
import { apiV1 } from '../src/api.ts';
import { apiExamples } from '../src/api-docs.ts';
import { operating } from './support/desk.ts';
import { type ApiClient, createApiKey } from './support/keys.ts';
import { type Buyer, buyer, funded } from './support/money.ts';
import { examplesShop } from './support/owner-files.ts';
import { createSale, WHY } from './support/sales.ts';
import { describe, expect, shop as openShop, type Shop, test } from './support/shop.ts';
import { delivered, mira } from './support/work.ts';

const { folder, remove } = await examplesShop();
let shop: Shop;
let api: ApiClient;
let who: Buyer;

beforeAll(async () => {
  shop = await openShop({ folder, environment: { RATE_LIMITS: 'off' } });
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await remove();
});

/** Orders as in the example, paid from the balance. */
async function place(): Promise<string> {
  const { body } = await api('POST /orders', { ...apiExamples['POST /api/v1/orders']?.body, payFromBalance: true });
  return body.orderIds[0] ?? '';
}

async function deliverOrder(orderId: string): Promise<string> {
  return delivered(shop, mira, (await api(`GET /orders/${orderId}`)).body.pieces[0]?.id ?? '');
}

/** Ordered by an operator, who left the brief to the client. */
async function placeUnbriefed(): Promise<string> {
  const manager = await operating(shop, 'manager');
  const lines = [{ offerId: 'logo-3', quantity: 1, platform: null, answers: {} }];
  const { body } = await createSale(manager, { client: { email: who.email }, lines, pay: 'none', reason: WHY });
  return body.orderIds[0] ?? '';
}

/** The example, for a piece that there is. */
async function fillIn(name: string, body: unknown, id: string | undefined): Promise<unknown> {
  if (!name.endsWith('/brief')) return body;
  const { pieces } = (await api(`GET /orders/${id}`)).body;
  const [brief] = (body as { pieces: object[] }).pieces;
  return { pieces: [{ ...brief, id: pieces[0]?.id }] };
}

const addWebhook = async (): Promise<string> => (await api('POST /webhooks', apiExamples['POST /api/v1/webhooks']?.body)).body.id;

/** What each call is about, where it needs something. */
const subjects: Readonly<Record<string, () => Promise<string>>> = {
  'GET /api/v1/orders/:id': place,
  'POST /api/v1/orders/:id/brief': placeUnbriefed,
  'POST /api/v1/orders/:id/cancel': place,
  async 'POST /api/v1/orders/:id/accept'() {
    const orderId = await place();
    await deliverOrder(orderId);
    return orderId;
  },
  async 'POST /api/v1/orders/:id/revise'() {
    const orderId = await place();
    await deliverOrder(orderId);
    return orderId;
  },
  'DELETE /api/v1/webhooks/:id': addWebhook,
  'GET /api/v1/webhooks/:id/messages': addWebhook,
  'POST /api/v1/webhooks/:id/redeliver': addWebhook,
  'GET /api/v1/deliveries/:id': async () => deliverOrder(await place()),
};

describe('example', () => {
  test('of a client with money and a key', async () => {
    who = await buyer(shop);
    await funded(shop, who, 100_000);
    api = await createApiKey(shop, who);
  });

  test.for(Object.keys(apiV1))('%s', async (name) => {
    const id = await subjects[name]?.();
    const { body } = apiExamples[name] ?? {};
    const sent = name.endsWith('/files') ? Buffer.from('Our tone is plain.') : await fillIn(name, body, id);
    const answer = await api(name.replace('/api/v1', '').replace(':id', id ?? ''), sent);
    expect(answer.status, JSON.stringify(answer.body)).toBeOneOf([200, 204]);
  });

  test('each is of a call that there is', () => {
    expect(Object.keys(apiV1)).toEqual(expect.arrayContaining(Object.keys(apiExamples)));
  });
});
