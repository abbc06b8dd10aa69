// Rules of billing documents: VAT, numbers and refunds, as tables of cases and as properties.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseTreatment,
  computeCredit,
  computeSums,
  distributeSums,
  formatDocumentNumber,
  getYear,
  groupRefundTransfers,
  listPaymentParts,
  readNumber,
  type Tax,
} from './rules.ts';
import { validateVatId } from './vat-id.ts';

const words = { en: '', es: '', jp: '' };
const tax: Tax = {
  vat: 'inclusive',
  rates: { ES: 2100, NO: 2500, CH: 810, JP: 1000 },
  reverseCharge: true,
  notes: { none: words, zero: words, reverse: words },
};

test.for([
  ['invoice', 2026, 1, 'INV-2026-000001'],
  ['receipt', 2026, 123, 'REC-2026-000123'],
  ['credit', 2027, 999_999, 'CRN-2027-999999'],
  ['invoice', 2027, 1_000_000, 'INV-2027-1000000'],
] as const)('document number: %s %i %i is %s', ([kind, year, serial, number]) => {
  expect(formatDocumentNumber(kind, year, serial)).toBe(number);
});

test.for([
  ['2026-12-31T23:59:59.999Z', 2026],
  ['2027-01-01T00:00:00.000Z', 2027],
  ['2026-12-31T23:30:00-05:00', 2027],
] as const)('document year: %s is in %i', ([moment, year]) => {
  expect(getYear(new Date(moment))).toBe(year);
});

test.for([
  ['INV-2026-000123', { kind: 'invoice', year: 2026, serial: 123 }],
  [' crn-2027-1 ', { kind: 'credit', year: 2027, serial: 1 }],
  ['rec-2026-123456789', { kind: 'receipt', year: 2026, serial: 123_456_789 }],
  ['INV-2026-1234567890', undefined],
  ['ABC-2026-000123', undefined],
  ['xINV-2026-000123', undefined],
  ['INV-2026-000123x', undefined],
  ['INV-26-000123', undefined],
  ['', undefined],
] as const)('typed document number %j: read as %o', ([text, number]) => {
  expect(readNumber(text)).toEqual(number);
});

describe('VAT included in a price', () => {
  test.for([
    [9900, 2500, 7920, 1980],
    [9900, 2100, 8182, 1718],
    [9900, 810, 9158, 742],
    [9900, 0, 9900, 0],
    [0, 2500, 0, 0],
    [1, 2500, 1, 0],
    [2, 2500, 2, 0],
    [3, 2500, 2, 1],
    // Half a unit goes to the net amount: 63 / 1.05 is 60, 3 / 1.2 is 2.5.
    [63, 500, 60, 3],
    [3, 2000, 3, 0],
    [1_000_000_000, 2100, 826_446_281, 173_553_719],
  ] as const)('gross %i at rate %i: net %i, VAT %i', ([gross, rate, net, vat]) => {
    expect(computeSums(gross, rate)).toEqual({ gross, net, vat });
  });

  const gross = fc.integer({ min: 0, max: 1_000_000_000 });
  const rate = fc.integer({ min: 0, max: 10_000 });

  test('any amount: net and VAT sum to the gross, and the net is rounded to the nearest unit', () => {
    fc.assert(
      fc.property(gross, rate, (amount, bp) => {
        const { net, vat } = computeSums(amount, bp);
        expect(net + vat).toBe(amount);
        expect(Math.min(net, vat)).toBeGreaterThanOrEqual(0);
        expect(2n * BigInt(Math.abs(net * (10_000 + bp) - amount * 10_000))).toBeLessThanOrEqual(BigInt(10_000 + bp));
      }),
    );
  });

  test('any lines: net and VAT of the lines sum to the document', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 50 }), rate, (grosses, bp) => {
        const sums = computeSums(sum(grosses), bp);
        const lines = distributeSums(sums, grosses);
        expect({ net: sum(lines.map(({ net }) => net)), vat: sum(lines.map(({ vat }) => vat)) }).toEqual({ net: sums.net, vat: sums.vat });
        for (const line of lines) expect([line.net + line.vat, line.net >= 0, line.vat >= 0]).toEqual([line.gross, true, true]);
      }),
    );
  });

  test('any partial refunds: the returned VAT sums to the invoice and never exceeds it before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 }), rate, (parts, bp) => {
        const invoice = computeSums(sum(parts), bp);
        let before = 0;
        const back = { net: 0, vat: 0 };
        for (const part of parts) {
          const credit = computeCredit(before, part, bp);
          expect([credit.net + credit.vat, credit.net >= 0, credit.vat >= 0]).toEqual([part, true, true]);
          // The VAT of a part differs by at most one unit from the VAT computed for that part alone.
          expect(Math.abs(credit.vat - computeSums(part, bp).vat)).toBeLessThanOrEqual(1);
          before += part;
          back.net += credit.net;
          back.vat += credit.vat;
          expect([back.net <= invoice.net, back.vat <= invoice.vat]).toEqual([true, true]);
        }
        expect(back).toEqual({ net: invoice.net, vat: invoice.vat });
      }),
    );
  });
});

