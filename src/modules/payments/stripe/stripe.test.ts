// Stripe's payment links and webhooks, against a simulated Stripe.

import { createSigner } from '../../../../tests/support/bank.ts';
import {
  again,
  type Buyer,
  buyer,
  deposit,
  getBalance,
  listOrders,
  once,
  order,
  placed,
  statuses,
} from '../../../../tests/support/money.ts';
import { setAccountLocale } from '../../../../tests/support/rows/accounts.ts';
import { jobsOfTask, letRun, queuedJobs } from '../../../../tests/support/rows/jobs.ts';
import { chargeCount, disputes, findPayment, loseLink } from '../../../../tests/support/rows/payments.ts';
import { addCoupon } from '../../../../tests/support/rows/wallet.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import type { StripeWorld } from '../../../../tests/support/stripe.ts';
import { createdFor, expectKept, getSession, pay, said, tell, test } from '../../../../tests/support/stripe-shop.ts';

const CREATE = /^POST .*\/sessions$/;

test.beforeEach(({ shop, stripe }) => stripe.follow(shop.clock));
test.afterEach(({ shop }) => expectKept(shop));

const getLink = async (shop: Shop, who: Buyer): Promise<string | null> => (await listOrders(shop, who))[0]?.paymentLink ?? null;

/** Waits until the job has created the link. */
async function lateLink(shop: Shop, who: Buyer): Promise<string> {
  await expect.poll(() => getLink(shop, who)).not.toBeNull();
  return (await getLink(shop, who)) ?? '';
}

