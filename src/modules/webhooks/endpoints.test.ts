import { operating } from '../../../tests/support/desk.ts';
import { createApiKey } from '../../../tests/support/keys.ts';
import { buyer, getErrors } from '../../../tests/support/money.ts';
import { listAudit } from '../../../tests/support/rows/desk.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { removeEndpoints, storedSigningKeys } from '../../../tests/support/rows/webhooks.ts';
import { test as base, describe, expect } from '../../../tests/support/shop.ts';
import { addEndpoint, type Endpoint, openReceiver } from '../../../tests/support/webhooks.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', WEBHOOK_HOSTS: '127.0.0.1' } });
test.afterEach(async ({ shop }) => {
  await removeEndpoints(shop);
  shop.clock.turn({ hours: 1 });
});

describe('addresses and access', () => {
  test.for([
    'http://hooks.example/x',
    'https://hooks/x',
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://2852039166/x',
    'https://user:pass@hooks.example/x',
    'ftp://127.0.0.1/x',
    'http://localhost:3000/x',
    'javascript:alert(1)',
    '',
    'x',
  ])('%j is refused beside the field', async (url, { shop }) => {
    const api = await createApiKey(shop);
    expect(getErrors(await api('POST /webhooks', { url, events: ['order.paid'] }))).toMatchObject([400, { url: [expect.any(String)] }]);
  });

  test('no event, an unknown one, and the twenty-first webhook are refused', async ({ shop }) => {
    const api = await createApiKey(shop, await buyer(shop));
    const add = async (more: object) =>
      getErrors(await api('POST /webhooks', { url: 'https://hooks.example/x', events: ['order.paid'], ...more }));
    expect(await add({ events: [] })).toMatchObject([400, { events: [expect.any(String)] }]);
    expect(await add({ events: ['order.eaten'] })).toMatchObject([400, { 'events[0]': [expect.any(String)] }]);
    for (let count = 0; count < 20; count++) expect(await add({})).toEqual([200, undefined]);
    expect(await add({})).toMatchObject([400, { '': [expect.stringContaining('20')] }]);
  });

  test("another's webhook is not found, and a snapshot needs the right to read its objects", async ({ shop }) => {
    await using receiver = await openReceiver();
    const api = await createApiKey(shop, await buyer(shop));
    const { id } = await addEndpoint(api, receiver, ['order.paid']);
    for (const other of [await createApiKey(shop, await buyer(shop)), await createApiKey(shop)]) {
      expect((await other(`DELETE /webhooks/${id}`)).status).toBe(404);
      expect((await other(`POST /webhooks/${id}/redeliver`)).status).toBe(404);
      expect((await other(`GET /webhooks/${id}/messages`)).status).toBe(404);
    }
    const narrow = await createApiKey(shop, undefined, { scopes: ['webhooks:write'] });
    expect((await narrow('POST /webhooks', { url: receiver.url, events: ['invoice.paid'], snapshot: true })).status).toBe(403);
    expect((await narrow('POST /webhooks', { url: receiver.url, events: ['invoice.paid'] })).status).toBe(200);
    expect((await api(`DELETE /webhooks/${id}`)).status).toBe(204);
    expect((await api('GET /webhooks')).body.data).toEqual([]);
  });

  test('keys are stored encrypted; changes by a key of the shop are in the audit log of its creator', async ({ shop }) => {
    await using receiver = await openReceiver();
    const owner = await operating(shop, 'owner');
    const { body: key } = await owner.call('POST /api/keys/create', { name: 'Till', scopes: ['webhooks:write'] });
    const answer = await fetch(`${shop.urls.storefront}/api/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, events: ['order.paid'] }),
    });
    const { id, secret } = (await answer.json()) as Endpoint;
    expect(await storedSigningKeys(shop, id)).not.toContain(secret.replace('whsec_', ''));
    expect(await listAudit(shop, id)).toMatchObject([{ act: 'webhook.add', operatorId: owner.id, why: 'Key: Till' }]);
  });
});

describe('desk', () => {
  test('an owner reads the log page by page, and delivers again what a receiver refused', async ({ shop }) => {
    await using receiver = await openReceiver();
    const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    const api = await createApiKey(shop);
    const { id } = await addEndpoint(api, receiver, ['client.created']);
    receiver.answerWith((response) => response.writeHead(410).end('closed for ever'));
    shop.clock.turn({ seconds: 1 });
    for (let count = 0; count < 3; count++) await buyer(shop);
    await letRun(shop, 'webhooks.send');
    const list = async () => (await owner.call('GET /api/webhooks')).body;
    await expect.poll(list).toMatchObject([{ id, url: receiver.url, isOn: false, disabledBecause: 'gone' }]);
    const first = (await owner.call('GET /api/webhooks/messages', { id, limit: 2 })).body;
    expect([first.more, first.messages.length]).toEqual([true, 2]);
    const rest = (await owner.call('GET /api/webhooks/messages', { id, limit: 2, after: first.messages[1]?.id })).body;
    expect([rest.more, rest.messages.length]).toEqual([false, 1]);
    const all = [...first.messages, ...rest.messages];
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(3);
    expect(all).toContainEqual(
      expect.objectContaining({ attempts: [expect.objectContaining({ status: 410, answer: 'closed for ever' })] }),
    );
    expect((await api(`GET /webhooks/${id}/messages`, { limit: '2', after: first.messages[1]?.id ?? '' })).body.data).toHaveLength(1);

    receiver.answerWith(200);
    expect((await owner.call('POST /api/webhooks/redeliver', { id })).body).toEqual({ queued: 3 });
    await letRun(shop, 'webhooks.send');
    await expect.poll(list).toMatchObject([{ isOn: true, failingSince: null }]);
    expect(await listAudit(shop, id)).toMatchObject([{ act: 'webhook.redeliver', operatorId: owner.id, after: { queued: 3 } }]);
    for (const call of ['GET /api/webhooks', 'GET /api/webhooks/messages', 'POST /api/webhooks/redeliver'] as const)
      expect((await manager.call(call, { id })).status).toBe(403);
    const ofClient = await addEndpoint(await createApiKey(shop, await buyer(shop)), receiver, ['order.paid']);
    expect((await owner.call('POST /api/webhooks/redeliver', { id: ofClient.id })).status).toBe(404);
  });
});
