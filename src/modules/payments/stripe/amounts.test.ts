// Amounts at Stripe: what it counts otherwise than ISO 4217.
import { expect, test } from 'vitest';
import { getCurrencyNumber } from '#lib/money/money.ts';
import { findCurrencyError, getStripeUnits } from './amounts.ts';
import { moneyShape } from './common.ts';

test.each([
  ['EUR', 1],
  ['JPY', 1],
  ['ISK', 100],
  ['UGX', 100],
])('%s: one of our minor units is %i of Stripe, and read back the same', (code, units) => {
  const currency = getCurrencyNumber(code);
  expect([getStripeUnits(currency), findCurrencyError(currency)]).toEqual([units, undefined]);
  expect(moneyShape.parse({ amount: 500 * units, currency: code.toLowerCase() })).toEqual({ amount: 500, currency });
});

test.each(['KWD', 'BHD', 'TND', 'MGA'])('%s: not every amount can be charged, so the shop says so', (code) => {
  expect(findCurrencyError(getCurrencyNumber(code))).toMatch(new RegExp(`^${code}: Stripe takes it in .* only`));
});

test.each(['xyz', 'euro', ''])('%s: no currency, so the event is unreadable', (currency) => {
  expect(moneyShape.safeParse({ amount: 1, currency }).success).toBe(false);
});
