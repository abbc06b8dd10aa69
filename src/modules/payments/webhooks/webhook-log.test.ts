// The log of webhooks: ids and answer only, for 90 days. Repeated and forged webhooks add to a count, so they
// cannot fill the table.

import { randomUUID } from 'node:crypto';
import { createSigner } from '../../../../tests/support/bank.ts';
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { becomes, buyer, pay, placed, test } from '../../../../tests/support/money.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { findPayment, webhookCount, webhooksMatching } from '../../../../tests/support/rows/payments.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';

type How = { readonly ago?: number; readonly stamp?: string; readonly raw?: string };

/** Sends a webhook as the bank does, or a forged one. */
async function sendWebhook(shop: Shop, event: object, { ago = 0, stamp, raw: given }: How = {}): Promise<number> {
  const at = new Date(shop.clock.now().getTime() - ago * 1_000);
  const raw = Buffer.from(given ?? JSON.stringify({ kind: 'paid', eventId: randomUUID(), at: at.toISOString(), currency: 0, ...event }));
  const signed = stamp ?? (await createSigner(shop.ctx)).stamp('webhook', raw, at);
  const headers = { 'content-type': 'application/json', 'sandbox-signature': signed };
  return (await fetch(`${shop.urls.storefront}/api/payments/webhook/sandbox`, { method: 'POST', headers, body: raw })).status;
}

const loggedWebhooks = async (who: Operating, payment?: string) =>
  (await who.call('GET /api/payment/webhooks', payment ? { payment } : {})).body.webhooks.map(({ answer, kind, count }) => [
    answer,
    kind,
    count,
  ]);

describe('webhook log', () => {
  test('booked, repeated and declined events are counted by answer, and a maker gets 403', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const { purchaseId } = await placed(shop, ada);
    const paymentId = (await findPayment(shop, purchaseId)).id;
    expect(await loggedWebhooks(support, paymentId)).toEqual([]);
    expect(await sendWebhook(shop, { paymentId, kind: 'declined' })).toBe(204);
    shop.clock.turn({ seconds: 1 });
    const event = { paymentId, reference: 'ch_told', amount: 9_900, eventId: 'ev_told' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendWebhook(shop, event)));
    expect(new Set(answers)).toEqual(new Set([204]));
    expect((await loggedWebhooks(support, paymentId)).toSorted()).toEqual([
      ['booked', 'paid', 1],
      ['known', 'paid', 9],
      ['noted', 'declined', 1],
    ]);
    const [row] = (await support.call('GET /api/payment/webhooks', { payment: paymentId })).body.webhooks;
    expect(row).toMatchObject({ provider: 'sandbox', eventId: 'ev_told', paymentId });
    expect((await (await operating(shop, 'maker')).call('GET /api/payment/webhooks', { payment: paymentId })).status).toBe(403);
  });

  test('the webhooks of a real payment are logged', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const { purchaseId, paymentLink } = await placed(shop, ada);
    await pay(paymentLink, 'twice');
    await becomes(shop, ada, [2]);
    const paymentId = (await findPayment(shop, purchaseId)).id;
    await expect
      .poll(async () => (await loggedWebhooks(support, paymentId)).map(([answer]) => answer).toSorted())
      .toEqual(['booked', 'known']);
  });

  test('refused webhooks: one row an hour with a count, and none of their content', async ({ shop }) => {
    const support = await operating(shop, 'support');
    shop.clock.turn({ hours: 2 });
    const who = { ...support, ...(await operating(shop, 'support')) };
    const forged = 't=1778578200,v1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) =>
        sendWebhook(shop, { paymentId: 'private-thing', reference: `ch_${turn}`, amount: 1 }, { stamp: forged }),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([400]));
    expect(await sendWebhook(shop, { paymentId: randomUUID(), reference: 'ch_old', amount: 1 }, { ago: 600 })).toBe(400);
    expect(await sendWebhook(shop, {}, { raw: 'no json' })).toBe(400);
    const missing = randomUUID();
    for (let turn = 0; turn < 2; turn++)
      expect(await sendWebhook(shop, { paymentId: missing, reference: 'ch_none', amount: 1, eventId: 'ev_none' })).toBe(404);
    expect((await loggedWebhooks(who)).toSorted()).toEqual([
      ['old', null, 1],
      ['signature', null, 60],
      ['unknown', 'paid', 2],
      ['unreadable', null, 1],
    ]);
    await sendWebhook(shop, { paymentId: 'private-thing' }, { stamp: forged });
    expect((await loggedWebhooks(who)).find(([answer]) => answer === 'signature')).toEqual(['signature', null, 61]);
    expect(await webhooksMatching(shop, 'private|ch_')).toBe(0);
  });

  test('the log is read in pages, and deleted after 90 days', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const payment = randomUUID();
    for (let turn = 0; turn < 25; turn++) {
      expect(await sendWebhook(shop, { paymentId: payment, kind: 'expired', eventId: `ev_${turn}` })).toBe(204);
      shop.clock.turn({ seconds: 1 });
    }
    const first = (await owner.call('GET /api/payment/webhooks', { payment })).body;
    const second = (await owner.call('GET /api/payment/webhooks', { payment, before: first.webhooks.at(-1)?.id })).body;
    expect([first.webhooks.length, first.more, second.webhooks.length, second.more]).toEqual([20, true, 5, false]);
    expect([...first.webhooks, ...second.webhooks].map(({ eventId }) => eventId)).toEqual(
      Array.from({ length: 25 }, (_, turn) => `ev_${24 - turn}`),
    );
    shop.clock.turn({ days: 89 });
    await letRun(shop, 'payments.deleteExpired');
    expect(await webhookCount(shop, payment)).toBe(25);
    shop.clock.turn({ days: 2 });
    await letRun(shop, 'payments.deleteExpired');
    expect(await webhookCount(shop)).toBe(0);
  });
});
