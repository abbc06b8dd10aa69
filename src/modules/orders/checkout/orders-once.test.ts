// Idempotency keys, batches of concurrent purchases, and coupons under concurrent purchases.

import { logIn } from '../../../../tests/support/accounts.ts';
import { story, tags } from '../../../../tests/support/cart-lines.ts';
import {
  type Buyer,
  becomes,
  buyer,
  deposit,
  fetchPrice,
  funded,
  getBalance,
  getErrors,
  once,
  order,
  pay,
  placed,
  statuses,
  test,
} from '../../../../tests/support/money.ts';
import { accountId } from '../../../../tests/support/rows/accounts.ts';
import { purchaseRow } from '../../../../tests/support/rows/orders.ts';
import { addCoupon, balancesAfterSpends, giveBonusTo } from '../../../../tests/support/rows/wallet.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';

describe('idempotency key', () => {
  test('100 equal requests at once make one order', async ({ shop }) => {
    const ada = await buyer(shop);
    const price = await fetchPrice(shop, ada, [story()]);
    const key = once();
    const all = await Promise.all(Array.from({ length: 100 }, () => order(shop, ada, { price }, key)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(all.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await statuses(shop, ada)).toEqual([1]);
  });

  test('another body under the key is refused, and accepted after a day', async ({ shop }) => {
    const ada = await buyer(shop);
    const key = once();
    await placed(shop, ada, {}, key);
    expect(getErrors(await order(shop, ada, { lines: [tags()] }, key))).toEqual([
      400,
      { '': ['This Idempotency-Key was already used with a different request.'] },
    ]);
    shop.clock.turn({ hours: 24 });
    const later = { ...ada, token: (await logIn(shop, ada.email)).token };
    await placed(shop, later, { lines: [tags()] }, key);
    expect(await statuses(shop, later)).toEqual([1, 1]);
  });

  test('a refused order can be sent again under the same key', async ({ shop }) => {
    const ada = await buyer(shop);
    const key = once();
    expect((await order(shop, ada, { price: 1 }, key)).status).toBe(400);
    await placed(shop, ada, {}, key);
  });

  test('a repeat gets the first answer although the coupon is used up now', async ({ shop }) => {
    await shop.makeDemo();
    const ada = await buyer(shop);
    const key = once();
    const request = { couponCode: 'ONCE', price: 7_920 };
    const first = await placed(shop, ada, request, key);
    expect(await placed(shop, ada, request, key)).toEqual(first);
    expect((await order(shop, await buyer(shop), request)).status).toBe(400);
  });

  test('an invalid key gets 400', async ({ shop }) => {
    const ada = await buyer(shop);
    for (const key of ['', 'a b', 'x'.repeat(256)]) expect((await order(shop, ada, {}, once(key))).status, key).toBe(400);
  });
});

describe('attempt: lookup by its key', () => {
  const request = (shop: Shop, { token }: Buyer, key: string) => shop.call('GET /api/payments/attempt', { key }, { token });
  const nothing = { purchaseId: null, depositId: null };

  test('purchase and deposit are found for a day, by their own account only', async ({ shop }) => {
    const [ada, other] = [await buyer(shop), await buyer(shop)];
    expect((await request(shop, ada, 'buy-1')).body).toEqual(nothing);
    const { purchaseId } = await placed(shop, ada, {}, once('buy-1'));
    const { depositId } = (await deposit(shop, ada, {}, once('fill-1'))).body;
    expect((await request(shop, ada, 'buy-1')).body).toEqual({ purchaseId, depositId: null });
    expect((await request(shop, ada, 'fill-1')).body).toEqual({ purchaseId: null, depositId });
    expect((await request(shop, other, 'buy-1')).body).toEqual(nothing);
    shop.clock.turn({ hours: 24 });
    const later = { ...ada, token: (await logIn(shop, ada.email)).token };
    expect((await request(shop, later, 'buy-1')).body).toEqual(nothing);
  });

  test('an invalid key gets 400', async ({ shop }) => {
    const ada = await buyer(shop);
    for (const key of ['', 'a b', 'x'.repeat(256)]) expect((await request(shop, ada, key)).status, key).toBe(400);
  });
});

describe('concurrent orders', () => {
  const MOST = 12;

  test('orders in one batch succeed or fail independently', async ({ shop }) => {
    const price = await fetchPrice(shop, await buyer(shop), [story()]);
    const all = await Promise.all(Array.from({ length: MOST }, () => buyer(shop)));
    const rich = all.slice(0, 4);
    // The balance of each covers one order.
    for (const who of rich) await funded(shop, who, price);
    const [known] = all;
    const key = once();
    if (known) await placed(shop, known, { price }, key);

    const request = (who: Buyer, more: object, options = once()) => order(shop, who, { price, ...more }, options);
    const answers = await Promise.all([
      ...all.map((who) => request(who, {})),
      ...rich.map((who) => request(who, { payFromBalance: true })),
      ...rich.map((who) => request(who, { payFromBalance: true })),
      ...(known ? [request(known, {}, key), order(shop, known, { lines: [tags()] }, key)] : []),
    ]);
    expect(answers.slice(0, MOST).map(({ status }) => status)).toEqual(Array(MOST).fill(200));
    const spent = answers.slice(MOST, MOST + 2 * rich.length);
    expect(spent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 400, 400, 400, 400]);
    for (const { status, body } of spent)
      if (status === 400) expect(body).toMatchObject({ errors: { payFromBalance: ['Your balance is too low for this order.'] } });
    expect(answers.slice(-2).map(({ status }) => status)).toEqual([200, 400]);
    for (const [place, who] of all.entries())
      expect((await statuses(shop, who)).sort()).toEqual(place === 0 ? [1, 1, 2] : place < rich.length ? [1, 2] : [1]);
  });

  test('orders share a commit, and each has its own ledger entry', async ({ shop }) => {
    const ada = await buyer(shop);
    const price = await fetchPrice(shop, ada, [story()]);
    await funded(shop, ada, 2 * price + 100);
    const id = await accountId(shop, ada.email);
    // The third uses the rest of the cash and promotional credit, the fourth promotional credit alone.
    await giveBonusTo(shop, id, 2 * price);
    const all = await Promise.all([1, 2, 3, 4].map(() => placed(shop, ada, { price, payFromBalance: true }, once())));
    expect(await getBalance(shop, ada)).toBe(100);
    expect((await order(shop, ada, { price, payFromBalance: true }, once())).status).toBe(400);

    const rows = await Promise.all(all.map(({ purchaseId }) => purchaseRow(shop, purchaseId)));
    expect(rows.map(({ promo }) => promo).sort((a, b) => a - b)).toEqual([0, 0, price - 100, price]);
    expect(new Set(rows.map(({ commit }) => commit)).size).toBeLessThan(all.length);
    expect(await balancesAfterSpends(shop, id)).toEqual([3 * price + 100, 2 * price + 100, 2 * price, price + 100, 100]);
  });
});

describe('coupon', () => {
  // The tests of the coupons module have a naive version of this race.
  test.for([
    [1, 20],
    [5, 20],
  ] as const)('a limit of %i holds for %i buyers at once', async ([uses, buyers], { shop }) => {
    const code = await addCoupon(shop, { totalLimit: uses });
    const all = await Promise.all(Array.from({ length: buyers }, () => buyer(shop)));
    const answers = await Promise.all(all.map((who) => order(shop, who, { couponCode: code, price: 8_910 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(uses);
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toMatchObject({ errors: { couponCode: ['This code has reached its limit.'] } });
  });

  test('a code for a first purchase: one open purchase at a time, refused after payment', async ({ shop }) => {
    const code = await addCoupon(shop, { firstPurchaseOnly: true });
    const ada = await buyer(shop);
    const both = await Promise.all([1, 2].map(() => order(shop, ada, { couponCode: code, price: 8_910 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    await pay(both.find(({ status }) => status === 200)?.body.paymentLink ?? '');
    await becomes(shop, ada, [2]);
    expect(getErrors(await order(shop, ada, { couponCode: code, price: 8_910 }))).toEqual([
      400,
      { couponCode: ['This code is only for a first purchase.'] },
    ]);
  });
});
