import { logIn, register } from '../../../tests/support/accounts.ts';
import { test as base, expect } from '../../../tests/support/shop.ts';

// A worker keeps what the file before it chose.
const test = base.extend('shopOptions', { scope: 'file' }, {});

test('guessing codes is slow: thirty tries in a quarter of an hour, then a word on how long to wait', async ({ shop }) => {
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
