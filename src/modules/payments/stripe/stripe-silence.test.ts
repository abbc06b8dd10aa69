// Refunds by Stripe, lost answers and webhooks of Stripe, and a shop without Stripe.

import { randomUUID } from 'node:crypto';
import { story } from '../../../../tests/support/cart-lines.ts';
import {
  again,
  type Buyer,
  buyer,
  expectAudited,
  getBalance,
  getErrors,
  listOrders,
  order,
  placed,
  statuses,
} from '../../../../tests/support/money.ts';
import { patience } from '../../../../tests/support/patience.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { customerRefunds, findPayment } from '../../../../tests/support/rows/payments.ts';
import { addCoupon, couponUses, isUseReleased } from '../../../../tests/support/rows/wallet.ts';
import { describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import type { StripeWorld } from '../../../../tests/support/stripe.ts';
import { createdFor, expectKept, getSession, pay, tell, test } from '../../../../tests/support/stripe-shop.ts';

const PAYMENTS = process.env.FULL ? 1_000 : 100;

test.beforeEach(({ shop, stripe }) => stripe.follow(shop.clock));
test.afterEach(({ shop }) => expectKept(shop));

/** As in Stripe's documentation of the dispute object, shortened. */
const createDispute = (paid: { data: { object: { payment_intent?: unknown } } }) => ({
  id: `du_${randomUUID()}`,
  object: 'dispute',
  amount: 9_900,
  charge: 'ch_1MtJUT2eZvKYlo2CNaw2HvEv',
  created: 1_680_651_737,
  currency: 'eur',
  evidence_details: { due_by: 1_682_294_399, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: paid.data.object.payment_intent,
  reason: 'fraudulent',
  status: 'needs_response',
});

describe('refund by Stripe', () => {
  async function refundedOrder(shop: Shop, stripe: StripeWorld, lines = [story()]): Promise<Buyer> {
    const ada = await buyer(shop);
    const { paymentLink, orderIds } = await placed(shop, ada, { lines });
    await pay(shop, stripe, paymentLink);
    const { status } = await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '', refundTo: 'source' }, { token: ada.token });
    expect(status).toBe(204);
    return ada;
  }
  const getRefund = async (shop: Shop, { email }: Buyer) => (await customerRefunds(shop, email))[0];
  const expectState = (shop: Shop, who: Buyer, state: string) => expect.poll(async () => (await getRefund(shop, who))?.state).toBe(state);

  test.for([
    ['Stripe answers', undefined],
    ['the answer is lost', 'cut'],
    ['Stripe limits the rate', { refuse: 429 }],
    ['the Stripe balance is too low', { refuse: 400, code: 'balance_insufficient' }],
  ] as const)('%s: one refund goes back to the source', async ([, turn], { shop, stripe }) => {
    if (turn) stripe.next(/^POST .*\/refunds$/, turn);
    const before = stripe.refunds.length;
    const ada = await refundedOrder(shop, stripe);
    await expectState(shop, ada, 'done');
    expect([stripe.refunds.length - before, stripe.refunds.at(-1)?.amount, await getBalance(shop, ada)]).toEqual([1, 9_900, 0]);
  });

  test('the answer is lost and Stripe has forgotten the idempotency key: one refund', async ({ shop, stripe }) => {
    stripe.next(/^POST .*\/refunds$/, 'cut');
    const before = stripe.refunds.length;
    // With two orders enough money is left for a second refund.
    const ada = await refundedOrder(shop, stripe, [story(), story()]);
    await expect.poll(() => stripe.refunds.length).toBe(before + 1);
    stripe.forgetKeys();
    await expectState(shop, ada, 'done');
    expect([stripe.refunds.length - before, await getBalance(shop, ada)]).toEqual([1, 0]);
  });

  test('two orders of one payment are cancelled: each has its own refund', async ({ shop, stripe }) => {
    const before = stripe.refunds.length;
    const ada = await refundedOrder(shop, stripe, [story(), story({ quantity: 2 })]);
    await expectState(shop, ada, 'done');
    const left = (await listOrders(shop, ada)).find(({ status }) => status === 2);
    await shop.call('POST /api/orders/cancel', { orderId: left?.id ?? '', refundTo: 'source' }, { token: ada.token });
    const states = async () => (await customerRefunds(shop, ada.email)).map(({ amount, state }) => [amount, state]).toSorted();
    await expect.poll(states).toEqual([
      [19_800, 'done'],
      [9_900, 'done'],
    ]);
    expect(stripe.refunds.slice(before).map(({ amount }) => amount)).toEqual([9_900, 19_800]);
  });

  test.for(['failed', 'canceled'])(
    'the answer is lost, and the refund has %s when it is asked for: credited to the balance',
    async (status, { shop, stripe }) => {
      stripe.next(/^POST .*\/refunds$/, 'cut');
      const before = stripe.refunds.length;
      const ada = await refundedOrder(shop, stripe);
      await expect.poll(() => stripe.refunds.length).toBe(before + 1);
      Object.assign(stripe.refunds.at(-1) ?? {}, { status });
      await expectState(shop, ada, 'failed');
      expect(await getBalance(shop, ada)).toBe(9_900);
    },
  );

  test('a refund that Stripe refuses permanently is credited to the balance', async ({ shop, stripe }) => {
    stripe.next(/^POST .*\/refunds$/, { refuse: 400, code: 'charge_disputed' });
    const ada = await refundedOrder(shop, stripe);
    await expectState(shop, ada, 'failed');
    expect(await getBalance(shop, ada)).toBe(9_900);
  });

  test('a refund that fails after a lost dispute: the bank has given the money back, so the balance gets none', async ({
    shop,
    stripe,
  }) => {
    const ada = await buyer(shop);
    const { paymentLink, orderIds } = await placed(shop, ada);
    const paid = stripe.pay(paymentLink);
    await tell(shop, stripe, paid);
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '', refundTo: 'source' }, { token: ada.token });
    await expectState(shop, ada, 'done');
    await tell(shop, stripe, stripe.event('charge.dispute.closed', { ...createDispute(paid), status: 'lost' }));
    await tell(shop, stripe, stripe.event('refund.failed', stripe.refunds.at(-1)));
    expect([(await getRefund(shop, ada))?.state, await getBalance(shop, ada)]).toEqual(['done', 0]);
  });

  test('a refund that fails while a dispute is undecided waits: the money is credited once the shop has won', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const { paymentLink, orderIds } = await placed(shop, ada);
    const paid = stripe.pay(paymentLink);
    await tell(shop, stripe, paid);
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '', refundTo: 'source' }, { token: ada.token });
    await expectState(shop, ada, 'done');
    const dispute = createDispute(paid);
    await tell(shop, stripe, stripe.event('charge.dispute.created', dispute));
    Object.assign(stripe.refunds.at(-1) ?? {}, { status: 'failed' });
    await tell(shop, stripe, stripe.event('refund.failed', stripe.refunds.at(-1)));
    expect([(await getRefund(shop, ada))?.state, await getBalance(shop, ada)]).toEqual(['asked', 0]);
    await tell(shop, stripe, stripe.event('charge.dispute.closed', { ...dispute, status: 'won' }));
    await expectState(shop, ada, 'failed');
    expect(await getBalance(shop, ada)).toBe(9_900);
  });

  test('a refund that fails later is credited to the balance once', async ({ shop, stripe }) => {
    const ada = await refundedOrder(shop, stripe);
    await expectState(shop, ada, 'done');
    const event = stripe.event('refund.failed', stripe.refunds.at(-1));
    for (const sent of [event, event]) expect(await tell(shop, stripe, sent)).toBe(204);
    expect([(await getRefund(shop, ada))?.state, await getBalance(shop, ada)]).toEqual(['failed', 9_900]);
    await shop.mail(ada.email, /^We added your refund of €99\.00 to your balance/);
  });
});

