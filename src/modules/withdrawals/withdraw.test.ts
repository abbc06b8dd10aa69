// The right of withdrawal over HTTP: deadlines, refunds and mails.

import { randomUUID } from 'node:crypto';
import { showZonedMoment } from '#lib/time/date.ts';
import { withdrawUntil } from '#modules/orders/withdrawal-period/rules.ts';
import { story, suite, tags } from '../../../tests/support/cart-lines.ts';
import {
  again,
  type Buyer,
  becomes,
  begin,
  buyer,
  computeWorth,
  deliverPieces,
  deposit,
  funded,
  getBalance,
  getErrors,
  listOrders,
  listRefunds,
  pay,
  placed,
  preview,
  statuses,
  test,
  withdraw,
  withdrawShown,
} from '../../../tests/support/money.ts';
import { about, logInLater, PRICE, running, subscribed } from '../../../tests/support/pieces.ts';
import { setAccountLocale } from '../../../tests/support/rows/accounts.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { orderRow } from '../../../tests/support/rows/orders.ts';
import { bankRefundCount, closeCard, customerRefunds, findPayment, loseRefundAnswers } from '../../../tests/support/rows/payments.ts';
import { listPieces } from '../../../tests/support/rows/work.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';

const DESK = 'support@fanfare.example';

/** Places an order and pays it by link. */
async function bought(shop: Shop, who: Buyer, request: Parameters<typeof placed>[2] = {}) {
  const { orderIds, paymentLink } = await placed(shop, who, request);
  await pay(paymentLink);
  await becomes(
    shop,
    who,
    orderIds.map(() => 2),
  );
  return orderIds;
}

