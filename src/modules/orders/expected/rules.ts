// Computes when a piece is expected, and why. Used by pages, emails, the desk, documents and the API. Pure;
// runs in the browser too.

import type { Calendar } from '#lib/time/calendar.ts';
import { addTurnaround, addWorkTime, type Turnaround, toSeconds } from '#lib/time/turnaround.ts';
import { OrderStatus, type PieceState, type StatusNumber } from '../statuses.ts';
import { type Start, workStartsAt } from '../withdrawal-period/rules.ts';

/**
 * `ordered`: not paid. `paid`: the turnaround from payment. `briefSent`: the turnaround from the brief.
 * `mayBeginLater`: work starts after the withdrawal period. `review`: the brief is reviewed before work
 * begins.
 * `paused`: the clock is or was stopped, by a question to the customer, a missing brief, a review or a
 * dispute. `late`: the date has passed.
 * `instant`: produced by a program within a minute. `byHand`: a person has taken it over, for a revision or
 * after a program failed, or has set the date.
 */
export const expectedReasons = ['ordered', 'paid', 'briefSent', 'mayBeginLater', 'review', 'paused', 'late', 'instant', 'byHand'] as const;
export type ExpectedReason = (typeof expectedReasons)[number];

/**
 * Both are null if nothing is expected (delivered or cancelled). A disputed payment has a reason but no date.
 */
export type Expected = { readonly expectedAt: Date | null; readonly expectedBecause: ExpectedReason | null };

export type OrderClock = {
  readonly status: StatusNumber;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** Whether the buyer requested an early start, and had a right of withdrawal. */
  readonly start: Start;
  /** The payment is disputed, so work is suspended. */
  readonly isFrozen: boolean;
  readonly calendar: Calendar;
};

