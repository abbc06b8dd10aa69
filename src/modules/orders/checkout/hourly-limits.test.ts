// How many purchases and deposits one account may make in an hour.

import { randomUUID } from 'node:crypto';
import { again, auditedTest, buyer, deposit, funded, listOrders, once, order } from '../../../../tests/support/money.ts';
import { addLimitHit, limitHits } from '../../../../tests/support/rows/database.ts';
import { describe, expect, shop as openShop } from '../../../../tests/support/shop.ts';

const test = auditedTest({ environment: { PURCHASES_PER_HOUR: '3' } });

const listStatuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

describe('purchases in an hour', () => {
  test('limit reached: 429 with Retry-After, until the first purchase is an hour old', async ({ shop }) => {
    const ada = await buyer(shop);
    for (let i = 0; i < 3; i++) expect((await order(shop, ada, { price: 9_900 })).status).toBe(200);
    shop.clock.turn({ minutes: 10 });
    const later = await again(shop, ada);
    const refused = await order(shop, later, { price: 9_900 });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3000']);
    expect((await order(shop, await buyer(shop), { price: 9_900 })).status).toBe(200);
    shop.clock.turn({ minutes: 50 });
    expect((await order(shop, await again(shop, ada), { price: 9_900 })).status).toBe(200);
  });

  test('idempotent repeats and refused purchases do not count', async ({ shop }) => {
    const ada = await buyer(shop);
    const key = once();
    const same = await Promise.all(Array.from({ length: 10 }, () => order(shop, ada, { price: 9_900 }, key)));
    expect(listStatuses(same)).toEqual(Array(10).fill(200));
    for (let i = 0; i < 5; i++) expect((await order(shop, ada, { price: 9_900, payFromBalance: true })).status).toBe(400);
    for (let i = 0; i < 2; i++) expect((await order(shop, ada, { price: 9_900 })).status).toBe(200);
    expect((await order(shop, ada, { price: 9_900 })).status).toBe(429);
    expect((await order(shop, ada, { price: 9_900 }, key)).status).toBe(200);
  });

  test('twenty at once: three succeed, by link and from the balance', async ({ shop }) => {
    const [ada, bob] = [await buyer(shop), await buyer(shop)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(shop, ada, { price: 9_900 })));
    expect(listStatuses(answers)).toEqual([200, 200, 200, ...Array(17).fill(429)]);
    await funded(shop, bob, 200_000);
    const paid = await Promise.all(Array.from({ length: 20 }, () => order(shop, bob, { price: 9_900, payFromBalance: true })));
    expect(listStatuses(paid)).toEqual([200, 200, 200, ...Array(17).fill(429)]);
    expect(await listOrders(shop, bob)).toHaveLength(3);
  });

  test('naive version: a count before the write lets more through', async ({ shop }) => {
    const key = randomUUID();
    const naive = async () => {
      if ((await limitHits(shop, key)) >= 3) return false;
      await addLimitHit(shop, key);
      return true;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, naive));
    expect(answers.filter(Boolean).length).toBeGreaterThan(3);
  });

  test('RATE_LIMITS=off: no limit', async () => {
    await using free = await openShop({ environment: { PURCHASES_PER_HOUR: '1', RATE_LIMITS: 'off' }, jobs: false });
    const ada = await buyer(free);
    for (let i = 0; i < 3; i++) expect((await order(free, ada, { price: 9_900 })).status).toBe(200);
  });
});

describe('deposits in an hour', () => {
  test('limit reached: 429 with Retry-After, repeats do not count', async ({ shop }) => {
    const ada = await buyer(shop);
    const key = once();
    for (let i = 0; i < 3; i++) expect((await deposit(shop, ada, {}, key)).status).toBe(200);
    expect((await deposit(shop, ada)).status).toBe(200);
    const refused = await deposit(shop, ada);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  });
});
