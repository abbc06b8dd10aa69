// Price calculation of an order, shared by browser and server. Pure, in whole minor units, no floats.

/** Maximum number of lines in a purchase. */
export const MAX_LINES = 50;

/** That the database can keep. */
export const MAX_AMOUNT = 2_147_483_647;

/** From this unit on, each one costs this. */
export type PriceTier = { readonly from: number; readonly unitPrice: number };

/** `tiers`: in ascending order; absent if all units cost the same. */
type UnitsBought = { readonly unitPrice: number; readonly quantity: number; readonly tiers?: readonly PriceTier[] | undefined };
/** `quantity`: how often the line is charged for it. */
type PricedAddOn = { readonly unitPrice: number; readonly quantity: number };
/** A surcharge is for the units, not for the add-ons. */
export type PricedLine = UnitsBought & { readonly surchargePercent: number; readonly addOns?: readonly PricedAddOn[] | undefined };

/** A coupon's discount: a percentage or an amount. */
export type Reduction = { readonly percent: number } | { readonly amount: number };

export type Pricing = {
  /** Per line: its price and its share of the discount. */
  readonly lines: readonly { readonly total: number; readonly discount: number }[];
  readonly subtotal: number;
  readonly discount: number;
  readonly price: number;
  /**
   * Per line: its share of the client's own discount, which the next months of what renews keep. Absent:
   * none.
   */
  readonly ownShares?: readonly number[];
};

/**
 * How many units cost how much. A tier is for the units in it, not for those before: one more unit never
 * makes the total smaller.
 */
export function groupUnitsByPrice({
  unitPrice,
  quantity,
  tiers = [],
}: UnitsBought): readonly { readonly count: number; readonly unitPrice: number }[] {
  const all = [{ from: 1, unitPrice }, ...tiers];
  return all.flatMap((tier, index) => {
    const count = Math.min(quantity, (all[index + 1]?.from ?? Number.POSITIVE_INFINITY) - 1) - tier.from + 1;
    return count > 0 ? [{ count, unitPrice: tier.unitPrice }] : [];
  });
}

/** Without a surcharge. */
export const priceOfUnits = (units: UnitsBought): number =>
  units.tiers ? sum(groupUnitsByPrice(units).map(({ count, unitPrice }) => count * unitPrice)) : units.unitPrice * units.quantity;

export const priceOfAddOns = (addOns: readonly PricedAddOn[] = []): number =>
  sum(addOns.map(({ unitPrice, quantity }) => unitPrice * quantity));

/** Half a cent is rounded up. */
export const computeLineTotal = ({ surchargePercent, addOns, ...units }: PricedLine): number =>
  Math.floor((priceOfUnits(units) * (100 + surchargePercent) + 50) / 100) + priceOfAddOns(addOns);

/** A percentage of one amount: rounded down, and at most the amount. */
export const computeReduction = (reduction: Reduction, amount: number): number =>
  'percent' in reduction ? computePercentDiscount(amount, reduction.percent) : Math.min(reduction.amount, amount);

const HUNDREDTHS = 100;
/** Of a percentage with two decimals: rounded down, without a fraction of a double. */
export const computePercentDiscount = (subtotal: number, percent: number): number =>
  Number((BigInt(subtotal) * BigInt(Math.round(percent * HUNDREDTHS))) / BigInt(100 * HUNDREDTHS));

/**
 * What a coupon takes off a deposit: at most the share, in percent, that the owner allows. The rest is always
 * charged.
 */
export const computeDepositDiscount = (reduction: Reduction, amount: number, highestShare: number): number =>
  Math.min(computeReduction(reduction, amount), computeReduction({ percent: highestShare }, amount));

/** `takes`: whether a line is eligible for the discount; without a discount none is. */
export function priceLines(lines: readonly (PricedLine & { readonly takes: boolean })[], reduction?: Reduction): Pricing {
  const totals = lines.map(computeLineTotal);
  const taking = lines.map(({ takes }, index) => (takes ? (totals[index] ?? 0) : 0));
  const discount = reduction ? computeReduction(reduction, sum(taking)) : 0;
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
 * With the client's own discount, which is on everything, or with another reduction if it takes off more:
 * never with both.
 */
export function priceForClient(
  lines: readonly (PricedLine & { readonly takes: boolean })[],
  ownPercent: number,
  reduction?: Reduction,
): Pricing & { readonly isReduced: boolean } {
  const other = priceLines(lines, reduction);
  if (ownPercent === 0) return { ...other, isReduced: reduction !== undefined };
  const own = priceLines(
    lines.map((line) => ({ ...line, takes: true })),
    { percent: ownPercent },
  );
  const isReduced = other.discount > own.discount;
  return { ...(isReduced ? other : own), ownShares: own.lines.map(({ discount }) => discount), isReduced };
}

/**
 * Splits an amount in proportion to the weights without losing a cent (largest remainder). Of equal
 * remainders the heavier line gets the cent first, so that line order decides only between equal lines.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const weightSum = sum(weights);
  if (weightSum === 0) return weights.map(() => 0);
  // The product exceeds the safe integers; the quotient does not.
  const parts = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = parts.map((part) => Number(part / BigInt(weightSum)));
  const nearest = parts
    .map((part, index) => ({ index, rest: Number(part % BigInt(weightSum)), weight: weights[index] ?? 0 }))
    .sort((a, b) => b.rest - a.rest || b.weight - a.weight || a.index - b.index);
  for (const { index } of nearest.slice(0, amount - sum(shares))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** Without losing a cent: the first ones get one more. */
export const shareEqually = (amount: number, count: number): number[] => allocate(amount, Array<number>(count).fill(1));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
