// The outcome of a payment attempt as its customer sees it. An older event never replaces a newer one.

import { randomUUID } from 'node:crypto';
import { Currency } from '#lib/money/money.ts';
import { logIn } from '../../../tests/support/accounts.ts';
import { createSandboxProvider, tellShop } from '../../../tests/support/bank.ts';
import { story } from '../../../tests/support/cart-lines.ts';
import { operating } from '../../../tests/support/desk.ts';
import { type Buyer, becomes, buyer, deposit, listOrders, pay, placed, statuses, test } from '../../../tests/support/money.ts';
import { findPayment, setLinkExpiry, setReference } from '../../../tests/support/rows/payments.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { eventHandlers } from '../../event-handlers.ts';
import { askForCustomer } from './poll-providers.ts';
import { findOpen } from './queries.ts';
import { readEvent } from './stripe/events.ts';

const getOutcome = async (shop: Shop, who: Buyer) => (await listOrders(shop, who))[0]?.paymentOutcome;
const endsAs = (shop: Shop, who: Buyer, kind: string) => expect.poll(async () => (await getOutcome(shop, who))?.kind).toBe(kind);

/** Sends a webhook as the bank does, dated some seconds ago. */
const sendWebhook = (shop: Shop, paymentId: string, kind: 'begun' | 'declined' | 'abandoned', agoSeconds: number): Promise<number> =>
  tellShop(shop, { kind, paymentId, at: new Date(shop.clock.now().getTime() - agoSeconds * 1_000) });

describe('order: payment outcome', () => {
  test('declined, then abandoned, then paid: each attempt replaces the last outcome', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    expect(await getOutcome(shop, ada)).toBeNull();
    await pay(paymentLink, 'decline');
    await endsAs(shop, ada, 'declined');
    shop.clock.turn({ seconds: 1 });
    await pay(paymentLink, 'abandon');
    await endsAs(shop, ada, 'abandoned');
    await pay(paymentLink);
    await becomes(shop, ada, [2]);
    expect(await getOutcome(shop, ada)).toBeNull();
  });

  test('an older event arrives late: the newer outcome stays', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    const { id } = await findPayment(shop, purchaseId);
    expect(await sendWebhook(shop, id, 'declined', 5)).toBe(204);
    expect(await sendWebhook(shop, id, 'abandoned', 60)).toBe(204);
    expect((await getOutcome(shop, ada))?.kind).toBe('declined');
  });

  test('a new link after a declined payment has no outcome', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId, paymentLink } = await placed(shop, ada);
    await pay(paymentLink, 'decline');
    await endsAs(shop, ada, 'declined');
    shop.clock.turn({ hours: 25 });
    const later = { ...ada, token: (await logIn(shop, ada.email)).token };
    await shop.call('POST /api/orders/pay', { purchaseId }, { token: later.token });
    expect(await getOutcome(shop, later)).toBeNull();
  });
});

