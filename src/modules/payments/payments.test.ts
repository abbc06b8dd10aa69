// Incoming payments: each counts once for its purchase or deposit, or is credited to the customer's balance.

import { randomUUID } from 'node:crypto';
import { createSigner, press } from '../../../tests/support/bank.ts';
import { story, tags } from '../../../tests/support/cart-lines.ts';
import { again, becomes, buyer, deposit, getBalance, listOrders, pay, placed, statuses, test } from '../../../tests/support/money.ts';
import { lockPurchase, openTransaction } from '../../../tests/support/rows/database.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { chargeCount, findPayment, listPayments } from '../../../tests/support/rows/payments.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';

const TIMES = process.env.FULL ? 1_000 : 100;

type Event = { kind?: string; paymentId?: string; reference?: string; amount?: number; currency?: number; eventId?: string };

/** Sends a webhook as the bank does, or a forged one. */
async function sendWebhook(shop: Shop, event: Event, { at = shop.clock.now(), signed = true } = {}): Promise<number> {
  const raw = Buffer.from(JSON.stringify({ kind: 'paid', eventId: randomUUID(), at: at.toISOString(), currency: 0, ...event }));
  const stamp = signed
    ? (await createSigner(shop.ctx)).stamp('webhook', raw, at)
    : 't=1778578200,v1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  const headers = { 'content-type': 'application/json', 'sandbox-signature': stamp };
  return (await fetch(`${shop.urls.storefront}/api/payments/webhook/sandbox`, { method: 'POST', headers, body: raw })).status;
}

describe('webhook', () => {
  test('the same event sent many times at once counts once', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    const event = { paymentId: (await findPayment(shop, purchaseId)).id, reference: 'ch_often', amount: 9_900, eventId: 'ev_often' };
    const answers = await Promise.all(Array.from({ length: TIMES }, () => sendWebhook(shop, event)));
    expect(new Set(answers)).toEqual(new Set([204]));
    expect([await statuses(shop, ada), await getBalance(shop, ada)]).toEqual([[2], 0]);
    expect(await chargeCount(shop, 'ch_often')).toBe(1);
  });

  test.for(['twice', 'late'] as const)('a payment confirmed %s counts once', async (outcome, { shop }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    await pay(paymentLink, outcome);
    if (outcome === 'late') {
      expect(await statuses(shop, ada)).toEqual([1]);
      shop.clock.turn({ seconds: 61 });
    }
    await becomes(shop, ada, [2]);
    expect(await getBalance(shop, ada)).toBe(0);
  });

  test('a paid order is confirmed by one mail with its services, prices, total and date', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada, { lines: [story(), tags()] });
    await pay(paymentLink);
    await becomes(shop, ada, [2, 2]);
    await letRun(shop, 'orders.sendConfirmations');
    await letRun(shop, 'orders.sendConfirmations');
    const numbers = (await listOrders(shop, ada)).map(({ number }) => number);
    const { text, html } = await shop.mail(ada.email, /^Your order is confirmed: Brand Stories \+ 1 more$/);
    for (const part of [
      `Brand Stories, 600 words: €99.00\n  ${numbers[0]}\n  Expected by `,
      'Hashtag Magic',
      'Total: €108.00',
      'Paid online on ',
      `See your orders: ${shop.ctx.config.shopUrl}/cabinet/order-history\n`,
      `${shop.ctx.config.shopUrl}/cabinet/order-history/${numbers[0]}?part=invoice`,
    ])
      expect(text).toContain(part);
    for (const number of numbers) expect(html).toMatch(new RegExp(`white-space:nowrap">${number}<`));
    expect((await shop.mails(ada.email)).filter(({ subject }) => subject.startsWith('Your order is confirmed'))).toHaveLength(1);
  });

  test('a lost webhook is replaced by polling the bank a minute after the attempt has begun', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    await pay(paymentLink, 'lost');
    await expect.poll(async () => (await listOrders(shop, ada))[0]?.paymentOutcome?.kind).toBe('confirming');
    await letRun(shop, 'payments.poll');
    expect(await statuses(shop, ada)).toEqual([1]);
    shop.clock.turn({ minutes: 1 });
    await letRun(shop, 'payments.poll');
    expect(await statuses(shop, await again(shop, ada))).toEqual([2]);
  });

  test('a wrong amount or currency is credited to the balance and announced by mail', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    const paymentId = (await findPayment(shop, purchaseId)).id;
    expect(await sendWebhook(shop, { paymentId, reference: 'ch_less', amount: 9_899 })).toBe(204);
    expect(await sendWebhook(shop, { paymentId, reference: 'ch_other', amount: 9_900, currency: 1 })).toBe(204);
    expect([await statuses(shop, ada), await getBalance(shop, ada), await getBalance(shop, ada, 1)]).toEqual([[1], 9_899, 9_900]);
    await shop.mail(ada.email, /^We added €98\.99 to your balance/);
    expect(await sendWebhook(shop, { paymentId, reference: 'ch_right', amount: 9_900 })).toBe(204);
    // A second payment for the same purchase.
    expect(await sendWebhook(shop, { paymentId, reference: 'ch_again', amount: 9_900 })).toBe(204);
    expect([await statuses(shop, ada), await getBalance(shop, ada)]).toEqual([[2], 19_799]);
  });

  test.for([
    ['with a false signature', { signed: false }, 400],
    ['signed a year ago', { at: new Date('2025-05-12T09:30:00Z') }, 400],
  ] as const)('an event %s is refused', async ([, how, status], { shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    expect(
      await sendWebhook(shop, { paymentId: (await findPayment(shop, purchaseId)).id, reference: randomUUID(), amount: 9_900 }, how),
    ).toBe(status);
    expect(await statuses(shop, ada)).toEqual([1]);
  });

  test('an event of an unknown payment gets 404 and is not recorded', async ({ shop }) => {
    expect(await sendWebhook(shop, { paymentId: randomUUID(), reference: 'ch_unknown', amount: 9_900 })).toBe(404);
    expect(await chargeCount(shop, 'ch_unknown')).toBe(0);
  });

  test.for([
    ['no content', '', 400],
    ['broken JSON', '{', 400],
    ['5 MB', 'x'.repeat(5_000_000), 413],
  ] as const)('a body with %s is refused', async ([, body, status], { shop }) => {
    const headers = { 'content-type': 'application/json', 'sandbox-signature': 'x' };
    const answer = await fetch(`${shop.urls.storefront}/api/payments/webhook/sandbox`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
    const other = await fetch(`${shop.urls.storefront}/api/payments/webhook/nobody`, { method: 'POST', headers, body: '{}' });
    expect(other.status).toBe(404);
  });
});