describe('withdrawal', () => {
  test('before work begins: full refund to the source, two mails to the customer and one to the desk', async ({ shop }) => {
    const ada = await buyer(shop);
    const [orderId = ''] = await bought(shop, ada);
    const [listed] = await listOrders(shop, ada);
    const until = withdrawUntil(shop.clock.now()).toISOString();
    expect(listed).toMatchObject({ withdrawUntil: until, withdrawn: null, refund: null });
    const open = await shop.call('GET /api/orders/withdrawals', undefined, { token: ada.token });
    const number = listed?.number ?? '';
    expect(open.body).toEqual([{ orderId, number, name: 'Brand Stories', price: 9_900, currency: 0, until }]);
    const { body: shown } = await preview(shop, ada, orderId);
    expect(shown).toMatchObject({ number, until, price: 9_900, charged: 0, back: 9_900, credit: 0, paidFrom: 'link', endsBundle: false });
    expect(shown).toMatchObject({ startNow: false, pieces: 1, delivered: 0, name: 'Ada Sample', email: ada.email });
    const done = await withdraw(shop, ada, { orderId, back: 9_900, reason: '  <b>Another</b> plan ' });
    expect(done.body).toEqual({ orderId, at: shop.clock.now().toISOString(), charged: 0, back: 9_900, toSource: 9_900, toBalance: 0 });
    await expect.poll(() => listRefunds(shop, orderId)).toEqual([{ amount: 9_900, state: 'done' }]);
    expect(await bankRefundCount(shop, orderId)).toBe(1);
    expect([await statuses(shop, ada), await getBalance(shop, ada)]).toEqual([[-1], 0]);
    expect(await listOrders(shop, ada)).toMatchObject([
      { withdrawUntil: null, withdrawn: { charged: 0 }, refund: { amount: 9_900, state: 'done' } },
    ]);
    const proof = await shop.mail(ada.email, new RegExp(`^You withdrew from the contract: ${number}$`));
    expect(proof.text).toContain(`Received: ${showZonedMoment(shop.clock.now(), { timeZone: 'UTC', dateLocale: 'en-US', locale: 'en' })}`);
    expect(proof.text).toContain('Refund: €99.00');
    expect(proof.text).toContain('€99.00 to the original payment method');
    expect((await shop.mail(ada.email, /^Your refund of €99\.00 is on its way: F-/)).text).toContain(number);
    const noted = await shop.mail(DESK, new RegExp(`^${number}: Ada withdrew from`));
    expect(noted.text).toContain('<b>Another</b> plan');
    expect(noted.html).not.toContain('<b>Another</b>');
  });

  test('a second confirmation gets the first answer and no second refund', async ({ shop }) => {
    const ada = await buyer(shop);
    const [orderId = ''] = await bought(shop, ada);
    const first = await withdrawShown(shop, ada, orderId);
    const second = await withdraw(shop, ada, { orderId, back: 1, refundTo: 'balance' });
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    await expect.poll(() => listRefunds(shop, orderId)).toEqual([{ amount: 9_900, state: 'done' }]);
  });

  test('the customer chooses the balance: the refund is credited there', async ({ shop }) => {
    const ada = await buyer(shop);
    const [orderId = ''] = await bought(shop, ada);
    const { body } = await withdrawShown(shop, ada, orderId, { refundTo: 'balance' });
    expect(body).toMatchObject({ toSource: 0, toBalance: 9_900 });
    expect([await getBalance(shop, ada), await listRefunds(shop, orderId)]).toEqual([9_900, []]);
    expect((await shop.mail(ada.email, /^You withdrew/)).text).toContain('€99.00 to your balance, already there');
  });

  test('paid from the balance: cash and promotional credit are returned as they were spent', async ({ shop }) => {
    await shop.makeDemo();
    const ada = await buyer(shop);
    await funded(shop, ada, 4_000);
    const { body } = await deposit(shop, ada, { depositAmount: 6_000, price: 5_700, couponCode: 'TOPUP5' });
    await pay(body.paymentLink ?? '');
    await expect.poll(() => getBalance(shop, ada)).toBe(10_000);
    // An order cancelled before payment has no share of the promotional credit.
    const { orderIds, purchaseId } = await placed(shop, ada, { lines: [story(), tags({ quantity: 3 })] });
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[1] ?? '' }, { token: ada.token });
    await shop.call('POST /api/orders/pay', { purchaseId, payFromBalance: true }, { token: ada.token });
    await becomes(shop, ada, [2, -1]);
    await funded(shop, ada, 1_000);
    const [orderId = ''] = orderIds;
    expect((await preview(shop, ada, orderId)).body).toMatchObject({ back: 9_900, credit: 200, paidFrom: 'balance' });
    expect((await withdrawShown(shop, ada, orderId)).body).toMatchObject({ toSource: 0, toBalance: 9_900 });
    const { body: statement } = await shop.call('GET /api/balance/statement', { currency: 0 }, { token: ada.token });
    expect(statement).toMatchObject({ balance: 11_000, promo: 300 });
  });

  test('one order of several with a coupon: the price paid for that order is refunded', async ({ shop }) => {
    await shop.makeDemo();
    const ada = await buyer(shop);
    const [first = '', second = ''] = await bought(shop, ada, { lines: [story(), tags()], couponCode: 'WELCOME10', price: 9_720 });
    expect((await preview(shop, ada, first)).body).toMatchObject({ back: 8_910 });
    await withdrawShown(shop, ada, first);
    expect((await preview(shop, ada, second)).body).toMatchObject({ back: 810 });
    await withdrawShown(shop, ada, second);
    await expect.poll(async () => (await customerRefunds(shop, ada.email)).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await getBalance(shop, ada)).toBe(0);
  });

  test('mails are in the language of the account', async ({ shop }) => {
    const ada = await buyer(shop);
    const [orderId = ''] = await bought(shop, ada);
    await setAccountLocale(shop, ada.email, 'jp');
    await withdrawShown(shop, ada, orderId);
    const proof = await shop.mail(ada.email, /^契約の撤回を受け付けました：F-/);
    expect(proof.text).toContain('お支払いいただいた方法へ€99.00');
    await shop.mail(ada.email, /返金手続きが完了しました/);
  });
});

