import { describe, expect, test } from 'vitest';
import { Currency, getCurrencyNumber } from '#lib/money/money.ts';
import { readAmount, writeAmount } from './amount-input.ts';

describe('typed amount', () => {
  test.for([
    ['en', '50', 5_000],
    ['en', ' 12.50 ', 1_250],
    ['en', '12,50', 1_250],
    ['es', '12,50', 1_250],
    ['es', '12.50', 1_250],
    ['jp', '１２．５', 1_250],
    ['en', '0.29', 29],
    ['en', '1,000', 100_000],
    ['es', '1.000', 100_000],
    ['es', '1.234.567,89', 123_456_789],
    ['en', '1 000.50', 100_050],
    ['es', '1\u00a0000', 100_000],
    ['en', '9999999999.99', 999_999_999_999],
  ] as const)('in %s "%s": %i', ([locale, typed, amount]) => {
    expect(readAmount(typed, locale, Currency.EUR)).toBe(amount);
  });

  // Ambiguous amounts are refused.
  test.for([
    ['es', '1,000'],
    ['en', '1.000'],
    ['en', '1,000,50'],
    ['en', '1.000,50'],
    ['en', '10,00,000'],
    ['en', '1.2.3'],
    ['en', '.5'],
    ['en', '5.'],
    ['en', '5.123'],
    ['en', '-5'],
    ['en', '+5'],
    ['en', '1e3'],
    ['en', '0x10'],
    ['en', '€5'],
    ['en', ''],
    ['en', '12345678901'],
  ] as const)('in %s "%s": refused', ([locale, typed]) => {
    expect(readAmount(typed, locale, Currency.EUR)).toBeUndefined();
  });

  test.for([
    ['en', 'JPY', '5,000', 5_000],
    ['es', 'JPY', '5.000', 5_000],
    ['jp', 'JPY', '５０００', 5_000],
    ['en', 'JPY', '5.000', undefined],
    ['en', 'JPY', '12.5', undefined],
    ['en', 'KWD', '12.5', 12_500],
    ['en', 'KWD', '1.250', 1_250],
    ['en', 'KWD', '1,250', 1_250_000],
    ['es', 'KWD', '1,250', 1_250],
    ['es', 'KWD', '1.250', 1_250_000],
    ['en', 'KWD', '1,250.125', 1_250_125],
    ['en', 'KWD', '1.2505', undefined],
  ] as const)('in %s, %s "%s": %s minor units', ([locale, code, typed, amount]) => {
    expect(readAmount(typed, locale, getCurrencyNumber(code))).toBe(amount);
  });

  test('formatting: by locale, with the decimals of the currency if it has a part of a unit', () => {
    const euros = [writeAmount(5_000, 'en', 0), writeAmount(1_205, 'es', 0), writeAmount(29, 'jp', 0), writeAmount(5_050, 'en', 0)];
    expect(euros).toEqual(['50', '12,05', '0.29', '50.50']);
    const others = [writeAmount(5_000, 'en', getCurrencyNumber('JPY')), writeAmount(1_250, 'es', getCurrencyNumber('KWD'))];
    expect([...others, writeAmount(5_000, 'en', getCurrencyNumber('KWD'))]).toEqual(['5000', '1,250', '5']);
  });
});
