import { describe, expect, test } from 'vitest';
import {
  alreadyUsedError,
  applyCoupon,
  type CouponContext,
  findCouponError,
  firstOnly,
  getCouponReduction,
  getEndableUntil,
  isLimited,
  type KnownCoupon,
  manyUnpaid,
  normalizeCode,
  toShownCoupon,
  unpaidUse,
  usedUpError,
} from './rules.ts';

const now = new Date('2026-05-12T09:30:00Z');
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);
const known: KnownCoupon = {
  id: 'one',
  code: 'WELCOME10',
  kind: 'percent',
  percent: 10,
  appliesTo: 'both',
  services: null,
  startsAt: null,
  expiresAt: null,
  totalLimit: null,
  customerLimit: null,
  firstPurchaseOnly: false,
  uses: 0,
  customerUses: 0,
  unpaidUse: false,
  endableUse: false,
  worth: undefined,
};
const amount = { kind: 'amount', percent: null, worth: { amount: 500, minimum: 0 } } as const;

test.each([
  [' welcome10 ', 'WELCOME10'],
  ['ＷＥＬＣＯＭＥ１０', 'WELCOME10'],
  ['Straße', 'STRASSE'],
])('typed code %j: read as %s', (typed, code) => expect(normalizeCode(typed)).toBe(code));

describe('whether a coupon can be used', () => {
  test.each<[string, Partial<KnownCoupon> | undefined, string | undefined]>([
    ['unknown', undefined, 'coupon.unknown'],
    ['without limits', {}, undefined],
    ['before its start', { startsAt: after }, 'coupon.unknown'],
    ['at its start', { startsAt: now }, undefined],
    ['a moment before its end', { expiresAt: after }, undefined],
    ['at its end', { expiresAt: now }, 'coupon.expired'],
    ['after its end', { expiresAt: before }, 'coupon.expired'],
    ['of which one use is left', { totalLimit: 3, uses: 2 }, undefined],
    ['whose uses are used up', { totalLimit: 3, uses: 3 }, 'coupon.usedUp'],
    ['whose uses are used up, one by an unpaid order that may be ended', { totalLimit: 3, uses: 3, endableUse: true }, undefined],
    ['whose customer has one use left', { customerLimit: 2, customerUses: 1 }, undefined],
    ['whose customer has used it up', { customerLimit: 2, customerUses: 2 }, 'coupon.yours'],
    ['whose customer has an unpaid use', { totalLimit: 3, unpaidUse: true }, 'coupon.unpaid'],
    ['without limits, with an unpaid use', { unpaidUse: true }, undefined],
    ['used up by the unpaid use itself', { customerLimit: 1, customerUses: 1, unpaidUse: true }, 'coupon.unpaid'],
    ['without an amount in the currency', { ...amount, worth: undefined }, 'coupon.currency'],
    ['with an amount in the currency', amount, undefined],
  ])('%s', (_, more, id) => {
    expect(findCouponError(more && { ...known, ...more }, now, 1)?.id).toBe(id);
  });

  test('an unpaid order: may be ended for another customer after five minutes', () => {
    expect(getEndableUntil(new Date('2026-11-01T12:00:00Z'))).toEqual(new Date('2026-11-01T11:55:00Z'));
  });

  test('no amount in the currency: says which', () => {
    expect(findCouponError({ ...known, ...amount, worth: undefined }, now, 1)?.values).toEqual({ currency: 'USD' });
  });
});

test.each([
  [{ totalLimit: null, customerLimit: null }, false],
  [{ totalLimit: 1, customerLimit: null }, true],
  [{ totalLimit: null, customerLimit: 1 }, true],
])('%o: limited is %s', (limits, limited) => expect(isLimited(limits)).toBe(limited));

test.each([
  [{ kind: 'percent', percent: 10, worth: undefined }, { percent: 10 }],
  [{ kind: 'percent', percent: null, worth: undefined }, undefined],
  [{ kind: 'amount', percent: 10, worth: { amount: 500, minimum: 0 } }, { amount: 500 }],
  [{ kind: 'amount', percent: null, worth: { amount: 0, minimum: 0 } }, undefined],
  [{ kind: 'amount', percent: null, worth: { amount: null, minimum: 0 } }, undefined],
  [{ kind: 'amount', percent: null, worth: undefined }, undefined],
] as const)('discount of %o: %o', (coupon, reduction) => expect(getCouponReduction(coupon)).toEqual(reduction));

