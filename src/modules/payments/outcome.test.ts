// The outcome of a payment attempt as its customer sees it. An older event never replaces a newer one.

import { randomUUID } from 'node:crypto';
import { logIn } from '../../../tests/support/accounts.ts';
import { test } from '../../../tests/support/audited-shop.ts';
import { signerOf } from '../../../tests/support/bank.ts';
import { type Buyer, becomes, buyer, deposit, ordersOf, pay, placed } from '../../../tests/support/money.ts';
import { paymentOf } from '../../../tests/support/rows/payments.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { Currency } from '../../lib/money/money.ts';
import { readEvent } from './stripe/events.ts';

const outcomeOf = async (shop: Shop, who: Buyer) => (await ordersOf(shop, who))[0]?.paymentOutcome;
const endsAs = (shop: Shop, who: Buyer, kind: string) => expect.poll(async () => (await outcomeOf(shop, who))?.kind).toBe(kind);

/** Sends a webhook as the bank does, dated some seconds ago. */
async function sendWebhook(shop: Shop, paymentId: string, kind: 'declined' | 'abandoned', agoSeconds: number): Promise<number> {
  const now = shop.clock.now();
  const at = new Date(now.getTime() - agoSeconds * 1_000);
  const raw = JSON.stringify({ kind, eventId: randomUUID(), at: at.toISOString(), paymentId });
  const signed = (await signerOf(shop.ctx)).stamp('webhook', raw, now);
  const headers = { 'content-type': 'application/json', 'sandbox-signature': signed };
  return (await fetch(`${shop.urls.storefront}/api/payments/webhook/sandbox`, { method: 'POST', headers, body: raw })).status;
}

describe('order: payment outcome', () => {
  test('declined, then abandoned, then paid: each attempt replaces the last outcome', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    expect(await outcomeOf(shop, ada)).toBeNull();
    await pay(paymentLink, 'decline');
    await endsAs(shop, ada, 'declined');
    shop.clock.turn({ seconds: 1 });
    await pay(paymentLink, 'abandon');
    await endsAs(shop, ada, 'abandoned');
    await pay(paymentLink);
    await becomes(shop, ada, [2]);
    expect(await outcomeOf(shop, ada)).toBeNull();
  });

  test('an older event arrives late: the newer outcome stays', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    const { id } = await paymentOf(shop, purchaseId);
    expect(await sendWebhook(shop, id, 'declined', 5)).toBe(204);
    expect(await sendWebhook(shop, id, 'abandoned', 60)).toBe(204);
    expect((await outcomeOf(shop, ada))?.kind).toBe('declined');
  });

  test('a new link after a declined payment has no outcome', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId, paymentLink } = await placed(shop, ada);
    await pay(paymentLink, 'decline');
    await endsAs(shop, ada, 'declined');
    shop.clock.turn({ hours: 25 });
    const later = { ...ada, token: (await logIn(shop, ada.email)).token };
    await shop.call('POST /api/orders/pay', { purchaseId }, { token: later.token });
    expect(await outcomeOf(shop, later)).toBeNull();
  });
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
