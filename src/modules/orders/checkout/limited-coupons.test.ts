// A coupon with limited uses: an unpaid purchase holds one use only as long as its link is open.

import { randomUUID } from 'node:crypto';
import { story } from '../../../../tests/support/cart-lines.ts';
import {
  again,
  type Buyer,
  buyer,
  deposit,
  funded,
  getErrors,
  listOrders,
  order,
  pay,
  placed,
  statuses,
  test,
} from '../../../../tests/support/money.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import {
  addCoupon,
  addCouponUse,
  type CouponOptions,
  couponId,
  couponUses,
  deleteCouponUses,
  expireCoupon,
  isUseReleased,
  usesHeld,
} from '../../../../tests/support/rows/wallet.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';

const makeCode = (shop: Shop, options: CouponOptions = {}): Promise<string> => addCoupon(shop, { appliesTo: 'both', ...options });
const countUses = async (shop: Shop, code: string) => (await couponUses(shop, code)).counted;
const retryPayment = (shop: Shop, who: Buyer, request: { purchaseId: string; withoutCoupon?: boolean; payFromBalance?: boolean }) =>
  shop.call('POST /api/orders/pay', request, { token: who.token });
const minutesOpen = async (shop: Shop, who: Buyer) => {
  const [first] = await listOrders(shop, who);
  return (new Date(first?.linkExpiresAt ?? 0).getTime() - shop.clock.now().getTime()) / 60_000;
};

/** Lets the link expire and polls the provider. */
async function expire(shop: Shop, who: Buyer): Promise<Buyer> {
  shop.clock.turn({ minutes: 32 });
  await letRun(shop, 'payments.poll');
  return again(shop, who);
}

