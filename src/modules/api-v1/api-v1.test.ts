// API v1 over HTTP: the same rules as the pages', for the account of a key or for the whole shop.
import { randomUUID } from 'node:crypto';
import { story } from '../../../tests/support/cart-lines.ts';
import { type ApiAnswer, callApi, createApiKey } from '../../../tests/support/keys.ts';
import {
  billing,
  buyer,
  expectAudited,
  fetchPrice,
  funded,
  getBalance,
  getErrors,
  listOrders,
  placed,
} from '../../../tests/support/money.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { test as base, describe, expect, shop as openShop } from '../../../tests/support/shop.ts';
import { delivered, mira, orderedPiece } from '../../../tests/support/work.ts';
import { apiCalls } from './calls.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
const NOBODY = '019e1b85-95c0-7001-bd90-ba85adea8d64';
const sent = (price: number, more: object = {}) => ({
  ...billing,
  currency: 0,
  couponCode: null,
  price,
  orderFormData: [story()],
  startNow: true,
  ...more,
});
const paths = Object.keys(apiCalls).map((name) => name.replace('/api/v1', '').replace(':id', NOBODY));

describe('access', () => {
  test.for(paths)('%s without a key: 401, before the body is read', async (name, { shop }) => {
    for (const key of [undefined, 'fk_test_nothing'])
      expect((await callApi(shop, key, name, name.startsWith('GET') ? undefined : {})).status).toBe(401);
    const [method = '', path = ''] = name.split(' ');
    if (method === 'POST') expect((await fetch(`${shop.urls.storefront}/api/v1${path}`, { method, body: '{broken' })).status).toBe(401);
  });

  test.for(Object.entries(apiCalls))('%s without its scope: 403', async ([name, row], { shop }) => {
    const api = await createApiKey(shop, await buyer(shop), { scopes: ['clients:write'] });
    const { status, body } = await api(name.replace('/api/v1', '').replace(':id', NOBODY));
    expect([status, body]).toMatchObject([403, { detail: expect.stringContaining([row.scope].flat()[0] ?? '') }]);
  });

  test('the document is open, and names every path', async ({ shop }) => {
    const document = (await (await fetch(`${shop.urls.storefront}/api/v1/openapi.json`)).json()) as { paths: object; openapi: string };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      ...new Set(Object.keys(apiCalls).map((name) => name.split(' ')[1]?.replace(':id', '{id}'))),
    ]);
  });

  test("another account's things are not found, whatever is sent", async ({ shop }) => {
    const { orderId } = await orderedPiece(shop);
    const api = await createApiKey(shop, await buyer(shop));
    for (const id of [orderId, NOBODY, 'x', '%00', "1'--"]) {
      expect((await api(`GET /orders/${id}`)).status).toBe(404);
      for (const act of ['cancel', 'accept', 'revise']) expect((await api(`POST /orders/${id}/${act}`, {})).status).toBe(404);
      expect((await api(`GET /deliveries/${id}`)).status).toBe(404);
    }
  });
});

