import { logIn, register } from '../../../../tests/support/accounts.ts';
import { story } from '../../../../tests/support/cart-lines.ts';
import { test as base, expect } from '../../../../tests/support/shop.ts';

// Restores the default options: a worker keeps those of the file before.
const test = base.extend('shopOptions', { scope: 'file' }, {});

test('quote: guessed codes share the rate limit of the lookup, and a code already found does not count', async ({ shop }) => {
  await shop.makeDemo();
  const { token } = await logIn(shop, await register(shop));
  const quote = async (couponCode: string | null, as = token) =>
    (await shop.call('POST /api/orders/quote', { currency: 0, orderFormData: [story()], couponCode }, { token: as })).status;
  const several = (times: number, code: (index: number) => string | null) =>
    Promise.all(Array.from({ length: times }, (_, index) => quote(code(index))));

  expect(await quote('WELCOME10')).toBe(200);
  expect(await several(40, () => ' welcome10')).toEqual(Array.from({ length: 40 }, () => 200));
  for (let tries = 0; tries < 10; tries++) await shop.call('GET /api/orders/coupon', { code: `LOOK${tries}` }, { token });
  const guesses = await several(25, (index) => `GUESS${index}`);
  expect(guesses.filter((status) => status === 400)).toHaveLength(19);
  expect(guesses.filter((status) => status === 429)).toHaveLength(6);
  // At the limit a right guess is refused too; a known code and no code still work.
  expect([await quote('FIVE'), await quote('WELCOME10'), await quote(null)]).toEqual([429, 200, 200]);
  shop.clock.turn({ minutes: 15 });
  const { token: later } = await logIn(shop, await register(shop));
  expect((await shop.call('GET /api/orders/coupon', { code: 'FIVE' }, { token: later })).status).toBe(200);

  // What one account has found is a guess of another.
  const { token: his } = await logIn(shop, await register(shop));
  for (let tries = 0; tries < 29; tries++) expect(await quote(`OTHER${tries}`, his)).toBe(400);
  expect([await quote('WELCOME10', his), await quote('OTHER29', his), await quote('WELCOME10', his)]).toEqual([200, 429, 200]);
});