describe('VAT treatment', () => {
  const parties = { sellerCountry: 'ES', buyerCountry: 'NO', vatIdCountry: undefined };
  test.for([
    ['the buyer’s country', {}, {}, { rate: 2500, why: null }],
    ['the seller’s own country', {}, { buyerCountry: 'ES' }, { rate: 2100, why: null }],
    ['a country without a rate', {}, { buyerCountry: 'US' }, { rate: 0, why: 'zero' }],
    ['a business abroad', {}, { vatIdCountry: 'NO' }, { rate: 0, why: 'reverse' }],
    ['a business abroad, in a country without a rate', {}, { buyerCountry: 'DE', vatIdCountry: 'DE' }, { rate: 0, why: 'reverse' }],
    ['a business in the seller’s country', {}, { buyerCountry: 'ES', vatIdCountry: 'ES' }, { rate: 2100, why: null }],
    ['a business abroad, without reverse charge', { reverseCharge: false }, { vatIdCountry: 'NO' }, { rate: 2500, why: null }],
    ['a shop without VAT', { vat: 'none' }, { vatIdCountry: 'NO' }, { rate: 0, why: 'none' }],
  ] as const)('%s: rate and reason', ([, rules, more, treatment]) => {
    expect(chooseTreatment({ ...tax, ...rules }, { ...parties, ...more })).toEqual(treatment);
  });
});

describe('tax rule of a plugin', () => {
  const request = { sellerCountry: 'ES', buyerCountry: 'NO', vatIdCountry: undefined };
  const ask = (given: unknown) => chooseTreatment({ ...tax, rule: () => given as ReturnType<typeof chooseTreatment> }, request);

  test('is given the request and the usual treatment', () => {
    const asked: unknown[] = [];
    const rule = (...given: Parameters<NonNullable<Tax['rule']>>) => {
      asked.push(...given);
      return given[1];
    };
    chooseTreatment({ ...tax, rule }, request);
    expect(asked).toEqual([request, { rate: 2500, why: null }]);
  });

  test.for([[{ rate: 1, why: null }], [{ rate: 10_000, why: null }], [{ rate: 0, why: 'zero' }], [{ rate: 0, why: 'reverse' }]])(
    '%o: accepted',
    ([given]) => expect(ask(given)).toEqual(given),
  );

  test.for([
    [{ rate: -1, why: null }, 'a rate of -1'],
    [{ rate: 10_001, why: null }, 'a rate of 10001'],
    [{ rate: 2_100.5, why: null }, 'a rate of 2100.5'],
    [{ rate: Number.NaN, why: null }, 'a rate of NaN'],
    [{ rate: 0, why: null }, 'no reason'],
    [{ rate: 2_100, why: 'zero' }, 'no reason'],
  ] as const)('%o: refused', ([given, reason]) => {
    expect(() => ask(given)).toThrow(reason);
    expect(() => ask(given)).toThrow(RangeError);
  });
});

test.for([
  ['NO 923 456 783 MVA', { country: 'NO' }],
  ['de136695976', { country: 'DE' }],
  ['DE136695977', 'wrong'],
  ['DE', 'wrong'],
  ['ＥＳＢ58378431', { country: 'ES' }],
  ['EL094259216', { country: 'GR' }],
  ['CHE-107.787.577 MWST', { country: 'CH' }],
  ['no923456783mva', { country: 'NO' }],
  ['NO923456783MVA-', { country: 'NO' }],
  ['GR094259216', 'wrong'],
  ['T1234567890123', undefined],
  ['51 824 753 556', undefined],
  ['', undefined],
] as const)('VAT ID "%s" is judged as %o', ([typed, judgement]) => {
  expect(validateVatId(typed)).toEqual(judgement);
});

test.for([
  [{ price: 9900, promo: 0, paidFrom: 'link' }, [{ by: 'online', amount: 9900 }]],
  [
    { price: 9900, promo: 1900, paidFrom: 'balance' },
    [
      { by: 'balance', amount: 8000 },
      { by: 'promo', amount: 1900 },
    ],
  ],
  [{ price: 1900, promo: 1900, paidFrom: 'balance' }, [{ by: 'promo', amount: 1900 }]],
  [{ price: 1, promo: 0, paidFrom: 'link' }, [{ by: 'online', amount: 1 }]],
  [{ price: 0, promo: 0, paidFrom: 'nothing' }, []],
] as const)('payment parts of %o', ([bought, parts]) => {
  expect(listPaymentParts(bought)).toEqual(parts);
});

test('refunds of one purchase at one time are one credit note', () => {
  const at = new Date('2026-05-12T09:30:00Z');
  const line = (transferId: number, kind: string, amount: number, more = {}) => ({
    transferId,
    kind,
    amount,
    at,
    currency: 0 as const,
    purchaseId: 'one',
    ...more,
  });
  const lines = [
    line(1, 'refund', 500),
    line(2, 'giveBack', 300, { purchaseId: 'two' }),
    line(3, 'giveBackPromo', 100),
    line(4, 'refund', 50, { at: new Date(at.getTime() + 1) }),
  ];
  expect(groupRefundTransfers(lines).map(({ lines: together, back }) => [together.map(({ transferId }) => transferId), back])).toEqual([
    [
      [1, 3],
      [
        { by: 'online', amount: 500 },
        { by: 'promo', amount: 100 },
      ],
    ],
    [[2], [{ by: 'balance', amount: 300 }]],
    [[4], [{ by: 'online', amount: 50 }]],
  ]);
});

test.for([
  ['refund', 'online'],
  ['giveBack', 'balance'],
  ['giveBackPromo', 'promo'],
  ['partBack', 'balance'],
  ['partBackPromo', 'promo'],
  ['a kind of a later release', 'balance'],
] as const)('refund by the transfer %s: shown as %s', ([kind, by]) => {
  const line = { transferId: 1, kind, amount: 7, at: new Date(0), currency: 0 as const, purchaseId: 'one' };
  expect(groupRefundTransfers([line])).toEqual([{ lines: [line], back: [{ by, amount: 7 }] }]);
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
