// Tickets at the desk: lists, search, answers, moves and concurrent operators.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { UserError } from '#lib/user-error.ts';
import { samples } from '../../../../tests/support/files.ts';
import { buyer, listOrders, placed } from '../../../../tests/support/money.ts';
import { addNotes, closeOtherTickets, reopenTicket, setTicketColumn, skipMessageIds } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { asked, atDesk, operator, sendTicket, somebody } from '../../../../tests/support/tickets.ts';
import { auditBooks } from '../../../audit/audit.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '8' } });

const write = async (shop: Shop, more: object = {}) => (await sendTicket(shop, asked(more))).ticketNumber;
const getOutcome = (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (cause: unknown) => (cause instanceof UserError ? (Object.values(cause.errors)[0]?.[0]?.id ?? cause.status) : cause),
  );
const numbers = ({ tickets }: { tickets: readonly { number: string }[] }) => tickets.map(({ number }) => number);

test('new ticket: open and due in 24 hours, waiting for the customer after an answer', async ({ shop }) => {
  const desk = await atDesk(shop);
  const email = somebody();
  const number = await write(shop, { email });
  const now = shop.clock.now();
  const { ticket } = await desk.read(number);
  const due = new Date(now.getTime() + 24 * 3_600_000).toISOString();
  expect(ticket).toMatchObject({ status: 'open', firstDueAt: due, firstAnsweredAt: null, waitsSince: now.toISOString(), assigned: null });
  shop.clock.turn({ hours: 25 });
  const late = async () => (await desk.desk.counts(shop.ctx.db.orm, desk.by)).late;
  const before = await late();
  expect(await desk.answer(number, 'It is on its way.')).toMatchObject({
    number,
    before: { status: 'open', assigned: null },
    after: { status: 'waiting', assigned: desk.by.name },
  });
  expect(await late()).toBe(before - 1);
  const after = await desk.read(number);
  expect(after.ticket).toMatchObject({
    status: 'waiting',
    firstDueAt: null,
    firstAnsweredAt: shop.clock.now().toISOString(),
    waitsSince: null,
  });
  expect(after.messages.map(({ author, text, operator: who }) => [author, text, who?.name])).toEqual([
    ['guest', 'Where is my order?', undefined],
    ['desk', 'It is on its way.', desk.by.name],
  ]);
  const mail = await shop.mail(email, /an answer/);
  expect(mail.text).toContain('It is on its way.');
  expect(mail.text).toMatch(/\?code=[0-9a-z]{26}/);
});

test('note: visible at the desk only, and the ticket does not change', async ({ shop }) => {
  const desk = await atDesk(shop);
  const email = somebody();
  const number = await write(shop, { email });
  const before = (await desk.read(number)).ticket;
  await desk.act((tx) => desk.desk.note(tx, desk.by, { number, text: 'Seems to be a regular.' }));
  const { ticket, messages } = await desk.read(number);
  expect(ticket).toEqual(before);
  expect(messages.at(-1)).toMatchObject({ author: 'note', text: 'Seems to be a regular.' });
  expect((await shop.mails(email)).map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('answer'));
});