describe('Stripe link', () => {
  test('a link created in time is in the answer, and its session has every field that Stripe needs', async ({ shop, stripe }) => {
    const [ada, key] = [await buyer(shop), once()];
    const { paymentLink, purchaseId } = await placed(shop, ada, {}, key);
    expect(await statuses(shop, ada)).toEqual([1]);
    expect(paymentLink).toMatch(new RegExp(`^${stripe.url}/pay/`));
    expect(await placed(shop, ada, { price: 9_900 }, key)).toMatchObject({ paymentLink, purchaseId });
    const call = stripe.calls.filter(({ path }) => CREATE.test(path)).at(-1);
    const payment = await findPayment(shop, purchaseId);
    expect(payment.reference).toBe(getSession(paymentLink));
    expect(call?.key).toBe(payment.id);
    const back = `${shop.ctx.config.shopUrl}/cabinet/order-history?purchase=${purchaseId}`;
    expect(Object.fromEntries(call?.sent ?? [])).toMatchObject({
      mode: 'payment',
      customer_email: ada.email,
      locale: 'en',
      success_url: back,
      cancel_url: back,
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '9900',
      'metadata[fanfare_payment]': payment?.id,
      'payment_intent_data[metadata][fanfare_payment]': payment?.id,
    });
    expect(createdFor(stripe, ada.email)).toBe(1);
  });

  test.for([
    ['another host', () => 'https://checkout.example'],
    ['another protocol', ({ url }: StripeWorld) => url.replace(/^http/, 'ftp')],
  ] as const)('a link to %s: not given to the customer', async ([, addressAt], { shop, stripe }) => {
    stripe.leadTo(addressAt(stripe));
    const ada = await buyer(shop);
    const { status, body } = await order(shop, ada);
    expect([status, body.paymentLink, await statuses(shop, ada)]).toEqual([200, null, [0]]);
    stripe.leadTo();
    stripe.forgetKeys();
    expect(await lateLink(shop, ada)).toMatch(new RegExp(`^${stripe.url}/pay/`));
  });

  test('orders at once under one idempotency key get one link', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    stripe.next(CREATE, { slowMs: 300 });
    const key = once();
    const answers = await Promise.all(Array.from({ length: 8 }, () => placed(shop, ada, { price: 9_900 }, key)));
    expect(new Set(answers.map(({ paymentLink }) => paymentLink)).size).toBe(1);
    expect(createdFor(stripe, ada.email)).toBe(1);
  });

  test('Stripe takes longer than five seconds: the link follows later, for the order and for its idempotency key', async ({
    shop,
    stripe,
  }) => {
    const ada = await buyer(shop);
    stripe.next(CREATE, 'silent');
    const key = once();
    const { status, body } = await order(shop, ada, { price: 9_900 }, key);
    expect([status, body.paymentLink]).toEqual([200, null]);
    const link = await lateLink(shop, ada);
    expect(await statuses(shop, ada)).toEqual([1]);
    expect((await order(shop, ada, { price: 9_900 }, key)).body).toEqual({ ...body, paymentLink: link });
    expect(createdFor(stripe, ada.email)).toBe(1);
    await pay(shop, stripe, link);
    expect(await statuses(shop, ada)).toEqual([2]);
    // The answer under the key stays the same after the payment.
    expect((await order(shop, ada, { price: 9_900 }, key)).body).toEqual({ ...body, paymentLink: link });
  });

  test.for([
    ['a lost answer', 'cut', 1],
    ['a concurrent call', { refuse: 409, type: 'idempotency_error' }, 1],
    ['a rate limit', { refuse: 429 }, 1],
    ['an error of Stripe', { refuse: 500 }, 1],
    ['a wrong API key', { refuse: 401 }, 1],
    ['an error that Stripe repeats for the idempotency key', 'errorAfter', 2],
  ] as const)('the link follows later after %s', async ([, turn, sessions], { shop, stripe }) => {
    const ada = await buyer(shop);
    stripe.next(CREATE, turn);
    expect((await order(shop, ada)).body.paymentLink).toBeNull();
    await pay(shop, stripe, await lateLink(shop, ada));
    expect(await statuses(shop, ada)).toEqual([2]);
    expect(createdFor(stripe, ada.email)).toBe(sessions);
  });

  test('a link that Stripe refuses permanently is not retried', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    stripe.next(CREATE, { refuse: 400, code: 'amount_too_small' });
    expect((await order(shop, ada)).body.paymentLink).toBeNull();
    expect(await statuses(shop, ada)).toEqual([0]);
    expect((await jobsOfTask(shop, 'payments.createLink')).filter((job) => job.attempts < job.maxAttempts)).toEqual([]);
  });

  test('an order cancelled before its link exists: the job stops retrying', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    stripe.next(CREATE, { refuse: 500 }, 2);
    const { body } = await order(shop, ada);
    // The call of the order and the first call of the job are both refused before the order is cancelled.
    await expect.poll(() => stripe.calls.filter(({ sent }) => sent.get('customer_email') === ada.email).length).toBe(2);
    await shop.call('POST /api/orders/cancel', { orderId: body.orderIds[0] ?? '' }, { token: ada.token });
    const givenUp = async () =>
      (await queuedJobs(shop)).filter((job) => job.lastError?.includes('can no longer be paid') && job.attempts === job.maxAttempts);
    await expect.poll(givenUp).toHaveLength(1);
    expect(createdFor(stripe, ada.email)).toBe(0);
  });

  test('a link lost in a crash is created by the schedule, also after the customer changed the language', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    await loseLink(shop, purchaseId);
    await setAccountLocale(shop, ada.email, 'jp');
    shop.clock.turn({ minutes: 5 });
    await letRun(shop, 'payments.poll');
    const later = await again(shop, ada);
    expect(await statuses(shop, later)).toEqual([1]);
    await pay(shop, stripe, (await getLink(shop, later)) ?? '');
    expect([await statuses(shop, later), createdFor(stripe, ada.email)]).toEqual([[2], 2]);
  });

  test('a link expires after a day, and a new one can be paid', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const { paymentLink, purchaseId } = await placed(shop, ada);
    shop.clock.turn({ hours: 24, minutes: 2 });
    expect(await tell(shop, stripe, stripe.event('checkout.session.expired', stripe.sessions.get(getSession(paymentLink))))).toBe(204);
    await letRun(shop, 'payments.poll');
    const later = await again(shop, ada);
    expect(await listOrders(shop, later)).toMatchObject([{ status: 1, paymentLink: null }]);
    const { body } = await shop.call('POST /api/orders/pay', { purchaseId }, { token: later.token });
    expect(body.paymentLink).not.toBe(paymentLink);
    await pay(shop, stripe, body.paymentLink ?? '');
    expect(await statuses(shop, later)).toEqual([2]);
  });

  test('the link of a limited coupon expires after 30 minutes, its session not before Stripe allows', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const couponCode = await addCoupon(shop, { totalLimit: 1 });
    const { paymentLink, purchaseId } = await placed(shop, ada, { couponCode });
    const endsMs =
      Number(
        stripe.calls
          .filter(({ path }) => CREATE.test(path))
          .at(-1)
          ?.sent.get('expires_at'),
      ) * 1_000;
    expect((endsMs - shop.clock.now().getTime()) / 60_000).toBe(50);
    shop.clock.turn({ minutes: 32 });
    await letRun(shop, 'payments.poll');
    expect(stripe.sessions.get(getSession(paymentLink))?.status).toBe('expired');
    const later = await again(shop, ada);
    expect(await listOrders(shop, later)).toMatchObject([{ purchaseId, paymentLink: null, couponReleased: true }]);
  });

  test('cancelling the order expires its session; a payment at that moment is credited to the balance', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const first = await placed(shop, ada);
    const cancel = (orderId = '') => shop.call('POST /api/orders/cancel', { orderId }, { token: ada.token });
    await cancel(first.orderIds[0]);
    await expect.poll(() => stripe.sessions.get(getSession(first.paymentLink))?.status).toBe('expired');
    const second = await placed(shop, ada);
    stripe.pay(second.paymentLink);
    await cancel(second.orderIds[0]);
    await expect.poll(() => getBalance(shop, ada)).toBe(9_900);
    expect(await statuses(shop, ada)).toEqual([-1, -1]);
  });
});