describe('withdrawal after delivery', () => {
  async function partlyDelivered(shop: Shop, startNow: boolean) {
    const ada = await buyer(shop);
    const [orderId = ''] = await bought(shop, ada, { lines: [suite()], startNow });
    const pieces = await begin(shop, orderId);
    await deliverPieces(shop, orderId, 1);
    return { ada, orderId, pieces };
  }

  test('with consent: the delivered piece is charged by its value and stays with the customer', async ({ shop }) => {
    const { ada, orderId, pieces } = await partlyDelivered(shop, true);
    const [{ price = 0 } = {}] = await listOrders(shop, ada);
    const charged = await computeWorth(shop, orderId, 1);
    expect(charged).not.toBe(Math.floor(price / pieces));
    const { body: shown } = await preview(shop, ada, orderId);
    expect(shown).toMatchObject({ startNow: true, pieces, delivered: 1, charged, back: price - charged });
    // The amount shown before the delivery is out of date.
    expect(getErrors(await withdraw(shop, ada, { orderId, back: price }))).toEqual([
      400,
      { back: [expect.stringContaining('Something was delivered in the meantime: the refund is now €')] },
    ]);
    expect(await statuses(shop, ada)).toEqual([3]);
    expect((await withdrawShown(shop, ada, orderId)).body).toMatchObject({ charged, toSource: price - charged });
    expect((await listPieces(shop, orderId)).map(({ state }) => state)).toEqual(['delivered', ...Array(pieces - 1).fill('cancelled')]);
    expect((await shop.mail(ada.email, /^You withdrew/)).text).toContain(`1 of ${pieces} pieces were delivered by then`);
    expect(await listOrders(shop, ada)).toMatchObject([{ status: -1, withdrawn: { charged } }]);
  });

  test('without consent: full refund', async ({ shop }) => {
    const { ada, orderId } = await partlyDelivered(shop, false);
    const [{ price = 0 } = {}] = await listOrders(shop, ada);
    expect((await withdrawShown(shop, ada, orderId)).body).toMatchObject({ charged: 0, toSource: price });
  });

  test('all delivered: refused with consent, full refund without', async ({ shop }) => {
    for (const startNow of [true, false]) {
      const ada = await buyer(shop);
      const [orderId = ''] = await bought(shop, ada, { startNow });
      await begin(shop, orderId);
      await deliverPieces(shop, orderId, 1);
      expect(await statuses(shop, ada)).toEqual([4]);
      const answer = await preview(shop, ada, orderId);
      const [listed] = await listOrders(shop, ada);
      if (startNow) {
        expect(getErrors(answer)).toEqual([400, { '': [expect.stringContaining('nothing left to withdraw from')] }]);
        expect((await withdraw(shop, ada, { orderId, back: 9_900 })).status).toBe(400);
        expect(listed?.withdrawUntil).toBeNull();
      } else {
        expect(listed?.withdrawUntil).not.toBeNull();
        await withdrawShown(shop, ada, orderId);
        expect(await statuses(shop, ada)).toEqual([-1]);
      }
    }
  });
});

describe('withdrawal from a monthly bundle', () => {
  test('the bundle ends, and no month follows', async ({ shop }) => {
    const ada = await subscribed(shop, 2 * PRICE);
    const [{ id: orderId = '' } = {}] = await listOrders(shop, ada);
    expect((await preview(shop, ada, orderId)).body).toMatchObject({ endsBundle: true, back: PRICE, paidFrom: 'balance' });
    await withdrawShown(shop, ada, orderId);
    expect(await running(shop, ada)).toEqual([]);
    const then = await logInLater(shop, await logInLater(shop, ada, { days: 29 }), { days: 4 });
    expect([await statuses(shop, then), await getBalance(shop, then)]).toEqual([[-1], 3 * PRICE]);
    expect(await about(shop, ada, /^The monthly bundle/)).toBe(0);
  });

  test('in the second month: only that month is refunded', async ({ shop }) => {
    const ada = await subscribed(shop, PRICE);
    const then = await logInLater(shop, await logInLater(shop, ada, { days: 29 }), { days: 4 });
    const [{ id: orderId = '' } = {}, { withdrawUntil: older } = {}] = await listOrders(shop, then);
    expect(older).toBeNull();
    await withdrawShown(shop, then, orderId);
    expect([await running(shop, then), await statuses(shop, then), await getBalance(shop, then)]).toEqual([[], [-1, 2], PRICE]);
  });
});

