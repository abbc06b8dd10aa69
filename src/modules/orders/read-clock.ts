// Converts rows to the input of rules.ts.

import type { Calendar } from '#lib/time/calendar.ts';
import { standardTurnaround, type Turnaround, toSeconds } from '#lib/time/turnaround.ts';
import type { Expected, OrderClock, PieceClock } from './expected/rules.ts';
import type { PieceRow } from './pieces/queries.ts';
import type { Order, Purchase } from './queries.ts';
import { getStart } from './withdrawal-period/rules.ts';

export const toPieceClock = ({
  isInstant,
  turnaround,
  brief,
  dueByHand,
  state,
  mayBeginAt,
  dueAt,
  waitsSince,
  leftSeconds,
  heldSince,
  makerError,
}: PieceRow): PieceClock => ({
  isInstant,
  turnaround: turnaround ?? standardTurnaround,
  hasOwnBrief: brief !== null || state === 'waiting',
  isDueByHand: dueByHand !== null,
  state,
  mayBeginAt,
  dueAt,
  waitsSince,
  leftSeconds,
  heldSince,
  hasMakerError: makerError !== null,
});

type ClockConsents = Pick<Purchase, 'consents'> & { readonly isFrozen: boolean };

export const toOrderClock = (
  { status, createdAt, paidAt }: Order,
  { consents, isFrozen }: ClockConsents,
  calendar: Calendar,
): OrderClock => ({
  calendar,
  status,
  createdAt,
  paidAt,
  isFrozen,
  start: getStart(consents),
});

/** The estimate of an order without a stored one. */
export const estimateStandard = (createdAt: Date): Date => new Date(createdAt.getTime() + toSeconds(standardTurnaround) * 1_000);

/**
 * A piece before payment, when no clock runs. A bundle is never instant: its pieces wait for their briefs.
 */
const createUnpaidPieceClock = (isInstant: boolean, turnaround: Turnaround | null): PieceClock => ({
  isInstant,
  turnaround: turnaround ?? standardTurnaround,
  hasOwnBrief: false,
  isDueByHand: false,
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
  paidAt
    ? pieces.map(toPieceClock)
    : pieces.map(({ isInstant, turnaround }) => createUnpaidPieceClock(isInstant && pieces.length === 1, turnaround));

export const viewExpected = ({ expectedAt, expectedBecause }: Expected) => ({
  expectedAt: expectedAt?.toISOString() ?? null,
  expectedBecause,
});
