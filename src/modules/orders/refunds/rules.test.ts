import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pieceStates } from '../statuses.ts';
import { refundOnStop, splitRefund } from './rules.ts';

describe('refund of an order', () => {
  const stopped = fc.record({
    price: fc.integer({ min: 0, max: 2_147_483_647 }),
    pieces: fc.array(fc.record({ state: fc.constantFrom(...pieceStates), listValue: fc.nat({ max: 100_000_000 }) }), {
      minLength: 1,
      maxLength: 60,
    }),
  });

  test('an order stopped by an operator: charge, refund and earlier refund sum to the price', () => {
    fc.assert(
      fc.property(stopped, fc.nat(), ({ price, pieces }, part) => {
        const given = part % (price + 1);
        const { kept, back } = refundOnStop({ price, refunded: given, pieces });
        expect(kept + back + given).toBe(price);
        expect(kept).toBeGreaterThanOrEqual(0);
        expect(back).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('the split sums to the refund, within the rest of the source and the promotional credit used', () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.record({ price: amounts, promo: amounts, paidFrom: fc.constantFrom('link', 'balance', 'nothing', null) }),
        fc.tuple(amounts, amounts, fc.constantFrom('source', 'balance')),
        (raw, [part, left, refundTo]) => {
          const paid = { ...raw, promo: Math.min(raw.promo, raw.price) };
          const back = Math.min(part, paid.price);
          const { toSource, toCash, toPromo } = splitRefund(paid, back, refundTo, left);
          expect(toSource + toCash + toPromo).toBe(back);
          for (const each of [toSource, toCash, toPromo]) expect(each).toBeGreaterThanOrEqual(0);
          expect(toSource).toBeLessThanOrEqual(left);
          expect(toPromo).toBeLessThanOrEqual(paid.promo);
          if (paid.paidFrom !== 'link' || refundTo === 'balance') expect(toSource).toBe(0);
          // Promotional credit is returned only after all the cash.
          if (toPromo > 0) expect(toSource + toCash).toBe(paid.price - paid.promo);
        },
      ),
    );
  });
});