describe('orders', () => {
  test('quoted, placed from the balance, listed, read and cancelled, as in the account', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 20_000);
    const api = await createApiKey(shop, who);
    const { body: quote } = await api('POST /quote', { currency: 0, couponCode: null, orderFormData: [story()] });
    const placedByKey = await api('POST /orders', sent(quote.price, { payFromBalance: true, startNow: false }));
    expect([placedByKey.status, placedByKey.body]).toEqual([
      200,
      { paymentLink: expect.any(String), purchaseId: expect.any(String), orderIds: [expect.any(String)] },
    ]);
    const [id] = placedByKey.body.orderIds;
    const [inAccount] = await listOrders(shop, who);
    expect((await api('GET /orders')).body).toEqual({ data: [inAccount], has_more: false, next: null });
    expect((await api(`GET /orders/${id}`)).body).toMatchObject({
      id,
      status: 2,
      price: quote.price,
      pieces: [{ state: 'ready', brief: expect.any(Object) }],
    });
    expect((await api(`POST /orders/${id}/cancel`)).status).toBe(204);
    expect((await api(`GET /orders/${id}`)).body.status).toBe(-1);
    expect(await getBalance(shop, who)).toBe(20_000);
    expect((await api('GET /balance')).body).toEqual({ currency: 0, balance: 20_000 });
    await expectAudited(shop);
  });

  test('a retry with the same key buys once; the same key with another body is refused', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 50_000);
    const api = await createApiKey(shop, who);
    const order = sent(await fetchPrice(shop, who, [story()]), { payFromBalance: true });
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => api('POST /orders', order, headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect((await api('GET /orders')).body.data).toHaveLength(1);
    expect((await api('POST /orders', { ...order, city: 'Bergen' }, headers)).status).toBe(400);
    await expectAudited(shop);
  });

  test('a wrong price, an empty cart and wrong types are refused beside their fields', async ({ shop }) => {
    const api = await createApiKey(shop, await buyer(shop));
    expect(getErrors(await api('POST /orders', sent(1)))).toMatchObject([400, { price: [expect.any(String)] }]);
    expect(getErrors(await api('POST /orders', sent(1, { orderFormData: [] })))).toMatchObject([
      400,
      { orderFormData: [expect.any(String)] },
    ]);
    expect(getErrors(await api('POST /orders', { ...sent(1), firstName: 7 }))).toMatchObject([400, { firstName: [expect.any(String)] }]);
    for (const body of [[], null, 'x', 7]) expect((await api('POST /orders', body)).status).toBe(400);
  });

  test('a delivery is read, revised and accepted', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderedPiece(shop);
    const api = await createApiKey(shop, who);
    expect((await api(`POST /orders/${orderId}/accept`)).status).toBe(400);
    const deliveryId = await delivered(shop, mira, pieceId);
    expect((await api(`GET /deliveries/${deliveryId}`)).body).toMatchObject({ text: expect.stringContaining('The loaf') });
    const revised = await api(`POST /orders/${orderId}/revise`, { note: 'Darker, please.' });
    expect([revised.status, revised.body.inRevision]).toEqual([200, true]);
    expect((await api(`POST /orders/${orderId}/accept`, { deliveryId: NOBODY })).status).toBe(404);
    await delivered(shop, mira, pieceId, '# The loaf\n\nDarker.');
    const accepted = await api(`POST /orders/${orderId}/accept`);
    expect([accepted.status, accepted.body.pieces[0]?.state]).toEqual([200, 'accepted']);
  });

  test('a file is uploaded as its bytes', async ({ shop }) => {
    const api = await createApiKey(shop, await buyer(shop));
    const answer = await api('POST /files?name=notes.txt', Buffer.from('Our tone is plain.'));
    expect([answer.status, answer.body]).toMatchObject([200, { name: 'notes.txt', kind: expect.any(String) }]);
  });
});

