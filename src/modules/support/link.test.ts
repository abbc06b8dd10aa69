// The mailed link of a ticket in a browser without scripts: single use, cookie, and new links.

import { randomUUID } from 'node:crypto';
import { codeIn, confirmAddress, getPage, logIn, postPage, register } from '../../../tests/support/accounts.ts';
import { samples, upload } from '../../../tests/support/files.ts';
import { setAccountEmail } from '../../../tests/support/rows/accounts.ts';
import { storedKeysAndMails } from '../../../tests/support/rows/support.ts';
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
const USED = 'This link was already used.';
const OVER = 'This link is no longer valid.';

async function answered(shop: Shop) {
  const email = somebody();
  const number = (await sendTicket(shop, asked({ email }))).ticketNumber;
  const desk = await atDesk(shop);
  await desk.answer(number, 'On its way.');
  return { email, number, desk, code: await linkCode(shop, email) };
}

describe('mailed link', () => {
  test('GET shows a button and does not use up the link', async ({ shop }) => {
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

  test('POST exchanges it for a cookie that shows the thread without the address', async ({ shop }) => {
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

  test('it works once: of 20 POSTs at once one succeeds, the others are refused with the reason', async ({ shop }) => {
    const { code } = await answered(shop);
    const all = await Promise.all(Array.from({ length: 20 }, () => post(shop, { code })));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    for (const { html, set } of all.filter(({ status }) => status === 400)) {
      expect(html).toContain(USED);
      expect(html).toContain('Send me a new link');
      expect(set).toBe('');
    }
  });

  test('a used link with the cookie of its ticket opens the thread, with the cookie of another ticket it is refused', async ({ shop }) => {
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
    ['no origin header', null],
  ] as const)('POST from %s gets 403 and does not use up the link', async ([, origin], { shop }) => {
    const { code } = await answered(shop);
    expect((await post(shop, { code }, { origin })).status).toBe(403);
    expect((await post(shop, { code })).status).toBe(303);
  });

  test('POST with the origin "null" is accepted only with Sec-Fetch-Site: same-origin', async ({ shop }) => {
    const { code } = await answered(shop);
    const from = (site: string) => postPage(shop, TICKET, { code }, { origin: 'null', headers: { 'sec-fetch-site': site } });
    for (const site of ['cross-site', 'same-site', 'none']) expect((await from(site)).status).toBe(403);
    expect((await from('same-origin')).status).toBe(303);
  });

  test('an expired link, a wrong one, a cookie’s key and an empty one get the same error', async ({ shop }) => {
    const { code } = await answered(shop);
    const key = (await opened(shop, (await answered(shop)).code)).split('=')[1] ?? '';
    for (const invalid of [code.replace(/.$/, (last) => (last === '0' ? '1' : '0')), code.toUpperCase(), key, '', 'x', '%', `${code} `]) {
      const { status, html } = await post(shop, { code: invalid });
      expect([status, html.includes(OVER)], invalid).toEqual([400, true]);
    }
    shop.clock.turn({ days: 30, seconds: 1 });
    expect((await post(shop, { code })).html).toContain(OVER);
  });

  test('the database has only its hash after the mail is sent', async ({ shop }) => {
    const { code } = await answered(shop);
    const cookie = await opened(shop, code);
    const stored = await storedKeysAndMails(shop);
    for (const secret of [code, cookie.split('=')[1] ?? '']) expect(stored).not.toContain(secret);
  });

  test('guessing is limited: after 100 wrong keys 429', async ({ shop }) => {
    const from = somewhere();
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, at) => postPage(shop, TICKET, { code: `${at}`.padStart(26, '0') }, { from })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('cookie of a ticket', () => {
  test('a missing or invalid cookie: the page shows no thread and refuses the answer', async ({ shop }) => {
    const { code, number, desk } = await answered(shop);
    for (const cookie of [undefined, `ticket=${code}`, 'ticket=', 'ticket=x', `__Secure-ticket=${code}`]) {
      expect((await threadAt(shop, cookie)).thread).toBeUndefined();
      const { status, html } = await post(shop, { message: 'Is it me?' }, cookie ? { cookie } : {});
      expect(status).toBe(400);
      expect(html).toContain('Your message wasn’t sent');
      // The typed text stays in the form.
      expect(html).toContain('Is it me?');
    }
    expect((await desk.read(number)).messages).toHaveLength(2);
  });

  test('an answer goes to its own thread; a foreign page and an empty answer are refused', async ({ shop }) => {
    const [one, other] = [await answered(shop), await answered(shop)];
    const cookie = await opened(shop, one.code);
    expect((await post(shop, { message: 'Mine.' }, { cookie, origin: 'https://evil.example' })).status).toBe(403);
    const refused = await post(shop, { message: ' ' }, { cookie });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Write a message.');
    expect(refused.html).toContain('On its way.');
    const sent = await post(shop, { message: 'Got it.', code: other.code }, { cookie });
    expect([sent.status, sent.to]).toEqual([303, `${TICKET}?sent=answer`]);
    expect((await one.desk.read(one.number)).messages.at(-1)).toMatchObject({ author: 'guest', text: 'Got it.' });
    expect((await other.desk.read(other.number)).messages).toHaveLength(2);
    expect((await threadAt(shop, cookie, `${TICKET}?sent=answer`)).isSent).toBe(true);
  });

  test('answers are limited: twenty an hour, from all addresses together', async ({ shop }) => {
    const { code } = await answered(shop);
    const cookie = await opened(shop, code);
    const answers = await Promise.all(Array.from({ length: 21 }, (_, index) => post(shop, { message: `Answer ${index}` }, { cookie })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(303), 429]);
  });

  test('files of its own thread are served, others get 404', async ({ shop }) => {
    const email = await register(shop);
    await confirmAddress(shop, email);
    const { token } = await logIn(shop, email);
    const file = async () => (await upload(shop, token, samples.txt)).body.id;
    const request = async (id: string): Promise<string> =>
      (await shop.call('POST /api/support/ticket', { message: 'With a file.', files: [id] }, { token })).body.ticketNumber;
    const [own, another] = [await file(), await file()];
    const number = await request(own);
    await request(another);
    await (await atDesk(shop)).answer(number, 'Seen.');
    const cookie = await opened(shop, await linkCode(shop, email));
    const at = (id: string, kept?: string) => getPage(shop, `${TICKET}/file?id=${id}`, { cookie: kept, from: somewhere() });
    const { status, headers, html } = await at(own, cookie);
    expect([status, html]).toEqual([200, samples.txt.toString()]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="notes.txt"/);
    for (const [id, kept] of [[own], [another, cookie], [randomUUID(), cookie], ['x', cookie]] as const)
      expect((await at(id, kept)).status).toBe(404);
  });

  test('it expires after 12 hours', async ({ shop }) => {
    const { code } = await answered(shop);
    const cookie = await opened(shop, code);
    shop.clock.turn({ hours: 11, minutes: 59 });
    expect((await threadAt(shop, cookie)).thread).toBeDefined();
    shop.clock.turn({ minutes: 2 });
    expect((await threadAt(shop, cookie)).thread).toBeUndefined();
  });
});

describe('new link', () => {
  test('for a used link: sent to the address of the ticket, works once, three times an hour at most', async ({ shop }) => {
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
    // The first browser keeps its session.
    expect((await threadAt(shop, cookie)).thread).toBeDefined();
    const statuses = [await renew(code), await renew(fresh), await renew(code)].map(({ status }) => status);
    expect(statuses).toEqual([303, 303, 429]);
  });

  test('every answer brings a new link, and the older one still works', async ({ shop }) => {
    const { email, number, desk, code } = await answered(shop);
    await desk.answer(number, 'One more thing.');
    await expect.poll(() => linkCode(shop, email)).not.toBe(code);
    for (const each of [code, await linkCode(shop, email)]) expect((await post(shop, { code: each })).status).toBe(303);
  });

  test('a ticket of an account: the link goes to the current address of the account', async ({ shop }) => {
    const { email, number, code, desk } = await answered(shop);
    await register(shop, { email });
    const { token } = await logIn(shop, email);
    const thread = () => shop.call('GET /api/support/ticket', { number }, { token });
    expect((await thread()).status).toBe(404);
    await shop.call('POST /api/Accounts/confirm-email', { code: codeIn((await shop.mail(email, /Welcome/)).text) });
    expect((await thread()).status).toBe(200);
    await opened(shop, code);
    await setAccountEmail(shop, email, `new-${email}`);
    await desk.answer(number, 'To the new one.');
    expect((await shop.mail(`new-${email}`, /an answer/)).text).toContain('To the new one.');
    await post(shop, { code, renew: '1' });
    await shop.mail(`new-${email}`, /: a new link/);
    expect((await shop.mails(email)).filter(({ subject }) => /new link/.test(subject))).toEqual([]);
  });
});