describe('search and lists', () => {
  test('a ticket is found by number, address, start of the address, and words in every language', async ({ shop }) => {
    const desk = await atDesk(shop);
    const email = somebody();
    const number = await write(shop, { email, name: 'Zdenka', message: 'My Brand-Story about croissants is late. 納期を教えてください。' });
    await write(shop, { message: 'Something else: 納入先と期日について。' });
    const find = async (search: string) => numbers(await desk.desk.list(shop.ctx.db.orm, { search, limit: 50 }));
    for (const search of [
      ...[number, number.toLowerCase(), ` ${email.toUpperCase()} `, email.slice(0, 14) + email.slice(14, -3), 'croissants', 'BRAND croiss'],
      ...['zdenka', '納期', '納期を教えて', 'ｚｄｅｎｋａ'],
    ])
      expect(await find(search), search).toEqual([number]);
    for (const search of ['%@', 'nobody@shop.example', "'", "' | 'qq':*", 'croissants banana', '納期日', '___', 'T-000000'])
      expect(await find(search), search).not.toContain(number);
    await desk.act((tx) => desk.desk.note(tx, desk.by, { number, text: 'pistachio' }));
    expect(await find('pistachio')).toEqual([number]);
  });

  test('a very frequent word finds the newest tickets with it', async ({ shop }) => {
    const desk = await atDesk(shop);
    const [old, young] = [await write(shop, { message: 'A flood of brioches, once.' }), await write(shop)];
    await addNotes(shop, young, 'flood', 5_001);
    const find = async (search: string) => numbers(await desk.desk.list(shop.ctx.db.orm, { search, limit: 50 }));
    expect((await find('flood')).toSorted()).toEqual([old, young].toSorted());
    await skipMessageIds(shop);
    await desk.act((tx) => desk.desk.note(tx, desk.by, { number: young, text: 'flood' }));
    expect(await find('flood')).toEqual([young]);
    expect(await find('flood brioch')).toEqual([old]);
  });

  test('a ticket is found by its order', async ({ shop }) => {
    const desk = await atDesk(shop);
    const [who, other] = [await buyer(shop), await buyer(shop)];
    await placed(shop, who);
    const [order] = await listOrders(shop, who);
    const { body } = await shop.call('POST /api/support/ticket', { message: 'About my order, please.' }, who);
    const number = body.ticketNumber;
    const link = (orderNumber: string | null, to = number) =>
      getOutcome(desk.act((tx) => desk.desk.link(tx, desk.by, { number: to, orderNumber })));
    const theirs = await shop.call('POST /api/support/ticket', { message: 'Another one asks.' }, other);
    for (const to of [theirs.body.ticketNumber, await write(shop)]) expect(await link(order?.number ?? '', to)).toBe('desk.ticketOrder');
    expect(await link('F-000000')).toBe('desk.ticketOrder');
    expect(await link(order?.number ?? '')).toBe('done');
    expect(numbers(await desk.desk.list(shop.ctx.db.orm, { search: order?.number, limit: 50 }))).toEqual([number]);
    expect(await link(null)).toBe('done');
    expect(numbers(await desk.desk.list(shop.ctx.db.orm, { search: order?.number, limit: 50 }))).toEqual([]);
  });

  test('pages: open tickets by longest wait, others by last change, each once', async ({ shop }) => {
    const desk = await atDesk(shop);
    const { orm } = shop.ctx.db;
    const mine: string[] = [];
    for (let count = 0; count < 5; count++) {
      shop.clock.turn({ minutes: 1 });
      const number = await write(shop);
      await desk.act((tx) => desk.desk.assign(tx, desk.by, { number, from: null, to: desk.by }));
      mine.push(number);
    }
    const all = async (status: 'open' | 'waiting') => {
      const found: string[] = [];
      for (let after: string | undefined; ; ) {
        const { tickets, next } = await desk.desk.list(orm, { status, assigned: desk.by.id, limit: 2, after });
        found.push(...tickets.map(({ number }) => number));
        if (next === null) return found;
        after = next;
      }
    };
    expect(await all('open')).toEqual(mine);
    for (const number of mine) {
      shop.clock.turn({ minutes: 1 });
      await desk.answer(number, 'Yes.');
    }
    expect(await all('open')).toEqual([]);
    expect(await all('waiting')).toEqual(mine.toReversed());
    expect(await desk.desk.counts(orm, desk.by)).toMatchObject({ mine: 0 });
  });
});