describe('silent Stripe', () => {
  const RETRIEVE = /^GET .*\/sessions\//;
  const getOutcome = async (shop: Shop, who: Buyer) => (await listOrders(shop, who))[0]?.paymentOutcome?.kind;

  test('an attempt without an answer for 15 minutes: unreachable, and a new link only after the old one was ended', async ({
    shop,
    stripe,
  }) => {
    const ada = await buyer(shop);
    const { paymentLink, purchaseId: subjectId } = await placed(shop, ada);
    await shop.call('POST /api/payments/begin', { subjectId }, { token: ada.token });
    stripe.next(RETRIEVE, 'cut', 20);
    expect((await shop.call('POST /api/payments/check', { subjectId }, { token: ada.token })).body).toEqual({ answered: false });
    expect(await getOutcome(shop, ada)).toBe('confirming');
    for (let minute = 0; minute < 15; minute++) {
      shop.clock.turn({ minutes: 1 });
      await letRun(shop, 'payments.poll');
    }
    const later = await again(shop, ada);
    expect((await listOrders(shop, later))[0]).toMatchObject({ paymentLink: null, paymentOutcome: { kind: 'unreachable' } });
    expect((await shop.call('POST /api/orders/pay', { purchaseId: subjectId }, { token: later.token })).status).toBe(400);
    expect(stripe.sessions.get(getSession(paymentLink))?.status).toBe('open');
    stripe.clear();
    const { body } = await shop.call('POST /api/orders/pay', { purchaseId: subjectId }, { token: later.token });
    expect(stripe.sessions.get(getSession(paymentLink))?.status).toBe('expired');
    expect(body.paymentLink).not.toBe(paymentLink);
    await pay(shop, stripe, body.paymentLink ?? '');
    expect([await statuses(shop, later), await getBalance(shop, later)]).toEqual([[2], 0]);
  });

  test('an attempt that begins while Stripe is asked about the one before: still being confirmed', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const { purchaseId: subjectId } = await placed(shop, ada);
    const { token } = ada;
    await shop.call('POST /api/payments/begin', { subjectId }, { token });
    stripe.next(RETRIEVE, { slowMs: 500 });
    const asked = stripe.calls.length;
    const checked = shop.call('POST /api/payments/check', { subjectId }, { token });
    await expect.poll(() => stripe.calls.length).toBe(asked + 1);
    shop.clock.turn({ seconds: 1 });
    await shop.call('POST /api/payments/begin', { subjectId }, { token });
    expect((await checked).body).toEqual({ answered: true });
    expect(await getOutcome(shop, ada)).toBe('confirming');
    await shop.call('POST /api/payments/check', { subjectId }, { token });
    expect(await getOutcome(shop, ada)).toBeUndefined();
  });

  test('a payment method that takes days: being confirmed, however long, and not unreachable', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    expect(await tell(shop, stripe, stripe.pay(paymentLink, 'pending'))).toBe(204);
    expect((await listOrders(shop, ada))[0]).toMatchObject({ paymentLink: null, paymentOutcome: { kind: 'confirming' } });
    shop.clock.turn({ hours: 30 });
    await letRun(shop, 'payments.poll');
    const later = await again(shop, ada);
    expect((await listOrders(shop, later))[0]).toMatchObject({ paymentLink: null, paymentOutcome: { kind: 'confirming' } });
  });
});

