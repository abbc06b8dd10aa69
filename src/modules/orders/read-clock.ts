// Converts rows to the input of rules.ts.

import type { Expected, OrderClock, PieceClock } from './expected/rules.ts';
import type { PieceRow } from './pieces/queries.ts';
import type { Order, Purchase } from './queries.ts';
import { startOf } from './withdrawal-period/rules.ts';

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

type ClockConsents = Pick<Purchase, 'consents'> & { readonly isFrozen: boolean };

export const clockOfOrder = ({ status, createdAt, paidAt }: Order, { consents, isFrozen }: ClockConsents): OrderClock => ({
  status,
  createdAt,
  paidAt,
  isFrozen,
  start: startOf(consents),
});

/** Stands for all pieces before payment, when no clock runs. */
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

/** The clocks of an order's pieces, for the list, the order page and the desk. */
export const clocksOf = ({ paidAt, offerId }: Pick<Order, 'paidAt' | 'offerId'>, pieces: readonly PieceRow[]): readonly PieceClock[] =>
  paidAt ? pieces.map(clockOfPiece) : [unpaidPiece(offerId)];

export const viewExpected = ({ expectedAt, expectedBecause }: Expected) => ({
  expectedAt: expectedAt?.toISOString() ?? null,
  expectedBecause,
});
