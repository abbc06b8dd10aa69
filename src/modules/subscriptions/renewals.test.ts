// Monthly bundles over HTTP: reminders, one charge a month, unpaid months, pausing and ending.

import { showZonedDay } from '#lib/time/date.ts';
import { tellShop } from '../../../tests/support/bank.ts';
import { monthly, story } from '../../../tests/support/cart-lines.ts';
import {
  auditedTest,
  becomes,
  buyer,
  expectAudited,
  funded,
  getBalance,
  listOrders,
  pay,
  placed,
  statuses,
} from '../../../tests/support/money.ts';
import { about, act, acted, again, logInLater, PRICE, renewalDays, running, subscribed, unpaid } from '../../../tests/support/pieces.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { completeOrder, subscriptionRow, subscriptionsInState } from '../../../tests/support/rows/orders.ts';
import { findPayment } from '../../../tests/support/rows/payments.ts';
import { addCoupon } from '../../../tests/support/rows/wallet.ts';
import { describe, expect, shop as openShop } from '../../../tests/support/shop.ts';

const environment = { RATE_LIMITS: 'off' };
const test = auditedTest({ environment });

describe('renewal', () => {
  test('a renewal is announced by mail and paid from the balance', async ({ shop }) => {
    let ada = await subscribed(shop, PRICE + 200);
    const [first] = await listOrders(shop, ada);
    const { renewsAt } = (await running(shop, ada))[0] ?? {};
    // A month has 28 to 31 days; the reminder is sent three days before it ends.
    const days = Math.round((Date.parse(renewsAt ?? '') - shop.clock.now().getTime()) / 86_400_000);
    ada = await logInLater(shop, ada, { days: days - 4 });
    expect(await about(shop, ada, /renews on/)).toBe(0);
    ada = await logInLater(shop, ada, { days: 1 });
    const reminder = await shop.mail(ada.email, /renews on/);
    expect(reminder.subject).toBe(
      `Growth Accelerator renews on ${showZonedDay(new Date(renewsAt ?? ''), { timeZone: 'UTC', dateLocale: 'en-US', locale: 'en' })}`,
    );
    expect(reminder.text).toContain('€99.00');
    ada = await logInLater(shop, ada, { days: 2 });
    expect(await statuses(shop, ada)).toEqual([2]);
    ada = await logInLater(shop, ada, { days: 1 });
    const [second, ...rest] = await listOrders(shop, ada);
    expect(rest).toHaveLength(1);
    expect(second).toMatchObject({ status: 2, price: PRICE, subscriptionId: first?.subscriptionId, answers: first?.answers, dueAt: null });
    expect(second?.purchaseId).not.toBe(first?.purchaseId);
    expect(await getBalance(shop, ada)).toBe(200);
    const { body } = await shop.call('GET /api/orders/order', { id: second?.id ?? '' }, { token: ada.token });
    expect(body.pieces.map(({ state, brief }) => [state, brief])).toEqual(body.pieces.map(() => ['waiting', null]));
    expect(body.pieces.length).toBeGreaterThan(2);
    await letRun(shop, 'orders.sendConfirmations');
    await expect
      .poll(async () => (await shop.mails(ada.email)).filter(({ text }) => text.includes(`\n  ${second?.number}\n`)).length)
      .toBe(1);
    // Later runs of the job change nothing.
    for (let look = 0; look < 3; look++) ada = await logInLater(shop, ada, { hours: 1 });
    expect([await statuses(shop, ada), await about(shop, ada, /renews on/)]).toEqual([[2, 2], 1]);
  });

  test('balance too low: the renewal is paid by its link', async ({ shop }) => {
    const ada = await subscribed(shop, PRICE - 1);
    await logInLater(shop, ada, { days: 29 });
    const now = await logInLater(shop, ada, { days: 3 });
    expect(await statuses(shop, now)).toEqual([5, 2]);
    expect(await getBalance(shop, now)).toBe(PRICE - 1);
    const { text } = await shop.mail(ada.email, /^To pay: Growth Accelerator, F-/);
    const [due] = await listOrders(shop, now);
    expect(text).toContain(due?.paymentLink);
    await pay(due?.paymentLink ?? '');
    await becomes(shop, now, [2, 2]);
    expect(await running(shop, now)).toMatchObject([{ state: 'active', unpaid: null }]);
  });

  test.for(['link', 'balance'] as const)(
    'a payment days logInLater from the %s keeps the day of the next renewal',
    async (from, { shop }) => {
      const ada = await unpaid(shop);
      const [{ unpaid: waiting, renewsAt } = {}] = await running(shop, ada);
      const late = await logInLater(shop, ada, { days: 5 });
      if (from === 'balance') await funded(shop, late, PRICE);
      const request = { purchaseId: waiting?.purchaseId ?? '', payFromBalance: from === 'balance' };
      const { status, body } = await shop.call('POST /api/orders/pay', request, { token: late.token });
      expect(status).toBe(200);
      if (body.paymentLink) await pay(body.paymentLink);
      await becomes(shop, late, [2, 2]);
      expect((await running(shop, late))[0]).toMatchObject({ renewsAt, unpaid: null });
    },
  );

  test('the coupon of the first month does not apply to the second', async ({ shop }) => {
    const couponCode = await addCoupon(shop, { percent: 20 });
    const ada = await buyer(shop);
    await funded(shop, ada, 2 * PRICE);
    await placed(shop, ada, { lines: [monthly()], couponCode, price: 7_920, payFromBalance: true });
    await logInLater(shop, ada, { days: 29 });
    const now = await logInLater(shop, ada, { days: 3 });
    expect((await listOrders(shop, now)).map(({ price }) => price)).toEqual([PRICE, 7_920]);
  });

  test('the first month starts with a late payment by link', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada, { lines: [monthly(), story()] });
    expect(await running(shop, ada)).toEqual([]);
    shop.clock.turn({ days: 5 });
    const late = await again(shop, ada);
    const { body } = await shop.call('POST /api/orders/pay', { purchaseId }, { token: late.token });
    await pay(body.paymentLink ?? '');
    await becomes(shop, late, [2, 2]);
    const paid = shop.clock.now();
    const { renewsAt } = (await running(shop, late))[0] ?? {};
    expect(new Date(renewsAt ?? 0).getTime() - paid.getTime()).toBeGreaterThanOrEqual(28 * 86_400_000);
  });
});

