import { describe, expect, test } from 'vitest';
import { type Locale, localeNames } from '../locale.ts';
import { currencyCodes, getCurrencyName } from './currencies.ts';
import { Currency, formatDecimal, getCurrencyCode, getCurrencyNumber, getDecimals, isCurrency, parseMoney, showMoney } from './money.ts';

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

test.each([2, 5, 99, 17_676, getCurrencyNumber('ZZZ') + 1, -1, '0', 'EUR', null, undefined, 0.5, Number.NaN, 99999999999])(
  '%s: not a currency',
  (value) => expect(isCurrency(value)).toBe(false),
);

describe('currencies of the owner', () => {
  test('numbers: every code has one of its own, which gives the code again; none is 2 or below 100 but those of the contract', () => {
    const numbers = currencyCodes.map(getCurrencyNumber);
    expect(new Set(numbers).size).toBe(currencyCodes.length);
    expect(numbers.map(getCurrencyCode)).toEqual(currencyCodes);
    expect(numbers.every(isCurrency)).toBe(true);
    expect(numbers.filter((number) => number < 100).toSorted()).toEqual([0, 1, 3, 4]);
    expect(Math.max(...numbers)).toBeLessThan(32_767);
    // Promised: the database and other programs have them.
    expect(['JPY', 'KWD', 'CHF', 'GBP'].map(getCurrencyNumber)).toEqual([6_598, 7_435, 1_639, 4_197]);
  });

  test('a number that the letters of a code of the contract would have: not a currency', () => {
    const euro = 4 * 26 * 26 + 20 * 26 + 17 + 100;
    expect(isCurrency(euro)).toBe(false);
  });

  test.each<[string, Locale, string, string]>([
    ['JPY', 'en', '¥12,345', '¥12,345'],
    ['JPY', 'jp', '¥12,345', '¥12,345'],
    ['KWD', 'en', 'KWD 12.345', 'KWD 12.345'],
    ['KWD', 'es', '12,345 KWD', '12,345 KWD'],
    ['CHF', 'en', 'CHF 123.45', 'CHF 123.45'],
    ['ISK', 'es', '12.345 ISK', '12.345 ISK'],
  ])('12345 minor units of %s in %s: %s', (code, locale, shown, whole) => {
    const money = { amount: 12_345, currency: getCurrencyNumber(code) };
    expect([showMoney(money, locale), showMoney(money, locale, 'ifAny')].map((text) => text.replace(/\s/g, ' '))).toEqual([shown, whole]);
  });

  test.each([
    ['JPY', 0, '-12345'],
    ['EUR', 2, '-123.45'],
    ['KWD', 3, '-12.345'],
    ['IQD', 3, '-12.345'],
    ['HUF', 2, '-123.45'],
  ])('%s: %i decimals, for machines %s', (code, decimals, written) => {
    const currency = getCurrencyNumber(code);
    expect([getDecimals(currency), formatDecimal({ amount: -12_345, currency })]).toEqual([decimals, written]);
    expect(parseMoney(written.slice(1), currency)).toBe(12_345);
  });

  test.each([
    ['JPY', '12.5'],
    ['JPY', '12.0'],
    ['EUR', '1.234'],
    ['KWD', '1.2345'],
    ['EUR', ''],
    ['EUR', '-1'],
    ['EUR', '1,000.00'],
  ])('%s "%s": no amount', (code, text) => expect(parseMoney(text, getCurrencyNumber(code))).toBeUndefined());

  test.each(localeNames)('every currency has a name in %s', (locale) => {
    const names = currencyCodes.map((code) => getCurrencyName(getCurrencyNumber(code), locale));
    expect(names.filter((name, index) => name === '' || name === currencyCodes[index])).toEqual([]);
  });
});

test.each([
  [' 12 ', 0, 1_200],
  ['12,5', 0, 1_250],
  ['12.50', 0, 1_250],
  ['12.500', 0, undefined],
  ['1.250', getCurrencyNumber('KWD'), 1_250],
  ['12', getCurrencyNumber('JPY'), 12],
  ['12.5', getCurrencyNumber('JPY'), undefined],
  ['x12', 0, undefined],
  ['12x', 0, undefined],
  ['-1', 0, undefined],
  ['1e3', 0, undefined],
  ['', 0, undefined],
  ['12345678901', 0, undefined],
])('%j of currency %i: %s minor units', (text, currency, amount) => expect(parseMoney(text, currency)).toBe(amount));

test.each([
  [0, 0, '0.00'],
  [1, 0, '0.01'],
  [-1, 0, '-0.01'],
  [-123_450, 0, '-1234.50'],
  [7, getCurrencyNumber('JPY'), '7'],
  [-7, getCurrencyNumber('JPY'), '-7'],
  [7, getCurrencyNumber('KWD'), '0.007'],
])('%i minor units of currency %i: written %s', (amount, currency, text) => expect(formatDecimal({ amount, currency })).toBe(text));
