// Webhooks over HTTP: what arrives, signed and once, and what happens if a receiver fails.
import { runOnce, startAutomation } from '../../../tests/support/automations.ts';
import { operating } from '../../../tests/support/desk.ts';
import { type ApiClient, createApiKey } from '../../../tests/support/keys.ts';
import { type Buyer, buyer, placed } from '../../../tests/support/money.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { addRolledBackEvent, removeEndpoints, takeUnfinished } from '../../../tests/support/rows/webhooks.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { addEndpoint, openReceiver, type Receiver, verifySignatures } from '../../../tests/support/webhooks.ts';
import { orderedPiece } from '../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', WEBHOOK_HOSTS: '127.0.0.1' } });
test.afterEach(async ({ shop }) => {
  await removeEndpoints(shop);
  shop.clock.turn({ hours: 1 });
});

const sendDue = (shop: Shop) => letRun(shop, 'webhooks.send');
const getWebhook = async (api: ApiClient) => (await api('GET /webhooks')).body.data[0];
const listMessages = async (api: ApiClient, id: string) => (await api(`GET /webhooks/${id}/messages`)).body.data;
const place = async (shop: Shop, who: Buyer) => (await placed(shop, who)).orderIds[0] ?? '';

describe('messages', () => {
  test('a thin one by default: signed twice, in the log with its answer, and once', async ({ shop }) => {
    await using receiver = await openReceiver();
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    const keys = await addEndpoint(api, receiver, ['order.created']);
    receiver.answerWith((response) => response.writeHead(200).end('thank you'));
    const orderId = await place(shop, who);
    await sendDue(shop);
    await expect.poll(() => receiver.received.length).toBe(1);
    const [message] = receiver.received;
    const body = { type: 'order.created', timestamp: shop.clock.now().toISOString(), data: { id: orderId } };
    expect(JSON.parse(message?.text ?? '')).toEqual(body);
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    });
    expect(message && verifySignatures(keys, message)).toEqual(['v1', 'v1a']);
    await sendDue(shop);
    await expect
      .poll(() => listMessages(api, keys.id))
      .toMatchObject([
        {
          id: message?.headers['webhook-id'],
          type: 'order.created',
          body: message?.text,
          nextAt: null,
          attempts: [{ status: 200, error: null, answer: 'thank you' }],
        },
      ]);
    expect(receiver.received).toHaveLength(1);
  });

  test('a snapshot has the object as the API returns it, the same bytes in each try', async ({ shop }) => {
    await using receiver = await openReceiver();
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    await addEndpoint(api, receiver, ['order.created'], { snapshot: true });
    receiver.answerWith(500);
    const orderId = await place(shop, who);
    await sendDue(shop);
    await expect.poll(() => receiver.received.length).toBe(1);
    await api(`POST /orders/${orderId}/cancel`);
    shop.clock.turn({ seconds: 6 });
    await expect.poll(() => receiver.received.length).toBe(2);
    const [first, second] = receiver.received;
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ data: { id: orderId, object: { id: orderId, status: 1, pieces: [{}] } } });
    expect([second?.text, second?.headers['webhook-id']]).toEqual([first?.text, first?.headers['webhook-id']]);
  });

  test('a client gets only their own, the shop those of all, and what happened before is not sent', async ({ shop }) => {
    await using mine = await openReceiver();
    await using all = await openReceiver();
    const [who, other] = [await buyer(shop), await buyer(shop)];
    const earlier = await place(shop, who);
    shop.clock.turn({ seconds: 1 });
    await addEndpoint(await createApiKey(shop, who), mine, ['order.created']);
    await addEndpoint(await createApiKey(shop), all, ['order.created']);
    const [own, others] = [await place(shop, who), await place(shop, other)];
    await sendDue(shop);
    const listIds = (receiver: Receiver) => receiver.received.map(({ text }) => JSON.parse(text).data.id).toSorted();
    await expect.poll(() => listIds(all)).toEqual([own, others].toSorted());
    expect(listIds(mine)).toEqual([own]);
    expect(listIds(all)).not.toContain(earlier);
  });

  test('a change that is rolled back sends nothing', async ({ shop }) => {
    await using receiver = await openReceiver();
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    await addEndpoint(api, receiver, ['order.created']);
    expect((await api('POST /orders', {})).status).toBe(400);
    await addRolledBackEvent(shop);
    await sendDue(shop);
    expect(receiver.received).toEqual([]);
  });
});

