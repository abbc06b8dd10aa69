// When a piece is expected, and why then: the one decision that pages, mails, the desk, papers and the API read. Pure; the browser uses it too.
import { OrderStatus, type PieceState, type StatusNumber, workDue } from '../statuses.ts';
import { instantOffers, type Start, workStartsAt } from '../withdrawals/rules.ts';

/**
 * `ordered`: not paid yet. `paid`: 48 hours from the payment. `briefSent`: 48 hours from the brief, or from the request for a revision.
 * `mayBeginLater`: the buyer waits until the days to withdraw are over. `review`: a person reads the brief before work begins.
 * `paused`: the clock waits, or has waited, for the customer. `late`: the date has passed. `instant`: a program makes it within a minute.
 */
export const expectedReasons = ['ordered', 'paid', 'briefSent', 'mayBeginLater', 'review', 'paused', 'late', 'instant'] as const;
export type ExpectedReason = (typeof expectedReasons)[number];

/** Both are null once nothing is expected: delivered or cancelled. A disputed payment has a reason and no date. */
export type Expected = { readonly expectedAt: Date | null; readonly expectedBecause: ExpectedReason | null };

export type OrderClock = {
  readonly status: StatusNumber;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** What the buyer chose, and whether there was a choice. */
  readonly start: Start;
  /** The payment is disputed: nobody works on the order. */
  readonly isFrozen: boolean;
};

export type PieceClock = {
  readonly offerId: string;
  readonly state: PieceState;
  readonly mayBeginAt: Date | null;
  /** Null while the clock waits. */
  readonly dueAt: Date | null;
  /** Since when the clock waits for an answer of the customer. */
  readonly waitsSince: Date | null;
  /** What is left on a clock that waits or is held; null means all 48 hours. */
  readonly leftSeconds: number | null;
  /**
   * Since when a person reads the brief before work begins; null when nobody does. Whoever holds a piece stops its clock (`dueAt: null`, and `leftSeconds`
   * if some of it was used), and whoever releases it starts the clock again (`dueAt` from the moment of release).
   */
  readonly heldSince: Date | null;
  /** A program has tried to make it and failed, so that a person makes it. */
  readonly hasTrouble: boolean;
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** After so long a program has not made it, and the usual 48 hours count. */
const INSTANT_FOR_MS = 10 * MINUTE_MS;
const NOTHING: Expected = { expectedAt: null, expectedBecause: null };
const openStates: readonly PieceState[] = ['waiting', 'ready', 'inWork', 'inReview', 'revisionAsked'];

const plus = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
const later = (one: Date, other: Date): Date => (other > one ? other : one);

/** A wait that is not over moves the date on in whole hours, so that what is read twice within minutes is the same. */
const soFar = (since: Date, now: Date): Date => plus(since, Math.max(0, Math.floor((now.getTime() - since.getTime()) / HOUR_MS)) * HOUR_MS);

/** From when work may begin, as before the payment: for the service page, the cart, and orders that are not paid. */
export function expectedFrom(paidAt: Date, start: Start, offerId: string): Expected & { readonly expectedAt: Date } {
  const from = workStartsAt(paidAt, start, offerId);
  const isInstant = instantOffers.includes(offerId);
  return {
    expectedAt: isInstant ? plus(from, MINUTE_MS) : workDue(from),
    expectedBecause: from > paidAt ? 'mayBeginLater' : isInstant ? 'instant' : 'ordered',
  };
}

/** One piece of an order. `isBundle`: the order has several, each briefed after payment. */
export function expectedOf(piece: PieceClock, order: OrderClock, isBundle: boolean, now: Date): Expected {
  if (order.status === OrderStatus.Cancelled || !openStates.includes(piece.state)) return NOTHING;
  if (!order.paidAt || !piece.mayBeginAt) return expectedFrom(soFar(order.createdAt, now), order.start, piece.offerId);
  if (order.isFrozen) return { expectedAt: null, expectedBecause: 'paused' };
  return expectedPaid({ ...piece, mayBeginAt: piece.mayBeginAt }, order.paidAt, isBundle, now);
}

type PaidPiece = PieceClock & { readonly mayBeginAt: Date };

function expectedPaid(piece: PaidPiece, paidAt: Date, isBundle: boolean, now: Date): Expected {
  const { state, dueAt, waitsSince, heldSince, leftSeconds, mayBeginAt } = piece;
  const afterWait = (since: Date): Date => {
    const from = later(soFar(since, now), mayBeginAt);
    return leftSeconds === null ? workDue(from) : plus(from, leftSeconds * 1_000);
  };
  if (heldSince) return { expectedAt: afterWait(heldSince), expectedBecause: 'review' };
  if (mayBeginAt > now) return { expectedAt: expectedLater(piece), expectedBecause: 'mayBeginLater' };
  if (waitsSince) return { expectedAt: afterWait(waitsSince), expectedBecause: 'paused' };
  if (state === 'waiting' || !dueAt) return { expectedAt: afterWait(mayBeginAt), expectedBecause: 'paused' };
  const instant = instantOf(piece, now);
  if (instant) return { expectedAt: instant, expectedBecause: 'instant' };
  if (dueAt <= now) return { expectedAt: dueAt, expectedBecause: 'late' };
  return { expectedAt: dueAt, expectedBecause: whyDue({ ...piece, dueAt }, paidAt, isBundle) };
}

/** The buyer's days to withdraw last: the clock begins with their end. */
function expectedLater({ offerId, state, dueAt, mayBeginAt, leftSeconds, hasTrouble }: PaidPiece): Date {
  if (instantOffers.includes(offerId) && state === 'ready' && !hasTrouble) return plus(mayBeginAt, MINUTE_MS);
  return dueAt ?? (leftSeconds === null ? workDue(mayBeginAt) : plus(mayBeginAt, leftSeconds * 1_000));
}

function instantOf({ offerId, state, dueAt, hasTrouble }: PaidPiece, now: Date): Date | undefined {
  if (!dueAt || hasTrouble || state === 'revisionAsked' || !instantOffers.includes(offerId)) return undefined;
  const begun = plus(dueAt, -workDue(new Date(0)).getTime());
  return now < plus(begun, INSTANT_FOR_MS) ? plus(begun, MINUTE_MS) : undefined;
}

function whyDue({ state, dueAt, mayBeginAt }: PaidPiece & { readonly dueAt: Date }, paidAt: Date, isBundle: boolean): ExpectedReason {
  if (state === 'revisionAsked') return 'briefSent';
  if (dueAt > workDue(mayBeginAt)) return isBundle ? 'briefSent' : 'paused';
  return mayBeginAt > paidAt ? 'mayBeginLater' : 'paid';
}

/**
 * An order is expected when the first of its open pieces is: that is the next date on which its customer gets something. What waits for a brief counts with
 * the 48 hours that it would take from now, so a piece with a date of its own comes before it.
 */
export function expectedOrder(pieces: readonly PieceClock[], order: OrderClock, isBundle: boolean, now: Date): Expected {
  let first = NOTHING;
  for (const piece of pieces) {
    const each = expectedOf(piece, order, isBundle, now);
    if (each.expectedBecause === null) continue;
    if (first.expectedBecause === null || timeOf(each) < timeOf(first)) first = each;
  }
  return first;
}

const timeOf = ({ expectedAt }: Expected): number => expectedAt?.getTime() ?? Number.POSITIVE_INFINITY;
