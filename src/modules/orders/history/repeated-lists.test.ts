// A list of orders that is sent again is the one that the database holds: after each change, it is compared with a page of another length, which is read anew.
import { again, type Buyer, becomes, buyer, ordersOf, pay, placed } from '../../../../tests/support/money.ts';
import { changeListedOrder, type changesOfListedOrders } from '../../../../tests/support/rows/listed-orders.ts';
import { disputePayment, paymentOf } from '../../../../tests/support/rows/payments.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { subscribed } from '../../../../tests/support/subscriptions.ts';
import { withdrawShown } from '../../../../tests/support/withdrawals.ts';
import { delivered, mira, orderedPiece } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
const LIMIT = 10;
let freshLimit = LIMIT;

const page = async (shop: Shop, { token }: Buyer, limit = LIMIT) => (await shop.call('GET /api/orders', { limit }, { token })).body;

/** Stores the list, makes a change, and expects the list to show it. */
async function expectShown(shop: Shop, who: Buyer, change: () => Promise<Buyer | unknown>): Promise<void> {
  await page(shop, who);
  const before = await page(shop, who);
  expect(await page(shop, who)).toEqual(before);
  const changed = await change();
  const reader = isBuyer(changed) ? changed : who;
  const shown = await page(shop, reader);
  freshLimit++;
  expect(shown).toEqual(await page(shop, reader, freshLimit));
  expect(shown).not.toEqual(before);
}

const isBuyer = (value: unknown): value is Buyer => typeof value === 'object' && value !== null && 'token' in value;

/** Makes the changes one after the other. */
async function expectEachShown(shop: Shop, who: Buyer, orderId: string, changes: readonly (keyof typeof changesOfListedOrders)[]) {
  for (const what of changes) await expectShown(shop, who, () => changeListedOrder(shop, what, orderId));
}

describe('a list of orders that is sent again', () => {
  test('a purchase, time and a payment: shown at once', async ({ shop }) => {
    const ada = await buyer(shop);
    await expectShown(shop, ada, () => placed(shop, ada));
    await expectShown(shop, ada, () => placed(shop, ada));
    await expectShown(shop, ada, async () => {
      shop.clock.turn({ hours: 1 });
      return again(shop, ada);
    });
    const later = await again(shop, ada);
    const [{ purchaseId = '', paymentLink } = {}] = await ordersOf(shop, later);
    await expectShown(shop, later, async () => {
      await pay(paymentLink ?? '');
      await expect.poll(async () => (await ordersOf(shop, later))[0]?.status).toBe(2);
    });
    const { id } = await paymentOf(shop, purchaseId);
    await expectShown(shop, later, () => disputePayment(shop, id));
  });

  test('an unpaid order: its coupon, its link, its purchase and itself', async ({ shop }) => {
    await shop.makeDemo();
    const ada = await buyer(shop);
    const { orderIds } = await placed(shop, ada, { couponCode: 'WELCOME10', price: 8_910 });
    await expectEachShown(shop, ada, orderIds[0] ?? '', [
      'a coupon is released',
      'a link fails',
      'a purchase has another price',
      'an order has another quantity',
    ]);
  });

  test('a delivered order: its piece, its delivery and the files', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderedPiece(shop);
    await expectShown(shop, who, () => delivered(shop, mira, pieceId));
    await expectEachShown(shop, who, orderId, [
      'a piece is accepted later',
      'a delivery has a report',
      'a file is added',
      'a file has another name',
      'a file is removed',
    ]);
  });

  test('a cancelled order: its withdrawal and its refund', async ({ shop }) => {
    const ada = await buyer(shop);
    const { orderIds, paymentLink } = await placed(shop, ada);
    await pay(paymentLink);
    await becomes(shop, ada, [2]);
    const [orderId = ''] = orderIds;
    await expectShown(shop, ada, () => withdrawShown(shop, ada, orderId));
    await expect.poll(async () => (await ordersOf(shop, ada))[0]?.refund?.state).toBe('done');
    await expectEachShown(shop, ada, orderId, ['a withdrawal has another charge', 'a refund fails']);
  });

  test('a month of a bundle: its renewal', async ({ shop }) => {
    const ada = await subscribed(shop);
    const [{ id = '' } = {}] = await ordersOf(shop, ada);
    await expectEachShown(shop, ada, id, ['a bundle renews later']);
  });
});