describe('last use of a code, held by an unpaid order', () => {
  test.for(['the link is being created', 'the answer is lost'] as const)(
    'another customer orders while %s: the use stays, until Stripe says that the link is over',
    async (happens, { stripe }) => {
      await using limited = await openShop({ environment: stripe.environment, jobs: false });
      stripe.follow(limited.clock);
      const code = await addCoupon(limited, { totalLimit: 1 });
      const isCreated = happens === 'the answer is lost';
      if (!isCreated) stripe.next(/^POST .*\/sessions$/, { refuse: 500 });
      const ada = await buyer(limited);
      const { purchaseId } = (await order(limited, ada, { couponCode: code, price: 8_910 })).body;
      expect((await findPayment(limited, purchaseId)).link !== null).toBe(isCreated);
      limited.clock.turn({ minutes: 6 });
      if (isCreated) stripe.next(/expire$/, 'cut');
      const ben = await buyer(limited);
      const buy = () => order(limited, ben, { couponCode: code, price: 8_910 });
      expect(getErrors(await buy())).toEqual([400, { couponCode: ['This code has reached its limit.'] }]);
      expect([await isUseReleased(limited, purchaseId), (await findPayment(limited, purchaseId)).state]).toEqual([false, 'open']);
      const { body } = await limited.call('POST /api/orders/pay', { purchaseId }, { token: (await again(limited, ada)).token });
      expect((await buy()).status).toBe(200);
      expect(stripe.sessions.get(getSession(body.paymentLink ?? ''))?.status).toBe('expired');
      expect(await couponUses(limited, code)).toEqual({ counted: 1, held: 1 });
      await expectAudited(limited);
    },
  );
});

test(`Stripe: lost answers and webhooks of ${PAYMENTS} payments: one charge each, all settled within 15 minutes`, {
  timeout: patience(600_000),
}, async ({ shop, stripe }) => {
  const buyers = await Promise.all(Array.from({ length: 10 }, () => buyer(shop)));
  const each = PAYMENTS / buyers.length;
  stripe.next(/^POST .*\/sessions$/, 'cut', Math.floor(PAYMENTS * 0.3), 3);
  await Promise.all(
    buyers.map(async (who) => {
      for (let turn = 0; turn < each; turn++) await order(shop, who, { price: 9_900 });
    }),
  );
  const isWaiting = async () =>
    (await Promise.all(buyers.map((who) => listOrders(shop, who)))).flat().filter(({ status }) => status === 0).length;
  await expect.poll(isWaiting).toBe(0);
  const links = (await Promise.all(buyers.map((who) => listOrders(shop, who)))).flat().map(({ paymentLink }) => paymentLink ?? '');
  expect(new Set(links).size).toBe(PAYMENTS);
  // Three payments in ten send no webhook, and every third answer to a poll is lost.
  for (const [index, link] of links.entries()) {
    const event = stripe.pay(link);
    if (index % 10 >= 3) expect(await tell(shop, stripe, event)).toBe(204);
  }
  stripe.next(/^GET .*\/sessions\//, 'cut', PAYMENTS, 3);
  for (const minutes of [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) {
    shop.clock.turn({ minutes });
    await letRun(shop, 'payments.poll');
  }
  const fresh = await Promise.all(buyers.map((who) => again(shop, who)));
  expect(await Promise.all(fresh.map((who) => statuses(shop, who)))).toEqual(buyers.map(() => Array.from({ length: each }, () => 2)));
  expect(await Promise.all(fresh.map((who) => getBalance(shop, who)))).toEqual(buyers.map(() => 0));
  expect(new Set(buyers.map(({ email }) => createdFor(stripe, email)))).toEqual(new Set([each]));
});

test('production without Stripe: orders are accepted without a link', async () => {
  await using real = await openShop({ environment: { NODE_ENV: 'production', HOST: '127.0.0.1', RATE_LIMITS: 'on' } });
  const ada = await buyer(real);
  const { status, body } = await order(real, ada, {});
  expect([status, body.paymentLink, await statuses(real, ada)]).toEqual([200, null, [0]]);
  await expectAudited(real);
});
