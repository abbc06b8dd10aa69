// Chat webhooks over HTTP: what arrives, what happens if the chat program fails, and that the address stays a
// secret.

import { roles } from '#modules/staff/shapes-roles.ts';
import { type ChatProgram, chatProgram, type Operating, operating, sendNotices } from '../../../../tests/support/desk.ts';
import { buyer, funded, getErrors, placed } from '../../../../tests/support/money.ts';
import { listAudit, storedChatAddresses } from '../../../../tests/support/rows/desk.ts';
import { jobsOfTask, retryFailed } from '../../../../tests/support/rows/jobs.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { asked, sendTicket } from '../../../../tests/support/tickets.ts';
import type { DeskSent } from '../../../desk-api.ts';
import { createChatBody } from './chat-text.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.beforeEach(({ shop }) => void shop.clock.turn({ hours: 1 }));
test.afterEach(async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  for (const { id } of (await owner.call('GET /api/chat-webhooks')).body) await owner.call('POST /api/chat-webhooks/remove', { id });
});

type Added = Partial<DeskSent<'POST /api/chat-webhooks/add'>>;
const webhook = { name: 'Team chat', kind: 'slack', events: ['ticketOpened'], quiet: null } as const;

/** The webhook that an operator adds. */
async function added(by: Operating, chat: ChatProgram, more: Added = {}) {
  const name = `Chat ${Math.random()}`;
  expect((await by.call('POST /api/chat-webhooks/add', { ...webhook, name, address: chat.address, ...more })).status).toBe(204);
  const find = async () => (await by.call('GET /api/chat-webhooks')).body.find((each) => each.name === (more.name ?? name));
  return { id: (await find())?.id ?? '', find };
}

const givenUp = async (owner: Operating) => (await owner.call('GET /api/failures')).body;
const ticket = async (shop: Shop) => (await sendTicket(shop, asked())).ticketNumber;
const arrived = (chat: ChatProgram, count: number) => expect.poll(() => chat.received.length).toBe(count);

describe('messages', () => {
  test('Slack: an order with its service, price and customer, and a link to the desk', async ({ shop }) => {
    await using chat = await chatProgram();
    const hook = await added(await operating(shop, 'owner'), chat, { events: ['orderPaid'] });
    const who = await buyer(shop);
    await funded(shop, who, 10_000);
    const { orderIds } = await placed(shop, who, { payFromBalance: true });
    await sendNotices(shop);
    await arrived(chat, 1);
    const [message] = chat.received;
    expect(message?.text).toMatch(
      new RegExp(
        `^\\*<${shop.urls.desk}/orders/${orderIds[0]}\\|New order: F-\\w+>\\* · Brand Stories, 600 words · Ada Sample · €99\\.00$`,
      ),
    );
    await expect.poll(hook.find).toMatchObject({ status: 200, error: null, waiting: 0, triedAt: shop.clock.now().toISOString() });
    await sendNotices(shop);
    expect(chat.received).toHaveLength(1);
  });

  test('Discord: its own field, without mentions', async ({ shop }) => {
    await using chat = await chatProgram();
    await added(await operating(shop, 'manager'), chat, { kind: 'discord' });
    const number = await ticket(shop);
    await sendNotices(shop);
    await arrived(chat, 1);
    expect(chat.received[0]).toMatchObject({ content: expect.stringContaining(`New ticket: ${number}`), allowed_mentions: { parse: [] } });
  });

  test('only chosen events, and none about assignments', async ({ shop }) => {
    await using chat = await chatProgram();
    await added(await operating(shop, 'owner'), chat, { events: ['orderPaid', 'pieceOverdue'] });
    await ticket(shop);
    await sendNotices(shop);
    expect(chat.received).toEqual([]);
  });

  test('quiet hours: one message at their end', async ({ shop }) => {
    await using chat = await chatProgram();
    shop.clock.set('2026-08-03T20:00:00Z');
    const hook = await added(await operating(shop, 'owner'), chat, { quiet: { from: '22:00', until: '07:00', timeZone: 'Europe/Oslo' } });
    for (let count = 0; count < 3; count++) await ticket(shop);
    await sendNotices(shop);
    expect([chat.received, await hook.find()]).toMatchObject([[], { waiting: 3 }]);
    shop.clock.set('2026-08-04T05:00:00Z');
    await sendNotices(shop);
    await arrived(chat, 1);
    expect(chat.received[0]?.text).toMatch(/^\*3 new tickets\*\n/);
  });

  test.each([
    [
      'slack',
      '*New order: F-1* · <!channel> *a* & _b_',
      '*<https://desk.example/|\u2060*New order: F-1\u2060* · &lt;!channel&gt; \u2060*a\u2060* &amp; \u2060_b\u2060_>*',
    ],
    [
      'discord',
      '@everyone **x** [a](https://b.example)',
      '**[@everyone \\*\\*x\\*\\* \\[a\\]\\(https://b.example\\)](<https://desk.example/>)**',
    ],
  ] as const)('%s: what customers typed is neither markup nor a mention', (kind, typed, shown) => {
    const line = { event: 'orderPaid', title: typed, details: [], amount: '', link: 'https://desk.example/' } as const;
    expect(Object.values(createChatBody(kind, { summary: typed, lines: [line], more: 0 }, 'https://desk.example/'))).toContain(shown);
  });

  test.each(['slack', 'discord'] as const)('%s: lines that do not fit are counted', (kind) => {
    const line = {
      event: 'orderPaid',
      title: 'New order: F-1',
      details: ['x'.repeat(600)],
      amount: '',
      link: 'https://desk.example/',
    } as const;
    const body = createChatBody(
      kind,
      { summary: '25 new orders', lines: Array.from({ length: 20 }, () => line), more: 5 },
      'https://desk.example/',
    );
    const [text] = Object.values(body) as [string];
    expect(text.length).toBeLessThanOrEqual(kind === 'slack' ? 4_000 : 2_000);
    const named = text.split('New order: F-1').length - 1;
    expect(text).toContain(`And ${25 - named} more`);
  });
});