describe('order: attempt whose end is unknown', () => {
  const getLink = async (shop: Shop, who: Buyer) => (await listOrders(shop, who))[0]?.paymentLink;
  const check = (shop: Shop, who: Buyer, subjectId: string) => shop.call('POST /api/payments/check', { subjectId }, { token: who.token });

  test.for(['late', 'lost'] as const)(
    'declined, then paid with %s: being confirmed without a way to pay, then paid',
    async (outcome, { shop }) => {
      const ada = await buyer(shop);
      const { paymentLink, purchaseId, orderIds } = await placed(shop, ada, { lines: [story(), story()] });
      await pay(paymentLink, 'decline');
      await endsAs(shop, ada, 'declined');
      shop.clock.turn({ seconds: 1 });
      await pay(paymentLink, outcome);
      await endsAs(shop, ada, 'confirming');
      expect(await getLink(shop, ada)).toBeNull();
      if (outcome === 'late') {
        const fields = [{ purchaseId }, { purchaseId, payFromBalance: true }];
        for (const sent of fields) expect((await shop.call('POST /api/orders/pay', sent, { token: ada.token })).status).toBe(400);
        // The rest would get a second link.
        const orderId = orderIds[0] ?? '';
        expect((await shop.call('POST /api/orders/cancel', { orderId }, { token: ada.token })).status).toBe(400);
        const owner = await operating(shop, 'owner');
        expect((await owner.call('POST /api/order/link', { id: orderId, why: 'Asked for it.' })).status).toBe(400);
        expect((await owner.call('GET /api/order', { id: orderId })).body.payments).toMatchObject([{ link: null, attempt: 'confirming' }]);
        expect((await check(shop, ada, purchaseId)).body).toEqual({ answered: true });
        await endsAs(shop, ada, 'confirming');
        shop.clock.turn({ minutes: 1 });
      }
      expect((await check(shop, ada, purchaseId)).body).toEqual({ answered: true });
      expect(await statuses(shop, ada)).toEqual([2, 2]);
    },
  );

  test('payment page opened and left: being confirmed until the provider says that nothing was taken', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId, paymentLink } = await placed(shop, ada);
    expect((await shop.call('POST /api/payments/begin', { subjectId: purchaseId }, { token: ada.token })).status).toBe(204);
    expect([(await getOutcome(shop, ada))?.kind, await getLink(shop, ada)]).toEqual(['confirming', null]);
    await check(shop, ada, purchaseId);
    expect([await getOutcome(shop, ada), await getLink(shop, ada)]).toEqual([null, paymentLink]);
  });

  test.for([
    ['in step', 0],
    ['five seconds ahead', -5],
  ] as const)('declined by a clock that is %s, then opened again: being confirmed', async ([, agoSeconds], { shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    await sendWebhook(shop, (await findPayment(shop, purchaseId)).id, 'declined', agoSeconds);
    await shop.call('POST /api/payments/begin', { subjectId: purchaseId }, { token: ada.token });
    expect([(await getOutcome(shop, ada))?.kind, await getLink(shop, ada)]).toEqual(['confirming', null]);
  });

  test('a link that expires while its payment is being confirmed: no new one before the end is known', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    const { id } = await findPayment(shop, purchaseId);
    await sendWebhook(shop, id, 'begun', 0);
    await setLinkExpiry(shop, id, new Date(shop.clock.now().getTime() - 1_000));
    expect([(await getOutcome(shop, ada))?.kind, await getLink(shop, ada)]).toEqual(['confirming', null]);
    await check(shop, ada, purchaseId);
    expect(await getOutcome(shop, ada)).toBeNull();
    const { body } = await shop.call('POST /api/orders/pay', { purchaseId }, { token: ada.token });
    expect(body.paymentLink).not.toBeNull();
  });

  test('the end of an earlier attempt arrives late: the new one stays open', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    const { id } = await findPayment(shop, purchaseId);
    await sendWebhook(shop, id, 'begun', 5);
    await sendWebhook(shop, id, 'declined', 60);
    expect((await getOutcome(shop, ada))?.kind).toBe('confirming');
    await sendWebhook(shop, id, 'declined', 5);
    expect((await getOutcome(shop, ada))?.kind).toBe('declined');
  });

  test('a link that is created while the provider is asked about the payment without one: stays open', async ({ shop }) => {
    const { purchaseId } = await placed(shop, await buyer(shop));
    const payment = await findOpen(shop.ctx.db.orm, purchaseId);
    const answerLate = async () => {
      await setReference(shop, payment?.id ?? '', 'created meanwhile');
      return { state: 'cancelled' } as const;
    };
    const provider = { ...(await createSandboxProvider(shop.ctx)), askState: answerLate };
    const payments = { ctx: shop.ctx, providers: () => [provider], reactions: eventHandlers };
    expect(payment && (await askForCustomer(payments, payment, 'look'))).toBe(true);
    expect((await findPayment(shop, purchaseId)).state).toBe('open');
  });

  test('another’s purchase: neither begun nor checked', async ({ shop }) => {
    const [ada, ben] = [await buyer(shop), await buyer(shop)];
    const { purchaseId: subjectId } = await placed(shop, ada);
    for (const name of ['POST /api/payments/begin', 'POST /api/payments/check'] as const)
      expect((await shop.call(name, { subjectId }, { token: ben.token })).status).toBe(404);
    expect(await getOutcome(shop, ada)).toBeNull();
  });
});

test('deposit: no link while it is being confirmed', async ({ shop }) => {
  const ada = await buyer(shop);
  const { paymentLink, depositId } = (await deposit(shop, ada, { currency: Currency.EUR })).body;
  const state = async () => (await shop.call('GET /api/balance/deposit', { id: depositId }, { token: ada.token })).body;
  await pay(paymentLink ?? '', 'decline');
  await expect.poll(async () => (await state()).paymentOutcome?.kind).toBe('declined');
  shop.clock.turn({ seconds: 1 });
  await pay(paymentLink ?? '', 'lost');
  await expect.poll(state).toMatchObject({ paymentLink: null, paymentOutcome: { kind: 'confirming' } });
  await shop.call('POST /api/payments/check', { subjectId: depositId }, { token: ada.token });
  expect(await state()).toMatchObject({ state: 'paid' });
});

test('deposit: a declined payment is shown with its state', async ({ shop }) => {
  const ada = await buyer(shop);
  const { paymentLink, depositId } = (await deposit(shop, ada, { currency: Currency.EUR })).body;
  const state = async () => (await shop.call('GET /api/balance/deposit', { id: depositId }, { token: ada.token })).body;
  expect((await state()).paymentOutcome).toBeNull();
  await pay(paymentLink ?? '', 'decline');
  await expect.poll(async () => (await state()).paymentOutcome?.kind).toBe('declined');
});

test('Stripe: a failed card payment is a declined outcome', async () => {
  const id = randomUUID();
  const event = { id: 'evt_1', type: 'payment_intent.payment_failed', created: 1_778_578_200 };
  const object = { object: 'payment_intent', metadata: { fanfare_payment: id } };
  expect(await readEvent({ ...event, data: { object } }, expect.fail)).toMatchObject({ kind: 'declined', paymentId: id });
  expect(await readEvent({ ...event, data: { object: { ...object, metadata: {} } } }, expect.fail)).toBeUndefined();
});
