// Plans over HTTP: requests, their order, what they spend, and what pauses and endings do to them.
import { randomUUID } from 'node:crypto';
import { operating } from '../../../tests/support/desk.ts';
import { type Buyer, expectAudited, getBalance, getErrors, listOrders, statuses } from '../../../tests/support/money.ts';
import { act, acted, again, logInLater, whole } from '../../../tests/support/pieces.ts';
import { deliverRequest, PLAN_PRICE, planned, plans, requested, sellPlans, sendRequest } from '../../../tests/support/plans.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.beforeAll(({ shop }) => sellPlans(shop));
test.afterEach(({ shop }) => expectAudited(shop));

const expectErrors = (answer: { status: number; body: unknown }, errors: object) => expect(getErrors(answer)).toEqual([400, errors]);
const advance = (shop: Shop) => letRun(shop, 'plans.advance');
const read = async (shop: Shop, who: Buyer) => (await plans(shop, who))[0];
const article = {
  offerId: 'quick-reads-300',
  answers: { brandName: 'Loaf', language: 'en', tone: 'warm', rightsConfirmed: true, topic: 'How bread stays fresh' },
};

describe('requests', () => {
  test('two begin and the others wait; a delivery or a cancellation lets the next one begin', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop);
    expect(await read(shop, who)).toMatchObject({
      requestsLeft: 4,
      active: [],
      waiting: [],
      paused: false,
      plan: { requests: 4, active: 2 },
    });
    const sent = [];
    for (const position of [0, 0, 1, 2]) {
      const { body } = await sendRequest(shop, who, subscriptionId);
      expect(body.position).toBe(position);
      sent.push(body.orderId);
    }
    const [one = '', two = '', three = '', four = ''] = sent;
    expect(await read(shop, who)).toMatchObject({ requestsLeft: 0, active: [one, two], waiting: [three, four] });
    const refused = await sendRequest(shop, who, subscriptionId);
    expectErrors(refused, { quantity: ['This takes 1 of your plan’s requests, and 0 are left in this period.'] });
    const orders = await listOrders(shop, who);
    expect(orders.find(({ id }) => id === three)).toMatchObject({
      price: 0,
      status: 2,
      planSubscriptionId: subscriptionId,
      expectedAt: null,
      withdrawUntil: null,
    });
    await deliverRequest(shop, who, one);
    await advance(shop);
    expect(await read(shop, who)).toMatchObject({ active: [two, three], waiting: [four] });
    expect((await whole(shop, who, three)).pieces).toMatchObject([{ state: 'ready', dueAt: expect.any(String) }]);
    expect((await shop.call('POST /api/orders/cancel', { orderId: two }, { token: who.token })).status).toBe(204);
    await advance(shop);
    expect(await read(shop, who)).toMatchObject({ requestsLeft: 1, active: [three, four], waiting: [] });
  });

  test('a waiting request is cancelled by its client: its credits are there again', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop, { offerId: 'story-plan' });
    await requested(shop, who, subscriptionId);
    await requested(shop, who, subscriptionId);
    const waiting = await requested(shop, who, subscriptionId, article);
    expect((await read(shop, who))?.requestsLeft).toBe(0);
    for (const _ of [1, 2])
      expect((await shop.call('POST /api/orders/cancel', { orderId: waiting }, { token: who.token })).status).toBe(204);
    expect(await read(shop, who)).toMatchObject({ requestsLeft: 2, waiting: [] });
  });

  test('the same key twice: one request; the first one begins the month, which can no longer be cancelled', async ({ shop }) => {
    const { who, subscriptionId, monthId } = await planned(shop);
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await sendRequest(shop, who, subscriptionId, {}, headers),
      await sendRequest(shop, who, subscriptionId, {}, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect((await read(shop, who))?.requestsLeft).toBe(3);
    expectErrors(await sendRequest(shop, who, subscriptionId, { quantity: 2 }, headers), { '': [expect.stringContaining('already used')] });
    expect((await listOrders(shop, who)).find(({ id }) => id === monthId)).toMatchObject({ status: 3, price: PLAN_PRICE });
    expect((await shop.call('POST /api/orders/cancel', { orderId: monthId }, { token: who.token })).status).toBe(400);
  });

  test('no invoice and no email of its own, and no right of withdrawal', async ({ shop }) => {
    const { who, subscriptionId, monthId } = await planned(shop, { country: 'NO' });
    const orderId = await requested(shop, who, subscriptionId);
    const [order] = (await listOrders(shop, who)).filter(({ id }) => id === orderId);
    await letRun(shop, 'orders.sendConfirmations');
    await letRun(shop, 'invoicing.issue');
    // The month has all of them, and no pieces.
    await shop.mail(who.email, /^Your order is confirmed/);
    expect((await whole(shop, who, monthId)).pieces).toEqual([]);
    const { body } = await shop.call('GET /api/papers', undefined, { token: who.token });
    expect(JSON.stringify(body)).not.toContain(order?.purchaseId);
    expect((await shop.call('GET /api/orders/withdrawal', { orderId }, { token: who.token })).status).toBe(400);
    expect((await shop.mails(who.email)).some(({ text }) => text.includes(order?.number ?? '?'))).toBe(false);
  });

  test('what is refused, each on its field', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop);
    const { who: other } = await planned(shop);
    expect((await sendRequest(shop, other, subscriptionId)).status).toBe(404);
    expect((await sendRequest(shop, who, randomUUID())).status).toBe(404);
    const send = async (more: object) =>
      Object.keys(((await sendRequest(shop, who, subscriptionId, more)).body as unknown as { errors: object }).errors);
    expect(await send({ offerId: 'catchy-phrases-5' })).toEqual(['offerId']);
    expect(await send({ offerId: 'story-plan', answers: {} })).toEqual(['offerId']);
    expect(await send({ offerId: 'nothing' })).toEqual(['offerId']);
    expect(await send({ quantity: 5 })).toEqual(['quantity']);
    expect(await send({ quantity: 0 })).toEqual(['quantity']);
    expect(await send({ answers: {} })).toEqual(expect.arrayContaining(['answers.facts', 'answers.brandName']));
    expect((await read(shop, who))?.requestsLeft).toBe(4);
  });
});