describe('failures', () => {
  test('an outage: the message is tried again and arrives once; later notices wait and come as one message', async ({ shop }) => {
    await using chat = await chatProgram();
    const hook = await added(await operating(shop, 'owner'), chat);
    const keys: unknown[] = [];
    const answerWith = (status: number) =>
      chat.answerWith((response, { headers }) => {
        keys.push(headers['idempotency-key']);
        response.writeHead(status).end();
      });
    answerWith(503);
    await ticket(shop);
    await sendNotices(shop);
    await expect.poll(hook.find).toMatchObject({ status: 503, error: 'The chat program answered with status 503.', waiting: 1 });
    for (let count = 0; count < 2; count++) await ticket(shop);
    await sendNotices(shop);
    expect(await hook.find()).toMatchObject({ waiting: 3 });
    answerWith(200);
    await retryFailed(shop);
    await expect.poll(hook.find).toMatchObject({ error: null, waiting: 2 });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    await sendNotices(shop);
    await arrived(chat, 3);
    expect(chat.received.at(-1)?.text).toMatch(/^\*2 new tickets\*/);
    await expect.poll(hook.find).toMatchObject({ waiting: 0 });
    expect(new Set(keys).size).toBe(2);
  });

  test('an error is given up at once and listed under Failures; a test that arrives sends the message again', async ({ shop }) => {
    await using chat = await chatProgram();
    const owner = await operating(shop, 'owner');
    const hook = await added(owner, chat);
    chat.answerWith(404);
    const number = await ticket(shop);
    await sendNotices(shop);
    await expect
      .poll(() => givenUp(owner))
      .toMatchObject([
        { task: 'desk.sendChat', title: 'Chat notices', items: [{ error: 'The chat program answered with status 404.', tries: 1 }] },
      ]);
    expect((await owner.call('POST /api/chat-webhooks/test', { id: hook.id })).body).toMatchObject({ status: 404 });
    chat.answerWith(200);
    expect((await owner.call('POST /api/chat-webhooks/test', { id: hook.id })).body).toEqual({ status: 200, error: null });
    await arrived(chat, 4);
    expect(chat.received[2]?.text).toMatch(/^\*Fanfare: this is a test\.\* </);
    expect(chat.received[3]?.text).toContain(number);
    await expect.poll(() => jobsOfTask(shop, 'desk.sendChat')).toEqual([]);
  });

  test('a redirect into a private network is not followed', async ({ shop }) => {
    await using inside = await chatProgram();
    await using chat = await chatProgram();
    const owner = await operating(shop, 'owner');
    const { id } = await added(owner, chat);
    chat.answerWith((response) => response.writeHead(307, { location: inside.address }).end());
    expect((await owner.call('POST /api/chat-webhooks/test', { id })).body).toEqual({
      status: 307,
      error: 'The chat program answered with status 307.',
    });
    expect(inside.received).toEqual([]);
  });

  test('a connection that breaks is named', async ({ shop }) => {
    await using chat = await chatProgram();
    const owner = await operating(shop, 'owner');
    const { id } = await added(owner, chat);
    chat.answerWith((response) => response.destroy());
    expect((await owner.call('POST /api/chat-webhooks/test', { id })).body).toEqual({
      status: null,
      error: 'The host closed the connection.',
    });
  });

  test('a chat program that fails delays neither orders nor emails', async ({ shop }) => {
    await using chat = await chatProgram();
    const owner = await operating(shop, 'owner');
    await added(owner, chat, { events: ['orderPaid'] });
    chat.answerWith(() => undefined);
    const who = await buyer(shop);
    await funded(shop, who, 10_000);
    await placed(shop, who, { payFromBalance: true });
    await sendNotices(shop);
    await arrived(chat, 1);
    expect((await shop.mail(owner.email, /New order/)).subject).toMatch(/New order: F-/);
  });

  test('removing a webhook ends its unsent message', async ({ shop }) => {
    await using chat = await chatProgram();
    const owner = await operating(shop, 'owner');
    const { id } = await added(owner, chat);
    chat.answerWith(410);
    await ticket(shop);
    await sendNotices(shop);
    await expect.poll(() => givenUp(owner)).toHaveLength(1);
    expect((await owner.call('POST /api/chat-webhooks/remove', { id })).status).toBe(204);
    await expect.poll(() => jobsOfTask(shop, 'desk.sendChat')).toEqual([]);
    expect((await owner.call('POST /api/chat-webhooks/remove', { id })).status).toBe(404);
  });
});

