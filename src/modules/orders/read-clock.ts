// Converts rows to the input of rules.ts.

import type { Expected, OrderClock, PieceClock } from './expected/rules.ts';
import type { PieceRow } from './pieces/queries.ts';
import type { Order, Purchase } from './queries.ts';
import { getStart } from './withdrawal-period/rules.ts';

export const clockOfPiece = ({
  isInstant,
  state,
  mayBeginAt,
  dueAt,
  waitsSince,
  leftSeconds,
  heldSince,
  makerError,
}: PieceRow): PieceClock => ({
  isInstant,
  state,
  mayBeginAt,
  dueAt,
  waitsSince,
  leftSeconds,
  heldSince,
  hasMakerError: makerError !== null,
});

type ClockConsents = Pick<Purchase, 'consents'> & { readonly isFrozen: boolean };

export const clockOfOrder = ({ status, createdAt, paidAt }: Order, { consents, isFrozen }: ClockConsents): OrderClock => ({
  status,
  createdAt,
  paidAt,
  isFrozen,
  start: getStart(consents),
});

/** Stands for all pieces before payment, when no clock runs. */
export const unpaidPiece = (isInstant: boolean): PieceClock => ({
  isInstant,
  state: 'ready',
  mayBeginAt: null,
  dueAt: null,
  waitsSince: null,
  leftSeconds: null,
  heldSince: null,
  hasMakerError: false,
});

/** The clocks of an order's pieces, for the list, the order page and the desk. */
export const toClocks = ({ paidAt }: Pick<Order, 'paidAt'>, pieces: readonly PieceRow[]): readonly PieceClock[] =>
  paidAt ? pieces.map(clockOfPiece) : [unpaidPiece(isInstantOrder(pieces))];

/** A bundle is never instant, because its pieces wait for their briefs. */
const isInstantOrder = (pieces: readonly PieceRow[]): boolean => pieces.length === 1 && pieces[0]?.isInstant === true;

export const viewExpected = ({ expectedAt, expectedBecause }: Expected) => ({
  expectedAt: expectedAt?.toISOString() ?? null,
  expectedBecause,
});