describe('unpaid month', () => {
  test('after seven days it is closed and the bundle ends; a logInLater payment is credited to the balance', async ({ shop }) => {
    let ada = await unpaid(shop);
    const [{ purchaseId = '' } = {}] = await listOrders(shop, ada);
    const { id: paymentId } = await findPayment(shop, purchaseId);
    shop.clock.turn({ days: 6, hours: 23 });
    await letRun(shop, 'orders.voidUnpaid');
    ada = await again(shop, ada);
    expect((await running(shop, ada))[0]?.state).toBe('active');
    shop.clock.turn({ hours: 1 });
    await letRun(shop, 'orders.voidUnpaid');
    ada = await again(shop, ada);
    expect([await statuses(shop, ada), await running(shop, ada)]).toEqual([[-1, 2], []]);
    expect((await shop.mail(ada.email, /has ended$/)).text).toContain('wasn’t paid within seven days');
    expect(await about(shop, ada, /^Your unpaid order is cancelled/)).toBe(0);
    await tellShop(shop, { kind: 'paid', paymentId, reference: `ch_${paymentId}`, amount: PRICE, currency: 0 });
    await expect.poll(() => getBalance(shop, ada)).toBe(PRICE);
    await logInLater(shop, ada, { days: 60 });
    expect(await statuses(shop, await again(shop, ada))).toEqual([-1, 2]);
  });

  test('cancelling the unpaid month ends the bundle, cancelling an older month does not', async ({ shop }) => {
    const ada = await unpaid(shop);
    const [second, first] = await listOrders(shop, ada);
    const cancel = (orderId = '') => shop.call('POST /api/orders/cancel', { orderId, refundTo: 'balance' }, { token: ada.token });
    expect((await cancel(first?.id)).status).toBe(204);
    expect([await getBalance(shop, ada), (await running(shop, ada))[0]?.state]).toEqual([PRICE, 'active']);
    expect((await cancel(second?.id)).status).toBe(204);
    expect([await statuses(shop, ada), await running(shop, ada)]).toEqual([[-1, -1], []]);
    await shop.mail(ada.email, /has ended$/);
  });

  test('the first month of a bundle is closed without a mail about the bundle', async ({ shop }) => {
    const ada = await buyer(shop);
    await placed(shop, ada, { lines: [monthly()] });
    shop.clock.turn({ days: 7 });
    await letRun(shop, 'orders.voidUnpaid');
    await shop.mail(ada.email, /^Your unpaid order is cancelled/);
    expect(await about(shop, ada, /has ended$/)).toBe(0);
    expect(await subscriptionsInState(shop, 'pending')).toBe(0);
  });
});

