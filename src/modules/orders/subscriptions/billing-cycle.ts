// When a monthly bundle renews, and what is to be done for it at a moment. Pure. Everything is counted in UTC, so that no clock change moves a date.
import type { SubscriptionState } from '../statuses.ts';

const DAY_MS = 86_400_000;
const later = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

/** A month later on the same day, or on the last one of a month that has not that many. */
export function monthAfter(from: Date, anchorDay: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const renewal = new Date(from);
  renewal.setUTCFullYear(year, month, Math.min(anchorDay, lastDay));
  return renewal;
}

/** When the next month begins, and the day of the month that all later ones begin on where they have it. */
export type Months = { readonly renewsAt: Date; readonly anchorDay: number };

export function firstMonths(paidAt: Date): Months {
  const anchorDay = paidAt.getUTCDate();
  return { renewsAt: monthAfter(paidAt, anchorDay), anchorDay };
}

/** A customer is told so long before a renewal, */
const REMINDED_DAYS = 3;
/** and never later than this: else the renewal waits. */
const NOTICE_DAYS = 2;
/** A renewal that is later than this is none that the reminder spoke of. */
const LATE_DAYS = 3;

export const remindFrom = (now: Date): Date => later(now, REMINDED_DAYS);

/** As they are where that leaves time to be told of it. Else the months are counted anew, from as many days ahead as a reminder promises. */
export function postponeForNotice({ renewsAt, anchorDay }: Months, now: Date): Months {
  if (renewsAt >= later(now, NOTICE_DAYS)) return { renewsAt, anchorDay };
  const moved = later(now, REMINDED_DAYS);
  return { renewsAt: moved, anchorDay: moved.getUTCDate() };
}

type Running = { readonly state: SubscriptionState; readonly renewsAt: Date | null; readonly reminded: boolean };
export type DueAction = 'remind' | 'renew' | 'close';

/** A shop that was away for months renews once: what is far too late is announced anew, and the months between are nobody's. */
export function dueAction({ state, renewsAt, reminded }: Running, now: Date): DueAction | undefined {
  if (!renewsAt) return undefined;
  const isOver = renewsAt <= now;
  if (state === 'ending') return isOver ? 'close' : undefined;
  if (state !== 'active' || renewsAt > remindFrom(now)) return undefined;
  if (!reminded || later(renewsAt, LATE_DAYS) <= now) return 'remind';
  return isOver ? 'renew' : undefined;
}

const UNPAID_DAYS = 7;
/** Until when an unpaid purchase is kept open. */
export const payUntil = (createdAt: Date): Date => later(createdAt, UNPAID_DAYS);
/** What was ordered before then is unpaid for too long. */
export const tooOld = (now: Date): Date => later(now, -UNPAID_DAYS);