describe('concurrent operators', () => {
  test('two answers to one version: one is sent, the other is refused', async ({ shop }) => {
    const [anna, ben] = [await atDesk(shop, operator('Anna')), await atDesk(shop, operator('Ben'))];
    for (let round = 0; round < 5; round++) {
      const email = somebody();
      const number = await write(shop, { email });
      const outcomes = await Promise.all([getOutcome(anna.answer(number, 'From Anna')), getOutcome(ben.answer(number, 'From Ben'))]);
      // These answers may follow each other; the next two are to the same version.
      const { ticket, messages } = await anna.read(number);
      expect(messages.length - 1).toBe(outcomes.filter((each) => each === 'done').length);
      expect(ticket.version).toBe(messages.length);
      const version = ticket.version;
      const same = [anna, ben].map(({ act, desk, by }) =>
        getOutcome(act((tx) => desk.answer(tx, by, { number, version, text: 'Again', files: [], next: 'wait' }))),
      );
      expect((await Promise.all(same)).sort()).toEqual(['desk.ticketGoneOn', 'done']);
    }
  });

  test('two operators take one ticket: one gets it', async ({ shop }) => {
    const [anna, ben] = [await atDesk(shop, operator('Anna')), await atDesk(shop, operator('Ben'))];
    const number = await write(shop);
    const take = [anna, ben].map(({ act, desk, by }) => getOutcome(act((tx) => desk.assign(tx, by, { number, from: null, to: by }))));
    expect((await Promise.all(take)).sort()).toEqual(['desk.ticketTaken', 'done']);
    const { assigned } = (await anna.read(number)).ticket;
    expect([anna.by, ben.by]).toContainEqual(assigned);
  });

  test('closing and answering at once: an answer to an older version is refused', async ({ shop }) => {
    const desk = await atDesk(shop);
    const who = await buyer(shop);
    for (let round = 0; round < 8; round++) {
      const { ticketNumber: number } = (await shop.call('POST /api/support/ticket', { message: 'Never mind, perhaps.' }, who)).body;
      const { version } = (await desk.read(number)).ticket;
      const [closed, answered] = await Promise.all([
        shop.call('POST /api/support/close', { number }, who),
        getOutcome(desk.act((tx) => desk.desk.answer(tx, desk.by, { number, version, text: 'We do.', files: [], next: 'wait' }))),
      ]);
      expect(closed).toMatchObject({ status: 200, body: { status: 'closed' } });
      const { ticket, messages } = await desk.read(number);
      expect(ticket.status).toBe('closed');
      expect([answered, messages.length]).toEqual(answered === 'done' ? ['done', 2] : ['desk.ticketGoneOn', 1]);
      // An answer written before the ticket was closed.
      const late = desk.act((tx) => desk.desk.answer(tx, desk.by, { number, version, text: 'Late.', files: [], next: 'wait' }));
      expect(await getOutcome(late)).toBe('desk.ticketGoneOn');
      expect((await desk.read(number)).ticket.status).toBe('closed');
    }
  });
});

test('moves: only those of the status table are accepted', async ({ shop }) => {
  const desk = await atDesk(shop);
  const number = await write(shop);
  const move = async (how: 'wait' | 'reopen' | 'close') => {
    const { version } = (await desk.read(number)).ticket;
    return getOutcome(desk.act((tx) => desk.desk.move(tx, desk.by, { number, version, move: how })));
  };
  const statusNow = async () => (await desk.read(number)).ticket.status;
  expect([await move('reopen'), await statusNow()]).toEqual(['desk.ticketNoMove', 'open']);
  expect([await move('wait'), await statusNow()]).toEqual(['done', 'waiting']);
  expect([await move('wait'), await statusNow()]).toEqual(['desk.ticketNoMove', 'waiting']);
  expect([await move('close'), await statusNow()]).toEqual(['done', 'closed']);
  expect([await move('close'), await statusNow()]).toEqual(['desk.ticketNoMove', 'closed']);
  expect([await move('reopen'), await statusNow()]).toEqual(['done', 'open']);
  await desk.answer(number, 'Done, then.', { next: 'close' });
  expect(await statusNow()).toBe('closed');
  expect(await getOutcome(desk.answer('T-000000', 'Hello?'))).toBe(404);
});