describe('renewal after downtime', () => {
  test('eight hours down: renewed once, with the same renewal day', async ({ shop }) => {
    const ada = await subscribed(shop, 3 * PRICE);
    await logInLater(shop, ada, { days: 29 });
    const [{ renewsAt } = {}] = await running(shop, await again(shop, ada));
    shop.clock.set(new Date(new Date(renewsAt ?? 0).getTime() + 8 * 3_600_000));
    let now = await logInLater(shop, ada, {});
    now = await logInLater(shop, ada, { hours: 1 });
    expect([await statuses(shop, now), await getBalance(shop, now)]).toEqual([[2, 2], 2 * PRICE]);
    const [next] = await renewalDays(shop, now);
    expect(next?.slice(8)).toBe(renewsAt?.slice(8, 10));
  });

  test.for([true, false])(
    'three months down: renewed once, three days after a new reminder (reminded before: %s)',
    async (reminded, { shop }) => {
      const ada = await subscribed(shop, 5 * PRICE);
      if (reminded) await logInLater(shop, ada, { days: 29 });
      let now = await logInLater(shop, ada, { days: 95 });
      expect([await statuses(shop, now), await about(shop, now, /renews on/)]).toEqual([[2], reminded ? 2 : 1]);
      now = await logInLater(shop, now, { days: 2, hours: 23 });
      expect(await statuses(shop, now)).toEqual([2]);
      now = await logInLater(shop, now, { hours: 1 });
      expect([await statuses(shop, now), await getBalance(shop, now)]).toEqual([[2, 2], 4 * PRICE]);
      now = await logInLater(shop, now, { days: 25 });
      expect(await statuses(shop, now)).toEqual([2, 2]);
    },
  );
});