describe('payment link', () => {
  test('a link expires after a day, and a new one can be paid', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink, purchaseId } = await placed(shop, ada);
    shop.clock.turn({ hours: 24, minutes: 2 });
    await letRun(shop, 'payments.poll');
    const later = await again(shop, ada);
    expect(await listOrders(shop, later)).toMatchObject([{ status: 1, paymentLink: null }]);
    expect((await press(paymentLink, 'success')).status).toBe(410);
    const { body } = await shop.call('POST /api/orders/pay', { purchaseId }, { token: later.token });
    expect(body.paymentLink).not.toBe(paymentLink);
    await pay(body.paymentLink ?? '');
    await becomes(shop, later, [2]);
  });

  test('at the moment of its expiry, a link is replaced', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink, purchaseId } = await placed(shop, ada);
    const [{ linkExpiresAt } = {}] = await listOrders(shop, ada);
    const linkAt = async (ms: number) => {
      shop.clock.set(new Date(new Date(linkExpiresAt ?? 0).getTime() + ms));
      const { token } = await again(shop, ada);
      return (await shop.call('POST /api/orders/pay', { purchaseId }, { token })).body.paymentLink;
    };
    expect(await linkAt(-1)).toBe(paymentLink);
    expect(await linkAt(0)).not.toBe(paymentLink);
  });

  const expired = async (shop: Shop) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    shop.clock.turn({ hours: 24, minutes: 2 });
    const { token } = await again(shop, ada);
    const request = async (): Promise<readonly [status: number, link: string | null | undefined]> => {
      const { status, body } = await shop.call('POST /api/orders/pay', { purchaseId }, { token });
      return [status, body.paymentLink];
    };
    const openLinks = async () => (await listPayments(shop, purchaseId)).filter(({ state }) => state === 'open');
    return { purchaseId, request, openLinks };
  };
  const hundred = <T>(request: () => Promise<T>): Promise<T>[] => Array.from({ length: 100 }, request);

  test('a new link requested 100 times at once: every answer has the same link', async ({ shop }) => {
    const { request, openLinks } = await expired(shop);
    // A busy shop may answer 503; a retry gets the link.
    const patient = async (): Promise<unknown> => {
      for (;;) {
        const [status, link] = await request();
        if (status !== 503) return [status, link];
      }
    };
    const answers = await Promise.all(hundred(patient));
    const [open] = await openLinks();
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify([200, open?.link])]));
    expect(await openLinks()).toHaveLength(1);
  });

  test('a new link requested while the purchase is locked: 503 without a link, or the one link', async ({ shop }) => {
    const { purchaseId, request, openLinks } = await expired(shop);
    const holder = await openTransaction(shop);
    await lockPurchase(holder, purchaseId);
    const asking = hundred(request);
    // After the first request has timed out, the lock is released for the others.
    expect(await Promise.race(asking)).toEqual([503, undefined]);
    await holder[Symbol.asyncDispose]();
    const answers = await Promise.all(asking);
    for (const [status, link] of [...answers, await request()]) {
      const [open, ...more] = await openLinks();
      expect([
        [200, open?.link],
        [503, undefined],
      ]).toContainEqual([status, link]);
      expect(more).toEqual([]);
    }
  });

  test('a payment by the expired link of a deposit is credited to the balance', async ({ shop }) => {
    const ada = await buyer(shop);
    const { body } = await deposit(shop, ada, { depositAmount: 5_000, price: 5_000 });
    await pay(body.paymentLink ?? '', 'lost');
    shop.clock.turn({ hours: 24, minutes: 2 });
    await letRun(shop, 'payments.poll');
    expect(await getBalance(shop, await again(shop, ada))).toBe(5_000);
  });
});

