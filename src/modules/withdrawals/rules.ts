// The European right of withdrawal as pure functions: who may withdraw, until when, and what is refunded.
import { type Consents, OrderStatus, type PieceState, type StatusNumber } from '../orders/statuses.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WITHDRAWAL_DAYS = 14;
/** An order paid longer ago than this is too old in every time zone, including weekends. */
export const MAX_DAYS = 18;

/** All time zones, in whole hours from UTC. The customer's zone is unknown, so the most favourable one counts. */
const zones = Array.from({ length: 27 }, (_, index) => index - 12);

/**
 * The first moment that is too late. The contract is concluded on payment (terms, section 4). That day does not count, the last day counts in
 * full, and a last day on a weekend moves to Monday.
 */
export const withdrawUntil = (paidAt: Date): Date => new Date(Math.max(...zones.map((hours) => endIn(paidAt.getTime(), hours * HOUR_MS))));

function endIn(paid: number, zone: number): number {
  let day = Math.floor((paid + zone) / DAY_MS) + WITHDRAWAL_DAYS;
  while (isWeekend(day)) day++;
  return (day + 1) * DAY_MS - zone;
}

/** Days since 1 January 1970, a Thursday. */
const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

/** Offers that a program produces within a minute of payment. */
export const instantOffers: readonly string[] = ['content-checker-automatic'];

/** `startNow`: the buyer's choice; null if there was none or an API client sent none. It has no meaning without a right of withdrawal. */
export type Start = { readonly startNow: boolean | null; readonly hasRight: boolean };

/** From the purchase's consents. Purchases from before `hasRight` was stored have the right. */
export const startOf = ({ startNow, hasRight }: Pick<Consents, 'startNow' | 'hasRight'>): Start => ({
  startNow,
  hasRight: hasRight ?? true,
});

/**
 * When work may start (terms, section 8): on payment, or after the withdrawal period for a buyer with the right who did not request an early
 * start. An instant offer is delayed only if the buyer chose to wait: an API client that sends nothing gets it within a minute.
 */
export function workStartTimes(paidAt: Date, { startNow, hasRight }: Start): { readonly atOnce: Date; readonly usual: Date } {
  const later = withdrawUntil(paidAt);
  return { atOnce: hasRight && startNow === false ? later : paidAt, usual: hasRight && startNow !== true ? later : paidAt };
}

export const workStartsAt = (paidAt: Date, start: Start, offerId: string): Date =>
  workStartTimes(paidAt, start)[instantOffers.includes(offerId) ? 'atOnce' : 'usual'];

/** Work in progress is not charged. A piece with a requested revision counts as delivered. */
const deliveredStates: readonly PieceState[] = ['delivered', 'revisionAsked', 'accepted'];

/** A piece with its list price when it was bought. */
export type ValuedPiece = { readonly state: PieceState; readonly listValue: number };

/** The delivered share of an order: by list value, or by number of pieces if they have no values. `isWhole`: the order itself is delivered. */
function deliveredShare(pieces: readonly ValuedPiece[], isWhole = false) {
  const done = pieces.filter(({ state }) => isWhole || deliveredStates.includes(state));
  const sum = (of: readonly ValuedPiece[]): number => of.reduce((total, { listValue }) => total + listValue, 0);
  const isValued = sum(pieces) > 0;
  return {
    pieces: pieces.length,
    delivered: done.length,
    value: isValued ? sum(pieces) : pieces.length,
    deliveredValue: isValued ? sum(done) : done.length,
  };
}

type Standing = 'paid' | 'unpaid' | 'over';
const standings: Readonly<Record<StatusNumber, Standing>> = {
  [OrderStatus.New]: 'unpaid',
  [OrderStatus.AwaitingPayment]: 'unpaid',
  [OrderStatus.AwaitingRecurringPayment]: 'unpaid',
  [OrderStatus.Paid]: 'paid',
  [OrderStatus.InProgress]: 'paid',
  [OrderStatus.Delivered]: 'paid',
  [OrderStatus.Cancelled]: 'over',
};

export type Contract = {
  readonly status: StatusNumber;
  readonly paidAt: Date | null;
  /** The amount paid for this order, after its share of a discount. */
  readonly price: number;
  /** Earlier refunds by operators; zero if missing. */
  readonly given?: number;
  /** The right that the buyer had when ordering: see right.ts. */
  readonly hasRight: boolean;
  /** The customer requested an early start and knows the consequences. */
  readonly startNow: boolean;
  readonly pieces: readonly ValuedPiece[];
};

/** `delivered` of `pieces`, worth `deliveredValue` of `value`. `charged` is the part of the price for them; the rest is refunded. */
export type WithdrawalTerms = {
  readonly until: Date;
  readonly pieces: number;
  readonly delivered: number;
  readonly value: number;
  readonly deliveredValue: number;
  readonly charged: number;
  readonly back: number;
};

export type WhyNot = 'unpaid' | 'over' | 'none' | 'done' | 'late';

/** The terms of a withdrawal now, or why there is none. The charge is rounded down to cents, in the customer's favour. */
export function reckonWithdrawal(contract: Contract, now: Date): WithdrawalTerms | WhyNot {
  const { status, paidAt, price, hasRight, startNow, given = 0 } = contract;
  const standing = standings[status];
  if (standing !== 'paid') return standing;
  if (!hasRight) return 'none';
  if (!paidAt) return 'unpaid';
  const until = withdrawUntil(paidAt);
  if (now >= until) return 'late';
  const isWhole = status === OrderStatus.Delivered;
  const share = deliveredShare(contract.pieces, isWhole);
  const { pieces, delivered } = share;
  // Fully performed at the customer's express request: the right has expired.
  if (startNow && (isWhole || (pieces > 0 && delivered === pieces))) return 'done';
  const charged = startNow ? chargedFor({ price, given, ...share }) : 0;
  return { until, ...share, charged, back: price - given - charged };
}

/** Never more than what is left after earlier refunds. */
function chargedFor({
  price,
  given,
  value,
  deliveredValue,
}: {
  price: number;
  given: number;
  value: number;
  deliveredValue: number;
}): number {
  if (value === 0) return 0;
  // BigInt, because price times value may exceed the exact range of a double.
  return Math.min(Number((BigInt(price) * BigInt(deliveredValue)) / BigInt(value)), price - given);
}

/** The refund if an operator stops an order: everything except the delivered share, regardless of consents. */
export function reckonStop({ price, given, pieces }: { price: number; given: number; pieces: readonly ValuedPiece[] }) {
  const kept = chargedFor({ price, given, ...deliveredShare(pieces) });
  return { kept, back: price - given - kept };
}

/** The end of the period, for lists of orders that do not load pieces. */
export function mayWithdrawUntil(contract: Omit<Contract, 'price' | 'given' | 'pieces'>, now: Date): Date | null {
  const reckoned = reckonWithdrawal({ ...contract, price: 0, pieces: [] }, now);
  return typeof reckoned === 'string' ? null : reckoned.until;
}

export type Paid = {
  readonly price: number;
  /** The promotional credit within it. */
  readonly promo: number;
  readonly paidFrom: 'link' | 'balance' | 'nothing' | null;
};

/** Splits a refund by destination. `left`: the charge that is not refunded yet. The retained amount is taken from credit first. */
export function splitRefund({ price, promo, paidFrom }: Paid, back: number, refundTo: 'source' | 'balance', left: number) {
  const toPromo = Math.max(0, back - (price - promo));
  const toSource = paidFrom === 'link' && refundTo === 'source' ? Math.min(back - toPromo, left) : 0;
  return { toSource, toPromo, toCash: back - toPromo - toSource };
}