describe('failures', () => {
  test('tried again after 5 seconds and 5 minutes, and as late as Retry-After asks for', async ({ shop }) => {
    await using receiver = await openReceiver();
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    const { id } = await addEndpoint(api, receiver, ['order.created']);
    receiver.answerWith(503);
    await place(shop, who);
    await sendDue(shop);
    await expect.poll(() => listMessages(api, id)).toMatchObject([{ attempts: [{ status: 503 }] }]);
    expect((await getWebhook(api))?.failingSince).toBe(shop.clock.now().toISOString());
    receiver.answerWith((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    shop.clock.turn({ seconds: 6 });
    await expect.poll(() => listMessages(api, id)).toMatchObject([{ attempts: [{}, { status: 429 }] }]);
    const [message] = await listMessages(api, id);
    expect(Date.parse(message?.nextAt ?? '') - shop.clock.now().getTime()).toBe(3_600_000);
    receiver.answerWith(200);
    shop.clock.turn({ minutes: 59 });
    await sendDue(shop);
    expect(receiver.received).toHaveLength(2);
    shop.clock.turn({ minutes: 1 });
    await expect.poll(() => receiver.received.length).toBe(3);
    await expect.poll(() => getWebhook(api)).toMatchObject({ failingSince: null, isOn: true });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('410 turns it off: the owner is told, other webhooks too, and a redelivery turns it on again', async ({ shop }) => {
    await using receiver = await openReceiver();
    await using other = await openReceiver();
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    const { id } = await addEndpoint(api, receiver, ['order.created']);
    await addEndpoint(api, other, ['webhook.disabled']);
    receiver.answerWith(410);
    await place(shop, who);
    await sendDue(shop);
    await expect
      .poll(async () => (await api('GET /webhooks')).body.data.find((each) => each.id === id))
      .toMatchObject({ isOn: false, disabledBecause: 'gone' });
    await expect.poll(() => other.received.map(({ text }) => JSON.parse(text).data)).toEqual([{ id }]);
    expect((await shop.mail(who.email, /./)).text).toContain('127.0.0.1');
    await place(shop, who);
    await sendDue(shop);
    expect(receiver.received).toHaveLength(1);
    receiver.answerWith(200);
    expect((await api(`POST /webhooks/${id}/redeliver`)).body).toEqual({ queued: 1 });
    await expect.poll(() => receiver.received.length).toBe(2);
    await expect.poll(() => listMessages(api, id)).toMatchObject([{ arrivedAt: expect.any(String) }]);
    expect((await api(`POST /webhooks/${id}/redeliver`, { messageId: receiver.received[0]?.headers['webhook-id'] })).body).toEqual({
      queued: 1,
    });
    await expect.poll(() => receiver.received.length).toBe(3);
    expect((await api(`POST /webhooks/${id}/redeliver`, { messageId: `msg_${'0'.repeat(32)}` })).status).toBe(404);
  });

  test('after five days without an arrival it is turned off', async ({ shop }) => {
    await using receiver = await openReceiver();
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    const { id } = await addEndpoint(api, receiver, ['order.created', 'order.cancelled']);
    receiver.answerWith(500);
    const orderId = await place(shop, who);
    await sendDue(shop);
    await expect.poll(() => listMessages(api, id)).toMatchObject([{ attempts: [{}] }]);
    shop.clock.turn({ days: 4, hours: 23 });
    await sendDue(shop);
    await expect.poll(() => listMessages(api, id)).toMatchObject([{ attempts: [{}, {}] }]);
    expect((await getWebhook(api))?.isOn).toBe(true);
    shop.clock.turn({ hours: 2 });
    expect((await api(`POST /orders/${orderId}/cancel`)).status).toBe(204);
    await sendDue(shop);
    await expect.poll(() => getWebhook(api)).toMatchObject({ isOn: false, disabledBecause: 'failing' });
  });

  test('a slow receiver, one that never ends its answer and one that breaks off hold up no other', async ({ shop }) => {
    await using slow = await openReceiver();
    await using endless = await openReceiver();
    await using broken = await openReceiver();
    await using quick = await openReceiver();
    slow.answerWith(() => undefined);
    endless.answerWith((response) => void response.writeHead(200).write('x'.repeat(100_000)));
    broken.answerWith((response) => response.destroy());
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    const ids: string[] = [];
    for (const receiver of [slow, endless, broken, quick]) ids.push((await addEndpoint(api, receiver, ['order.created'])).id);
    await place(shop, who);
    const began = performance.now();
    await expect.poll(() => quick.received.length).toBe(1);
    await place(shop, who);
    await expect.poll(() => quick.received.length).toBe(2);
    expect(performance.now() - began).toBeLessThan(14_000);
    await expect
      .poll(() => listMessages(api, ids[1] ?? ''))
      .toMatchObject([{ attempts: [{ status: 200 }] }, { attempts: [{ status: 200 }] }]);
    expect((await listMessages(api, ids[1] ?? ''))[0]?.attempts[0]?.answer?.length).toBe(4_096);
    await expect
      .poll(() => listMessages(api, ids[2] ?? ''))
      .toMatchObject([{}, { attempts: [{ status: null, error: 'The host closed the connection.' }] }]);
  });

  test('redirects are not followed', async ({ shop }) => {
    await using inside = await openReceiver();
    await using receiver = await openReceiver();
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    const { id } = await addEndpoint(api, receiver, ['order.created']);
    receiver.answerWith((response) => response.writeHead(307, { location: inside.url }).end());
    await place(shop, who);
    await expect.poll(() => listMessages(api, id)).toMatchObject([{ arrivedAt: null, attempts: [{ status: 307 }] }]);
    expect(inside.received).toEqual([]);
  });

  test('what a process took and never finished is sent by the next one', async ({ shop }) => {
    await using receiver = await openReceiver();
    const who = await buyer(shop);
    const api = await createApiKey(shop, who);
    const { id } = await addEndpoint(api, receiver, ['order.created']);
    receiver.answerWith(500);
    await place(shop, who);
    await expect.poll(() => listMessages(api, id)).toMatchObject([{ attempts: [{ status: 500 }] }]);
    receiver.answerWith(200);
    await takeUnfinished(shop);
    shop.clock.turn({ seconds: 29 });
    await sendDue(shop);
    expect(receiver.received).toHaveLength(1);
    shop.clock.turn({ seconds: 1 });
    await expect.poll(() => receiver.received.length).toBe(2);
  });
});

test('an automation sends its event to a webhook that has not chosen it', async ({ shop }) => {
  await using receiver = await openReceiver();
  const owner = await operating(shop, 'owner');
  const { id } = await addEndpoint(await createApiKey(shop), receiver, ['webhook.disabled']);
  await startAutomation(shop, owner, { when: 'order.paid', conditions: [], actions: [{ kind: 'webhook', endpoint: id }] });
  const { orderId } = await orderedPiece(shop);
  await runOnce(shop);
  await expect
    .poll(() => receiver.received.map(({ text }) => JSON.parse(text)))
    .toMatchObject([{ type: 'order.paid', data: { id: orderId } }]);
});
