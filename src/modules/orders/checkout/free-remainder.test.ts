// If the paid line of an unpaid purchase is cancelled and a coupon covers the rest, there is nothing to pay:
// the purchase is settled immediately.

import { story, tags } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { type Buyer, buyer, cancel, getBalance, listOrders, pay, placed, test } from '../../../../tests/support/money.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { purchaseRow } from '../../../../tests/support/rows/orders.ts';
import { listPayments } from '../../../../tests/support/rows/payments.ts';
import { addCoupon, isUseReleased } from '../../../../tests/support/rows/wallet.ts';
import { listPieces } from '../../../../tests/support/rows/work.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';

const HASHTAGS = 5;

/** A story at full price first, then free hashtags. */
async function mixed(shop: Shop, who: Buyer) {
  const code = await addCoupon(shop, { percent: 100, services: [HASHTAGS], totalLimit: 1 });
  return placed(shop, who, { lines: [story(), tags()], couponCode: code, price: 9_900, startNow: true });
}

const byCustomer = async (shop: Shop, who: Buyer, orderId: string): Promise<number> =>
  (await shop.call('POST /api/orders/cancel', { orderId }, { token: who.token })).status;
const byOperator = async (shop: Shop, _: Buyer, orderId: string): Promise<number> =>
  (await cancel(await operating(shop, 'manager'), orderId, { back: 0 })).status;

describe('unpaid purchase: cancelling its last paid line', () => {
  test.for([
    ['customer', byCustomer],
    ['operator', byOperator],
  ] as const)('by the %s: the free remainder is paid at once, confirmed, and keeps its coupon', async ([, cancelLine], { shop }) => {
    const ada = await buyer(shop);
    const { orderIds, purchaseId, paymentLink } = await mixed(shop, ada);
    // The webhook arrives after the cancellation, so the payment is credited to the balance.
    await pay(paymentLink, 'late');
    expect(await cancelLine(shop, ada, orderIds[0] ?? '')).toBe(204);
    expect((await listOrders(shop, ada)).map(({ status, price, paymentLink }) => [status, price, paymentLink])).toEqual([
      [-1, 9_900, null],
      [2, 0, null],
    ]);
    const request = (payFromBalance: boolean) => shop.call('POST /api/orders/pay', { purchaseId, payFromBalance }, { token: ada.token });
    for (const fromBalance of [true, false])
      expect((await request(fromBalance)).body).toMatchObject({ errors: { '': ['There’s nothing left to pay.'] } });
    expect(await purchaseRow(shop, purchaseId)).toMatchObject({ state: 'paid', paidFrom: 'nothing', price: 0 });
    expect((await listPayments(shop, purchaseId)).map(({ state }) => state)).not.toContain('open');
    shop.clock.turn({ minutes: 1 });
    await expect.poll(() => getBalance(shop, ada)).toBe(9_900);
  });

  test('the remaining order is due, and a confirmation is mailed', async ({ shop }) => {
    const ada = await buyer(shop);
    const { orderIds } = await mixed(shop, ada);
    await byCustomer(shop, ada, orderIds[0] ?? '');
    expect(await listPieces(shop, orderIds[1] ?? '')).toMatchObject([{ mayBeginAt: expect.any(Date), dueAt: expect.any(Date) }]);
    await letRun(shop, 'orders.sendConfirmations');
    const [, remaining] = await listOrders(shop, ada);
    expect((await shop.mail(ada.email, /^Your order is confirmed/)).text).toContain(remaining?.number);
  });

  test('the customer cancels both lines: nothing is paid and the coupon is free again', async ({ shop }) => {
    const ada = await buyer(shop);
    const { orderIds, purchaseId } = await mixed(shop, ada);
    // The free line first, then the paid one.
    for (const id of orderIds.toReversed()) expect(await byCustomer(shop, ada, id)).toBe(204);
    expect((await purchaseRow(shop, purchaseId)).state).toBe('cancelled');
    expect(await isUseReleased(shop, purchaseId)).toBe(true);
  });
});
