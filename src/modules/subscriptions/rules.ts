// States of subscriptions, their renewal dates, and what is due at a time. Pure. All dates are in UTC, so
// that daylight saving moves none.

/** `pending`: the first month is not paid yet. */
export const subscriptionStates = ['pending', 'active', 'paused', 'ending', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What the desk lists. */
export const deskSubscriptionStates = [...subscriptionStates, 'past_due'] as const;
export type DeskSubscriptionState = (typeof deskSubscriptionStates)[number];

/** What it brings in a month: nothing before it starts, while it is paused, and after it ended. */
export const getMonthlyRevenue = (state: DeskSubscriptionState, price: number): number =>
  state === 'pending' || state === 'paused' || state === 'ended' ? 0 : price;

type SubscriptionMove = { readonly from: readonly SubscriptionState[]; readonly to: SubscriptionState };

/** All transitions of a subscription. */
export const subscriptionMoves = {
  /** With its first payment. */
  start: { from: ['pending'], to: 'active' },
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  /** Ends with the paid period. */
  end: { from: ['active', 'paused'], to: 'ending' },
  keep: { from: ['ending'], to: 'active' },
  /** When that period is over, a month stays unpaid or is cancelled, or the account is closed. */
  close: { from: ['pending', 'active', 'paused', 'ending'], to: 'ended' },
} as const satisfies Readonly<Record<string, SubscriptionMove>>;

/** What a customer may request. */
export const subscriptionActs = ['pause', 'resume', 'end', 'keep'] as const satisfies readonly (keyof typeof subscriptionMoves)[];
export type SubscriptionAct = (typeof subscriptionActs)[number];

/** `cancel`: it ends at once. */
export const deskSubscriptionActs = [...subscriptionActs, 'cancel'] as const;
export type DeskSubscriptionAct = (typeof deskSubscriptionActs)[number];

/** What the desk may do with it now. One that has not started is cancelled with its order. */
export const listDeskActs = (state: SubscriptionState): DeskSubscriptionAct[] =>
  deskSubscriptionActs.filter((act) =>
    act === 'cancel'
      ? state !== 'pending' && state !== 'ended'
      : (subscriptionMoves[act].from as readonly SubscriptionState[]).includes(state),
  );

const DAY_MS = 86_400_000;
const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

/** The same day of the next month, or its last day if the month is shorter. */
export function getMonthAfter(from: Date, anchorDay: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const renewal = new Date(from);
  renewal.setUTCFullYear(year, month, Math.min(anchorDay, lastDay));
  return renewal;
}

/** The next renewal, and the day of the month on which the subscription renews. */
export type Months = { readonly renewsAt: Date; readonly anchorDay: number };

export function getFirstMonths(paidAt: Date): Months {
  const anchorDay = paidAt.getUTCDate();
  return { renewsAt: getMonthAfter(paidAt, anchorDay), anchorDay };
}

/**
 * After a pause of a plan, in whole days: the paid days are not lost. Unchanged without `pausedAt`, as the
 * work of a bundle is ordered at the beginning of its month.
 */
export function addPause({ renewsAt, anchorDay }: Months, pausedAt: Date | null, now: Date): Months {
  const days = pausedAt ? Math.floor((now.getTime() - pausedAt.getTime()) / DAY_MS) : 0;
  if (days <= 0) return { renewsAt, anchorDay };
  const moved = addDays(renewsAt, days);
  return { renewsAt: moved, anchorDay: moved.getUTCDate() };
}

/** A reminder is sent this many days before renewal. */
const REMINDER_DAYS = 3;
/** The minimum notice; otherwise the renewal is postponed. */
const NOTICE_DAYS = 2;
/** A renewal that is later than this needs a new reminder. */
const NEW_REMINDER_AFTER_DAYS = 3;

export const remindFrom = (now: Date): Date => addDays(now, REMINDER_DAYS);

/**
 * Unchanged if there is time for a reminder. Otherwise the renewal moves to REMINDED_DAYS from now, and later
 * months count from that day.
 */
export function postponeForNotice({ renewsAt, anchorDay }: Months, now: Date): Months {
  if (renewsAt >= addDays(now, NOTICE_DAYS)) return { renewsAt, anchorDay };
  const moved = addDays(now, REMINDER_DAYS);
  return { renewsAt: moved, anchorDay: moved.getUTCDate() };
}

/** A saved means is charged again so many days after its month was due. */
const RETRY_DAYS = [1, 3, 5, 7];

/** Undefined after the last. The month then stays unpaid, and the subscription ends with it. */
export function findNextCharge(dueAt: Date, failures: number): Date | undefined {
  const days = RETRY_DAYS[failures - 1];
  return days === undefined ? undefined : addDays(dueAt, days);
}

/**
 * True if the day on which the customer wants it to end (ISO) is after the paid period, so that another month
 * would have to be paid.
 */
export const continuesAfter = ({ renewsAt }: { readonly renewsAt: Date | null }, by: string | undefined): boolean =>
  by !== undefined && renewsAt !== null && by > renewsAt.toISOString().slice(0, 10);

type Running = { readonly state: SubscriptionState; readonly renewsAt: Date | null; readonly reminded: boolean };
export type DueAction = 'remind' | 'renew' | 'close';

/**
 * After a long downtime, a subscription renews once, with a new reminder. The months in between are not
 * charged.
 */
export function findDueAction({ state, renewsAt, reminded }: Running, now: Date): DueAction | undefined {
  if (!renewsAt) return undefined;
  const isOver = renewsAt <= now;
  if (state === 'ending') return isOver ? 'close' : undefined;
  if (state !== 'active' || renewsAt > remindFrom(now)) return undefined;
  if (!reminded || addDays(renewsAt, NEW_REMINDER_AFTER_DAYS) <= now) return 'remind';
  return isOver ? 'renew' : undefined;
}
