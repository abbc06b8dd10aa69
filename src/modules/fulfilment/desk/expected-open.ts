// When an open piece of the queue is expected. Pure.
import type { Calendar } from '#lib/time/calendar.ts';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import { computeExpected, type Expected, type PieceClock } from '#modules/orders/expected/rules.ts';
import type { OpenPiece } from './queries-queue.ts';

const toDate = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** The expected date that the customer sees. Pieces with a disputed payment are not in the queue. */
export function computeExpectedOpen(row: OpenPiece, now: Date, calendar: Calendar): Expected {
  const paidAt = toDate(row.paid_at);
  const piece: PieceClock = {
    isInstant: row.is_instant,
    turnaround: row.turnaround ?? standardTurnaround,
    hasOwnBrief: row.has_own_brief,
    isDueByHand: row.is_due_by_hand,
    state: row.state,
    mayBeginAt: toDate(row.may_begin_at),
    dueAt: toDate(row.due_at),
    waitsSince: toDate(row.waits_since),
    leftSeconds: row.left_seconds,
    heldSince: toDate(row.held_since),
    hasMakerError: row.makerError !== null,
  };
  // Open pieces are paid, so status and start choice no longer matter.
  const order = { status: 2, createdAt: now, paidAt, start: { startNow: null, hasRight: false }, isFrozen: false, calendar } as const;
  return computeExpected(piece, order, now);
}