describe('secret', () => {
  test('the address is stored encrypted, shown by its end only, and is not in the audit log', async ({ shop }) => {
    await using chat = await chatProgram();
    const owner = await operating(shop, 'owner');
    const { id } = await added(owner, chat);
    const answer = await owner.call('GET /api/chat-webhooks');
    expect(answer.body[0]?.hint).toBe(`${new URL(chat.address).host}/…9k3q`);
    const stored = [JSON.stringify(answer.body), await storedChatAddresses(shop), JSON.stringify(await listAudit(shop, id))];
    for (const text of stored) expect(text).not.toContain('a-long-secret');
  });

  test('a change without an address keeps it; the audit log says what changed', async ({ shop }) => {
    await using chat = await chatProgram();
    const owner = await operating(shop, 'owner');
    const { id } = await added(owner, chat);
    const changed = { id, name: 'Renamed', kind: 'slack', events: ['orderPaid', 'ticketOpened'], quiet: null };
    expect((await owner.call('POST /api/chat-webhooks/change', changed)).status).toBe(204);
    expect((await owner.call('POST /api/chat-webhooks/test', { id })).body.status).toBe(200);
    expect((await listAudit(shop, id)).map(({ act }) => act)).toEqual(['chatWebhook.add', 'chatWebhook.change']);
  });
});

describe('access', () => {
  test.for(roles)('%s', async (role, { shop }) => {
    await using chat = await chatProgram();
    const [owner, who] = [await operating(shop, 'owner'), await operating(shop, role)];
    const { id } = await added(owner, chat);
    const statuses = [
      await who.call('GET /api/chat-webhooks'),
      await who.call('POST /api/chat-webhooks/add', { ...webhook, address: chat.address }),
      await who.call('POST /api/chat-webhooks/change', { ...webhook, id }),
      await who.call('POST /api/chat-webhooks/test', { id }),
      await who.call('POST /api/chat-webhooks/remove', { id }),
    ].map(({ status }) => status);
    expect(statuses).toEqual(role === 'owner' || role === 'manager' ? [200, 204, 204, 200, 204] : [403, 403, 403, 403, 403]);
  });

  test('bad input is refused beside its field', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const add = async (more: object) =>
      getErrors(await owner.call('POST /api/chat-webhooks/add', { ...webhook, address: 'https://a.example/x', ...more }));
    const address = ['Enter the webhook’s whole address, beginning with https://.'];
    for (const invalid of ['', 'hooks', 'ftp://a.example/x', 'https://user:pass@a.example/x'])
      expect(await add({ address: invalid })).toEqual([400, { address }]);
    expect(await add({ name: ' ' })).toEqual([400, { name: ['Enter a name.'] }]);
    expect(await add({ events: [] })).toEqual([400, { events: ['Choose at least one event.'] }]);
    expect(await add({ events: ['workAssigned'] })).toMatchObject([400, { 'events[0]': [expect.any(String)] }]);
    for (let count = 0; count < 20; count++) expect(await add({})).toEqual([204, undefined]);
    expect(await add({})).toEqual([400, { '': ['The shop has 20 chat webhooks, the maximum. Remove one first.'] }]);
  });
});