test('canned answers: filled in, in the language of the writer, and names are not interpreted', async ({ shop }) => {
  const desk = await atDesk(shop, operator('Olga {name}'));
  const number = (await sendTicket(shop, asked({ name: '{operator} <b>$&</b>' }), { language: 'es' })).ticketNumber;
  const { canned } = await desk.desk.findCanned(shop.ctx.db.orm, desk.by, number);
  const [looking, , solved] = canned;
  expect(looking).toMatchObject({ id: 'looking', text: expect.stringContaining('Hola, {operator} <b>$&</b>:') });
  expect(looking?.text).toContain('Olga {name}');
  expect(solved?.text).toContain(number);
});

test('file of an answer: sent once, and only by the operator who uploaded it', async ({ shop }) => {
  const [anna, ben] = [await atDesk(shop, operator('Anna')), await atDesk(shop, operator('Ben'))];
  const who = await buyer(shop);
  const { ticketNumber: number } = (await shop.call('POST /api/support/ticket', { message: 'May I have the paper?' }, who)).body;
  const file = await anna.deskFiles.upload(anna.by, { name: 'paper.exe', body: Readable.from([samples.pdf]) });
  expect(file).toMatchObject({ name: 'paper.exe.pdf', kind: 'pdf' });
  const files = [file.id];
  expect(await getOutcome(ben.answer(number, 'Here.', { files }))).toBe('desk.ticketFile');
  expect((await shop.call('GET /api/support/file', { id: file.id }, who)).status).toBe(404);
  expect(await getOutcome(anna.answer(number, 'Here.', { files }))).toBe('done');
  expect(await getOutcome(anna.answer(number, 'Again.', { files }))).toBe('desk.ticketFile');
  const got = await fetch(`${shop.urls.storefront}/api/support/file?id=${file.id}`, { headers: { authorization: `Bearer ${who.token}` } });
  expect([got.status, Buffer.from(await got.arrayBuffer()).equals(samples.pdf)]).toEqual([200, true]);
  expect(got.headers.get('content-disposition')).toContain('attachment');
  expect(await getOutcome(anna.deskFiles.upload(anna.by, { name: 'a.zip', body: Readable.from([Buffer.from('PK\x03\x04junk')]) }))).toBe(
    'file.unknown',
  );
  expect(await getOutcome(anna.answer(number, 'More.', { files: [randomUUID()] }))).toBe('desk.ticketFile');
});

test('audit: consistent tickets pass, and each rule reports a violation', async ({ shop }) => {
  const desk = await atDesk(shop);
  const who = await buyer(shop);
  await placed(shop, who);
  const [order] = await listOrders(shop, who);
  const about = { message: 'About my order, please.', orderNumber: order?.number };
  const number = (await shop.call('POST /api/support/ticket', about, who)).body.ticketNumber;
  await desk.answer(number, 'Gladly.');
  const broken = async () => (await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule);
  expect(await broken()).toEqual([]);
  const breaches: [rule: string, column: string, breach: string, mend: string][] = [
    ['a ticket waits for the desk exactly as long as it is open', 'status', `'open'`, `'waiting'`],
    ['a ticket is answered since its first answer', 'first_answered_at', 'null', `'${shop.clock.now().toISOString()}'`],
    ['a ticket is about an order of its own account', 'order_id', 'gen_random_uuid()', `'${order?.id}'`],
  ];
  for (const [rule, column, breach, mend] of breaches) {
    await setTicketColumn(shop, number, column, breach);
    expect(await broken()).toEqual([rule]);
    await setTicketColumn(shop, number, column, mend);
  }
  expect(await broken()).toEqual([]);
});

test('ticket waiting for a later answer: late after 24 hours', async ({ shop }) => {
  const desk = await atDesk(shop);
  const number = await write(shop, { email: somebody() });
  await desk.answer(number, 'It is on its way.');
  const late = async () => (await desk.desk.counts(shop.ctx.db.orm, desk.by)).late;
  // Closes the tickets of other tests, which would become late too.
  await closeOtherTickets(shop, number);
  await reopenTicket(shop, number, shop.clock.now());
  const before = await late();
  shop.clock.turn({ hours: 23 });
  expect(await late()).toBe(before);
  shop.clock.turn({ hours: 2 });
  expect(await late()).toBe(before + 1);
});