describe('unpaid purchase', () => {
  test('it is closed after seven days, with a mail', async ({ shop }) => {
    await shop.makeDemo();
    const ada = await buyer(shop);
    await placed(shop, ada, { couponCode: 'WELCOME10', price: 8_910 });
    shop.clock.turn({ days: 6, hours: 23 });
    await letRun(shop, 'orders.voidUnpaid');
    expect(await statuses(shop, await again(shop, ada))).toEqual([1]);
    shop.clock.turn({ hours: 1 });
    await letRun(shop, 'orders.voidUnpaid');
    expect(await statuses(shop, await again(shop, ada))).toEqual([-1]);
    await shop.mail(ada.email, /^Your unpaid order is cancelled: .*\(F-/);
  });

  test('a payment after cancellation is credited to the balance and announced by mail', async ({ shop }) => {
    const ada = await buyer(shop);
    const { orderIds, purchaseId } = await placed(shop, ada, { lines: [story()] });
    const paymentId = (await findPayment(shop, purchaseId)).id;
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token });
    expect(await sendWebhook(shop, { paymentId, reference: 'ch_after', amount: 9_900 })).toBe(204);
    expect([await statuses(shop, ada), await getBalance(shop, ada)]).toEqual([[-1], 9_900]);
    await shop.mail(ada.email, /^We added €99\.00 to your balance/);
  });

  test('payment and cancellation at once: the order is cancelled, the money is on the balance', async ({ shop }) => {
    const ada = await buyer(shop);
    for (let turn = 0; turn < 10; turn++) {
      const before = await getBalance(shop, ada);
      const { orderIds, purchaseId } = await placed(shop, ada, { lines: [story()] });
      const event = { paymentId: (await findPayment(shop, purchaseId)).id, reference: `ch_race_${turn}`, amount: 9_900 };
      const cancel = () => shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '', refundTo: 'balance' }, { token: ada.token });
      await Promise.all(turn % 2 ? [sendWebhook(shop, event), cancel()] : [cancel(), sendWebhook(shop, event)]);
      expect(await getBalance(shop, ada)).toBe(before + 9_900);
    }
    expect(new Set(await statuses(shop, ada))).toEqual(new Set([-1]));
  });
});

describe('account', () => {
  test('deletion is refused while an order is open, and accepted once it is cancelled', async ({ shop }) => {
    const ada = await buyer(shop);
    const { orderIds } = await placed(shop, ada);
    const close = () => shop.call('POST /api/Accounts/ask-deletion', { currentPassword: 'seven blue herons' }, { token: ada.token });
    expect((await close()).body).toMatchObject({ errors: { '': [expect.stringContaining('You have an open order.')] } });
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token });
    expect((await close()).status).toBe(200);
  });
});
