// Automations over HTTP: what an owner saves, tries and turns on, and what it does when something happens.
import {
  createAutomation,
  findAccountId,
  listTags,
  runConcurrently,
  runOnce,
  startAutomation,
  switchAutomation,
  tagClient,
  whenPaid,
} from '../../../tests/support/automations.ts';
import { chatProgram, openedSetting, operating, sendNotices } from '../../../tests/support/desk.ts';
import { addClientEvents, addDoneRuns, listEvents, listRuns, naiveRuns } from '../../../tests/support/rows/automations.ts';
import { listAudit } from '../../../tests/support/rows/desk.ts';
import { outboxMails, ticketMessages } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect } from '../../../tests/support/shop.ts';
import { asked, sendTicket } from '../../../tests/support/tickets.ts';
import { orderedPiece } from '../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.beforeEach(({ shop }) => shop.clock.turn({ hours: 2 }));

describe('actions', () => {
  test('a paid order is assigned, moved, noted and its client tagged, with audit lines that name author and automation', async ({
    shop,
  }) => {
    const [owner, maker] = [await operating(shop, 'owner'), await operating(shop, 'maker', { name: 'Mira' })];
    const id = await startAutomation(shop, owner, {
      when: 'order.paid',
      conditions: [
        { field: 'price', is: 'atLeast', value: '9000' },
        { field: 'country', is: 'is', value: 'SE, NO' },
      ],
      actions: [
        { kind: 'assign', to: maker.id },
        { kind: 'note', text: 'Call them first.' },
        { kind: 'tag', tag: 'Norway' },
      ],
    });
    const { who, pieceId } = await orderedPiece(shop);
    await runOnce(shop);
    expect(await listRuns(shop, id)).toEqual([{ state: 'done', error: null }]);
    const { body: piece } = await owner.call('GET /api/piece', { pieceId });
    expect(piece).toMatchObject({ maker: { id: maker.id, name: 'Mira' }, notes: [{ text: 'Call them first.', by: { id: owner.id } }] });
    expect(await listTags(shop, owner, who)).toEqual(['Norway']);
    const lines = await listAudit(shop, pieceId, await findAccountId(shop, who));
    expect(lines.map(({ act }) => act).toSorted()).toEqual(['customer.tag', 'piece.assign', 'piece.note']);
    for (const line of lines) expect(line).toMatchObject({ operatorId: owner.id, why: 'Automation: Sample' });
    await switchAutomation(owner, id, false);
  });

  test('a client who asks for changes is emailed a saved reply in their language, filled in', async ({ shop }) => {
    const { owner, text, save } = await openedSetting(shop, 'support');
    const words = {
      en: 'Dear {name}, {number}: we are on it. {operator}',
      es: 'Hola {name}, {number}. {operator}',
      jp: '{name}様 {number} {operator}',
    };
    await save({ canned: [...text.canned, { id: 'on-it', title: 'On it', text: words, for: 'pieces' }] });
    const id = await startAutomation(shop, owner, { ...whenPaid, actions: [{ kind: 'mail', template: 'on-it' }] });
    const { who } = await orderedPiece(shop);
    await runOnce(shop);
    expect(await listRuns(shop, id)).toEqual([{ state: 'done', error: null }]);
    const [mail] = (await outboxMails(shop, who.email)).filter(({ mail: name }) => name === 'shop-message');
    expect(mail?.values).toMatchObject({ message: expect.stringMatching(/^Dear .+, F-\w+: we are on it\. /) });
    expect((await shop.mail(who.email, /^A message from/)).text).toContain('we are on it');
    await switchAutomation(owner, id, false);
  });

  test('an action of kind chat: posts a message with a link to the order', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    await using chat = await chatProgram();
    await owner.call('POST /api/chat-webhooks/add', {
      name: '#vip',
      address: chat.address,
      kind: 'slack',
      events: ['ticketOpened'],
      quiet: null,
    });
    const { webhooks } = (await owner.call('GET /api/automations')).body;
    const [webhook] = webhooks;
    const id = await startAutomation(shop, owner, {
      ...whenPaid,
      actions: [{ kind: 'chat', webhook: webhook?.id ?? '', text: 'A VIP has *paid*.' }],
    });
    const { orderId } = await orderedPiece(shop);
    await runOnce(shop);
    await sendNotices(shop);
    await expect.poll(() => chat.received).toHaveLength(1);
    expect(chat.received[0]?.text).toContain('A VIP has');
    expect(chat.received[0]?.text).toContain(`/orders/${orderId}`);
    await switchAutomation(owner, id, false);
  });

  test('a ticket of a paid order is for the team alone: its client neither sees it nor gets an email', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const id = await startAutomation(shop, owner, { ...whenPaid, actions: [{ kind: 'ticket', text: 'Check this order.' }] });
    const { who } = await orderedPiece(shop);
    await runOnce(shop);
    const account = await findAccountId(shop, who);
    const [ticket] = (await owner.call('GET /api/customer/tickets', { id: account })).body.tickets;
    expect(ticket).toMatchObject({ about: 'Check this order.', orderNumber: expect.stringMatching(/^F-/), status: 'open' });
    const { messages } = (await owner.call('GET /api/ticket', { number: ticket?.number })).body;
    expect(messages).toMatchObject([{ author: 'note', operator: { id: owner.id } }]);
    expect((await shop.call('GET /api/support/tickets', {}, { token: who.token })).body).toMatchObject({ tickets: [] });
    expect((await outboxMails(shop, who.email)).filter(({ mail }) => mail.startsWith('ticket'))).toEqual([]);
    expect(await listAudit(shop, ticket?.number ?? '')).toMatchObject([{ act: 'automation.ticket', operatorId: owner.id }]);
    await switchAutomation(owner, id, false);
  });

  test('a ticket of a guest is assigned and noted', async ({ shop }) => {
    const [owner, support] = [await operating(shop, 'owner'), await operating(shop, 'support')];
    const actions = [
      { kind: 'assign', to: support.id },
      { kind: 'note', text: 'By the automation.' },
    ] as const;
    const id = await startAutomation(shop, owner, {
      when: 'ticket.created',
      conditions: [{ field: 'isClient', is: 'is', value: 'false' }],
      actions: [...actions],
    });
    const { ticketNumber } = await sendTicket(shop, asked());
    await runOnce(shop);
    expect(await listRuns(shop, id)).toEqual([{ state: 'done', error: null }]);
    expect((await owner.call('GET /api/ticket', { number: ticketNumber })).body.ticket.assigned).toMatchObject({ id: support.id });
    expect((await ticketMessages(shop, ticketNumber)).at(-1)).toMatchObject({ author: 'note', text: 'By the automation.' });
    await switchAutomation(owner, id, false);
  });

  test('one that cannot be done undoes the others of its run, and the log says why', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const id = await startAutomation(shop, owner, {
      when: 'client.created',
      conditions: [],
      actions: [
        { kind: 'tag', tag: 'Undone' },
        {
          kind: 'mail',
          template: (await owner.call('GET /api/automations')).body.templates.find(({ id: each }) => each === 'on-it')?.id ?? '',
        },
      ],
    });
    const { who } = await orderedPiece(shop);
    await runOnce(shop);
    expect(await listRuns(shop, id)).toEqual([{ state: 'failed', error: 'The saved reply names something that this event doesn’t have.' }]);
    expect(await listTags(shop, owner, who)).not.toContain('Undone');
    const { runs } = (await owner.call('GET /api/automations/runs', { id })).body;
    expect(runs).toMatchObject([
      { state: 'failed', label: expect.stringContaining('Sample'), link: expect.stringMatching(/^\/customers\//) },
    ]);
    await switchAutomation(owner, id, false);
  });
});