describe('limited coupon', () => {
  test('payment link: open 30 minutes with a limited code, else 24 hours', async ({ shop }) => {
    await shop.makeDemo();
    for (const [minutes, couponCode] of [
      [24 * 60, 'WELCOME10'],
      [30, await makeCode(shop, { totalLimit: 5 })],
      [30, await makeCode(shop, { customerLimit: 1 })],
    ] as const) {
      const ada = await buyer(shop);
      await placed(shop, ada, { couponCode });
      expect(await minutesOpen(shop, ada)).toBe(minutes);
      expect(await listOrders(shop, ada)).toMatchObject([{ couponReleased: false }]);
    }
  });

  test('coupon lookup: the answer has whether the code is limited', async ({ shop }) => {
    const ada = await buyer(shop);
    const lookUp = async (code: string) => (await shop.call('GET /api/orders/coupon', { code }, { token: ada.token })).body;
    expect(await lookUp(await makeCode(shop, { totalLimit: 5 }))).toMatchObject({ limited: true });
    expect(await lookUp(await makeCode(shop))).toMatchObject({ limited: false });
  });

  test('second unpaid purchase with the code: refused for the same account, accepted from others and after payment', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 10 });
    const [ada, bob] = [await buyer(shop), await buyer(shop)];
    const { paymentLink } = await placed(shop, ada, { couponCode: code });
    const why = 'You have an unpaid order or deposit with this code. Pay or cancel it first.';
    expect(getErrors(await order(shop, ada, { couponCode: code, price: 8_910 }))).toEqual([400, { couponCode: [why] }]);
    // The quote gives the same error before the purchase.
    const cart = { currency: 0 as const, couponCode: code, orderFormData: [story()] };
    expect(getErrors(await shop.call('POST /api/orders/quote', cart, { token: ada.token }))).toEqual([400, { couponCode: [why] }]);
    expect(getErrors(await shop.call('GET /api/orders/coupon', { code }, { token: ada.token }))).toEqual([400, { code: [why] }]);
    await placed(shop, bob, { couponCode: code });
    await pay(paymentLink);
    await expect.poll(() => statuses(shop, ada)).toEqual([2]);
    await placed(shop, ada, { couponCode: code });
    expect(await countUses(shop, code)).toBe(3);
  });

  test('ten purchases at once: one account holds one use', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 10 });
    const ada = await buyer(shop);
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(shop, ada, { couponCode: code, price: 8_910 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect(await countUses(shop, code)).toBe(1);
  });

  test('naive version: a check before the write lets one account hold several uses', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 10 });
    const id = await couponId(shop, code);
    const accountId = randomUUID();
    const naive = async () => {
      if ((await usesHeld(shop, id, accountId)) > 0) return false;
      await addCouponUse(shop, id, accountId);
      return true;
    };
    const done = await Promise.all(Array.from({ length: 10 }, naive));
    expect(done.filter(Boolean).length).toBeGreaterThan(1);
    await deleteCouponUses(shop, accountId);
  });

  test('expired link: the use is released, and a new link claims it again', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 1 });
    const { purchaseId, ada } = await withExpired(shop, code);
    expect(await countUses(shop, code)).toBe(0);
    expect(await listOrders(shop, ada)).toMatchObject([{ paymentLink: null, couponReleased: true, purchasePrice: 8_910 }]);
    const { status, body } = await retryPayment(shop, ada, { purchaseId });
    expect([status, await countUses(shop, code), await minutesOpen(shop, ada)]).toEqual([200, 1, 30]);
    await pay(body.paymentLink ?? '');
    await expect.poll(() => statuses(shop, ada)).toEqual([2]);
  });

  test('new link after the code is used up: the new total is shown, and nothing changes until the customer accepts it', async ({
    shop,
  }) => {
    const code = await makeCode(shop, { totalLimit: 1 });
    const { purchaseId, ada } = await withExpired(shop, code);
    await placed(shop, await buyer(shop), { couponCode: code });
    const newTotalError = { couponCode: ['This order’s code is no longer available. Without it, the total is €99.00.'] };
    expect(getErrors(await retryPayment(shop, ada, { purchaseId }))).toEqual([400, newTotalError]);
    expect(getErrors(await retryPayment(shop, ada, { purchaseId, payFromBalance: true }))).toEqual([400, newTotalError]);
    expect(await listOrders(shop, ada)).toMatchObject([{ paymentLink: null, price: 8_910 }]);
    const { status, body } = await retryPayment(shop, ada, { purchaseId, withoutCoupon: true });
    expect(status).toBe(200);
    expect(await listOrders(shop, ada)).toMatchObject([{ price: 9_900, purchasePrice: 9_900, couponReleased: false }]);
    expect(await minutesOpen(shop, ada)).toBe(24 * 60);
    await pay(body.paymentLink ?? '');
    await expect.poll(() => statuses(shop, ada)).toEqual([2]);
  });

  test.for<[string, CouponOptions, (shop: Shop, who: Buyer, code: string) => Promise<unknown>]>([
    ['its customer has used it since', { customerLimit: 1 }, (shop, who, couponCode) => paid(shop, who, { couponCode })],
    ['its customer has another unpaid order with it', { totalLimit: 5 }, (shop, who, couponCode) => placed(shop, who, { couponCode })],
    ['its customer has bought something since', { totalLimit: 5, firstPurchaseOnly: true }, (shop, who) => paid(shop, who)],
    ['it expires at this moment', { totalLimit: 5 }, (shop, _, code) => expireCoupon(shop, code, shop.clock.now())],
  ])('released code: not claimed again when %s', async ([, options, happens], { shop }) => {
    const code = await makeCode(shop, options);
    const { purchaseId, ada } = await withExpired(shop, code);
    await happens(shop, ada, code);
    const uses = await countUses(shop, code);
    const gone = { couponCode: ['This order’s code is no longer available. Without it, the total is €99.00.'] };
    expect(getErrors(await retryPayment(shop, ada, { purchaseId }))).toEqual([400, gone]);
    expect(await countUses(shop, code)).toBe(uses);
  });

  test('code used up by an unpaid order, without rate limits: its link is not ended for another customer', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 1 });
    const { purchaseId } = await placed(shop, await buyer(shop), { couponCode: code });
    shop.clock.turn({ minutes: 6 });
    expect((await order(shop, await buyer(shop), { couponCode: code, price: 8_910 })).status).toBe(400);
    expect(await isUseReleased(shop, purchaseId)).toBe(false);
  });

  test('payment from the balance: claims the released code again', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 1 });
    const { purchaseId, ada } = await withExpired(shop, code);
    await funded(shop, ada, 8_910);
    expect((await retryPayment(shop, ada, { purchaseId, payFromBalance: true })).status).toBe(200);
    expect([await statuses(shop, ada), await countUses(shop, code)]).toEqual([[2], 1]);
  });

  test('released code: of eight new links and purchases at once, one gets the last use', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 1 });
    const owners: Awaited<ReturnType<typeof withExpired>>[] = [];
    for (let i = 0; i < 4; i++) owners.push(await withExpired(shop, code));
    const ready = await Promise.all(owners.map(async ({ purchaseId, ada }) => ({ purchaseId, ada: await again(shop, ada) })));
    const others = await Promise.all(Array.from({ length: 4 }, () => buyer(shop)));
    const answers = await Promise.all([
      ...ready.map(({ purchaseId, ada }) => retryPayment(shop, ada, { purchaseId })),
      ...others.map((who) => order(shop, who, { couponCode: code, price: 8_910 })),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await countUses(shop, code)).toBe(1);
  });

  test('payment in time with a late webhook: the order is paid and keeps its use', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 1 });
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada, { couponCode: code });
    await pay(paymentLink, 'late');
    const later = await expire(shop, ada);
    expect([await statuses(shop, later), await countUses(shop, code)]).toEqual([[2], 1]);
  });

  test('one order of two cancelled after the code was released: the rest has no link until the code is claimed again', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 1 });
    const { purchaseId, orderIds, ada } = await withExpired(shop, code, 2);
    expect((await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token })).status).toBe(204);
    expect((await listOrders(shop, ada)).map(({ paymentLink, couponReleased }) => [paymentLink, couponReleased])).toEqual(
      [
        [null, true],
        [null, false],
      ].reverse(),
    );
    expect((await retryPayment(shop, ada, { purchaseId })).status).toBe(200);
    expect(await countUses(shop, code)).toBe(1);
  });

  test('code without limits: keeps its use when the link expires', async ({ shop }) => {
    const code = await makeCode(shop);
    const ada = await buyer(shop);
    await placed(shop, ada, { couponCode: code });
    shop.clock.turn({ hours: 24, minutes: 2 });
    await letRun(shop, 'payments.poll');
    expect(await listOrders(shop, await again(shop, ada))).toMatchObject([{ paymentLink: null, couponReleased: false }]);
    expect(await countUses(shop, code)).toBe(1);
  });

  test('deposit: its limited code is released with the link', async ({ shop }) => {
    const code = await makeCode(shop, { totalLimit: 1 });
    const ada = await buyer(shop);
    const { body } = await deposit(shop, ada, { depositAmount: 10_000, price: 9_000, couponCode: code });
    const later = await expire(shop, ada);
    expect(await countUses(shop, code)).toBe(0);
    const { body: seen } = await shop.call('GET /api/balance/deposit', { id: body.depositId }, { token: later.token });
    expect(seen).toMatchObject({ state: 'expired', paymentLink: null });
    expect((await deposit(shop, later, { depositAmount: 10_000, price: 9_000, couponCode: code })).status).toBe(200);
  });
});

/** An order with an expired link and a released code. */
async function withExpired(shop: Shop, code: string, lines = 1) {
  const before = await buyer(shop);
  const { purchaseId, orderIds } = await placed(shop, before, { couponCode: code, lines: Array.from({ length: lines }, () => story()) });
  return { purchaseId, orderIds, ada: await expire(shop, before) };
}

/** An order that is paid by its link. */
async function paid(shop: Shop, who: Buyer, request: Parameters<typeof placed>[2] = {}): Promise<void> {
  const { paymentLink, orderIds } = await placed(shop, who, request);
  await pay(paymentLink);
  const getStatus = async () => (await listOrders(shop, who)).find(({ id }) => id === orderIds[0])?.status;
  await expect.poll(getStatus).toBe(2);
}
