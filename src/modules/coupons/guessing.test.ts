import { logIn, register } from '../../../tests/support/accounts.ts';
import { test as base, expect } from '../../../tests/support/shop.ts';

// A worker would otherwise reuse the options of the file before.
const test = base.extend('shopOptions', { scope: 'file' }, {});

test('coupon guessing: 30 attempts in 15 minutes are allowed, then 429 with Retry-After', async ({ shop }) => {
  await shop.makeDemo();
  const { token } = await logIn(shop, await register(shop));
  const tryCode = (code: string) => shop.call('GET /api/orders/coupon', { code }, { token });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => tryCode(`GUESS${index}`)));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(30);
  const slowed = await tryCode('FIVE');
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
  shop.clock.turn({ minutes: 15 });
  const { token: later } = await logIn(shop, await register(shop));
  expect((await shop.call('GET /api/orders/coupon', { code: 'FIVE' }, { token: later })).status).toBe(200);
});
