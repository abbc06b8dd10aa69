import { describe, expect, test } from 'vitest';
import { plainAmount, readAmount, writeAmount } from './amount-input.ts';

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
    expect(readAmount(typed, locale)).toBe(amount);
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
    expect(readAmount(typed, locale)).toBeUndefined();
  });

  test('formatting: by locale for people, plain for machines', () => {
    expect([writeAmount(5_000, 'en'), writeAmount(1_205, 'es'), writeAmount(29, 'jp')]).toEqual(['50', '12,05', '0.29']);
    expect([plainAmount(-1_205), plainAmount(5), plainAmount(0)]).toEqual(['-12.05', '0.05', '0.00']);
  });
});
