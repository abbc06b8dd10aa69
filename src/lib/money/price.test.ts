import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allocate,
  computeLineTotal,
  computeReduction,
  groupUnitsByPrice,
  MAX_LINES,
  priceLines,
  priceOfAddOns,
  priceOfUnits,
} from './price.ts';

describe('total of a line', () => {
  test.each([
    [2900, 1, 0, 2900],
    [2900, 3, 10, 9570],
    [45, 1, 10, 50],
    [44, 1, 10, 48],
    [1, 1, 49, 1],
    [1, 1, 50, 2],
    [0, 5, 10, 0],
  ])('%i × %i with a surcharge of %i percent: %i', (unitPrice, quantity, surchargePercent, total) => {
    expect(computeLineTotal({ unitPrice, quantity, surchargePercent })).toBe(total);
  });
});

describe('volume prices', () => {
  const tiers = [
    { from: 11, unitPrice: 1_200 },
    { from: 51, unitPrice: 1_000 },
  ];
  test.each([
    [1, 1_400],
    [10, 14_000],
    [11, 15_200],
    [50, 62_000],
    [51, 63_000],
    [200, 212_000],
  ])('%i units cost %i: each the price of its own tier', (quantity, total) => {
    expect(priceOfUnits({ unitPrice: 1_400, quantity, tiers })).toBe(total);
    expect(computeLineTotal({ unitPrice: 1_400, quantity, tiers, surchargePercent: 10 })).toBe((total * 110) / 100);
  });

  test('any tiers: every unit has one price, one more costs the price of its tier, and all is a safe integer', () => {
    const anyTiers = fc
      .uniqueArray(fc.record({ from: fc.integer({ min: 2, max: 1_000 }), unitPrice: fc.integer({ min: 1, max: 10_000_000 }) }), {
        selector: ({ from }) => from,
        maxLength: 5,
      })
      .map((list) => list.toSorted((a, b) => a.from - b.from));
    const units = fc.record({
      unitPrice: fc.integer({ min: 1, max: 10_000_000 }),
      quantity: fc.integer({ min: 1, max: 1_000 }),
      tiers: fc.option(anyTiers, { nil: undefined }),
    });
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 100 }), (bought, surchargePercent) => {
        const { quantity, unitPrice, tiers = [] } = bought;
        const parts = groupUnitsByPrice(bought);
        expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(quantity);
        expect(parts.every(({ count }) => count > 0)).toBe(true);
        const next = tiers.findLast(({ from }) => from <= quantity + 1)?.unitPrice ?? unitPrice;
        expect(priceOfUnits({ ...bought, quantity: quantity + 1 }) - priceOfUnits(bought)).toBe(next);
        const total = computeLineTotal({ ...bought, surchargePercent });
        expect(Number.isSafeInteger(total)).toBe(true);
        expect(computeLineTotal({ ...bought, quantity: quantity + 1, surchargePercent })).toBeGreaterThanOrEqual(total);
      }),
    );
  });
});

test.each([
  [{ percent: 10 }, 4999, 499],
  [{ percent: 100 }, 4999, 4999],
  [{ percent: 33 }, 1, 0],
  [{ amount: 500 }, 4999, 500],
  [{ amount: 500 }, 499, 499],
])('reduction %j of %i: %i', (reduction, amount, taken) => {
  expect(computeReduction(reduction, amount)).toBe(taken);
});

test.each([
  [10, [1, 1, 1], [4, 3, 3]],
  [1, [1, 5], [0, 1]],
  [5, [0, 0], [0, 0]],
  [7, [100, 0, 100], [4, 0, 3]],
  [100, [333, 333, 334], [33, 33, 34]],
  // One cent is left: the largest remainder gets it, of equal ones the heavier line, then the first.
  [4, [1, 2, 3], [1, 1, 2]],
  [2, [2, 1, 2], [1, 0, 1]],
  [1, [3, 5, 3], [0, 1, 0]],
  [3, [1, 3], [1, 2]],
  [3, [3, 1], [2, 1]],
  [1, [2, 2], [1, 0]],
  [2, [1, 3], [0, 2]],
  [2, [3, 1], [2, 0]],
  // Beyond the safe integers.
  [1_000_000_000_000, [10_000_000_000_000, 10_000_000_000_001], [500_000_000_000, 500_000_000_000]],
])('share of %i by weights %j: %j', (amount, weights, shares) => {
  expect(allocate(amount, weights)).toEqual(shares);
});

