// How much of an order is refunded, and where to. Pure.
import type { PaidFrom, PieceState } from '../statuses.ts';

/** Work in progress is not charged. A piece with a requested revision counts as delivered. */
const deliveredStates: readonly PieceState[] = ['delivered', 'revisionAsked', 'accepted'];

/** A piece with its list price when it was bought. */
export type ValuedPiece = { readonly state: PieceState; readonly listValue: number };

/**
 * The delivered share of an order: by list value, or by number of pieces if they have no values. `isWhole`:
 * the order itself is delivered.
 */
export function computeDeliveredShare(pieces: readonly ValuedPiece[], isWhole = false) {
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

/** Never more than what is left after earlier refunds. */
export function computeCharge({
  price,
  refunded,
  value,
  deliveredValue,
}: {
  price: number;
  refunded: number;
  value: number;
  deliveredValue: number;
}): number {
  if (value === 0) return 0;
  // BigInt, because price times value may exceed the exact range of a double.
  return Math.min(Number((BigInt(price) * BigInt(deliveredValue)) / BigInt(value)), price - refunded);
}

/**
 * The refund if an operator stops an order: everything except the delivered share, regardless of consents.
 */
export function refundOnStop({ price, refunded, pieces }: { price: number; refunded: number; pieces: readonly ValuedPiece[] }) {
  const retained = computeCharge({ price, refunded, ...computeDeliveredShare(pieces) });
  return { kept: retained, back: price - refunded - retained };
}

export type Paid = {
  readonly price: number;
  /** The promotional credit within it. */
  readonly promo: number;
  readonly paidFrom: PaidFrom | null;
  /** What is still owed for the purchase. Absent: nothing. */
  readonly open?: number;
};

/**
 * Splits a refund by destination: what is still owed first. `chargeLeft`: the charge that is not refunded
 * yet. The retained amount is taken from credit first.
 */
export function splitRefund({ price, promo, paidFrom, open = 0 }: Paid, back: number, refundTo: 'source' | 'balance', chargeLeft: number) {
  const toClaim = Math.min(back, open);
  const toPromo = Math.max(0, back - toClaim - (price - promo));
  const toSource = paidFrom === 'link' && refundTo === 'source' ? Math.min(back - toPromo, chargeLeft) : 0;
  return { toClaim, toSource, toPromo, toCash: back - toClaim - toPromo - toSource };
}
