import { describe, expect, test } from 'vitest';
import { type Locale, localeNames } from '../locale.ts';
import { Currency, isCurrency, showMoney } from './money.ts';

describe('amount as text', () => {
  test.each<[Locale, number, readonly string[]]>([
    ['en', 4900, ['€49.00', 'US$49.00', 'A$49.00', 'NOK 49.00']],
    ['es', 4900, ['49,00 €', '49,00 US$', '49,00 A$', '49,00 NOK']],
    ['jp', 4900, ['€49.00', 'US$49.00', 'A$49.00', 'NOK 49.00']],
    ['en', 123456789, ['€1,234,567.89', 'US$1,234,567.89', 'A$1,234,567.89', 'NOK 1,234,567.89']],
    ['es', 119000, ['1190,00 €', '1190,00 US$', '1190,00 A$', '1190,00 NOK']],
    ['es', 1000000, ['10.000,00 €', '10.000,00 US$', '10.000,00 A$', '10.000,00 NOK']],
    ['jp', 119000, ['€1,190.00', 'US$1,190.00', 'A$1,190.00', 'NOK 1,190.00']],
    ['en', -5, ['-€0.05', '-US$0.05', '-A$0.05', '-NOK 0.05']],
  ])('%s %i: shown in each currency', (locale, amount, shown) => {
    const all = Object.values(Currency).map((currency) => showMoney({ amount, currency }, locale).replace(/\s/g, ' '));
    expect(all).toEqual(shown);
  });

  test.each(localeNames)('each currency looks different in %s', (locale) => {
    const all = Object.values(Currency).map((currency) => showMoney({ amount: 100, currency }, locale));
    expect(new Set(all).size).toBe(all.length);
  });

  test('optional cents: left out of a whole price only', () => {
    expect(showMoney({ amount: 2900, currency: Currency.EUR }, 'en', 'ifAny')).toBe('€29');
    expect(showMoney({ amount: 450, currency: Currency.USD }, 'en', 'ifAny')).toBe('US$4.50');
  });
});

test.each([2, 5, -1, '0', 'EUR', null, undefined, 0.5, Number.NaN, 99999999999])('%s: not a currency', (value) =>
  expect(isCurrency(value)).toBe(false),
);
