// Who may withdraw from a contract, until when, and what goes back: the European right of withdrawal as a table. Pure.
import { type Consents, OrderStatus, type PieceState, type StatusNumber } from '../statuses.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WITHDRAWAL_DAYS = 14;
/** What was paid before so many days is over in every zone, whatever the weekends. */
export const MAX_DAYS = 18;

/** Every zone that somebody lives in, in hours from UTC: nobody says where they are, so the one that is best for them counts. */
const zones = Array.from({ length: 27 }, (_, index) => index - 12);

/**
 * The first moment in which it is too late. The contract is made when it is paid (terms, section 4); that day does not count, the last one counts to its
 * end, and one that is a Saturday or a Sunday is followed by the next working day.
 */
export const withdrawUntil = (paidAt: Date): Date => new Date(Math.max(...zones.map((hours) => endIn(paidAt.getTime(), hours * HOUR_MS))));

function endIn(paid: number, zone: number): number {
  let day = Math.floor((paid + zone) / DAY_MS) + WITHDRAWAL_DAYS;
  while (isWeekend(day)) day++;
  return (day + 1) * DAY_MS - zone;
}

/** Days since 1 January 1970, a Thursday. */
const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

/** Offers that a program makes within a minute of payment. */
export const instantOffers: readonly string[] = ['content-checker-automatic'];

/** `startNow`: what the buyer said; null when nobody asked, or an API client did not say. Without a right of withdrawal there is nothing to choose. */
export type Start = { readonly startNow: boolean | null; readonly hasRight: boolean };

/** What a purchase says of it; one from before buyers were told apart has the right. */
export const startOf = ({ startNow, hasRight }: Pick<Consents, 'startNow' | 'hasRight'>): Start => ({
  startNow,
  hasRight: hasRight ?? true,
});

/**
 * When work may begin (terms, section 8): at payment, or when the days to withdraw are over for a buyer who has the right and did not ask for an earlier
 * start. What a program makes waits only for a buyer who chose to wait: an API client that says nothing gets it as it is sold, within a minute.
 */
export function workStartTimes(paidAt: Date, { startNow, hasRight }: Start): { readonly atOnce: Date; readonly usual: Date } {
  const later = withdrawUntil(paidAt);
  return { atOnce: hasRight && startNow === false ? later : paidAt, usual: hasRight && startNow !== true ? later : paidAt };
}

export const workStartsAt = (paidAt: Date, start: Start, offerId: string): Date =>
  workStartTimes(paidAt, start)[instantOffers.includes(offerId) ? 'atOnce' : 'usual'];

/** What it was that nobody delivered: work that was begun costs nothing. A piece whose revision is asked for was delivered. */
const deliveredStates: readonly PieceState[] = ['delivered', 'revisionAsked', 'accepted'];

/** A piece with its list price when it was bought. */
export type ValuedPiece = { readonly state: PieceState; readonly listValue: number };

/** How much of an order was delivered: by list value, or by number where no value is known, as of orders that are older than the values. */
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
  /** What was paid for this order, after its part of a discount. */
  readonly price: number;
  /** What an operator has given back of it before; nothing, if it is not said. */
  readonly given?: number;
  /** Only a right that the buyer had can be used: see `withdrawal-right.ts`. */
  readonly hasRight: boolean;
  /** The customer asked us to begin before the time is over, and knows what that means. */
  readonly startNow: boolean;
  readonly pieces: readonly ValuedPiece[];
};

/** `delivered` of `pieces`, which are `deliveredValue` of `value`; `charged` of the price for those, and the rest goes back. */
export type Reckoned = {
  readonly until: Date;
  readonly pieces: number;
  readonly delivered: number;
  readonly value: number;
  readonly deliveredValue: number;
  readonly charged: number;
  readonly back: number;
};

export type WhyNot = 'unpaid' | 'over' | 'none' | 'done' | 'late';

/** Nothing of a price is split finer than a cent, and what is left over is the customer's. */
export function reckonWithdrawal(contract: Contract, now: Date): Reckoned | WhyNot {
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
  // Fully performed, as was expressly asked for: nothing is left to withdraw from.
  if (startNow && (isWhole || (pieces > 0 && delivered === pieces))) return 'done';
  const charged = startNow ? chargedFor({ price, given, ...share }) : 0;
  return { until, ...share, charged, back: price - given - charged };
}

/** Nobody is charged what was given back already. */
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
  // A price times a value may be more than a double holds exactly.
  return Math.min(Number((BigInt(price) * BigInt(deliveredValue)) / BigInt(value)), price - given);
}

/** What goes back of an order that an operator stops: all but what was delivered, whatever was agreed about beginning at once. */
export function reckonStop({ price, given, pieces }: { price: number; given: number; pieces: readonly ValuedPiece[] }) {
  const kept = chargedFor({ price, given, ...deliveredShare(pieces) });
  return { kept, back: price - given - kept };
}

/** Until when, as a list of orders can say it without looking at their pieces. */
export function mayWithdrawUntil(contract: Omit<Contract, 'price' | 'given' | 'pieces'>, now: Date): Date | null {
  const reckoned = reckonWithdrawal({ ...contract, price: 0, pieces: [] }, now);
  return typeof reckoned === 'string' ? null : reckoned.until;
}

export type Paid = {
  readonly price: number;
  /** How much of that was promotional credit. */
  readonly promo: number;
  readonly paidFrom: 'link' | 'balance' | 'nothing' | null;
};

/** Where it goes. `left`: what the means of payment was charged and has not been given back. What is kept is taken from credit first. */
export function splitRefund({ price, promo, paidFrom }: Paid, back: number, refundTo: 'source' | 'balance', left: number) {
  const toPromo = Math.max(0, back - (price - promo));
  const toSource = paidFrom === 'link' && refundTo === 'source' ? Math.min(back - toPromo, left) : 0;
  return { toSource, toPromo, toCash: back - toPromo - toSource };
}