describe('how often', () => {
  test('five processes at once run it once for an event; a naive version several times', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const id = await startAutomation(shop, owner, { ...whenPaid, actions: [{ kind: 'note', text: 'Once.' }] });
    const { pieceId } = await orderedPiece(shop);
    await Promise.all(await runConcurrently(shop, 5));
    shop.clock.turn({ minutes: 3 });
    await runOnce(shop);
    expect(await listRuns(shop, id)).toEqual([{ state: 'done', error: null }]);
    expect((await owner.call('GET /api/piece', { pieceId })).body.notes).toHaveLength(1);
    const naive = await naiveRuns(shop);
    await Promise.all(Array.from({ length: 5 }, naive.run));
    expect(await naive.effects()).toBeGreaterThan(1);
    await switchAutomation(owner, id, false);
  });

  test('what an automation causes starts none: neither its tickets nor work that begins with its assignment', async ({ shop }) => {
    const [owner, maker] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    const opens = await startAutomation(shop, owner, {
      ...whenPaid,
      actions: [
        { kind: 'ticket', text: 'Look.' },
        { kind: 'assign', to: maker.id },
      ],
    });
    const onTicket = await startAutomation(shop, owner, {
      when: 'ticket.created',
      conditions: [],
      actions: [{ kind: 'note', text: 'Chained.' }],
    });
    const onStart = await startAutomation(shop, owner, tagClient('Chained', 'order.started'));
    const { who } = await orderedPiece(shop);
    for (let minute = 0; minute < 3; minute++) {
      await runOnce(shop);
      shop.clock.turn({ minutes: 1 });
    }
    expect(await listRuns(shop, opens)).toEqual([{ state: 'done', error: null }]);
    expect([...(await listRuns(shop, onTicket)), ...(await listRuns(shop, onStart))]).toEqual([]);
    const events = await listEvents(shop, who.email);
    expect(events.filter(({ isCaused }) => isCaused).map(({ type }) => type)).toEqual(['order.started', 'ticket.created']);
    // What people do still starts them.
    await sendTicket(shop, asked());
    await runOnce(shop);
    expect(await listRuns(shop, onTicket)).toEqual([{ state: 'done', error: null }]);
    for (const id of [opens, onTicket, onStart]) await switchAutomation(owner, id, false);
  });

  test('1,000 runs an hour, of all automations; the others wait for the next hour, but not for a day', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const id = await startAutomation(shop, owner, tagClient('Counted', 'client.created'));
    const counts = async () => Object.groupBy(await listRuns(shop, id), ({ state }) => state);
    await addDoneRuns(shop, id, shop.clock.now(), 980);
    await addClientEvents(shop, shop.clock.now(), 30);
    await Promise.all(await runConcurrently(shop, 3));
    expect((await counts()).waiting).toHaveLength(10);
    await runOnce(shop);
    expect((await counts()).done).toHaveLength(1_000);
    shop.clock.turn({ minutes: 61 });
    await runOnce(shop);
    expect((await counts()).done).toHaveLength(1_010);
    await addDoneRuns(shop, id, shop.clock.now(), 980);
    await addClientEvents(shop, shop.clock.now(), 20);
    await runOnce(shop);
    const left = (await counts()).waiting?.length;
    expect(left).toBe(10);
    shop.clock.turn({ hours: 25 });
    await runOnce(shop);
    expect((await counts()).failed).toHaveLength(10);
    expect((await counts()).failed?.[0]?.error).toContain('waited for a day');
    await switchAutomation(owner, id, false);
  });
});

describe('the log of runs', () => {
  test('is listed by fifty and downloaded as a whole, by those who may edit automations', async ({ shop }) => {
    const [owner, maker] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    const id = await createAutomation(owner, tagClient('Logged'));
    await addDoneRuns(shop, id, shop.clock.now(), 51);
    const first = (await owner.call('GET /api/automations/runs', { id })).body;
    expect([first.runs.length, first.more]).toEqual([50, true]);
    const last = (await owner.call('GET /api/automations/runs', { id, before: first.runs.at(-1)?.id })).body;
    expect([last.runs.length, last.more]).toEqual([1, false]);
    expect(first.runs.map((run) => run.id)).not.toContain(last.runs[0]?.id);
    const { status, body } = await owner.call('GET /api/automations/runs/table', { id });
    const lines = String(body).trim().split('\r\n');
    expect([status, lines[0], lines.length]).toEqual([200, 'Time (UTC),About,State,Error', 52]);
    for (const call of ['GET /api/automations/runs', 'GET /api/automations/runs/table'] as const)
      expect((await maker.call(call, { id })).status, call).toBe(403);
  });
});