export type PieceClock = {
  readonly isInstant: boolean;
  readonly turnaround: Turnaround;
  /** It is briefed after payment, like the pieces of a bundle. */
  readonly hasOwnBrief: boolean;
  /** An operator has set the due date. */
  readonly isDueByHand: boolean;
  readonly state: PieceState;
  readonly mayBeginAt: Date | null;
  /** Null while the clock is paused. */
  readonly dueAt: Date | null;
  /** Since when the clock is paused for the customer's answer. */
  readonly waitsSince: Date | null;
  /** The time left on a paused or held clock, in the measure of the turnaround; null means all of it. */
  readonly leftSeconds: number | null;
  /**
   * Since when the brief is in review; null if it is not. A hold stops the clock (`dueAt: null`, and
   * `leftSeconds` if some time was used);
   * a release starts it again (`dueAt` from the release).
   */
  readonly heldSince: Date | null;
  /** Automatic production failed, so a person takes over. */
  readonly hasMakerError: boolean;
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** After this time without a result, the usual turnaround applies. */
const MAX_INSTANT_MS = 10 * MINUTE_MS;
const NOTHING_EXPECTED: Expected = { expectedAt: null, expectedBecause: null };
const openStates: readonly PieceState[] = ['waiting', 'ready', 'inWork', 'inReview', 'revisionAsked'];

const addMs = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
/** Now, or when work may begin. */
export const getWorkStart = (now: Date, mayBeginAt: Date | null): Date => (mayBeginAt && mayBeginAt > now ? mayBeginAt : now);

/** An ongoing pause moves the date in whole hours, so that reloading the page shows the same date. */
const getPauseEnd = (since: Date, now: Date): Date =>
  addMs(since, Math.max(0, Math.floor((now.getTime() - since.getTime()) / HOUR_MS)) * HOUR_MS);

/** The date before payment: for the service page, the cart and unpaid orders. */
export function computeExpectedBeforePayment(
  paidAt: Date,
  start: Start,
  { isInstant, turnaround }: Pick<PieceClock, 'isInstant' | 'turnaround'>,
  calendar: Calendar,
): Expected & { readonly expectedAt: Date } {
  const from = workStartsAt(paidAt, start, isInstant);
  return {
    expectedAt: isInstant ? addMs(from, MINUTE_MS) : addTurnaround(from, turnaround, calendar),
    expectedBecause: from > paidAt ? 'mayBeginLater' : isInstant ? 'instant' : 'ordered',
  };
}

/** One piece of an order. */
export function computeExpected(piece: PieceClock, order: OrderClock, now: Date): Expected {
  if (order.status === OrderStatus.Cancelled || !openStates.includes(piece.state)) return NOTHING_EXPECTED;
  // A request that waits for its turn in a plan.
  if (order.paidAt && !piece.mayBeginAt) return { expectedAt: null, expectedBecause: 'paused' };
  if (!order.paidAt || !piece.mayBeginAt)
    return computeExpectedBeforePayment(getPauseEnd(order.createdAt, now), order.start, piece, order.calendar);
  if (order.isFrozen) return { expectedAt: null, expectedBecause: 'paused' };
  return computePaidExpected({ ...piece, mayBeginAt: piece.mayBeginAt }, { paidAt: order.paidAt, calendar: order.calendar }, now);
}

type PaidPiece = PieceClock & { readonly mayBeginAt: Date };
type PaidOrder = { readonly paidAt: Date; readonly calendar: Calendar };

/** When a clock that has stopped is due, if it starts then. */
export const computeDue = (
  from: Date,
  { turnaround, leftSeconds }: Pick<PieceClock, 'turnaround' | 'leftSeconds'>,
  calendar: Calendar,
): Date => addWorkTime(from, leftSeconds ?? toSeconds(turnaround), turnaround, calendar);

function computePaidExpected(piece: PaidPiece, order: PaidOrder, now: Date): Expected {
  const { state, dueAt, waitsSince, heldSince, mayBeginAt } = piece;
  const afterWait = (since: Date): Date => computeDue(getWorkStart(getPauseEnd(since, now), mayBeginAt), piece, order.calendar);
  if (heldSince) return { expectedAt: afterWait(heldSince), expectedBecause: 'review' };
  if (mayBeginAt > now) return { expectedAt: computeExpectedAfterPeriod(piece, order), expectedBecause: 'mayBeginLater' };
  if (waitsSince) return { expectedAt: afterWait(waitsSince), expectedBecause: 'paused' };
  if (state === 'waiting' || !dueAt) return { expectedAt: afterWait(mayBeginAt), expectedBecause: 'paused' };
  const instant = getInstantDate(piece, order, now);
  if (instant) return { expectedAt: instant, expectedBecause: 'instant' };
  if (dueAt <= now) return { expectedAt: dueAt, expectedBecause: 'late' };
  return { expectedAt: dueAt, expectedBecause: explainDue({ ...piece, dueAt }, order) };
}

/** During the withdrawal period: the clock starts when the period ends. */
function computeExpectedAfterPeriod(piece: PaidPiece, { calendar }: PaidOrder): Date {
  const { isInstant, state, dueAt, mayBeginAt, hasMakerError } = piece;
  if (isInstant && state === 'ready' && !hasMakerError) return addMs(mayBeginAt, MINUTE_MS);
  return dueAt ?? computeDue(mayBeginAt, piece, calendar);
}

function getInstantDate(
  { isInstant, state, dueAt, turnaround, isDueByHand, hasMakerError }: PaidPiece,
  { calendar }: PaidOrder,
  now: Date,
): Date | undefined {
  if (!dueAt || hasMakerError || state === 'revisionAsked' || !isInstant || isDueByHand) return undefined;
  const startedAt = addWorkTime(dueAt, -toSeconds(turnaround), turnaround, calendar);
  return now < addMs(startedAt, MAX_INSTANT_MS) ? addMs(startedAt, MINUTE_MS) : undefined;
}

function explainDue(piece: PaidPiece & { readonly dueAt: Date }, { paidAt, calendar }: PaidOrder): ExpectedReason {
  const { isInstant, state, dueAt, turnaround, mayBeginAt, hasMakerError, hasOwnBrief, isDueByHand } = piece;
  if (state === 'revisionAsked' || (isInstant && hasMakerError) || isDueByHand) return 'byHand';
  if (dueAt > addTurnaround(mayBeginAt, turnaround, calendar)) return hasOwnBrief ? 'briefSent' : 'paused';
  return mayBeginAt > paidAt ? 'mayBeginLater' : 'paid';
}

/**
 * An order is expected when its last open piece is, of those whose date is known. While a brief or an answer
 * is missing or a brief is in review, a piece has no date of its own, only one that moves with the time; it
 * counts if no other piece has a date.
 */
export function computeExpectedOrder(pieces: readonly PieceClock[], order: OrderClock, now: Date): Expected {
  const open = pieces
    .map((piece) => ({ piece, expected: computeExpected(piece, order, now) }))
    .filter(({ expected }) => expected.expectedBecause !== null);
  const known = open.filter(({ piece, expected }) => isKnown(piece, expected));
  return (known.length > 0 ? known : open).reduce<Expected>(
    (last, { expected }) => (last.expectedBecause === null || toTime(expected) > toTime(last) ? expected : last),
    NOTHING_EXPECTED,
  );
}

/** A clock that was paused and runs again has the date at which it is due. */
const isKnown = ({ dueAt }: PieceClock, { expectedAt, expectedBecause }: Expected): boolean =>
  expectedBecause !== 'review' && (expectedBecause !== 'paused' || (expectedAt !== null && expectedAt === dueAt));

const toTime = ({ expectedAt }: Expected): number => expectedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
