// A ticket by the link of a mail, as a browser without script follows it: opened once, kept by a cookie, and a new link for who needs one.
import { randomUUID } from 'node:crypto';
import { codeIn, confirmAddress, logIn, register } from '../../../tests/support/accounts.ts';
import { samples, upload } from '../../../tests/support/files.ts';
import { getPage, postPage } from '../../../tests/support/mailed-link.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import {
  asked,
  atDesk,
  environment,
  linkCode,
  opened,
  sendTicket,
  somebody,
  somewhere,
  TICKET,
  threadAt,
} from '../../../tests/support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const texts = ({ thread }: Awaited<ReturnType<typeof threadAt>>) => thread?.messages.map(({ text }) => text);
const post = (shop: Shop, sent: Readonly<Record<string, string>>, more: { cookie?: string; origin?: string | null } = {}) =>
  postPage(shop, TICKET, sent, { from: somewhere(), ...more });
const USED = 'This link has been used already.';
const OVER = 'This link is not valid any more.';

async function answered(shop: Shop) {
  const email = somebody();
  const number = (await sendTicket(shop, asked({ email }))).ticketNumber;
  const desk = await atDesk(shop);
  await desk.answer(number, 'On its way.');
  return { email, number, desk, code: await linkCode(shop, email) };
}