describe('refused withdrawal', () => {
  test('accepted a second before the deadline, refused at the deadline', async ({ shop }) => {
    const ada = await buyer(shop);
    const [first = '', second = ''] = await bought(shop, ada, { lines: [story(), tags()] });
    const left = withdrawUntil(shop.clock.now()).getTime() - shop.clock.now().getTime();
    shop.clock.turn({ seconds: left / 1_000 - 1 });
    const inTime = await again(shop, ada);
    expect((await withdrawShown(shop, inTime, first)).status).toBe(200);
    shop.clock.turn({ seconds: 1 });
    const late = await again(shop, ada);
    const words = {
      '': ['The period to withdraw from this contract is over. If something is wrong with the order, write to us.'],
    };
    expect(getErrors(await preview(shop, late, second))).toEqual([400, words]);
    expect(getErrors(await withdraw(shop, late, { orderId: second, back: 900 }))).toEqual([400, words]);
    expect((await shop.call('GET /api/orders/withdrawals', undefined, { token: late.token })).body).toEqual([]);
    expect((await listOrders(shop, late)).map(({ withdrawUntil: until }) => until)).toEqual([null, null]);
  });

  test('an unpaid order and a cancelled order are refused', async ({ shop }) => {
    const ada = await buyer(shop);
    const { orderIds } = await placed(shop, ada);
    const [orderId = ''] = orderIds;
    expect(getErrors(await preview(shop, ada, orderId))).toEqual([400, { '': [expect.stringContaining('This order isn’t paid yet.')] }]);
    await shop.call('POST /api/orders/cancel', { orderId }, { token: ada.token });
    expect(getErrors(await withdraw(shop, ada, { orderId, back: 0 }))).toEqual([400, { '': ['This order is already cancelled.'] }]);
  });

  test('an order of another account and an unknown order get 404', async ({ shop }) => {
    const [ada, bob] = [await buyer(shop), await buyer(shop)];
    const [orderId = ''] = await bought(shop, ada);
    for (const id of [orderId, randomUUID()]) {
      expect((await preview(shop, bob, id)).status).toBe(404);
      expect((await withdraw(shop, bob, { orderId: id, back: 9_900 })).status).toBe(404);
    }
    expect(await statuses(shop, ada)).toEqual([2]);
  });
});

describe('refund to the source', () => {
  test('refused by the bank: credited to the balance, with a mail', async ({ shop }) => {
    const ada = await buyer(shop);
    const [orderId = ''] = await bought(shop, ada);
    // The bank no longer knows the charge, as with a closed card.
    const { purchaseId } = await orderRow(shop, orderId);
    await closeCard(shop, (await findPayment(shop, purchaseId)).id);
    await withdrawShown(shop, ada, orderId);
    await expect.poll(() => getBalance(shop, ada)).toBe(9_900);
    await shop.mail(ada.email, /^We added your refund of €99\.00 to your balance/);
    expect(await listOrders(shop, ada)).toMatchObject([{ status: -1, refund: { state: 'failed' } }]);
    expect(await about(shop, ada, /is on its way/)).toBe(0);
  });

  test('lost job: requested again after three days, refunded once', async ({ shop }) => {
    const ada = await buyer(shop);
    const [orderId = ''] = await bought(shop, ada);
    await withdrawShown(shop, ada, orderId);
    await expect.poll(() => listRefunds(shop, orderId)).toEqual([{ amount: 9_900, state: 'done' }]);
    // As if the bank's answer had been lost.
    await loseRefundAnswers(shop, orderId);
    shop.clock.turn({ days: 2, hours: 23 });
    await letRun(shop, 'payments.sweep');
    expect(await listRefunds(shop, orderId)).toEqual([{ amount: 9_900, state: 'asked' }]);
    shop.clock.turn({ hours: 2 });
    await letRun(shop, 'payments.sweep');
    await expect.poll(() => listRefunds(shop, orderId)).toEqual([{ amount: 9_900, state: 'done' }]);
    expect(await bankRefundCount(shop, orderId)).toBe(1);
  });
});