describe('lines of a purchase', () => {
  const order: CouponContext = {
    what: 'orders',
    currency: 0,
    lines: [
      { serviceType: 1, total: 3_000 },
      { serviceType: 2, total: 2_000 },
    ],
    isFirstPurchase: false,
  };
  const deposit: CouponContext = { ...order, what: 'deposits', lines: [{ serviceType: null, total: 5_000 }] };
  const apply = (more: Partial<KnownCoupon>, context = order) => applyCoupon({ ...known, ...more }, context, 'en');
  const minimum = (least: number) => ({ worth: { amount: null, minimum: least } });
  const takes = (...of: readonly boolean[]) => ({
    lines: of.map((each) => ({ takes: each, why: each ? null : expect.objectContaining({ id: 'coupon.notThis' }) })),
  });

  test.each<[string, Partial<KnownCoupon>, CouponContext, unknown]>([
    ['for all: all lines', {}, order, takes(true, true)],
    ['for one service: its line', { services: [2] }, order, takes(false, true)],
    ['for another service: none', { services: [3] }, order, 'coupon.services'],
    ['for a service, on a deposit: none', { services: [1] }, deposit, 'coupon.services'],
    ['for all, on a deposit: the deposit', {}, deposit, takes(true)],
    ['for orders, on an order', { appliesTo: 'orders' }, order, takes(true, true)],
    ['for orders, on a deposit', { appliesTo: 'orders' }, deposit, 'coupon.ordersOnly'],
    ['for deposits, on a deposit', { appliesTo: 'deposits' }, deposit, takes(true)],
    ['for deposits, on an order', { appliesTo: 'deposits' }, order, 'coupon.depositsOnly'],
    ['for the first purchase, on the first', { firstPurchaseOnly: true }, { ...order, isFirstPurchase: true }, takes(true, true)],
    ['for the first purchase, on a later one', { firstPurchaseOnly: true }, order, 'coupon.firstOnly'],
    ['for any purchase, on the first', {}, { ...order, isFirstPurchase: true }, takes(true, true)],
    ['from as much as there is', minimum(5_000), order, takes(true, true)],
    ['from a cent more', minimum(5_001), order, 'coupon.minimum'],
    ['from more than the lines of its service', { ...minimum(2_001), services: [2] }, order, 'coupon.minimum'],
    ['from as much as the line of its service', { ...minimum(2_000), services: [2] }, order, takes(false, true)],
  ])('%s', (_, coupon, context, expected) => {
    const result = apply(coupon, context);
    expect('error' in result ? result.error.id : result).toEqual(expected);
  });

  test('too little: says how much counts, and how much is needed', () => {
    expect(apply({ ...minimum(2_001), services: [2] })).toMatchObject({ error: { values: { minimum: '€20.01', amount: '€20.00' } } });
  });

  test('errors by the database: have the same words', () => {
    expect([unpaidUse, manyUnpaid, usedUpError, alreadyUsedError, firstOnly].map(({ id }) => id)).toEqual([
      'coupon.unpaid',
      'coupon.manyUnpaid',
      'coupon.usedUp',
      'coupon.yours',
      'coupon.firstOnly',
    ]);
  });
});

describe('coupon as it is shown', () => {
  test('percentage: without an amount, also if there is one', () => {
    expect(toShownCoupon({ ...known, worth: { amount: 500, minimum: 700 }, expiresAt: now, totalLimit: 1 }, 3)).toEqual({
      code: 'WELCOME10',
      kind: 'percent',
      currency: 3,
      appliesTo: 'both',
      percent: 10,
      amount: null,
      minimum: 700,
      expiresAt: '2026-05-12T09:30:00.000Z',
      limited: true,
    });
  });

  test('amount: without a percentage, also if there is one', () => {
    expect(toShownCoupon({ ...known, ...amount, percent: 10 }, 0)).toMatchObject({
      percent: null,
      amount: 500,
      minimum: 0,
      expiresAt: null,
      limited: false,
    });
    expect(toShownCoupon({ ...known, ...amount, worth: undefined }, 0)).toMatchObject({ amount: null, minimum: 0 });
  });
});
