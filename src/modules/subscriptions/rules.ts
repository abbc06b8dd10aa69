// Renewal dates of subscriptions, and what is due at a time. Pure. All dates are in UTC, so that daylight saving moves none.
import type { SubscriptionState } from '../orders/statuses.ts';

const DAY_MS = 86_400_000;
const later = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

/** The same day of the next month, or its last day if the month is shorter. */
export function monthAfter(from: Date, anchorDay: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const renewal = new Date(from);
  renewal.setUTCFullYear(year, month, Math.min(anchorDay, lastDay));
  return renewal;
}

/** The next renewal, and the day of the month on which the subscription renews. */
export type Months = { readonly renewsAt: Date; readonly anchorDay: number };

export function firstMonths(paidAt: Date): Months {
  const anchorDay = paidAt.getUTCDate();
  return { renewsAt: monthAfter(paidAt, anchorDay), anchorDay };
}

/** A reminder is sent this many days before renewal. */
const REMINDED_DAYS = 3;
/** The minimum notice; otherwise the renewal is postponed. */
const NOTICE_DAYS = 2;
/** A renewal that is later than this needs a new reminder. */
const LATE_DAYS = 3;

export const remindFrom = (now: Date): Date => later(now, REMINDED_DAYS);

/** Unchanged if there is time for a reminder. Otherwise the renewal moves to REMINDED_DAYS from now, and later months count from that day. */
export function postponeForNotice({ renewsAt, anchorDay }: Months, now: Date): Months {
  if (renewsAt >= later(now, NOTICE_DAYS)) return { renewsAt, anchorDay };
  const moved = later(now, REMINDED_DAYS);
  return { renewsAt: moved, anchorDay: moved.getUTCDate() };
}

type Running = { readonly state: SubscriptionState; readonly renewsAt: Date | null; readonly reminded: boolean };
export type DueAction = 'remind' | 'renew' | 'close';

/** After a long downtime, a subscription renews once, with a new reminder. The months in between are not charged. */
export function dueAction({ state, renewsAt, reminded }: Running, now: Date): DueAction | undefined {
  if (!renewsAt) return undefined;
  const isOver = renewsAt <= now;
  if (state === 'ending') return isOver ? 'close' : undefined;
  if (state !== 'active' || renewsAt > remindFrom(now)) return undefined;
  if (!reminded || later(renewsAt, LATE_DAYS) <= now) return 'remind';
  return isOver ? 'renew' : undefined;
}

const UNPAID_DAYS = 7;
/** The time limit for an unpaid purchase. */
export const payUntil = (createdAt: Date): Date => later(createdAt, UNPAID_DAYS);
/** Purchases placed before this time are unpaid for too long. */
export const tooOld = (now: Date): Date => later(now, -UNPAID_DAYS);