describe('Stripe webhook', () => {
  test('a paid deposit sent 20 times at once is credited once', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const { body } = await deposit(shop, ada, { currency: 4, depositAmount: 50_000, price: 50_000 });
    const event = stripe.pay(body.paymentLink ?? '');
    const answers = await Promise.all(Array.from({ length: 20 }, () => tell(shop, stripe, event)));
    expect([new Set(answers), await getBalance(shop, ada, 4)]).toEqual([new Set([204]), 50_000]);
  });

  test.for<[string, NonNullable<Parameters<StripeWorld['tell']>[2]>]>([
    ['signed with another secret', { secret: 'whsec_another' }],
    ['with a changed body', { raw: '{"id":"evt_1"}' }],
    ['signed in the future', { at: new Date('2099-01-01T00:00:00Z') }],
    ['signed long ago', { at: new Date('2026-01-01T00:00:00Z') }],
  ])('an event %s is refused', async ([, how], { shop, stripe }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    const event = stripe.pay(paymentLink);
    expect(await tell(shop, stripe, event, how)).toBe(400);
    const unsigned = await fetch(`${shop.urls.storefront}/api/payments/webhook/stripe`, { method: 'POST', body: JSON.stringify(event) });
    expect([unsigned.status, await statuses(shop, ada)]).toEqual([400, [1]]);
    expect(await tell(shop, stripe, event)).toBe(204);
  });

  test.for([
    [-301, 400],
    [-300, 204],
    [300, 204],
    [301, 400],
  ] as const)('an event signed %i seconds from now: answered %i', async ([seconds, status], { shop, stripe }) => {
    const { paymentLink } = await placed(shop, await buyer(shop));
    const at = new Date(shop.clock.now().getTime() + seconds * 1_000);
    expect(await tell(shop, stripe, stripe.pay(paymentLink), { at })).toBe(status);
  });

  test.for([-5, 0, 1.5, '9900', null, 2 ** 53])(
    'a signed amount of %j is refused, and no money is booked',
    async (amount, { shop, stripe }) => {
      const ada = await buyer(shop);
      const { paymentLink } = await placed(shop, ada);
      const event = stripe.pay(paymentLink) as { data: { object: object } };
      const changed = { ...event, data: { object: { ...event.data.object, amount_total: amount } } };
      expect([await tell(shop, stripe, changed), await statuses(shop, ada)]).toEqual([400, [1]]);
      expect([await tell(shop, stripe, event), await statuses(shop, ada)]).toEqual([204, [2]]);
    },
  );

  test('events of other payments or other types get 204 and book nothing', async ({ shop, stripe }) => {
    const before = await chargeCount(shop);
    const foreign = { id: 'cs_1', payment_status: 'paid', payment_intent: 'pi_1', amount_total: 100, currency: 'sek', metadata: {} };
    const tellAll = ['checkout.session.completed', 'charge.refunded', 'refund.failed', 'customer.created', 'toString'];
    for (const type of tellAll) expect(await tell(shop, stripe, stripe.event(type, foreign))).toBe(204);
    expect(await chargeCount(shop)).toBe(before);
  });

  test('a payment method that settles days later: success pays the order, failure expires the payment', async ({ shop, stripe }) => {
    const [ada, ben] = [await buyer(shop), await buyer(shop)];
    const [hers, his] = [await placed(shop, ada), await placed(shop, ben)];
    for (const { paymentLink } of [hers, his]) expect(await tell(shop, stripe, stripe.pay(paymentLink, 'pending'))).toBe(204);
    expect(await statuses(shop, ada)).toEqual([1]);
    shop.clock.turn({ hours: 30 });
    await letRun(shop, 'payments.poll');
    expect(await tell(shop, stripe, stripe.settle(getSession(hers.paymentLink), 'paid'))).toBe(204);
    stripe.settle(getSession(his.paymentLink), 'failed');
    shop.clock.turn({ hours: 2 });
    await letRun(shop, 'payments.poll');
    expect(await statuses(shop, await again(shop, ada))).toEqual([2]);
    expect((await findPayment(shop, his.purchaseId)).state).toBe('expired');
  });

  test('a payment at Stripe: what another provider says of it is refused', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const { paymentLink, purchaseId } = await placed(shop, ada);
    const { id: paymentId } = await findPayment(shop, purchaseId);
    const [signs, now] = [await createSigner(shop.ctx), shop.clock.now()];
    for (const kind of ['paid', 'disputed']) {
      const event = { kind, eventId: kind, paymentId, reference: `other_${kind}`, amount: 9_900, currency: 0, at: now.toISOString() };
      const body = JSON.stringify(event);
      const headers = { 'content-type': 'application/json', 'sandbox-signature': signs.stamp('webhook', body, now) };
      const { status } = await fetch(`${shop.urls.storefront}/api/payments/webhook/sandbox`, { method: 'POST', headers, body });
      expect([kind, status]).toEqual([kind, 404]);
    }
    expect([await chargeCount(shop, 'other_paid'), await statuses(shop, ada)]).toEqual([0, [1]]);
    expect((await disputes(shop)).filter(({ reference }) => reference === 'other_disputed')).toEqual([]);
    await pay(shop, stripe, paymentLink);
    expect(await statuses(shop, ada)).toEqual([2]);
  });

  test('a dispute is recorded once, with its payment', async ({ shop, stripe }) => {
    const paid = stripe.pay((await placed(shop, await buyer(shop))).paymentLink);
    const dispute = { id: 'du_1', amount: 9_900, currency: 'eur', payment_intent: paid.data.object.payment_intent, metadata: {} };
    for (const about of [dispute, dispute]) expect(await tell(shop, stripe, stripe.event('charge.dispute.created', about))).toBe(204);
    // A dispute of an unknown payment.
    expect(await tell(shop, stripe, stripe.event('charge.dispute.created', { ...dispute, id: 'du_2', payment_intent: null }))).toBe(204);
    expect(await tell(shop, stripe, paid)).toBe(204);
    expect(await disputes(shop)).toEqual([{ reference: 'du_1', amount: 9_900, currency: 0 }]);
    expect(said.filter((line) => line.includes('du_1'))).toHaveLength(1);
  });
});
