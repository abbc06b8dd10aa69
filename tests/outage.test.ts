// Unavailable, full or busy database: requests get 503 with Retry-After, one line is logged, and deadlocks
// are retried.

import { pino } from 'pino';
import { story } from './support/cart-lines.ts';
import { billing, buyer, deposit, expectAudited, fetchPrice, funded, listOrders, once, order, placed } from './support/money.ts';
import { cable } from './support/process.ts';
import { makeReadOnly } from './support/rows/database.ts';
import { failNextWrites, fillDisk } from './support/rows/planted-errors.ts';
import { test as base, describe, expect, shop as openShop } from './support/shop.ts';

/** A log of a shop, and how many of its lines match. */
function countingLog() {
  const said: string[] = [];
  const write = (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg);
  return { said, log: pino({ level: 'info' }, { write }), countLines: (words: RegExp) => said.filter((msg) => words.test(msg)).length };
}

const { said, log, countLines } = countingLog();
const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' }, log });

describe('database unavailable', () => {
  test('requests get 503 with Retry-After, one line is logged, and the shop recovers', async () => {
    // An outage is logged once per log.
    const { said, log, countLines } = countingLog();
    const line = cable();
    const shop = await openShop({ environment: { RATE_LIMITS: 'off' }, log, jobs: false, through: line.through, ready: line.mend });
    const ada = await buyer(shop);
    const price = await fetchPrice(shop, ada, [story()]);
    const request = (options = {}) =>
      shop.call(
        'POST /api/orders',
        { ...billing, currency: 0, couponCode: null, orderFormData: [story()], price },
        { token: ada.token, ...options },
      );
    said.length = 0;
    await line.cut();
    const calls = [
      () => request(),
      () => deposit(shop, ada),
      () => shop.call('GET /api/orders', undefined, { token: ada.token }),
      () => shop.call('POST /api/Accounts/login', { email: ada.email, password: 'a password of some length', rememberMe: false }),
    ];
    for (let round = 0; round < 3; round++)
      for (const call of calls) {
        const { status, headers, body } = await call();
        expect([status, headers.get('retry-after'), body]).toEqual([
          503,
          '5',
          expect.objectContaining({ status: 503, requestId: expect.any(String) }),
        ]);
      }
    expect([countLines(/database\.outage\.started/), countLines(/request\.unhandled\.error/), countLines(/^request\.answered$/)]).toEqual([
      1, 0, 0,
    ]);
    await line.mend();
    const key = once();
    expect((await request(key)).status).toBe(200);
    expect(await listOrders(shop, ada)).toHaveLength(1);
    await expectAudited(shop);
    await shop.close();
    await line.drop();
  });
});

describe('database full or slow', () => {
  test.for([
    ['53100', 'the disk is full'],
    ['53300', 'there are too many connections'],
    ['25006', 'the database is read-only'],
    ['57P01', 'the database is shutting down'],
    ['57P03', 'the database is starting'],
    ['57014', 'a statement took too long'],
    ['55P03', 'a lock timed out'],
  ])('%s, %s: the order gets 503 with Retry-After, nothing is stored, and the next one succeeds', async ([state = ''], { shop }) => {
    const ada = await buyer(shop);
    said.length = 0;
    const end = await failNextWrites(shop, 'purchase', state, 1_000);
    for (let count = 0; count < 3; count++) {
      const { status, headers } = await order(shop, ada);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect(countLines(/request\.unhandled\.error/)).toBe(0);
    await end();
    await placed(shop, ada);
    expect(await listOrders(shop, ada)).toHaveLength(1);
  });

  test('full disk: the node is not ready for writes until there is room, and stays ready for pages', async ({ shop }) => {
    const ada = await buyer(shop);
    const checks = () => Promise.all(['/readyz', '/readyz/pages'].map(async (path) => (await fetch(shop.urls.storefront + path)).status));
    expect(await checks()).toEqual([200, 200]);
    const endWrites = await failNextWrites(shop, 'purchase', '53100', 1_000);
    const endDisk = await fillDisk(shop);
    expect(await checks()).toEqual([200, 200]);
    expect((await order(shop, ada)).status).toBe(503);
    expect(await checks()).toEqual([503, 200]);
    await endDisk();
    await endWrites();
    expect(await checks()).toEqual([200, 200]);
    await placed(shop, ada);
  });

  test('read-only database: calls that write get 503 with Retry-After, and the node is not ready for writes', async () => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' }, log, jobs: false });
    const ada = await buyer(shop);
    const price = await fetchPrice(shop, ada, [story()]);
    const cart = { ...billing, currency: 0, couponCode: null, orderFormData: [story()], price };
    const request = () => shop.call('POST /api/orders', cart, { token: ada.token });
    const reason = async () => ((await (await fetch(`${shop.urls.storefront}/readyz`)).json()) as { reason?: string }).reason;
    const end = await makeReadOnly(shop);
    await expect.poll(reason).toBe('database is read-only');
    const { status, headers } = await request();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    await end();
    await expect.poll(reason).toBeUndefined();
    await expect.poll(async () => (await request()).status).toBe(200);
  });

  test('lock timeout is five seconds, idle transaction timeout is 30 seconds', async ({ shop }) => {
    expect(await shop.sql('show lock_timeout')).toEqual([{ lock_timeout: '5s' }]);
    expect(await shop.sql('show idle_in_transaction_session_timeout')).toEqual([{ idle_in_transaction_session_timeout: '30s' }]);
  });
});

describe('deadlock or serialization failure', () => {
  test.for(['40P01', '40001'])('%s while an order is placed or cancelled: retried and succeeds', async (state, { shop }) => {
    const ada = await buyer(shop);
    const endPlacing = await failNextWrites(shop, 'purchase', state, 2);
    const { orderIds } = await placed(shop, ada);
    expect(await endPlacing()).toBe(3);
    const endCancelling = await failNextWrites(shop, 'purchase', state, 2);
    expect((await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token })).status).toBe(204);
    expect(await endCancelling()).toBe(3);
    await expectAudited(shop);
  });

  test('permanent: 503 after four tries', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada);
    const end = await failNextWrites(shop, 'purchase', '40P01', 1_000);
    expect((await order(shop, ada, { payFromBalance: true })).status).toBe(503);
    expect(await end()).toBe(4);
  });
});
