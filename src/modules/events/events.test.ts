// What customers, operators and jobs do becomes events, each once.
import { monthly } from '../../../tests/support/cart-lines.ts';
import { operating } from '../../../tests/support/desk.ts';
import { buyer, cancel, funded, pay, placed, refund } from '../../../tests/support/money.ts';
import { logInLater, subscribed, unpaid } from '../../../tests/support/pieces.ts';
import { eventCount, listEvents, listEventTypes, setPaidAt } from '../../../tests/support/rows/automations.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { createSale, PRICE } from '../../../tests/support/sales.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { asked, atDesk, sendTicket } from '../../../tests/support/tickets.ts';
import { deliver, delivered, mira, orderedPiece, save, say } from '../../../tests/support/work.ts';
import { collectEvents } from './actions.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const collect = (shop: Shop) => collectEvents(shop.ctx, new AbortController().signal);

describe('an order', () => {
  test('its events from its placing to its acceptance, in their order, each once', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderedPiece(shop);
    await collect(shop);
    shop.clock.turn({ minutes: 1 });
    const deliveryId = await delivered(shop, mira, pieceId);
    await collect(shop);
    shop.clock.turn({ minutes: 1 });
    await say(shop, mira, pieceId, 'Two questions.');
    await shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter.' }, { token: who.token });
    shop.clock.turn({ minutes: 1 });
    const { version } = await save(shop, mira, pieceId, '# Shorter', 1);
    const { deliveryId: second } = await deliver(shop, mira, pieceId, version);
    shop.clock.turn({ minutes: 1 });
    await shop.call('POST /api/orders/accept', { deliveryId: second }, { token: who.token });
    await letRun(shop, 'invoicing.issue');
    for (let search = 0; search < 3; search++) {
      await collect(shop);
      shop.clock.turn({ minutes: 4 });
    }
    const events = await listEvents(shop, who.email);
    expect(events.map(({ type }) => type)).toEqual([
      'client.created',
      'order.created',
      'order.paid',
      'order.started',
      'order.delivered',
      'piece.delivered',
      'order.revision_requested',
      'message.created',
      'piece.delivered',
      'order.accepted',
      'invoice.issued',
      'invoice.paid',
    ]);
    expect(events.filter(({ type }) => type.startsWith('order.')).every(({ subjectId }) => subjectId === orderId)).toBe(true);
    expect(events[1]?.fields).toMatchObject({ service: 1, price: 9_900, currency: 0, country: 'NO', isFirst: true, isMonthly: false });
    expect(events.map(({ fields }) => fields.version)).toContain(2);
    expect(JSON.stringify(events)).not.toMatch(/Ada|Sample|@|Two questions|Shorter/);
  });

  test('an unpaid one is placed and cancelled; a paid one is refunded, too', async ({ shop }) => {
    const who = await buyer(shop);
    const owner = await operating(shop, 'owner');
    const { orderIds } = await placed(shop, who);
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] }, { token: who.token });
    await collect(shop);
    expect(await listEventTypes(shop, who.email)).toEqual(['client.created', 'order.created', 'order.cancelled']);
    const paid = await orderedPiece(shop);
    expect((await refund(owner, paid.orderId, { amount: 1_000 })).status).toBe(204);
    shop.clock.turn({ minutes: 1 });
    expect((await cancel(owner, paid.orderId, { back: 8_900 })).status).toBe(204);
    await collect(shop);
    const events = (await listEvents(shop, paid.who.email)).slice(3);
    expect(events.map(({ type }) => type)).toEqual(['order.refunded', 'order.cancelled', 'order.refunded']);
    expect(events.map(({ fields }) => fields.amount ?? fields.isPaid)).toEqual([1_000, true, 8_900]);
  });

  test('two searches at once store each event once', async ({ shop }) => {
    const { who } = await orderedPiece(shop);
    await Promise.all(Array.from({ length: 4 }, () => collect(shop)));
    expect(await listEventTypes(shop, who.email)).toEqual(['client.created', 'order.created', 'order.paid']);
  });

  test('after a day without jobs, what happened meanwhile is found', async ({ shop }) => {
    const { who } = await orderedPiece(shop);
    shop.clock.turn({ hours: 30 });
    await collect(shop);
    expect(await listEventTypes(shop, who.email)).toEqual(['client.created', 'order.created', 'order.paid']);
  });
});