describe('lists', () => {
  test('pages follow one another without a gap, for an account and for the shop', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 100_000);
    const ids: string[] = [];
    for (let count = 0; count < 5 && shop.clock.turn({ seconds: 1 }); count++)
      ids.unshift((await placed(shop, who, { payFromBalance: true })).orderIds[0] ?? '');
    for (const api of [await createApiKey(shop, who), await createApiKey(shop)]) {
      const found: string[] = [];
      for (let after: string | null = ''; after !== null && found.length < ids.length; ) {
        const { body }: ApiAnswer<'GET /orders'> = await api('GET /orders', { limit: '2', ...(after === '' ? {} : { after }) });
        found.push(...body.data.map(({ id }) => id));
        after = body.next;
      }
      expect(found.slice(0, ids.length)).toEqual(ids);
    }
    const api = await createApiKey(shop);
    for (const limit of ['0', '101', 'x', '-1', '1.5'])
      expect(getErrors(await api('GET /orders', { limit }))).toMatchObject([400, { limit: [expect.any(String)] }]);
    expect(getErrors(await api('GET /orders', { after: 'x' }))).toMatchObject([400, { after: [expect.any(String)] }]);
  });

  test('services have offers in one currency', async ({ shop }) => {
    const api = await createApiKey(shop);
    const { body } = await api('GET /services', { limit: '3' });
    expect(body).toMatchObject({ has_more: true, next: String(body.data[2]?.serviceType) });
    expect(body.data[0]).toMatchObject({
      serviceType: 0,
      slug: expect.any(String),
      offers: expect.arrayContaining([expect.objectContaining({ unitPrice: expect.any(Number) })]),
    });
    expect((await api('GET /services', { currency: '2' })).status).toBe(400);
    expect(await (await fetch(body.data[1]?.url ?? '')).text()).toContain(body.data[1]?.name);
  });

  test('events are those of the account and of what the key may read, oldest first', async ({ shop }) => {
    const { who, orderId } = await orderedPiece(shop);
    await orderedPiece(shop);
    await letRun(shop, 'automations.run');
    const [api, orders] = [await createApiKey(shop, who), await createApiKey(shop, who, { scopes: ['orders:read'] })];
    const listTypes = async (client: typeof api) => (await client('GET /events')).body.data.map(({ type }: { type: string }) => type);
    expect(await listTypes(api)).toEqual(['client.created', 'order.created', 'order.paid', ...[]]);
    expect(await listTypes(orders)).toEqual(['order.created', 'order.paid']);
    const { body } = await api('GET /events', { limit: '1', type: 'order.created' });
    expect(body).toMatchObject({
      data: [{ id: expect.any(String), type: 'order.created', data: { id: orderId }, orderId }],
      has_more: false,
    });
    expect((await api('GET /events', { after: body.data[0]?.id, type: 'order.created' })).body.data).toEqual([]);
    expect((await api('GET /events', { type: 'order.eaten' })).status).toBe(400);
  });

  test('invoices of the account', async ({ shop }) => {
    const { who, purchaseId } = await orderedPiece(shop);
    shop.clock.turn({ minutes: 5 });
    await letRun(shop, 'invoicing.issue');
    const api = await createApiKey(shop, who);
    const subjects = async () => (await api('GET /invoices')).body.data.map(({ kind, subjectId }) => [kind, subjectId]);
    await expect.poll(subjects).toContainEqual(['invoice', purchaseId]);
    expect((await subjects()).length).toBe(2);
  });
});

describe('key of the shop', () => {
  test('reads what belongs to any account, and buys nothing', async ({ shop }) => {
    const { orderId, pieceId } = await orderedPiece(shop);
    const deliveryId = await delivered(shop, mira, pieceId);
    const api = await createApiKey(shop);
    expect((await api(`GET /orders/${orderId}`)).body).toMatchObject({ id: orderId });
    expect((await api(`GET /deliveries/${deliveryId}`)).status).toBe(200);
    expect((await api('GET /invoices')).status).toBe(200);
    for (const name of ['POST /orders', `POST /orders/${orderId}/accept`, 'GET /balance'])
      expect(getErrors(await api(name, name.startsWith('GET') ? undefined : {}))).toEqual([
        400,
        { '': [expect.stringContaining('key of an account')] },
      ]);
  });
});

describe('headers', () => {
  test('a version is that of the key, or the one asked for', async ({ shop }) => {
    const api = await createApiKey(shop);
    expect((await api('GET /services')).headers.get('fanfare-version')).toBe(shop.clock.now().toISOString().slice(0, 10));
    expect((await api('GET /services', undefined, { 'fanfare-version': '2026-02-03' })).headers.get('fanfare-version')).toBe('2026-02-03');
    for (const version of ['1', '2026-02-30', '2001-01-01', 'x'])
      expect(getErrors(await api('GET /services', undefined, { 'fanfare-version': version }))).toMatchObject([
        400,
        { 'Fanfare-Version': [expect.any(String)] },
      ]);
  });

  test('the rate limit is in the headers, and a request above it gets 429', async () => {
    await using shop = await openShop();
    const api = await createApiKey(shop);
    const first = await api('GET /services', { limit: '1' });
    expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
      '"default";q=100;w=20',
      '"default";r=99;t=20',
    ]);
    shop.clock.turn({ seconds: 5 });
    for (let count = 0; count < 99; count++) await api('GET /services', { limit: '1' });
    const refused = await api('GET /services');
    expect([refused.status, refused.headers.get('ratelimit'), refused.headers.get('retry-after')]).toEqual([
      429,
      '"default";r=0;t=15',
      '15',
    ]);
    expect((await (await createApiKey(shop))('GET /services')).status).toBe(200);
  });
});
