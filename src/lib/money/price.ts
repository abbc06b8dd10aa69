// What an order costs: the one rule, for the browser that shows it and the server that takes it. Pure, in whole minor units; nothing here is a float.

/** As many lines as one purchase can have. */
export const MAX_LINES = 50;

export type PricedLine = { readonly unitPrice: number; readonly quantity: number; readonly surchargePercent: number };

/** What a coupon takes: so much of a hundred, or an amount. */
export type Reduction = { readonly percent: number } | { readonly amount: number };

export type Pricing = {
  /** By the line: what it costs, and how much of the discount is its own. */
  readonly lines: readonly { readonly total: number; readonly discount: number }[];
  readonly subtotal: number;
  readonly discount: number;
  readonly price: number;
};

/** Half a cent is rounded up. */
export const lineTotal = ({ unitPrice, quantity, surchargePercent }: PricedLine): number =>
  Math.floor((unitPrice * quantity * (100 + surchargePercent) + 50) / 100);

/** Of one amount: rounded down, and never more than there is. */
export const reductionOf = (reduction: Reduction, amount: number): number =>
  'percent' in reduction ? Math.floor((amount * reduction.percent) / 100) : Math.min(reduction.amount, amount);

/** `takes`: whether a line takes part in the reduction; without a reduction none does. */
export function priceLines(lines: readonly (PricedLine & { readonly takes: boolean })[], reduction?: Reduction): Pricing {
  const totals = lines.map(lineTotal);
  const taking = lines.map(({ takes }, index) => (takes ? (totals[index] ?? 0) : 0));
  const discount = reduction ? reductionOf(reduction, sum(taking)) : 0;
  const shares = allocate(discount, taking);
  const subtotal = sum(totals);
  return {
    lines: totals.map((total, index) => ({ total, discount: shares[index] ?? 0 })),
    subtotal,
    discount,
    price: subtotal - discount,
  };
}

/**
 * In proportion to the weights, and not a cent is lost: each gets what is whole, and what is left over goes to those who are nearest to one more. Of
 * those who are equally near the heavier goes first, so that the order of the lines decides between equal ones only.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  if (whole === 0) return weights.map(() => 0);
  // Larger than a number holds exactly; what comes out of it is not.
  const parts = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = parts.map((part) => Number(part / BigInt(whole)));
  const nearest = parts
    .map((part, index) => ({ index, rest: Number(part % BigInt(whole)), weight: weights[index] ?? 0 }))
    .sort((one, other) => other.rest - one.rest || other.weight - one.weight || one.index - other.index);
  for (const { index } of nearest.slice(0, amount - sum(shares))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
