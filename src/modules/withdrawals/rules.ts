// The European right of withdrawal as pure functions: who may withdraw, and what is refunded.
import { computeCharge, computeDeliveredShare, type ValuedPiece } from '#modules/orders/refunds/rules.ts';
import { getWithdrawalPeriod, type PeriodContract, type WhyNot } from '#modules/orders/withdrawal-period/rules.ts';

export type Contract = PeriodContract & {
  /** The amount paid for this order, after its share of a discount. */
  readonly price: number;
  /** Earlier refunds by operators; zero if missing. */
  readonly refunded?: number;
  readonly pieces: readonly ValuedPiece[];
};

/**
 * `delivered` of `pieces`, worth `deliveredValue` of `value`. `charged` is the part of the price for them;
 * the rest is refunded.
 */
export type WithdrawalTerms = {
  readonly until: Date;
  readonly pieces: number;
  readonly delivered: number;
  readonly value: number;
  readonly deliveredValue: number;
  readonly charged: number;
  readonly back: number;
};

/**
 * The terms of a withdrawal now, or why there is none. The charge is rounded down to cents, in the customer's
 * favour.
 */
export function getWithdrawalTerms(contract: Contract, now: Date): WithdrawalTerms | WhyNot {
  const { price, startNow, refunded = 0 } = contract;
  const period = getWithdrawalPeriod(contract, now);
  if (typeof period === 'string') return period;
  const { until, isDelivered } = period;
  const share = computeDeliveredShare(contract.pieces, isDelivered);
  const { pieces, delivered } = share;
  // Like a delivered order: fully performed at the customer's express request.
  if (startNow && pieces > 0 && delivered === pieces) return 'done';
  const charged = startNow ? computeCharge({ price, refunded, ...share }) : 0;
  return { until, ...share, charged, back: price - refunded - charged };
}
