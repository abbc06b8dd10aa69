// A ticket from its writer's side, through the door: in the cabinet, by the mailed key, and who gets nothing of it.
import { randomUUID } from 'node:crypto';
import { codeIn, logIn, PASSWORD, register } from '../../../tests/support/accounts.ts';
import { lying, samples, upload } from '../../../tests/support/files.ts';
import { askToClose, letTheHourCome, WEEK } from '../../../tests/support/leaving.ts';
import { buyer, ordersOf, placed } from '../../../tests/support/money.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { asked, atDesk, environment, sendTicket, somebody, somewhere } from '../../../tests/support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });
const patient = { timeout: 10_000 };
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
/** The key in the newest answer's mail. */
const keyOf = async (shop: Shop, email: string, number: string) =>
  codeIn((await shop.mail(email, new RegExp(`${number}: an answer`))).text);
const byKey = (shop: Shop, code: string, from = somewhere()) =>
  shop.call('POST /api/support/thread-by-key', { code }, { headers: { 'x-forwarded-for': from } });

describe('in the cabinet', () => {
  test('asked about an order with a file, answered, written on, closed, and open again', async ({ shop }) => {
    const who = await buyer(shop);
    await placed(shop, who);
    const [order] = await ordersOf(shop, who);
    const { body: file } = await upload(shop, who.token, samples.txt);
    const number = await open(shop, who, { orderNumber: order?.number.toLowerCase(), files: [file.id] });
    expect((await thread(shop, who, number)).body).toMatchObject({
      ...{ number, status: 'open', orderNumber: order?.number },
      messages: [{ author: 'guest', name: null, text: 'Where is my story?', files: [{ id: file.id, name: 'notes.txt', kind: 'txt' }] }],
    });
    // It is the ticket's now, and no brief can have it.
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
    await expect
      .poll(async () => (await shop.mails(SUPPORT)).map(({ text }) => text), patient)
      .toContainEqual(expect.stringMatching(/Thanks!/));
    for (let times = 0; times < 2; times++)
      expect(await shop.call('POST /api/support/close', { number }, who)).toMatchObject({ status: 200, body: { status: 'closed' } });
    await shop.call('POST /api/support/answer', { number, message: 'One more thing.' }, who);
    const { body } = await shop.call('GET /api/support/tickets', undefined, who);
    expect(body).toMatchObject({ more: false, tickets: [{ number, status: 'open', about: 'Where is my story?', answered: true }] });
  });

  test('the list comes in pages, newest first', async ({ shop }) => {
    const who = await member(shop);
    const numbers: string[] = [];
    for (let count = 0; count < 5; count++) {
      numbers.unshift(await open(shop, who));
      // Two in one moment are told apart too.
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

  test('another’s ticket, order, file and message are as little there as none', async ({ shop }) => {
    const [who, eve] = [await buyer(shop), await buyer(shop)];
    await placed(shop, who);
    const [order] = await ordersOf(shop, who);
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
        ...{ status: 400, body: { errors: { orderNumber: [expect.any(String)] } } },
      });
    const theirs = (await upload(shop, who.token, samples.txt)).body.id;
    for (const id of [theirs, files[0], randomUUID()])
      expect(await shop.call('POST /api/support/ticket', { message: 'Where is my story?', files: [id] }, eve)).toMatchObject({
        ...{ status: 400, body: { errors: { files: [expect.any(String)] } } },
      });
    expect((await shop.call('GET /api/support/tickets', undefined, eve)).body.tickets).toEqual([]);
    expect((await shop.call('GET /api/support/tickets', { before: number }, eve)).body.tickets).toEqual([]);
    expect(texts((await thread(shop, who, number)).body.messages)).toEqual(['Where is my story?']);
  });

  test('one file goes into one message, however often it is sent at once', async ({ shop }) => {
    const who = await member(shop);
    const { id } = (await upload(shop, who.token, samples.txt)).body;
    const sent = Array.from({ length: 8 }, () => shop.call('POST /api/support/ticket', { message: 'With a file.', files: [id] }, who));
    expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  });

  test('twenty messages in an hour are enough', async ({ shop }) => {
    const who = await member(shop);
    const number = await open(shop, who);
    const all = await Promise.all(
      Array.from({ length: 25 }, () => shop.call('POST /api/support/answer', { number, message: 'And?' }, who)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(6);
  });
});

describe('by the mailed key', () => {
  const answered = async (shop: Shop) => {
    const email = somebody();
    const number = (await sendTicket(shop, asked({ email }))).ticketNumber;
    const desk = await atDesk(shop);
    await desk.answer(number, 'On its way.');
    return { email, number, desk, code: await keyOf(shop, email, number) };
  };

  test('a guest reads the thread and writes on', async ({ shop }) => {
    const { number, code, email, desk } = await answered(shop);
    const { status, body } = await byKey(shop, code);
    expect([status, body.number, texts(body.messages)]).toEqual([200, number, ['Where is my order?', 'On its way.']]);
    expect(JSON.stringify(body)).not.toContain(email);
    const written = await shop.call(
      'POST /api/support/answer-by-key',
      { code, message: 'Got it.' },
      { headers: { 'x-forwarded-for': somewhere() } },
    );
    expect(written).toMatchObject({ status: 200, body: { status: 'open' } });
    expect((await desk.read(number)).messages.at(-1)).toMatchObject({ author: 'guest', text: 'Got it.' });
  });

  test('it is kept as a hash, and nothing of it once the mail has left', async ({ shop }) => {
    const { code } = await answered(shop);
    const [row] = await shop.sql<{ all: string }>(
      `select (select string_agg(k::text, '') from support_key k) || (select string_agg(m::text, '') from mail_outbox m where sent_at is not null) as all`,
    );
    expect(row?.all).not.toContain(code);
  });

  test('it is over after 30 days; a wrong one, another’s and none are the same', async ({ shop }) => {
    const { code } = await answered(shop);
    shop.clock.turn({ days: 29, hours: 23 });
    expect((await byKey(shop, code)).status).toBe(200);
    shop.clock.turn({ hours: 2 });
    for (const wrong of [code, code.replace(/.$/, (last) => (last === '0' ? '1' : '0')), code.toUpperCase(), '', 'x', '%', `${code} `]) {
      expect((await byKey(shop, wrong)).status).toBe(404);
      for (const call of ['POST /api/support/answer-by-key', 'POST /api/support/file-by-key'] as const) {
        const sent = { code: wrong, message: 'Hello', id: randomUUID() };
        expect((await shop.call(call, sent, { headers: { 'x-forwarded-for': somewhere() } })).status).toBe(404);
      }
    }
  });

  test('it opens its own thread and no file of another', async ({ shop }) => {
    const { code } = await answered(shop);
    const who = await member(shop);
    const { id } = (await upload(shop, who.token, samples.txt)).body;
    await open(shop, who, { files: [id] });
    const headers = { 'x-forwarded-for': somewhere() };
    expect((await shop.call('POST /api/support/file-by-key', { code, id }, { headers })).status).toBe(404);
  });

  test('whoever tries keys is slowed', async ({ shop }) => {
    const from = somewhere();
    const tried = await Promise.all(Array.from({ length: 105 }, (_, at) => byKey(shop, `${at}`.padStart(26, '0'), from)));
    expect(tried.filter(({ status }) => status === 404)).toHaveLength(100);
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test('a guest whose address is confirmed later finds the thread in the cabinet, and answers go to the account’s address', async ({
    shop,
  }) => {
    const { email, number, code, desk } = await answered(shop);
    await register(shop, { email });
    const who = await logIn(shop, email);
    expect((await thread(shop, who, number)).status).toBe(404);
    await shop.call('POST /api/Accounts/confirm-email', { code: codeIn((await shop.mail(email, /Welcome/)).text) });
    expect(texts((await thread(shop, who, number)).body.messages)).toEqual(['Where is my order?', 'On its way.']);
    expect((await byKey(shop, code)).status).toBe(200);
    await shop.sql('update account set email = $2, email_key = $2 where email = $1', [email, `new-${email}`]);
    await desk.answer(number, 'To the new one.');
    expect((await shop.mail(`new-${email}`, /an answer/)).text).toContain('To the new one.');
  });
});

test('who leaves takes the threads along; afterwards nothing of them is anywhere, and no key opens anything', async ({ shop }) => {
  const who = await member(shop);
  const { id } = (await upload(shop, who.token, samples.txt)).body;
  const number = await open(shop, who, { message: 'My marmalade is late.', files: [id] });
  const desk = await atDesk(shop);
  await desk.act((tx) => desk.desk.note(tx, desk.by, { number, text: 'marmalade again' }));
  await desk.answer(number, 'Your marmalade comes.');
  const code = await keyOf(shop, who.email, number);
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
  await expect.poll(() => shop.sql('select 1 from support_ticket where number = $1 and email <> $2', [number, '']), patient).toEqual([]);
  expect(await shop.sql("select 1 from support_message where text like '%marmalade%' or words @@ 'marmalade'::tsquery")).toEqual([]);
  expect((await byKey(shop, code)).status).toBe(404);
  await expect.poll(() => lying(shop).kept, patient).not.toContain(id);
  await expect(desk.answer(number, 'Anybody there?')).rejects.toMatchObject({ status: 400 });
});
