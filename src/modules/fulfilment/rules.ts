// Decides what may be done with a piece, how urgent it is, and what will be late. Pure.
import type { Viewer } from '#lib/people/operator.ts';
import type { Calendar } from '#lib/time/calendar.ts';
import { addWorkTime, countWorkTime, standardTurnaround, type Turnaround } from '#lib/time/turnaround.ts';
import type { Message } from '#lib/user-error.ts';
import { getWorkStart } from '#modules/orders/expected/rules.ts';
import type { ClockState, WorkState } from './desk/shapes-states.ts';
import { ACCEPT_HOURS } from './shapes.ts';

const HOUR_MS = 3_600_000;
/** Pieces due within a working day are due soon. */
export const SOON_MS = 8 * HOUR_MS;
/** Actor id of programs. */
export const PROGRAM = 'program';

/**
 * What customers see of an operator's name: the first word. In Japanese that is the family name, as is
 * polite. Null for an address.
 */
export function getFirstName(name: string): string | null {
  const [first = ''] = name.trim().split(/\s+/u);
  return first === '' || name.includes('@') ? null : first;
}

const messages = {
  over: /*i18n*/ { id: 'work.over', message: 'The order is cancelled or unpaid.' },
  frozen: /*i18n*/ { id: 'work.frozen', message: 'The payment is disputed or was taken back. Work is paused.' },
  early: /*i18n*/ { id: 'work.early', message: 'The customer didn’t ask for an early start. Work can start on {from}.' },
  review: /*i18n*/ { id: 'work.review', message: 'The brief is in review. Release or refuse it first.' },
  brief: /*i18n*/ { id: 'work.brief', message: 'Waiting for its brief.' },
  done: /*i18n*/ { id: 'work.done', message: 'Delivered.' },
  taken: /*i18n*/ { id: 'work.taken', message: 'Already assigned to {name}.' },
  inReview: /*i18n*/ { id: 'work.inReview', message: 'It waits for approval. Take it back to change it.' },
  notYours: /*i18n*/ { id: 'work.notYours', message: 'Take this piece first.' },
} as const satisfies Record<string, Message>;

/** Paid, not cancelled, not withdrawn. A piece of a completed order can return for a revision. */
const liveStatuses: readonly number[] = [2, 3, 4];
const openStates: readonly string[] = ['ready', 'inWork', 'revisionAsked'] satisfies readonly WorkState[];

const finishedStates: readonly string[] = ['delivered', 'accepted', 'cancelled'];

/** The columns that the decisions need. */
type Work = {
  readonly piece: {
    readonly state: string;
    readonly makerId: string | null;
    readonly makerName: string | null;
    readonly mayBeginAt: Date | null;
    readonly heldSince: Date | null;
  };
  readonly order: { readonly status: number };
  readonly isFrozen: boolean;
};

export const isLive = ({ piece, order }: Pick<Work, 'piece' | 'order'>): boolean =>
  liveStatuses.includes(order.status) && piece.state !== 'cancelled';

/** Resets the clock. */
export const clearedClock = { dueAt: null, waitsSince: null, leftSeconds: null, unansweredSince: null, heldSince: null } as const;

/** Why the piece cannot be worked on now. */
export function findStop({ piece, order, isFrozen }: Work, now: Date): Message | undefined {
  if (!liveStatuses.includes(order.status) || piece.state === 'cancelled' || !piece.mayBeginAt) return messages.over;
  if (isFrozen) return messages.frozen;
  if (piece.state === 'waiting') return messages.brief;
  if (!openStates.includes(piece.state)) return messages.done;
  if (piece.heldSince) return messages.review;
  if (piece.mayBeginAt > now)
    return { ...messages.early, values: { from: `${piece.mayBeginAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` } };
  return undefined;
}

/** Why it cannot be changed, not even ahead of its start. */
export const findChangeStop = (work: Work, now: Date): Message | undefined => findStop(work, getWorkStart(now, work.piece.mayBeginAt));

