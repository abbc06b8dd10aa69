// Tests coupons over HTTP and through the module: what a code is worth, when it applies, and its limits under
// concurrency.

import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { Currency } from '#lib/money/money.ts';
import { UserError } from '#lib/user-error.ts';
import { transaction } from '#platform/database/database.ts';
import { logIn, register } from '../../../tests/support/accounts.ts';
import { addCouponUse, couponId, couponUses, usesHeld } from '../../../tests/support/rows/wallet.ts';
import { test as base, expect, type Shop } from '../../../tests/support/shop.ts';
import { createCoupons } from './actions.ts';
import { insertCoupon, type NewCoupon } from './queries.ts';
import { normalizeCode } from './rules.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

let shop: Shop;
let token = '';
test.beforeEach(async ({ shop: opened }) => {
  shop = opened;
  await shop.makeDemo();
  token = (await logIn(shop, await register(shop))).token;
});

const lookUp = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.urls.storefront}/api/orders/coupon${query}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
const refused = async (query: string, headers = {}) => {
  const answer = await lookUp(query, headers);
  return [answer.status, ((await answer.json()) as { errors?: unknown }).errors];
};

async function make(more: Partial<NewCoupon> = {}): Promise<{ id: string; code: string }> {
  const code = randomUUID().toUpperCase();
  const row = {
    code,
    codeKey: normalizeCode(code),
    kind: 'percent',
    percent: 10,
    appliesTo: 'orders',
    createdAt: new Date(),
    ...more,
  } as const;
  await insertCoupon(shop.ctx.db.orm, row, []);
  return { id: await couponId(shop, code), code };
}

describe('coupon look-up', () => {
  test.for([
    ['?code=WELCOME10', { code: 'WELCOME10', kind: 'percent', percent: 10, amount: null, currency: 0, appliesTo: 'orders', minimum: 0 }],
    ['?code=%20welcome10%20', { code: 'WELCOME10' }],
    ['?code=ｗｅｌｃｏｍｅ１０', { code: 'WELCOME10' }],
    ['?code=FIVE', { kind: 'amount', percent: null, amount: 500, currency: 0, appliesTo: 'both', minimum: 2000, expiresAt: null }],
    ['?code=FIVE&currency=4', { amount: 5500, currency: 4, minimum: 22000 }],
    ['?code=TOPUP5&currency=1', { percent: 5, currency: 1, appliesTo: 'deposits' }],
  ] as const)('%s returns the coupon', async ([query, coupon]) => {
    const answer = await lookUp(query);
    expect([answer.status, await answer.json()]).toMatchObject([200, coupon]);
  });

  test.for([
    ['', ['Enter the code.']],
    ['?code=', ['Enter the code.']],
    ['?code=%20', ['Enter the code.']],
    ['?code=NOSUCH', ['This code isn’t valid. Check it and try again.']],
    ['?code=LATE', ['This code has expired.']],
    [`?code=${'x'.repeat(200)}`, ['This code isn’t valid. Check it and try again.']],
    ['?code=%00', ['Enter the code.']],
  ] as const)('"%s" is refused with an error on the code', async ([query, words]) => {
    expect(await refused(query)).toEqual([400, { code: words }]);
  });

  test('the error is in the language of the visitor', async () => {
    expect(await refused('?code=LATE', { 'accept-language': 'ja' })).toEqual([400, { code: ['このコードは有効期限が切れています。'] }]);
  });

  test.for(['2', 'x', '-1'])('a currency of "%s" is refused', async (currency) => {
    expect(await refused(`?code=FIVE&currency=${currency}`)).toMatchObject([400, { currency: [expect.any(String)] }]);
  });

  test('a look-up without a log-in gets 401', async () => {
    expect((await fetch(`${shop.urls.storefront}/api/orders/coupon?code=FIVE`)).status).toBe(401);
  });

  test('a coupon is unknown before its start and expired from its end', async () => {
    const now = shop.clock.now().getTime();
    const { code } = await make({ startsAt: new Date(now + 60_000), expiresAt: new Date(now + 120_000) });
    expect(await refused(`?code=${code}`)).toEqual([400, { code: ['This code isn’t valid. Check it and try again.'] }]);
    shop.clock.turn({ seconds: 60 });
    expect((await lookUp(`?code=${code}`)).status).toBe(200);
    shop.clock.turn({ seconds: 60 });
    expect(await refused(`?code=${code}`)).toEqual([400, { code: ['This code has expired.'] }]);
  });

  test('an amount coupon without an amount in the currency is refused', async () => {
    const { code } = await make({ kind: 'amount', percent: null });
    expect(await refused(`?code=${code}&currency=3`)).toEqual([400, { code: ['This code isn’t valid for payments in AUD.'] }]);
  });
});