const line = fc.record({
  unitPrice: fc.integer({ min: 1, max: 10_000_000 }),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  tiers: fc.option(fc.constant([{ from: 5, unitPrice: 7 }]), { nil: undefined }),
  surchargePercent: fc.integer({ min: 0, max: 100 }),
  takes: fc.boolean(),
});
const lines = fc.array(line, { minLength: 1, maxLength: 50 });
const reduction = fc.option(
  fc.oneof(fc.record({ percent: fc.integer({ min: 1, max: 100 }) }), fc.record({ amount: fc.integer({ min: 1, max: 1_000_000_000_000 }) })),
  { nil: undefined },
);

describe('price of any order', () => {
  test('sum: the lines less their discounts, with no negative amount or fraction', () => {
    fc.assert(
      fc.property(lines, reduction, (ordered, given) => {
        const { lines: priced, subtotal, discount, price } = priceLines(ordered, given);
        const sum = (of: 'total' | 'discount') => priced.reduce((all, each) => all + each[of], 0);
        expect([sum('total'), sum('discount'), subtotal - discount]).toEqual([subtotal, discount, price]);
        for (const [index, { total, discount: share }] of priced.entries()) {
          expect(Number.isSafeInteger(total) && Number.isSafeInteger(share)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(ordered[index]?.takes ? total : 0);
        }
        expect(price).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('lines in another order: the same price and the same discount per line', () => {
    const shuffled = lines.chain((ordered) =>
      fc.tuple(fc.constant(ordered), fc.shuffledSubarray(ordered, { minLength: ordered.length, maxLength: ordered.length })),
    );
    fc.assert(
      fc.property(shuffled, reduction, ([ordered, other], given) => {
        const [one, two] = [priceLines(ordered, given), priceLines(other, given)];
        const listShares = ({ lines }: typeof one) => lines.map(({ total, discount }) => `${total} ${discount}`).toSorted();
        expect(two).toMatchObject({ subtotal: one.subtotal, discount: one.discount, price: one.price });
        expect(listShares(two)).toEqual(listShares(one));
      }),
    );
  });

  test('discount of a line: less than one cent from its exact share', () => {
    fc.assert(
      fc.property(lines, reduction, (ordered, given) => {
        const { lines: priced, discount } = priceLines(ordered, given);
        const taking = priced.reduce((all, { total }, index) => all + (ordered[index]?.takes ? total : 0), 0);
        for (const [index, { total, discount: share }] of priced.entries())
          if (ordered[index]?.takes) expect(Math.abs(share - (discount * total) / taking)).toBeLessThan(1);
      }),
    );
  });
});

describe('add-ons', () => {
  const tiers = [{ from: 11, unitPrice: 1_200 }];
  const addOns = [
    { unitPrice: 900, quantity: 3 },
    { unitPrice: 1_505, quantity: 1 },
  ];

  test('are added to the units, without the surcharge of a platform, and share in a discount', () => {
    const line = { unitPrice: 1_405, quantity: 12, tiers, surchargePercent: 10, addOns };
    expect(priceOfAddOns(addOns)).toBe(4_205);
    expect(computeLineTotal(line)).toBe(Math.floor(((10 * 1_405 + 2 * 1_200) * 110 + 50) / 100) + 4_205);
    const { lines, discount } = priceLines([{ ...line, takes: true }], { percent: 10 });
    expect([lines[0]?.total, discount]).toEqual([computeLineTotal(line), Math.floor(computeLineTotal(line) / 10)]);
  });

  test('none: the price of the units alone', () => {
    const line = { unitPrice: 1_405, quantity: 12, tiers, surchargePercent: 10 };
    expect([priceOfAddOns(), computeLineTotal({ ...line, addOns: [] })]).toEqual([0, computeLineTotal(line)]);
  });
});

test('purchase: fifty lines at most, as the documents of the API say', () => expect(MAX_LINES).toBe(50));
