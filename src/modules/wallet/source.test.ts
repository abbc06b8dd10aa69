// Errors in money.yaml are reported with their line.

import { describe, expect, test } from 'vitest';
import { readSource } from '#lib/yaml/parse.ts';
import { parseDepositRules } from './source.ts';

const parse = (text: string) => parseDepositRules(readSource('shop/money.yaml', text));
const valid = ['deposits:', ...['EUR', 'USD', 'AUD', 'NOK'].map((code) => `  ${code}: { least: 5, most: 10000 }`)];
const withLine = (at: number, line: string) => valid.with(at, line).join('\n');

describe('deposit limits', () => {
  test('limits are whole units of each currency', () => {
    expect(parse(withLine(4, '  NOK: { least: 50, most: 50 }'))).toEqual({
      couponShare: 50,
      priceUnanswered: 'goesOn',
      limits: [0, 1, 3].map((currency) => ({ currency, least: 500, most: 1_000_000 })).concat({ currency: 4, least: 5_000, most: 5_000 }),
    });
  });

  test.for([
    [2, '  USD: { least: 5.5, most: 10 }', 3, 'deposits.USD.least: must be a whole number'],
    [2, '  USD: { least: 0, most: 10 }', 3, 'deposits.USD.least: must be at least 1'],
    [3, '  AUD: { least: 20, most: 10 }', 4, 'deposits.AUD.most: must be at least 20'],
    [4, '  NOK: { least: 5, most: 99999999 }', 5, 'deposits.NOK.most: must be at most 10000000'],
    [4, '  NOK: { least: 5, most: 10, mast: 1 }', 5, 'deposits.NOK.mast: is not known here'],
    [4, '  SEK: { least: 5, most: 10 }', 2, 'deposits.NOK: is missing, and the shop sells in NOK'],
  ] as const)('line %i set to "%s" is refused by line and reason', ([at, line, named, reason]) => {
    expect(parse(withLine(at, line))).toContainEqual(expect.objectContaining({ file: 'shop/money.yaml', line: named, reason }));
  });

  test('the most that a coupon takes off: a whole percentage from 1 to 99', () => {
    const parseShare = (typed: string) => parse([...valid, `depositCouponShare: ${typed}`].join('\n'));
    for (const share of [1, 30, 99]) expect(parseShare(String(share))).toMatchObject({ couponShare: share });
    for (const share of ['0', '-5', '100', '12.5', '50%', '.nan'])
      expect(parseShare(share)).toMatchObject([{ line: 6, path: 'depositCouponShare' }]);
  });

  test('own currencies: limits are in their minor units and below the largest amount', () => {
    const limits = (most: string) => parse(`currencies: [KWD, JPY]\ndeposits: { JPY: { least: 500, most: 9000 }, KWD: ${most} }`);
    expect(limits('{ least: 2, most: 5000 }')).toEqual({
      couponShare: 50,
      priceUnanswered: 'goesOn',
      limits: [
        { currency: 7435, least: 2_000, most: 5_000_000 },
        { currency: 6598, least: 500, most: 9_000 },
      ],
    });
    expect(limits('{ least: 2, most: 1000001 }')).toMatchObject([{ reason: 'deposits.KWD.most: must be at most 1000000' }]);
  });

  test.each([
    ['currencies: []', 'currencies: must name at least one currency'],
    ['currencies: [EUR, EUR]', 'currencies: names a currency twice'],
    ['currencies: [EUR, XYZ]', 'currencies.1: must be the ISO 4217 code of a currency, such as EUR'],
    ['currencies: [eur]', 'currencies.0: must be the ISO 4217 code of a currency, such as EUR'],
  ])('%s: refused by reason', (line, reason) => {
    expect(parse([line, ...valid].join('\n'))).toContainEqual(expect.objectContaining({ line: 1, reason }));
  });
});
