// The European right of withdrawal, as far as it concerns every order: until when a buyer may withdraw, and
// when work may start. Pure.
import { type Consents, OrderStatus, type StatusNumber } from '../statuses.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WITHDRAWAL_DAYS = 14;
/** An order paid longer ago than this is too old in every time zone, including weekends. */
export const MAX_DAYS = 18;

/**
 * All time zones, in whole hours from UTC. The customer's zone is unknown, so the most favourable one counts.
 */
const zones = Array.from({ length: 27 }, (_, index) => index - 12);

/**
 * The first moment that is too late. The contract is concluded on payment (terms, section 4). That day does
 * not count, the last day counts in full, and a last day on a weekend moves to Monday.
 */
export const withdrawUntil = (paidAt: Date): Date => new Date(Math.max(...zones.map((hours) => endIn(paidAt.getTime(), hours * HOUR_MS))));

function endIn(paid: number, zone: number): number {
  let day = Math.floor((paid + zone) / DAY_MS) + WITHDRAWAL_DAYS;
  while (isWeekend(day)) day++;
  return (day + 1) * DAY_MS - zone;
}

/** Days since 1 January 1970, a Thursday. */
const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

/**
 * `startNow`: the buyer's choice; null if there was none or an API client sent none. It has no meaning
 * without a right of withdrawal.
 */
export type Start = { readonly startNow: boolean | null; readonly hasRight: boolean };

/** From the purchase's consents. Purchases from before `hasRight` was stored have the right. */
export const getStart = ({ startNow, hasRight }: Pick<Consents, 'startNow' | 'hasRight'>): Start => ({
  startNow,
  hasRight: hasRight ?? true,
});

/**
 * When work may start (terms, section 8): on payment, or after the withdrawal period for a buyer with the
 * right who did not request an early start. An instant offer is delayed only if the buyer chose to wait: an
 * API client that sends nothing gets it within a minute.
 */
export function workStartTimes(paidAt: Date, { startNow, hasRight }: Start): { readonly atOnce: Date; readonly usual: Date } {
  const later = withdrawUntil(paidAt);
  return { atOnce: hasRight && startNow === false ? later : paidAt, usual: hasRight && startNow !== true ? later : paidAt };
}

/** `isInstant`: a program delivers it within a minute. */
export const workStartsAt = (paidAt: Date, start: Start, isInstant: boolean): Date =>
  workStartTimes(paidAt, start)[isInstant ? 'atOnce' : 'usual'];

type Standing = 'paid' | 'unpaid' | 'over';
const stateByStatus: Readonly<Record<StatusNumber, Standing>> = {
  [OrderStatus.New]: 'unpaid',
  [OrderStatus.AwaitingPayment]: 'unpaid',
  [OrderStatus.AwaitingRecurringPayment]: 'unpaid',
  [OrderStatus.Paid]: 'paid',
  [OrderStatus.InProgress]: 'paid',
  [OrderStatus.Delivered]: 'paid',
  [OrderStatus.Cancelled]: 'over',
};

export type PeriodContract = {
  readonly status: StatusNumber;
  readonly paidAt: Date | null;
  /** The right that the buyer had when ordering. */
  readonly hasRight: boolean;
  /** The customer requested an early start and knows the consequences. */
  readonly startNow: boolean;
};

export type WhyNot = 'unpaid' | 'over' | 'none' | 'done' | 'late';

/** The end of the withdrawal period, or why there is none. The state of the pieces is not considered. */
export function getWithdrawalPeriod(
  { status, paidAt, hasRight, startNow }: PeriodContract,
  now: Date,
): { readonly until: Date; readonly isDelivered: boolean } | WhyNot {
  const withdrawalState = stateByStatus[status];
  if (withdrawalState !== 'paid') return withdrawalState;
  if (!hasRight) return 'none';
  if (!paidAt) return 'unpaid';
  const until = withdrawUntil(paidAt);
  if (now >= until) return 'late';
  const isDelivered = status === OrderStatus.Delivered;
  // Fully performed at the customer's express request: the right has expired.
  return startNow && isDelivered ? 'done' : { until, isDelivered };
}

/** For lists of orders that do not load pieces. */
export function mayWithdrawUntil(contract: PeriodContract, now: Date): Date | null {
  const period = getWithdrawalPeriod(contract, now);
  return typeof period === 'string' ? null : period.until;
}
