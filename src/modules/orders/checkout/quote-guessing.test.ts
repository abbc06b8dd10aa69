import { logIn, register } from '../../../../tests/support/accounts.ts';
import { story } from '../../../../tests/support/carts.ts';
import { test as base, expect } from '../../../../tests/support/shop.ts';

// A worker keeps what the file before it chose.
const test = base.extend('shopOptions', { scope: 'file' }, {});

test('guessing codes with a cart is as slow as looking them up, and a code that one was told of is no guess', async ({ shop }) => {
  await shop.makeDemo();
  const { token } = await logIn(shop, await register(shop));
  const quote = async (couponCode: string | null) =>
    (await shop.call('POST /api/orders/quote', { currency: 0, orderFormData: [story()], couponCode }, { token })).status;
  const several = (times: number, code: (index: number) => string | null) =>
    Promise.all(Array.from({ length: times }, (_, index) => quote(code(index))));

  expect(await quote('WELCOME10')).toBe(200);
  expect(await several(40, () => ' welcome10')).toEqual(Array.from({ length: 40 }, () => 200));
  for (let tries = 0; tries < 10; tries++) await shop.call('GET /api/orders/coupon', { code: `LOOK${tries}` }, { token });
  const guesses = await several(25, (index) => `GUESS${index}`);
  expect(guesses.filter((status) => status === 400)).toHaveLength(19);
  expect(guesses.filter((status) => status === 429)).toHaveLength(6);
  // A right guess tells nothing then; what is known and what needs no code goes on.
  expect([await quote('FIVE'), await quote('WELCOME10'), await quote(null)]).toEqual([429, 200, 200]);
  shop.clock.turn({ minutes: 15 });
  const { token: later } = await logIn(shop, await register(shop));
  expect((await shop.call('GET /api/orders/coupon', { code: 'FIVE' }, { token: later })).status).toBe(200);
});
