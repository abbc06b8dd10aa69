// What the date of an order goes by, read from its rows: the input of expected.ts.

import type { PieceRow } from '../pieces/queries.ts';
import type { Order, Purchase } from '../queries.ts';
import { startOf } from '../withdrawals/rules.ts';
import type { Expected, OrderClock, PieceClock } from './rules.ts';

export const clockOfPiece = ({ offerId, state, mayBeginAt, dueAt, waitsSince, leftSeconds, heldSince, trouble }: PieceRow): PieceClock => ({
  offerId,
  state,
  mayBeginAt,
  dueAt,
  waitsSince,
  leftSeconds,
  heldSince,
  hasTrouble: trouble !== null,
});

type Standing = Pick<Purchase, 'consents'> & { readonly isFrozen: boolean };

export const clockOfOrder = ({ status, createdAt, paidAt }: Order, { consents, isFrozen }: Standing): OrderClock => ({
  status,
  createdAt,
  paidAt,
  isFrozen,
  start: startOf(consents),
});

/** Before the payment no clock runs, and an order is expected as a whole. */
export const unpaidPiece = (offerId: string): PieceClock => ({
  offerId,
  state: 'ready',
  mayBeginAt: null,
  dueAt: null,
  waitsSince: null,
  leftSeconds: null,
  heldSince: null,
  hasTrouble: false,
});

/** By which an order is expected: the list, the order itself and the desk say the same. */
export const clocksOf = ({ paidAt, offerId }: Pick<Order, 'paidAt' | 'offerId'>, pieces: readonly PieceRow[]): readonly PieceClock[] =>
  paidAt ? pieces.map(clockOfPiece) : [unpaidPiece(offerId)];

export const viewExpected = ({ expectedAt, expectedBecause }: Expected) => ({
  expectedAt: expectedAt?.toISOString() ?? null,
  expectedBecause,
});