describe('customer of a monthly bundle', () => {
  test('pause: no charge until three days after resuming', async ({ shop }) => {
    let ada = await subscribed(shop, 3 * PRICE);
    expect(await acted(shop, ada, 'pause')).toMatchObject({ state: 'paused', renewsAt: null, paidUntil: expect.any(String) });
    ada = await logInLater(shop, ada, { days: 100 });
    expect([await statuses(shop, ada), (await listOrders(shop, ada))[0]?.renewsAt]).toEqual([[2], null]);
    const { renewsAt } = await acted(shop, ada, 'resume');
    expect(renewsAt).toBe(new Date(shop.clock.now().getTime() + 3 * 86_400_000).toISOString());
    ada = await logInLater(shop, ada, { minutes: 1 });
    expect(await about(shop, ada, /renews on/)).toBe(1);
    ada = await logInLater(shop, ada, { days: 3 });
    expect([await statuses(shop, ada), await getBalance(shop, ada)]).toEqual([[2, 2], 2 * PRICE]);
  });

  test('pause and resume within the month: the renewal date stays', async ({ shop }) => {
    const ada = await subscribed(shop);
    const before = await running(shop, ada);
    await acted(shop, ada, 'pause');
    await acted(shop, ada, 'resume');
    expect(await running(shop, ada)).toEqual(before);
  });

  test('pause with an unpaid month: the month is cancelled', async ({ shop }) => {
    let ada = await unpaid(shop);
    const [{ id = '' } = {}] = await running(shop, ada);
    expect(await acted(shop, ada, 'pause')).toMatchObject({ id, state: 'paused', unpaid: null });
    expect(await statuses(shop, ada)).toEqual([-1, 2]);
    await acted(shop, ada, 'resume');
    await logInLater(shop, ada, { minutes: 1 });
    ada = await logInLater(shop, ada, { days: 3 });
    expect(await statuses(shop, ada)).toEqual([5, -1, 2]);
  });

  test('end: the bundle ends with the paid period, and can be kept until then', async ({ shop }) => {
    let ada = await subscribed(shop, PRICE);
    const [before] = await running(shop, ada);
    expect(await acted(shop, ada, 'end')).toMatchObject({ state: 'ending', renewsAt: null, paidUntil: before?.renewsAt });
    expect(await acted(shop, ada, 'keep')).toEqual(before);
    await acted(shop, ada, 'end');
    ada = await logInLater(shop, ada, { days: 29 });
    expect((await running(shop, ada))[0]?.state).toBe('ending');
    ada = await logInLater(shop, ada, { days: 3 });
    expect([await statuses(shop, ada), await running(shop, ada), await getBalance(shop, ada)]).toEqual([[2], [], PRICE]);
    expect((await shop.mail(ada.email, /has ended$/)).text).toContain('It was cancelled');
    expect(await about(shop, ada, /renews on/)).toBe(0);
    const { status, body } = await act(shop, ada, { subscriptionId: before?.id ?? '', do: 'keep' });
    expect([status, body]).toMatchObject([400, { errors: { '': [expect.stringContaining('The bundle has changed')] } }]);
  });

  test('end with an unpaid month: the bundle ends immediately', async ({ shop }) => {
    const ada = await unpaid(shop);
    expect(await acted(shop, ada, 'end')).toMatchObject({ state: 'ended', renewsAt: null, unpaid: null });
    expect([await statuses(shop, ada), await running(shop, ada)]).toEqual([[-1, 2], []]);
  });

  test('end and pay 50 times at once: either paid or ended, and no money is lost', async ({ shop }) => {
    const ada = await unpaid(shop);
    const [{ id = '', unpaid: waiting } = {}] = await running(shop, ada);
    await funded(shop, ada, PRICE);
    const paying = () =>
      shop.call('POST /api/orders/pay', { purchaseId: waiting?.purchaseId ?? '', payFromBalance: true }, { token: ada.token });
    const ending = () => act(shop, ada, { subscriptionId: id, do: 'end' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => [paying(), ending()] as const).flat());
    for (const { status } of answers) expect([200, 400]).toContain(status);
    const [status] = await statuses(shop, ada);
    expect([status, await getBalance(shop, ada)]).toEqual(status === 2 ? [2, 0] : [-1, PRICE]);
  });

  test('another account gets 404', async ({ shop }) => {
    const [ada, eve] = [await subscribed(shop), await buyer(shop)];
    const [{ id = '' } = {}] = await running(shop, ada);
    for (const what of ['pause', 'resume', 'end', 'keep'] as const)
      expect((await act(shop, eve, { subscriptionId: id, do: what })).status).toBe(404);
    expect([await running(shop, eve), (await running(shop, ada))[0]?.state]).toEqual([[], 'active']);
  });

  test('account deletion: the bundle ends, and its answers are erased', async ({ shop }) => {
    const ada = await subscribed(shop);
    const [{ id = '', subscriptionId = '' } = {}] = await listOrders(shop, ada);
    await completeOrder(shop, id);
    const close = await shop.call('POST /api/Accounts/ask-deletion', { currentPassword: 'seven blue herons' }, { token: ada.token });
    expect(close.status).toBe(200);
    expect((await running(shop, ada))[0]?.state).toBe('ending');
    shop.clock.turn({ days: 8 });
    await letRun(shop, 'accounts.erase');
    expect(await subscriptionRow(shop, subscriptionId ?? '')).toEqual({ state: 'ended', answers: {}, renewsAt: null });
  });
});

describe('renewal on the last day of the month', () => {
  test('renewals stay on the last day, also in a leap year', async () => {
    await using shop = await openShop({ environment, at: '2028-01-31T22:30:00Z' });
    let ada = await subscribed(shop, 5 * PRICE);
    for (const next of ['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']) {
      expect(await renewalDays(shop, ada)).toEqual([next]);
      const renewsAt = new Date(`${next}T22:30:00Z`);
      shop.clock.set(new Date(renewsAt.getTime() - 3 * 86_400_000));
      ada = await logInLater(shop, ada, {});
      ada = await logInLater(shop, ada, { days: 3 });
    }
    expect([await statuses(shop, ada), await getBalance(shop, ada)]).toEqual([[2, 2, 2, 2, 2], PRICE]);
    await expectAudited(shop);
  });
});