describe('order of the queue', () => {
  test('all waiting ones, each once, change places; a changed queue is a general error, an unknown request 404', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
    const ids: string[] = [];
    for (let sent = 0; sent < 4; sent++) ids.push(await requested(shop, who, subscriptionId));
    const [first = '', two = '', three = '', four = ''] = ids;
    const sort = (orderIds: readonly string[]) =>
      shop.call('POST /api/requests/reorder', { subscriptionId, orderIds: [...orderIds] }, { token: who.token });
    for (const repeated of [
      [two, three, three],
      [two, three, four, four],
    ])
      expectErrors(await sort(repeated), { orderIds: [expect.any(String)] });
    for (const outdated of [[two, three], [first, two, three], []]) expectErrors(await sort(outdated), { '': [expect.any(String)] });
    expect((await sort([two, three, randomUUID()])).status).toBe(404);
    expect((await sort([four, two, three])).status).toBe(204);
    expect(await read(shop, who)).toMatchObject({ requestsLeft: null, active: [first], waiting: [four, two, three] });
    await deliverRequest(shop, who, first);
    await advance(shop);
    expect(await read(shop, who)).toMatchObject({ active: [four], waiting: [two, three] });
    const { who: other } = await planned(shop);
    expect((await shop.call('POST /api/requests/reorder', { subscriptionId, orderIds: [two, three] }, { token: other.token })).status).toBe(
      404,
    );
  });
});

describe('periods', () => {
  /** A month later, with the reminder before it. */
  const nextMonth = async (shop: Shop, who: Buyer) => {
    await logInLater(shop, who, { days: 29 });
    const now = await logInLater(shop, who, { days: 3 });
    await advance(shop);
    return now;
  };

  test('renewal: credits anew, and unused ones roll over by the rule; the month before is delivered', async ({ shop }) => {
    const { who, subscriptionId, monthId } = await planned(shop, { left: 2 * PLAN_PRICE });
    let now = await nextMonth(shop, who);
    // Four were left, and three may stay.
    expect((await read(shop, now))?.requestsLeft).toBe(7);
    expect((await listOrders(shop, now)).find(({ id }) => id === monthId)?.status).toBe(4);
    await requested(shop, now, subscriptionId);
    now = await nextMonth(shop, now);
    // Of the second month, four are left, and three may stay; the first month's are too old.
    expect((await read(shop, now))?.requestsLeft).toBe(7);
  });

  test('paused: no request is sent or begins; resumed after ten days, the paid month ends ten days later', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
    const before = await read(shop, who);
    const first = await requested(shop, who, subscriptionId);
    const second = await requested(shop, who, subscriptionId);
    await acted(shop, who, 'pause');
    expectErrors(await sendRequest(shop, who, subscriptionId), { '': ['Your plan is paused. Resume it to send requests.'] });
    await deliverRequest(shop, who, first);
    await advance(shop);
    expect(await read(shop, who)).toMatchObject({ paused: true, active: [], waiting: [second] });
    shop.clock.turn({ days: 10, hours: 5 });
    const now = await again(shop, who);
    await acted(shop, now, 'resume');
    await advance(shop);
    const after = await read(shop, now);
    expect(after).toMatchObject({ paused: false, active: [second], waiting: [] });
    expect(Date.parse(after?.periodEnd ?? '') - Date.parse(before?.periodEnd ?? '')).toBe(10 * 86_400_000);
  });

  test('a month unpaid: nothing is sent or begins until it is paid', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
    const first = await requested(shop, who, subscriptionId);
    const second = await requested(shop, who, subscriptionId);
    const now = await nextMonth(shop, who);
    expectErrors(await sendRequest(shop, now, subscriptionId), { '': [expect.stringContaining('isn’t paid yet')] });
    await deliverRequest(shop, now, first);
    await advance(shop);
    expect(await read(shop, now)).toMatchObject({ isPastDue: true, active: [], waiting: [second] });
  });

  test('ended: what is in work is finished, what waits is cancelled with an email', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
    const first = await requested(shop, who, subscriptionId);
    const second = await requested(shop, who, subscriptionId);
    await act(shop, who, { subscriptionId, do: 'end' });
    const now = await logInLater(shop, who, { days: 32 });
    await advance(shop);
    expectErrors(await sendRequest(shop, now, subscriptionId), { '': ['This plan has ended.'] });
    const orders = await listOrders(shop, now);
    expect([first, second].map((id) => orders.find((order) => order.id === id)?.status)).toEqual([2, -1]);
    await shop.mail(who.email, /^Your order is cancelled/);
    await deliverRequest(shop, now, first);
    expect((await statuses(shop, now)).toSorted()).toEqual([-1, 4, 4]);
  });
});