test('payments: a declined, a disputed and a lost one', async ({ shop }) => {
  const who = await buyer(shop);
  const { paymentLink } = await placed(shop, who);
  await pay(paymentLink, 'decline');
  await pay(paymentLink, 'dispute-lost');
  const payments = async () => {
    await collect(shop);
    return (await listEventTypes(shop, who.email)).filter((type) => type.startsWith('payment.')).toSorted();
  };
  await expect.poll(payments).toEqual(['payment.disputed', 'payment.failed', 'payment.returned']);
});

test('an invoice that is paid after it was issued: two events, each at its time', async ({ shop }) => {
  const { who, purchaseId } = await orderedPiece(shop);
  await letRun(shop, 'invoicing.issue');
  await setPaidAt(shop, purchaseId, new Date(shop.clock.now().getTime() + 3_600_000));
  const invoices = async () => (await listEventTypes(shop, who.email)).filter((type) => type.startsWith('invoice.'));
  await collect(shop);
  expect(await invoices()).toEqual(['invoice.issued']);
  shop.clock.turn({ hours: 2 });
  await collect(shop);
  expect(await invoices()).toEqual(['invoice.issued', 'invoice.paid']);
});

test('an invoice that an operator created is paid with its last settlement', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const { email } = await buyer(shop);
  const { purchaseId } = (await createSale(manager, { client: { email } })).body;
  const invoices = async () => (await listEventTypes(shop, email)).filter((type) => type.startsWith('invoice.'));
  await collect(shop);
  expect(await invoices()).toEqual(['invoice.issued']);
  for (const amount of [PRICE - 1, 1])
    await manager.call('POST /api/claims/settle', { purchaseId, amount, paidBy: 'bank', reason: 'the statement of today' });
  shop.clock.turn({ minutes: 1 });
  await collect(shop);
  expect(await invoices()).toEqual(['invoice.issued', 'invoice.paid']);
});

test('subscriptions: started, renewed, a renewal that stays unpaid, ended', async ({ shop }) => {
  const member = await subscribed(shop, 20_000);
  await collect(shop);
  const later = await logInLater(shop, member, { days: 29 });
  await logInLater(shop, later, { days: 3 });
  await collect(shop);
  const about = async (email: string) => (await listEventTypes(shop, email)).filter((type) => type.startsWith('subscription.'));
  expect(await about(member.email)).toEqual(['subscription.started', 'subscription.renewed']);
  const late = await unpaid(shop);
  shop.clock.turn({ days: 8 });
  await letRun(shop, 'orders.voidUnpaid');
  await collect(shop);
  expect(await about(late.email)).toEqual(['subscription.started', 'subscription.renewal_failed', 'subscription.ended']);
});

test('tickets: opened by a guest, answered by the desk', async ({ shop }) => {
  const request = asked();
  const { ticketNumber } = await sendTicket(shop, request);
  const { answer } = await atDesk(shop);
  shop.clock.turn({ minutes: 1 });
  await answer(ticketNumber, 'It is on its way.');
  await collect(shop);
  expect(await listEvents(shop, request.email)).toMatchObject([
    { type: 'ticket.created', subjectId: ticketNumber, fields: { isClient: false, language: 'en' } },
    { type: 'ticket.answered', subjectId: ticketNumber },
  ]);
});

test('a subscription is ordered: its months are orders, too', async ({ shop }) => {
  const who = await buyer(shop);
  await funded(shop, who, 20_000);
  await placed(shop, who, { lines: [monthly()], payFromBalance: true });
  await collect(shop);
  const events = await listEvents(shop, who.email);
  expect(events.map(({ type }) => type)).toEqual(['client.created', 'order.created', 'order.paid', 'subscription.started']);
  expect(events.at(-1)?.fields).toMatchObject({ isMonthly: true });
});

test('events older than ninety days are removed every day', async ({ shop }) => {
  await orderedPiece(shop);
  await collect(shop);
  expect(await eventCount(shop)).toBeGreaterThan(0);
  shop.clock.turn({ days: 91 });
  await letRun(shop, 'desk.deleteExpired');
  expect(await eventCount(shop)).toBe(0);
});