describe('the link of an answer', () => {
  test('GET shows a button and consumes nothing, however often a program looks', async ({ shop }) => {
    const { code } = await answered(shop);
    for (let times = 0; times < 3; times++) {
      const { status, headers, html } = await getPage(shop, `${TICKET}?code=${code}`);
      expect(status).toBe(200);
      expect(html).toContain(`<input type="hidden" name="code" value="${code}"/>`);
      expect(html).not.toContain('On its way.');
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(html).toContain('<meta name="robots" content="noindex">');
    }
    expect((await post(shop, { code })).status).toBe(303);
  });

  test('POST exchanges it for a cookie of the page, which shows the thread and nothing of the address', async ({ shop }) => {
    const { code, number, email } = await answered(shop);
    const answer = await post(shop, { code });
    expect([answer.status, answer.to]).toEqual([303, TICKET]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.set).toMatch(/^ticket=[0-9a-z]{26}; Max-Age=43200; Path=\/contact\/ticket; HttpOnly; SameSite=Strict$/);
    expect(answer.cookie).not.toContain(code);
    const page = await getPage(shop, TICKET, { cookie: answer.cookie });
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      ...[200, 'private, no-store', 'no-referrer'],
    ]);
    expect(page.html).not.toContain(email);
    const seen = await threadAt(shop, answer.cookie);
    expect([seen.thread?.number, texts(seen)]).toEqual([number, ['Where is my order?', 'On its way.']]);
  });

  test('works once: a second POST is refused with the reason, and of twenty at once one succeeds', async ({ shop }) => {
    const { code } = await answered(shop);
    const all = await Promise.all(Array.from({ length: 20 }, () => post(shop, { code })));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    for (const { html, set } of all.filter(({ status }) => status === 400)) {
      expect(html).toContain(USED);
      expect(html).toContain('Send me a new link');
      expect(set).toBe('');
    }
  });

  test('a browser that has the cookie of this ticket comes to the thread again; the cookie of another ticket does not help', async ({
    shop,
  }) => {
    const [one, other] = [await answered(shop), await answered(shop)];
    const cookies = [await opened(shop, one.code), await opened(shop, other.code)] as const;
    const again = await post(shop, { code: one.code }, { cookie: cookies[0] });
    expect([again.status, again.to, again.cookie]).toEqual([303, TICKET, cookies[0]]);
    expect((await post(shop, { code: one.code }, { cookie: cookies[1] })).status).toBe(400);
    shop.clock.turn({ hours: 12, seconds: 1 });
    expect((await post(shop, { code: one.code }, { cookie: cookies[0] })).status).toBe(400);
  });

  test.for([
    ['a foreign page', 'https://evil.example'],
    ['a page without an origin', 'null'],
    ['nowhere', null],
  ] as const)('POST from %s is refused and consumes nothing', async ([, origin], { shop }) => {
    const { code } = await answered(shop);
    expect((await post(shop, { code }, { origin })).status).toBe(403);
    expect((await post(shop, { code })).status).toBe(303);
  });

  test('POST with the origin "null" of a page that sends no referrer counts if the browser says it is our own', async ({ shop }) => {
    const { code } = await answered(shop);
    const from = (site: string) => postPage(shop, TICKET, { code }, { origin: 'null', headers: { 'sec-fetch-site': site } });
    for (const site of ['cross-site', 'same-site', 'none']) expect((await from(site)).status).toBe(403);
    expect((await from('same-origin')).status).toBe(303);
  });

  test('is over after 30 days; a wrong one, a cookie’s key and none are the same', async ({ shop }) => {
    const { code } = await answered(shop);
    const key = (await opened(shop, (await answered(shop)).code)).split('=')[1] ?? '';
    for (const wrong of [code.replace(/.$/, (last) => (last === '0' ? '1' : '0')), code.toUpperCase(), key, '', 'x', '%', `${code} `]) {
      const { status, html } = await post(shop, { code: wrong });
      expect([status, html.includes(OVER)], wrong).toEqual([400, true]);
    }
    shop.clock.turn({ days: 30, seconds: 1 });
    expect((await post(shop, { code })).html).toContain(OVER);
  });

  test('is kept as a hash, and nothing of it once the mail has left', async ({ shop }) => {
    const { code } = await answered(shop);
    const cookie = await opened(shop, code);
    const [row] = await shop.sql<{ all: string }>(
      `select (select string_agg(k::text, '') from support_key k) || (select string_agg(m::text, '') from mail_outbox m where sent_at is not null) as all`,
    );
    for (const secret of [code, cookie.split('=')[1] ?? '']) expect(row?.all).not.toContain(secret);
  });

  test('whoever tries keys is slowed', async ({ shop }) => {
    const from = somewhere();
    const tried = await Promise.all(
      Array.from({ length: 105 }, (_, at) => postPage(shop, TICKET, { code: `${at}`.padStart(26, '0') }, { from })),
    );
    expect(tried.filter(({ status }) => status === 400)).toHaveLength(100);
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('the cookie', () => {
  test('is needed: without one, with a link’s code or another word, the page shows no thread and takes no answer', async ({ shop }) => {
    const { code, number, desk } = await answered(shop);
    for (const cookie of [undefined, `ticket=${code}`, 'ticket=', 'ticket=x', `__Secure-ticket=${code}`]) {
      expect((await threadAt(shop, cookie)).thread).toBeUndefined();
      const { status, html } = await post(shop, { message: 'Is it me?' }, cookie ? { cookie } : {});
      expect(status).toBe(400);
      expect(html).toContain('Your message was not sent');
      // What was typed is not lost.
      expect(html).toContain('Is it me?');
    }
    expect((await desk.read(number)).messages).toHaveLength(2);
  });

  test('writes into its own thread; a foreign page cannot, and what is empty is refused beside the thread', async ({ shop }) => {
    const [one, other] = [await answered(shop), await answered(shop)];
    const cookie = await opened(shop, one.code);
    expect((await post(shop, { message: 'Mine.' }, { cookie, origin: 'https://evil.example' })).status).toBe(403);
    const refused = await post(shop, { message: ' ' }, { cookie });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Please write something.');
    expect(refused.html).toContain('On its way.');
    const sent = await post(shop, { message: 'Got it.', code: other.code }, { cookie });
    expect([sent.status, sent.to]).toEqual([303, `${TICKET}?sent=answer`]);
    expect((await one.desk.read(one.number)).messages.at(-1)).toMatchObject({ author: 'guest', text: 'Got it.' });
    expect((await other.desk.read(other.number)).messages).toHaveLength(2);
    expect((await threadAt(shop, cookie, `${TICKET}?sent=answer`)).sent).toBe('answer');
  });

  test('fetches the files of its own thread and no other', async ({ shop }) => {
    const email = await register(shop);
    await confirmAddress(shop, email);
    const { token } = await logIn(shop, email);
    const file = async () => (await upload(shop, token, samples.txt)).body.id;
    const ask = async (id: string): Promise<string> =>
      (await shop.call('POST /api/support/ticket', { message: 'With a file.', files: [id] }, { token })).body.ticketNumber;
    const [own, another] = [await file(), await file()];
    const number = await ask(own);
    await ask(another);
    await (await atDesk(shop)).answer(number, 'Seen.');
    const cookie = await opened(shop, await linkCode(shop, email));
    const at = (id: string, kept?: string) => getPage(shop, `${TICKET}/file?id=${id}`, { cookie: kept, from: somewhere() });
    const { status, headers, html } = await at(own, cookie);
    expect([status, html]).toEqual([200, samples.txt.toString()]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="notes.txt"/);
    for (const [id, kept] of [[own], [another, cookie], [randomUUID(), cookie], ['x', cookie]] as const)
      expect((await at(id, kept)).status).toBe(404);
  });

  test('ends after 12 hours', async ({ shop }) => {
    const { code } = await answered(shop);
    const cookie = await opened(shop, code);
    shop.clock.turn({ hours: 11, minutes: 59 });
    expect((await threadAt(shop, cookie)).thread).toBeDefined();
    shop.clock.turn({ minutes: 2 });
    expect((await threadAt(shop, cookie)).thread).toBeUndefined();
  });
});

describe('a new link', () => {
  test('for one that was used goes to the address of the ticket, works once, and is asked for three times an hour', async ({ shop }) => {
    const { email, code, number } = await answered(shop);
    const renew = (of: string) => post(shop, { code: of, renew: '1' });
    expect((await renew(code)).status).toBe(400);
    const cookie = await opened(shop, code);
    const answer = await renew(code);
    expect([answer.status, answer.to, answer.set]).toEqual([303, `${TICKET}?sent=link`, '']);
    const mail = await shop.mail(email, /: a new link/);
    expect(mail.text).toContain(number);
    const fresh = codeIn(mail.text);
    expect(fresh).not.toBe(code);
    expect(texts(await threadAt(shop, await opened(shop, fresh)))).toEqual(['Where is my order?', 'On its way.']);
    expect((await post(shop, { code: fresh })).html).toContain(USED);
    // The first browser stays as it was.
    expect((await threadAt(shop, cookie)).thread).toBeDefined();
    const statuses = [await renew(code), await renew(fresh), await renew(code)].map(({ status }) => status);
    expect(statuses).toEqual([303, 303, 429]);
  });

  test('comes with every answer, while the older one works as well', async ({ shop }) => {
    const { email, number, desk, code } = await answered(shop);
    await desk.answer(number, 'One more thing.');
    await expect.poll(() => linkCode(shop, email)).not.toBe(code);
    for (const each of [code, await linkCode(shop, email)]) expect((await post(shop, { code: each })).status).toBe(303);
  });

  test('of an account’s ticket goes to the account’s address of today', async ({ shop }) => {
    const { email, number, code, desk } = await answered(shop);
    await register(shop, { email });
    const { token } = await logIn(shop, email);
    const thread = () => shop.call('GET /api/support/ticket', { number }, { token });
    expect((await thread()).status).toBe(404);
    await shop.call('POST /api/Accounts/confirm-email', { code: codeIn((await shop.mail(email, /Welcome/)).text) });
    expect((await thread()).status).toBe(200);
    await opened(shop, code);
    await shop.sql('update account set email = $2, email_key = $2 where email = $1', [email, `new-${email}`]);
    await desk.answer(number, 'To the new one.');
    expect((await shop.mail(`new-${email}`, /an answer/)).text).toContain('To the new one.');
    await post(shop, { code, renew: '1' });
    await shop.mail(`new-${email}`, /: a new link/);
    expect((await shop.mails(email)).filter(({ subject }) => /new link/.test(subject))).toEqual([]);
  });
});