describe('at the desk', () => {
  test('what is paid and not delivered is a figure with its rows; the queue and the order say that it is within a plan', async ({
    shop,
  }) => {
    const { who, subscriptionId, monthId } = await planned(shop);
    const first = await requested(shop, who, subscriptionId);
    const second = await requested(shop, who, subscriptionId);
    await deliverRequest(shop, who, first);
    const manager = await operating(shop, 'manager');
    const { plans: rows, totals } = (await manager.call('GET /api/plans/owed')).body;
    const row = rows.find((each) => each.subscriptionId === subscriptionId);
    expect(row).toMatchObject({ name: 'storyPlan', left: 2, open: 1, value: (PLAN_PRICE * 3) / 4, customer: { name: 'Ada Sample' } });
    expect(totals.find(({ currency }) => currency === 0)?.value).toBe(rows.reduce((sum, { value }) => sum + value, 0));
    const { body } = await manager.call('GET /api/queue', { limit: 200 });
    expect(body.rows.find(({ orderId }) => orderId === second)).toMatchObject({ isRequest: true, price: 0 });
    expect((await manager.call('GET /api/order', { id: monthId })).body.order).toMatchObject({ isRequest: false, pieces: [], status: 3 });
    expect((await manager.call('GET /api/order', { id: second })).body.order).toMatchObject({ isRequest: true, price: 0 });
    expect((await (await operating(shop, 'maker')).call('GET /api/plans/owed')).status).toBe(403);
  });
});

describe('withdrawal from a month', () => {
  const withdraw = async (shop: Shop, who: Buyer, orderId: string) => {
    const { body: preview } = await shop.call('GET /api/orders/withdrawal', { orderId }, { token: who.token });
    const { status } = await shop.call('POST /api/orders/withdraw', { orderId, back: preview.back }, { token: who.token });
    expect(status).toBe(200);
    return preview;
  };

  test('one of four delivered: a quarter is charged, and what is in work is cancelled', async ({ shop }) => {
    const { who, subscriptionId, monthId } = await planned(shop, { country: 'NO' });
    const first = await requested(shop, who, subscriptionId);
    const second = await requested(shop, who, subscriptionId);
    await deliverRequest(shop, who, first);
    expect(await withdraw(shop, who, monthId)).toMatchObject({
      pieces: 4,
      delivered: 1,
      charged: PLAN_PRICE / 4,
      back: (PLAN_PRICE * 3) / 4,
    });
    await advance(shop);
    const orders = await listOrders(shop, who);
    expect([first, second].map((id) => orders.find((order) => order.id === id)?.status)).toEqual([4, -1]);
    expect(await getBalance(shop, who)).toBe((PLAN_PRICE * 3) / 4);
  });

  test('unlimited: the days that have begun are charged', async ({ shop }) => {
    const { who, monthId } = await planned(shop, { offerId: 'endless-plan', country: 'NO' });
    shop.clock.turn({ days: 5, hours: 1 });
    const now = await again(shop, who);
    const { pieces, delivered, charged } = await withdraw(shop, now, monthId);
    expect([delivered, charged]).toEqual([6, Math.floor((PLAN_PRICE * 6) / pieces)]);
    expect([28, 29, 30, 31]).toContain(pieces);
  });

  test('without consent to an early start, requests wait until the period is over', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop, { country: 'NO', startNow: false });
    const { body } = await sendRequest(shop, who, subscriptionId);
    expect(body.position).toBe(1);
    await advance(shop);
    expect((await read(shop, who))?.waiting).toEqual([body.orderId]);
    shop.clock.turn({ days: 19 });
    await advance(shop);
    expect((await read(shop, await again(shop, who)))?.active).toEqual([body.orderId]);
  });
});
