import { describe, expect, test } from 'vitest';
import { findCancelMove, getUnpaidLimit, OrderStatus, orderTransitions, payUntil, pieceStates } from './statuses.ts';

const { New, AwaitingPayment, Paid, InProgress, Delivered, AwaitingRecurringPayment, Cancelled } = OrderStatus;

describe('transitions of an order', () => {
  test('each from and to its statuses', () => {
    expect(orderTransitions).toEqual({
      offerLink: { from: [New], to: AwaitingPayment },
      pay: { from: [New, AwaitingPayment, AwaitingRecurringPayment], to: Paid },
      begin: { from: [Paid], to: InProgress },
      deliver: { from: [InProgress], to: Delivered },
      giveUp: { from: [New, AwaitingPayment, AwaitingRecurringPayment], to: Cancelled },
      takeBack: { from: [Paid], to: Cancelled },
      withdraw: { from: [Paid, InProgress, Delivered], to: Cancelled },
      stop: { from: [InProgress], to: Cancelled },
    });
  });

  test('a cancelled order stays cancelled, and only a withdrawal ends a delivered one', () => {
    const movesFrom = (status: number) =>
      Object.entries(orderTransitions).flatMap(([name, { from }]) => ((from as readonly number[]).includes(status) ? [name] : []));
    expect([movesFrom(Cancelled), movesFrom(Delivered)]).toEqual([[], ['withdraw']]);
  });

  test.each([
    [New, 'giveUp'],
    [AwaitingPayment, 'giveUp'],
    [AwaitingRecurringPayment, 'giveUp'],
    [Paid, 'takeBack'],
    [InProgress, undefined],
    [Delivered, undefined],
    [Cancelled, undefined],
  ] as const)('status %i: its customer cancels it by %s', (status, move) => expect(findCancelMove(status)).toBe(move));

  test('pieces: their states in the order of work', () => {
    expect(pieceStates).toEqual(['waiting', 'ready', 'inWork', 'inReview', 'revisionAsked', 'delivered', 'accepted', 'cancelled']);
  });

  test('numbers: those of the contract', () => {
    expect(OrderStatus).toEqual({
      New: 0,
      AwaitingPayment: 1,
      Paid: 2,
      InProgress: 3,
      Delivered: 4,
      AwaitingRecurringPayment: 5,
      Cancelled: -1,
    });
  });
});

test('time limit for a payment: seven days', () => {
  const at = new Date('2026-05-12T09:30:00Z');
  expect(payUntil(at)).toEqual(new Date('2026-05-19T09:30:00Z'));
  expect(getUnpaidLimit(payUntil(at))).toEqual(at);
});
