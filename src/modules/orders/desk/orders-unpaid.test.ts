// Tests cancelling an unpaid order at the desk while its payment may arrive: it is either paid or cancelled,
// and no money is lost.
// A naive version shows that the race is real.

import { kits, story, suite } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import {
  becomes,
  buyer,
  cancel,
  expectAudited,
  getBalance,
  listOrders,
  pay,
  placed,
  refund,
  statuses,
} from '../../../../tests/support/money.ts';
import { cancelOrder, cancelPurchase, orderRow, sumMoney } from '../../../../tests/support/rows/orders.ts';
import { giveBonus } from '../../../../tests/support/rows/wallet.ts';
import { test as base, describe, expect, shop as openShop } from '../../../../tests/support/shop.ts';
import { auditBooks } from '../../../audit/audit.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });
const PRICE = 9_900;

describe('unpaid order cancelled at the desk', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('a cancellation needs a reason, closes the payment link, emails the customer and refunds nothing', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const { orderIds, purchaseId } = await placed(shop, ada);
    const id = orderIds[0] ?? '';
    expect((await refund(manager, id, { amount: 100 })).status).toBe(400);
    expect((await manager.call('GET /api/order/back', { id, to: 'source' })).body).toMatchObject({ kept: 0, back: 0, toSource: 0 });
    expect(
      (await manager.call('POST /api/order/cancel', { act: crypto.randomUUID(), id, back: 0, to: 'source', why: '' })).body,
    ).toHaveProperty('errors.why');
    const act = crypto.randomUUID();
    for (let turn = 0; turn < 2; turn++) expect((await cancel(manager, id, { back: 0, act })).status).toBe(204);
    expect((await cancel(manager, id, { back: 0 })).status).toBe(400);
    expect(await statuses(shop, ada)).toEqual([-1]);
    const { body } = await manager.call('GET /api/order', { id });
    expect(body.payments.map(({ state }) => state)).toEqual(['cancelled']);
    expect(body.audit).toMatchObject([
      { act: 'order.cancel', operatorId: manager.id, before: { status: 1, price: PRICE }, after: { status: -1, unpaid: true } },
    ]);
    expect((await shop.mail(ada.email, /nothing to pay/)).text).toContain(body.order.number);
    expect((await shop.call('POST /api/orders/pay', { purchaseId, payFromBalance: false }, { token: ada.token })).status).toBe(400);
    expect(
      (await (await operating(shop, 'support')).call('POST /api/order/cancel', { act, id, back: 0, to: 'source', why: 'no' })).status,
    ).toBe(403);
  });

  test('the other orders of the purchase stay payable by a new link', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const { orderIds, paymentLink } = await placed(shop, ada, { lines: [suite(), story(), kits()] });
    expect((await cancel(manager, orderIds[0] ?? '', { back: 0 })).status).toBe(204);
    const left = (await listOrders(shop, ada)).filter(({ status }) => status !== -1);
    const link = left[0]?.paymentLink ?? '';
    expect([left.length, link.length > 0, link === paymentLink]).toEqual([orderIds.length - 1, true, false]);
    await pay(link);
    await expect.poll(async () => (await statuses(shop, ada)).toSorted()).toEqual([-1, ...left.map(() => 2)]);
    expect(await getBalance(shop, ada)).toBe(0);
  });

  test('an order paid in the meantime is not cancelled as unpaid', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const { orderIds, paymentLink } = await placed(shop, ada);
    await pay(paymentLink);
    await becomes(shop, ada, [2]);
    const { status, body } = await cancel(manager, orderIds[0] ?? '', { back: 0 });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('has changed')]);
    expect(await statuses(shop, ada)).toEqual([2]);
  });

  test('a concurrent payment either pays the order or is credited to the balance', async ({ shop }) => {
    const [manager, owner] = [await operating(shop, 'manager'), await operating(shop, 'owner')];
    for (let turn = 0; turn < 10; turn++) {
      const ada = await buyer(shop);
      const { orderIds, paymentLink } = await placed(shop, ada);
      const id = orderIds[0] ?? '';
      const [, ...answers] = await Promise.all([
        pay(paymentLink),
        cancel(manager, id, { back: 0 }),
        cancel(owner, id, { back: 0 }),
        shop.call('POST /api/orders/cancel', { orderId: id }, { token: ada.token }),
      ]);
      expect(answers.every(({ status }) => status === 204 || status === 400)).toBe(true);
      const isSettled = async (): Promise<boolean> => {
        const { status, came, sent } = await sumMoney(shop, id);
        const back = sent + (await getBalance(shop, ada));
        return status === 2 ? came === PRICE && back === 0 : status === -1 && back === came;
      };
      await expect.poll(isSettled).toBe(true);
      await expectAudited(shop);
    }
  });
});

describe('naive version', () => {
  test('a check before the cancellation misses a payment in between, and the audit reports it', async () => {
    await using shop = await openShop({ environment, jobs: false });
    const ada = await buyer(shop);
    await giveBonus(shop, PRICE);
    const { orderIds, purchaseId } = await placed(shop, ada);
    const id = orderIds[0] ?? '';
    const { status } = await orderRow(shop, id);
    expect((await shop.call('POST /api/orders/pay', { purchaseId, payFromBalance: true }, { token: ada.token })).status).toBe(200);
    if (status === 1) {
      await cancelOrder(shop, id);
      await cancelPurchase(shop, purchaseId);
    }
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain(
      'a purchase is paid with its price, once, or not at all',
    );
  });
});
