import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OrderStatus, type PieceState, pieceStates } from '#modules/orders/statuses.ts';
import { mayWithdrawUntil, withdrawUntil } from '#modules/orders/withdrawal-period/rules.ts';
import { type Contract, getWithdrawalTerms } from './rules.ts';

const paidAt = new Date('2026-05-12T09:30:00Z');
type Sketch = Partial<Omit<Contract, 'pieces'>> & { readonly pieces?: readonly PieceState[]; readonly values?: readonly number[] };
const contract = ({ pieces = ['delivered', 'inWork', 'waiting'], values = [], ...more }: Sketch = {}): Contract => ({
  status: OrderStatus.InProgress,
  paidAt,
  price: 10_000,
  hasRight: true,
  startNow: true,
  pieces: pieces.map((state, index) => ({ state, listValue: values[index] ?? 0 })),
  ...more,
});
const outcome = (more: Sketch, now = paidAt) => {
  const found = getWithdrawalTerms(contract(more), now);
  return typeof found === 'string' ? found : { charged: found.charged, back: found.back };
};

describe('withdrawal period', () => {
  test('the period ends to the millisecond', () => {
    const until = withdrawUntil(paidAt);
    expect(outcome({}, new Date(until.getTime() - 1))).toEqual({ charged: 3_333, back: 6_667 });
    expect(outcome({}, until)).toBe('late');
  });
});

describe('refund of a withdrawal', () => {
  const { New, AwaitingPayment, AwaitingRecurringPayment, Paid, InProgress, Delivered, Cancelled } = OrderStatus;
  test.for([
    ['nothing is paid yet', { status: New, paidAt: null }, 'unpaid'],
    ['a link is open', { status: AwaitingPayment, paidAt: null }, 'unpaid'],
    ['a month waits for its payment', { status: AwaitingRecurringPayment, paidAt: null }, 'unpaid'],
    ['the order is cancelled', { status: Cancelled }, 'over'],
    ['the buyer has no right of withdrawal', { hasRight: false }, 'none'],
    ['work has not begun', { status: Paid, pieces: ['ready'] }, { charged: 0, back: 10_000 }],
    ['work has begun and no piece is delivered', { status: InProgress, pieces: ['inWork', 'inReview'] }, { charged: 0, back: 10_000 }],
    ['one piece of three is delivered', {}, { charged: 3_333, back: 6_667 }],
    ['two pieces of three are delivered', { pieces: ['accepted', 'revisionAsked', 'ready'] }, { charged: 6_666, back: 3_334 }],
    ['an expensive piece of three is delivered', { values: [7_900, 1_600, 500] }, { charged: 7_900, back: 2_100 }],
    [
      'all pieces but the cheapest are delivered',
      { pieces: ['delivered', 'accepted', 'ready'], values: [4_900, 4_700, 1_600] },
      { charged: 8_571, back: 1_429 },
    ],
    ['all pieces are delivered with consent', { pieces: ['delivered', 'accepted'] }, 'done'],
    ['the only piece is delivered with consent, and its order not yet', { pieces: ['delivered'] }, 'done'],
    ['the order is delivered with consent', { status: Delivered, pieces: ['delivered'] }, 'done'],
    ['one piece of three is delivered without consent', { startNow: false }, { charged: 0, back: 10_000 }],
    ['everything is delivered without consent', { status: Delivered, startNow: false, pieces: ['accepted'] }, { charged: 0, back: 10_000 }],
    ['the order was free', { price: 0 }, { charged: 0, back: 0 }],
  ] as const satisfies readonly (readonly [string, Sketch, unknown])[])('%s: the charge or the reason of refusal', ([, more, expected]) => {
    expect(outcome(more)).toEqual(expected);
  });

  const contracts = fc.record({
    status: fc.constantFrom(...Object.values(OrderStatus)),
    paidAt: fc.constantFrom(null, paidAt),
    price: fc.integer({ min: 0, max: 2_147_483_647 }),
    hasRight: fc.constant(true),
    startNow: fc.boolean(),
    pieces: fc.array(fc.record({ state: fc.constantFrom(...pieceStates), listValue: fc.nat({ max: 100_000_000 }) }), {
      minLength: 1,
      maxLength: 60,
    }),
  });

  test('random contracts: charge and refund are whole cents, sum to the price, and round in favour of the customer', () => {
    fc.assert(
      fc.property(contracts, (one) => {
        const found = getWithdrawalTerms(one, paidAt);
        if (typeof found === 'string') return;
        const { charged, back, deliveredValue, value } = found;
        expect([charged + back, Number.isSafeInteger(back), charged >= 0]).toEqual([one.price, true, true]);
        expect(BigInt(charged) * BigInt(value) <= BigInt(one.price) * BigInt(deliveredValue)).toBe(true);
        // Rounding gives away less than a cent.
        if (one.startNow) expect((BigInt(charged) + 1n) * BigInt(value) > BigInt(one.price) * BigInt(deliveredValue)).toBe(true);
        if (!one.startNow) expect(back).toBe(one.price);
      }),
    );
  });

  test('random contracts: another delivery never raises the refund, and the order list shows every open period', () => {
    fc.assert(
      fc.property(contracts, fc.nat(), (one, which) => {
        const found = getWithdrawalTerms(one, paidAt);
        if (typeof found === 'string') return;
        expect(mayWithdrawUntil(one, paidAt)).toEqual(found.until);
        const more = {
          ...one,
          pieces: one.pieces.map((piece, index) =>
            index === which % one.pieces.length ? { ...piece, state: 'delivered' as const } : piece,
          ),
        } as const;
        const after = getWithdrawalTerms(more, paidAt);
        if (typeof after !== 'string') expect(after.back).toBeLessThanOrEqual(found.back);
      }),
    );
  });
});

test('an earlier refund by an operator: is not refunded again, and lowers the charge', () => {
  expect(outcome({ refunded: 2_000 })).toEqual({ charged: 3_333, back: 4_667 });
  expect(outcome({ refunded: 8_000 })).toEqual({ charged: 2_000, back: 0 });
  expect(outcome({ refunded: 8_000, startNow: false })).toEqual({ charged: 0, back: 2_000 });
});

test('an order without pieces, with consent: nothing is delivered, so all is refunded', () => {
  expect(outcome({ pieces: [] })).toEqual({ charged: 0, back: 10_000 });
});
