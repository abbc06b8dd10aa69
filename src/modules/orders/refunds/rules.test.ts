import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pieceStates } from '../statuses.ts';
import { computeCharge, computeDeliveredShare, refundOnStop, splitRefund, type ValuedPiece } from './rules.ts';

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

const pieces = (...states: readonly ValuedPiece['state'][]): ValuedPiece[] =>
  states.map((state, index) => ({ state, listValue: (index + 1) * 100 }));

describe('delivered share', () => {
  test.each(pieceStates)('piece that is %s: counts only after its delivery', (state) => {
    const isDone = ['delivered', 'revisionAsked', 'accepted'].includes(state);
    expect(computeDeliveredShare(pieces(state, 'inWork'))).toEqual({
      pieces: 2,
      delivered: isDone ? 1 : 0,
      value: 300,
      deliveredValue: isDone ? 100 : 0,
    });
  });

  test('order that is delivered as a whole: every piece counts', () => {
    expect(computeDeliveredShare(pieces('inWork', 'inWork'), true)).toEqual({ pieces: 2, delivered: 2, value: 300, deliveredValue: 300 });
  });

  test('pieces without values, of orders from before there were any: counted by number', () => {
    const old = pieces('delivered', 'accepted', 'inWork').map(({ state }) => ({ state, listValue: 0 }));
    expect(computeDeliveredShare(old)).toEqual({ pieces: 3, delivered: 2, value: 3, deliveredValue: 2 });
  });

  test('the only value of a cent: counted by it', () => {
    const cent: ValuedPiece[] = [
      { state: 'delivered', listValue: 1 },
      { state: 'inWork', listValue: 0 },
    ];
    expect(computeDeliveredShare(cent)).toEqual({ pieces: 2, delivered: 1, value: 1, deliveredValue: 1 });
  });

  test('no pieces: nothing is delivered', () => {
    expect(computeDeliveredShare([])).toEqual({ pieces: 0, delivered: 0, value: 0, deliveredValue: 0 });
  });
});

test.each([
  // Rounded down, in the customer's favour.
  [{ price: 1_000, refunded: 0, value: 3, deliveredValue: 1 }, 333],
  [{ price: 1_000, refunded: 0, value: 3, deliveredValue: 3 }, 1_000],
  [{ price: 1_000, refunded: 0, value: 3, deliveredValue: 0 }, 0],
  [{ price: 1_000, refunded: 0, value: 0, deliveredValue: 0 }, 0],
  // No more than is left.
  [{ price: 1_000, refunded: 700, value: 2, deliveredValue: 1 }, 300],
  [{ price: 1_000, refunded: 500, value: 2, deliveredValue: 1 }, 500],
  [{ price: 1_000, refunded: 499, value: 2, deliveredValue: 1 }, 500],
  [{ price: 9_007_199_254_740_990, refunded: 0, value: 7, deliveredValue: 7 }, 9_007_199_254_740_990],
])('charge of %o: %i', (order, charge) => expect(computeCharge(order)).toBe(charge));

test.each([
  [
    { price: 3_000, refunded: 0 },
    { kept: 1_000, back: 2_000 },
  ],
  [
    { price: 3_000, refunded: 500 },
    { kept: 1_000, back: 1_500 },
  ],
  [
    { price: 3_000, refunded: 2_500 },
    { kept: 500, back: 0 },
  ],
])('order %o of which a third is delivered, stopped: %o', (order, refund) => {
  expect(refundOnStop({ ...order, pieces: pieces('delivered', 'inWork') })).toEqual(refund);
});

test.each([
  ['by link, to the source', { promo: 0, paidFrom: 'link' }, 400, 'source', 1_000, { toSource: 400, toPromo: 0, toCash: 0 }],
  ['by link, to the balance', { promo: 0, paidFrom: 'link' }, 400, 'balance', 1_000, { toSource: 0, toPromo: 0, toCash: 400 }],
  ['by link, less is left of the charge', { promo: 0, paidFrom: 'link' }, 400, 'source', 399, { toSource: 399, toPromo: 0, toCash: 1 }],
  ['from the balance', { promo: 0, paidFrom: 'balance' }, 400, 'source', 1_000, { toSource: 0, toPromo: 0, toCash: 400 }],
  ['with credit, cash first', { promo: 300, paidFrom: 'balance' }, 700, 'balance', 0, { toSource: 0, toPromo: 0, toCash: 700 }],
  ['with credit, all', { promo: 300, paidFrom: 'balance' }, 1_000, 'balance', 0, { toSource: 0, toPromo: 300, toCash: 700 }],
  ['with credit, by link', { promo: 300, paidFrom: 'link' }, 701, 'source', 700, { toSource: 700, toPromo: 1, toCash: 0 }],
  ['for nothing', { promo: 0, paidFrom: 'nothing' }, 0, 'source', 0, { toSource: 0, toPromo: 0, toCash: 0 }],
] as const)('refund of an order of 1,000 paid %s', (_, paid, back, to, left, split) => {
  expect(splitRefund({ price: 1_000, ...paid }, back, to, left)).toEqual({ toClaim: 0, ...split });
});

test.each([
  ['all of it is owed', 1_000, 400, { toClaim: 400, toCash: 0 }],
  ['less is owed', 300, 400, { toClaim: 300, toCash: 100 }],
  ['nothing is owed any more', 0, 400, { toClaim: 0, toCash: 400 }],
] as const)('refund of an order of 1,000 by invoice, %s: what is owed is lowered first', (_, open, back, split) => {
  expect(splitRefund({ price: 1_000, promo: 0, paidFrom: 'invoice', open }, back, 'source', 0)).toMatchObject(split);
});