/** Why this operator may not take it. Taking one's own piece again is allowed. */
export function takeStop(work: Work, by: { readonly id: string }, now: Date): Message | undefined {
  const { makerId, makerName } = work.piece;
  return (
    findStop(work, now) ??
    (makerId !== null && makerId !== by.id ? { ...messages.taken, values: { name: makerName ?? makerId } } : undefined)
  );
}

/** Why this operator may not deliver it. */
export const deliverStop = (work: Work, by: { readonly id: string }, now: Date): Message | undefined =>
  findStop(work, now) ?? (work.piece.makerId === by.id ? undefined : messages.notYours);

/** What waits for approval stays as it was submitted. */
export const findReviewStop = ({ piece }: { readonly piece: { readonly submission: object | null } }): Message | undefined =>
  piece.submission ? messages.inReview : undefined;

/** `viewer` undefined: the role sees all pieces. */
export const isVisible = (makerId: string | null, viewer: Pick<Viewer, 'id'> | undefined): boolean =>
  viewer === undefined || makerId === null || makerId === viewer.id;

type Clock = {
  readonly dueAt: Date | null;
  readonly waitsSince: Date | null;
  readonly mayBeginAt: Date | null;
  /** Null: 48 hours. */
  readonly turnaround: Turnaround | null;
};

/** Times in milliseconds. */
type Times = {
  readonly state: string;
  readonly due_at: number | null;
  readonly waits_since: number | null;
  readonly held_since: number | null;
  readonly may_begin_at: number | null;
};

export function getClockState(
  { state, due_at: dueAt, waits_since: waitsSince, held_since: heldSince, may_begin_at: mayBeginAt }: Times,
  now: number,
): ClockState {
  if (finishedStates.includes(state)) return 'done';
  if (state === 'waiting') return 'waits';
  if (heldSince !== null) return 'review';
  if (waitsSince !== null) return 'waits';
  if (mayBeginAt === null || mayBeginAt > now) return 'early';
  if (dueAt === null) return 'fine';
  if (dueAt <= now) return 'late';
  return dueAt - now <= SOON_MS ? 'soon' : 'fine';
}

/**
 * Pauses the clock with its remaining time, in the measure of its turnaround. A late piece stays as late as
 * it is.
 */
export const stopClock = ({ dueAt, waitsSince, mayBeginAt, turnaround }: Clock, now: Date, calendar: Calendar) =>
  dueAt && !waitsSince
    ? {
        dueAt: null,
        waitsSince: now,
        leftSeconds: countWorkTime(getWorkStart(now, mayBeginAt), dueAt, turnaround ?? standardTurnaround, calendar),
      }
    : {};

/** Resumes the clock with its remaining time. */
export const resumeClock = (
  { waitsSince, mayBeginAt, leftSeconds, turnaround }: Clock & { readonly leftSeconds: number | null },
  now: Date,
  calendar: Calendar,
) =>
  waitsSince
    ? {
        dueAt: addWorkTime(getWorkStart(now, mayBeginAt), leftSeconds ?? 0, turnaround ?? standardTurnaround, calendar),
        waitsSince: null,
        leftSeconds: null,
      }
    : {};

export const acceptDue = (deliveredAt: Date): Date => new Date(deliveredAt.getTime() + ACCEPT_HOURS * HOUR_MS);

/** Revisions of work by people; programs' work has none. */
export const getRevisionAllowance = (included: number, requested: number) => ({ included, left: Math.max(0, included - requested) });

/** Forecasts late pieces at the current pace, in order of due dates. Times in milliseconds. */
export function forecastLateness(
  dueAt: readonly number[],
  now: number,
  perHour: number,
): { readonly late: number; readonly doneAt: number | null } {
  const inOrder = Float64Array.from(dueAt).sort();
  // Without a pace only pieces already late are counted.
  if (perHour <= 0) return { late: inOrder.filter((due) => due <= now).length, doneAt: inOrder.length === 0 ? now : null };
  const doneAt = (place: number): number => Math.round(now + (place / perHour) * HOUR_MS);
  return { late: inOrder.filter((due, index) => doneAt(index + 1) > due).length, doneAt: doneAt(inOrder.length) };
}
