// The examples of API v1 at /developers, sent to a running shop in their order: each is accepted.
import { afterAll, beforeAll } from 'vitest';
import { apiV1 } from '../src/api.ts';
import { apiExamples } from '../src/api-docs.ts';
import { type ApiClient, createApiKey } from './support/keys.ts';
import { buyer, funded } from './support/money.ts';
import { examplesShop } from './support/owner-files.ts';
import { describe, expect, shop as openShop, type Shop, test } from './support/shop.ts';
import { delivered, mira } from './support/work.ts';

const { folder, remove } = await examplesShop();
let shop: Shop;
let api: ApiClient;

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
  return body.orderIds[0];
}

async function deliverOrder(orderId: string): Promise<string> {
  return delivered(shop, mira, (await api(`GET /orders/${orderId}`)).body.pieces[0].id);
}

const addWebhook = async (): Promise<string> => (await api('POST /webhooks', apiExamples['POST /api/v1/webhooks']?.body)).body.id;

/** What each call is about, where it needs something. */
const subjects: Readonly<Record<string, () => Promise<string>>> = {
  'GET /api/v1/orders/:id': place,
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

/** The sample shop sells nothing that is briefed after payment; api-v1.test.ts tries it. */
const others = ['POST /api/v1/orders/:id/brief'];

describe('example', () => {
  test('of a client with money and a key', async () => {
    const who = await buyer(shop);
    await funded(shop, who, 100_000);
    api = await createApiKey(shop, who);
  });

  test.for(Object.keys(apiV1).filter((name) => !others.includes(name)))('%s', async (name) => {
    const id = await subjects[name]?.();
    const { body } = apiExamples[name] ?? {};
    const sent = name.endsWith('/files') ? Buffer.from('Our tone is plain.') : body;
    const answer = await api(name.replace('/api/v1', '').replace(':id', id ?? ''), sent);
    expect(answer.status, JSON.stringify(answer.body)).toBeOneOf([200, 204]);
  });

  test('each is of a call that there is', () => {
    expect(Object.keys(apiV1)).toEqual(expect.arrayContaining(Object.keys(apiExamples)));
  });
});
