// Tickets of a logged-in customer over HTTP: the thread, limits, access and erasure.

import { randomUUID } from 'node:crypto';
import { askToClose, codeIn, letTheHourCome, logIn, PASSWORD, register, WEEK } from '../../../tests/support/accounts.ts';
import { lying, samples, upload } from '../../../tests/support/files.ts';
import { buyer, listOrders, placed } from '../../../tests/support/money.ts';
import { messagesWith, ticketRow } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { atDesk, environment, linkCode, opened, threadAt } from '../../../tests/support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });
const SUPPORT = 'support@fanfare.example';

const member = async (shop: Shop) => {
  const email = await register(shop);
  return { email, ...(await logIn(shop, email)) };
};
type Who = { readonly token: string };
const open = async (shop: Shop, who: Who, more: object = {}) =>
  (await shop.call('POST /api/support/ticket', { message: 'Where is my story?', ...more }, who)).body.ticketNumber;
const thread = (shop: Shop, who: Who, number: string) => shop.call('GET /api/support/ticket', { number }, who);
const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);

describe('ticket of an account', () => {
  test('the whole course: opened with an order and a file, answered, closed and opened again', async ({ shop }) => {
    const who = await buyer(shop);
    await placed(shop, who);
    const [order] = await listOrders(shop, who);
    const { body: file } = await upload(shop, who.token, samples.txt);
    const number = await open(shop, who, { orderNumber: order?.number.toLowerCase(), files: [file.id] });
    expect((await thread(shop, who, number)).body).toMatchObject({
      number,
      status: 'open',
      orderNumber: order?.number,
      messages: [{ author: 'guest', name: null, text: 'Where is my story?', files: [{ id: file.id, name: 'notes.txt', kind: 'txt' }] }],
    });
    // The file belongs to the ticket now and is not offered for briefs.
    expect((await shop.call('GET /api/files', undefined, who)).body.files).toEqual([]);
    const got = await fetch(`${shop.urls.storefront}/api/support/file?id=${file.id}`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
    expect(Buffer.from(await got.arrayBuffer()).equals(samples.txt)).toBe(true);

    const desk = await atDesk(shop);
    await desk.act((tx) => desk.desk.note(tx, desk.by, { number, text: 'secret of the desk' }));
    await desk.answer(number, 'Tomorrow.');
    const seen = (await thread(shop, who, number)).body;
    expect(seen).toMatchObject({ status: 'waiting' });
    expect(seen.messages.map(({ author, name, text }) => [author, name, text])).toEqual([
      ['guest', null, 'Where is my story?'],
      ['desk', desk.by.name, 'Tomorrow.'],
    ]);
    expect(JSON.stringify(seen)).not.toContain('secret');
    const answered = await shop.call('POST /api/support/answer', { number, message: 'Thanks!' }, who);
    expect(answered).toMatchObject({ status: 200, body: { status: 'open' } });
    await expect.poll(async () => (await shop.mails(SUPPORT)).map(({ text }) => text)).toContainEqual(expect.stringMatching(/Thanks!/));
    for (let times = 0; times < 2; times++)
      expect(await shop.call('POST /api/support/close', { number }, who)).toMatchObject({ status: 200, body: { status: 'closed' } });
    await shop.call('POST /api/support/answer', { number, message: 'One more thing.' }, who);
    const { body } = await shop.call('GET /api/support/tickets', undefined, who);
    expect(body).toMatchObject({ more: false, tickets: [{ number, status: 'open', about: 'Where is my story?', answered: true }] });
  });

  test('the list is in pages, newest first', async ({ shop }) => {
    const who = await member(shop);
    const numbers: string[] = [];
    for (let count = 0; count < 5; count++) {
      numbers.unshift(await open(shop, who));
      // Some tickets have the same time.
      if (count % 2) shop.clock.turn({ seconds: 1 });
    }
    const found: string[] = [];
    for (let before: string | undefined; ; ) {
      const { tickets, more } = (await shop.call('GET /api/support/tickets', { limit: 2, ...(before ? { before } : {}) }, who)).body;
      found.push(...tickets.map(({ number }) => number));
      if (!more) break;
      before = tickets.at(-1)?.number;
    }
    expect(found.toSorted()).toEqual(numbers.toSorted());
  });

  test('ticket, order, file and message of another account are refused like unknown ones', async ({ shop }) => {
    const [who, eve] = [await buyer(shop), await buyer(shop)];
    await placed(shop, who);
    const [order] = await listOrders(shop, who);
    const files = [(await upload(shop, who.token, samples.txt)).body.id];
    const number = await open(shop, who, { files });
    for (const each of [number, 'T-000000', '', "' or 1=1"]) {
      expect((await thread(shop, eve, each)).status).toBe(404);
      expect((await shop.call('POST /api/support/answer', { number: each, message: 'Mine?' }, eve)).status).toBe(404);
      expect((await shop.call('POST /api/support/close', { number: each }, eve)).status).toBe(404);
    }
    for (const id of [files[0], randomUUID()]) expect((await shop.call('GET /api/support/file', { id }, eve)).status).toBe(404);
    for (const orderNumber of [order?.number, 'F-000000'])
      expect(await shop.call('POST /api/support/ticket', { message: 'Where is my story?', orderNumber }, eve)).toMatchObject({
        status: 400,
        body: { errors: { orderNumber: [expect.any(String)] } },
      });
    const theirs = (await upload(shop, who.token, samples.txt)).body.id;
    const own = (await upload(shop, eve.token, samples.txt)).body.id;
    // One foreign file refuses the own one beside it too, which stays for the next message.
    for (const sent of [[theirs], [files[0]], [randomUUID()], [own, theirs], [own, randomUUID()]])
      expect(await shop.call('POST /api/support/ticket', { message: 'Where is my story?', files: sent }, eve)).toMatchObject({
        status: 400,
        body: { errors: { files: [expect.any(String)] } },
      });
    expect((await shop.call('GET /api/files', undefined, eve)).body.files.map(({ id }) => id)).toEqual([own]);
    expect((await shop.call('GET /api/support/tickets', undefined, eve)).body.tickets).toEqual([]);
    expect((await shop.call('GET /api/support/tickets', { before: number }, eve)).body.tickets).toEqual([]);
    expect(texts((await thread(shop, who, number)).body.messages)).toEqual(['Where is my story?']);
  });

  test('a file sent with several messages at once is in one message', async ({ shop }) => {
    const who = await member(shop);
    const { id } = (await upload(shop, who.token, samples.txt)).body;
    const sent = Array.from({ length: 8 }, () => shop.call('POST /api/support/ticket', { message: 'With a file.', files: [id] }, who));
    expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  });

  test('the limit is 20 messages an hour', async ({ shop }) => {
    const who = await member(shop);
    const number = await open(shop, who);
    const all = await Promise.all(
      Array.from({ length: 25 }, () => shop.call('POST /api/support/answer', { number, message: 'And?' }, who)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(6);
  });
});

test('account deletion: the export has the threads, then texts, files and links are erased', async ({ shop }) => {
  const who = await member(shop);
  const { id } = (await upload(shop, who.token, samples.txt)).body;
  const number = await open(shop, who, { message: 'My marmalade is late.', files: [id] });
  const desk = await atDesk(shop);
  await desk.act((tx) => desk.desk.note(tx, desk.by, { number, text: 'marmalade again' }));
  await desk.answer(number, 'Your marmalade comes.');
  const cookie = await opened(shop, await linkCode(shop, who.email));
  await shop.call('POST /api/Accounts/ask-export', { currentPassword: PASSWORD }, who);
  const { body } = await shop.call('POST /api/Accounts/fetch-export', { code: codeIn((await shop.mail(who.email, /Your data/)).text) });
  const [taken] = (body as unknown as { tickets: { messages: { author: string; files: object[] }[] }[] }).tickets;
  expect(taken?.messages.map(({ author, files }) => [author, files.length])).toEqual([
    ['guest', 1],
    ['desk', 0],
  ]);
  await askToClose(shop, who.token);
  shop.clock.turn(WEEK);
  shop.clock.turn({ minutes: 1 });
  await letTheHourCome(shop);
  await expect.poll(async () => (await ticketRow(shop, number)).email).toBe('');
  expect(await messagesWith(shop, 'marmalade')).toBe(0);
  expect((await threadAt(shop, cookie)).thread).toBeUndefined();
  await expect.poll(() => lying(shop).kept).not.toContain(id);
  await expect(desk.answer(number, 'Anybody there?')).rejects.toMatchObject({ status: 400 });
});