describe('coupon applied to a cart', () => {
  const accountId = randomUUID();
  const lines = [
    { serviceType: 1, total: 9_900 },
    { serviceType: 5, total: 900 },
  ] as const;
  const tryOn = (code: string, more: object = {}) =>
    createCoupons(shop.ctx).tryOn(
      shop.ctx.db.orm,
      { code, accountId, locale: 'en' },
      { what: 'orders', currency: Currency.EUR, lines, isFirstPurchase: async () => true, ...more },
    );
  const whyNot = async (code: string, more: object = {}) => {
    const error = await tryOn(code, more).catch((cause: unknown) => cause);
    return error instanceof UserError ? error.errors.couponCode?.[0]?.id : undefined;
  };

  test('each line says whether the coupon applies to it, and why not', async () => {
    const { code } = await make({ services: [1] });
    expect(await tryOn(code)).toMatchObject({
      reduction: { percent: 10 },
      lines: [
        { takes: true, why: null },
        { takes: false, why: { id: 'coupon.notThis' } },
      ],
    });
  });

  test('a coupon that does not apply is refused with the reason', async () => {
    expect(await whyNot('TOPUP5')).toBe('coupon.depositsOnly');
    expect(await whyNot('WELCOME10', { what: 'deposits' })).toBe('coupon.ordersOnly');
    expect(await whyNot('FIVE', { lines: [{ serviceType: 5, total: 1_999 }] })).toBe('coupon.minimum');
    expect(await whyNot('FIVE', { lines: [{ serviceType: 5, total: 2_000 }] })).toBeUndefined();
    expect(await whyNot((await make({ services: [3] })).code)).toBe('coupon.services');
    expect(await whyNot((await make({ firstPurchaseOnly: true })).code, { isFirstPurchase: async () => false })).toBe('coupon.firstOnly');
    expect(await whyNot((await make({ firstPurchaseOnly: true })).code)).toBeUndefined();
  });
});

describe('coupon claimed in a purchase', () => {
  const claim = (couponId: string, { accountId = randomUUID(), purchaseId = randomUUID() } = {}) =>
    transaction(shop.ctx.db, (tx) => createCoupons(shop.ctx).claim(tx, { couponId, accountId, purchaseId }));
  const count = async (claims: readonly Promise<void>[]) => {
    const outcomes = await Promise.allSettled(claims);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(UserError);
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  test.for([1, 100])('200 concurrent claims: exactly %i succeed', async (totalLimit) => {
    const { id, code } = await make({ totalLimit });
    expect(await count(Array.from({ length: 200 }, () => claim(id)))).toBe(totalLimit);
    expect(await couponUses(shop, code)).toEqual({ counted: totalLimit, held: totalLimit });
  });

  test('naive version that counts before it writes exceeds the limit', async () => {
    const { id } = await make({ totalLimit: 1 });
    const naive = async () => {
      if ((await usesHeld(shop, id)) >= 1) throw new UserError(400);
      await addCouponUse(shop, id);
    };
    expect(await count(Array.from({ length: 200 }, naive))).toBeGreaterThan(1);
  });

  test('concurrent claims of one customer stop at the limit per customer', async () => {
    const { id, code } = await make({ customerLimit: 2 });
    const accountId = randomUUID();
    expect(await count(Array.from({ length: 20 }, () => claim(id, { accountId })))).toBe(2);
    expect(await couponUses(shop, code)).toEqual({ counted: 2, held: 2 });
    expect(await count([claim(id)])).toBe(1);
    expect((await lookUp(`?code=${code}`)).status).toBe(200);
  });

  test('a purchase that fails claims nothing', async () => {
    const { id, code } = await make({ totalLimit: 1 });
    const failing = transaction(shop.ctx.db, async (tx) => {
      await createCoupons(shop.ctx).claim(tx, { couponId: id, accountId: randomUUID(), purchaseId: randomUUID() });
      throw new Error('the purchase fails');
    });
    await expect(failing).rejects.toThrow('the purchase fails');
    expect(await couponUses(shop, code)).toEqual({ counted: 0, held: 0 });
  });

  test('a cancelled purchase releases its claim once', async () => {
    const { id, code } = await make({ totalLimit: 1 });
    const purchaseId = randomUUID();
    await claim(id, { purchaseId });
    expect(await refused(`?code=${code}`)).toEqual([400, { code: ['This code has reached its limit.'] }]);
    const free = () => transaction(shop.ctx.db, (tx) => createCoupons(shop.ctx).free(tx, purchaseId));
    await Promise.all([free(), free(), free()]);
    expect(await couponUses(shop, code)).toEqual({ counted: 0, held: 0 });
    expect(await count([claim(id), claim(id)])).toBe(1);
  });
});
