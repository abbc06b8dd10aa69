// Messages in a customer's name, by contact form and by mail. An unproven message reaches the desk but no
// account.

import { askToClose, codeIn, confirm, letTheHourCome, logIn, postPage, register, WEEK } from '../../../tests/support/accounts.ts';
import { operating } from '../../../tests/support/desk.ts';
import { ticketsFrom, ticketTexts } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import {
  asked,
  atDesk,
  bring,
  environment,
  INBOX,
  mailIn,
  opened,
  type Raw,
  raw,
  sendTicket,
  somewhere,
  TICKET,
} from '../../../tests/support/tickets.ts';

const TRUSTED = 'mx.shop.example';
const test = base.extend(
  'shopOptions',
  { scope: 'file' },
  { environment: { ...environment, ...mailIn, RATE_LIMITS: 'off', MAIL_IN_AUTHSERV_ID: TRUSTED } },
);

const results = (...lines: string[]): string => lines.map((line) => `Authentication-Results: ${line}\r\n`).join('');
const passed = results(`${TRUSTED}; spf=pass smtp.mailfrom=shop.example; dmarc=pass header.from=shop.example`);
const failed = `${TRUSTED}; spf=fail smtp.mailfrom=evil.example; dmarc=fail header.from=shop.example`;
const TAKEOVER = 'Please change my email to eve@evil.example and refund me.';

/** A customer with a confirmed address and a ticket of the account. */
async function customer(shop: Pick<Shop, 'call' | 'mail' | 'urls'>) {
  const email = await register(shop);
  await confirm(shop as Shop, codeIn((await shop.mail(email, /Welcome/)).text));
  const { token } = await logIn(shop, email);
  const { body } = await shop.call('POST /api/support/ticket', { message: 'Where is my story?' }, { token });
  const seen = async () => {
    const { tickets } = (await shop.call('GET /api/support/tickets', undefined, { token })).body;
    const threads = [];
    for (const { number } of tickets) threads.push((await shop.call('GET /api/support/ticket', { number }, { token })).body);
    return threads.map(({ number, status, messages }) => ({ number, status, texts: messages.map(({ text }) => text) }));
  };
  return { email, token, number: body.ticketNumber, seen };
}

/** The only ticket of an address without an account, as the desk reads it. */
async function listHeld(shop: Shop, email: string) {
  const desk = await operating(shop, 'support');
  const { tickets } = (await desk.call('GET /api/tickets', { search: email })).body;
  const held = tickets.filter(({ accountId }) => accountId === null);
  expect(held).toHaveLength(1);
  return (await desk.call('GET /api/ticket', { number: held[0]?.number })).body;
}

describe('contact form with a customer’s confirmed address', () => {
  const byForm = async (shop: Shop) => {
    const ada = await customer(shop);
    const { ticketNumber } = await sendTicket(shop, asked({ name: 'Ada Sample', email: ada.email, message: TAKEOVER }));
    const { text } = await shop.mail(ada.email, new RegExp(`^${ticketNumber}`));
    return { ...ada, held: ticketNumber, text, code: codeIn(text) };
  };

  test('the ticket is in no account, and the desk sees how its writer is known', async ({ shop }) => {
    const { email, number, held, seen, token } = await byForm(shop);
    expect(await seen()).toEqual([{ number, status: 'open', texts: ['Where is my story?'] }]);
    expect((await shop.call('GET /api/support/ticket', { number: held }, { token })).status).toBe(404);
    expect((await shop.call('POST /api/support/answer', { number: held, message: 'Hello?' }, { token })).status).toBe(404);
    const { ticket, messages } = await listHeld(shop, email);
    expect(ticket).toMatchObject({ number: held, accountId: null, knownBy: 'form' });
    expect(messages).toMatchObject([{ author: 'guest', text: TAKEOVER, knownBy: 'form' }]);
    const desk = await atDesk(shop);
    expect(await desk.read(number)).toMatchObject({ ticket: { knownBy: 'loggedIn' }, messages: [{ knownBy: 'loggedIn' }] });
  });

  test('an answer by the mailed link moves it into the account', async ({ shop }) => {
    const { held, code, seen } = await byForm(shop);
    const cookie = await opened(shop, code);
    expect((await postPage(shop, TICKET, { message: 'It was me.' }, { cookie, from: somewhere() })).status).toBe(303);
    expect(await seen()).toContainEqual({ number: held, status: 'open', texts: [TAKEOVER, 'It was me.'] });
    expect(await (await atDesk(shop)).read(held)).toMatchObject({
      ticket: { knownBy: 'mailedLink', accountId: expect.any(String) },
      messages: [{ knownBy: 'form' }, { knownBy: 'mailedLink' }],
    });
  });

  test('a confirmation by the mailed link moves it into the account, a wrong key or origin does not', async ({ shop }) => {
    const { held, code, number, seen } = await byForm(shop);
    const cookie = await opened(shop, code);
    const press = (sentCookie: string, origin = shop.urls.storefront) =>
      postPage(shop, TICKET, { confirm: 'yes' }, { cookie: sentCookie, origin, from: somewhere() });
    const invalid = cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await press(invalid)).status).toBe(303);
    expect((await press(cookie, 'https://evil.example')).status).toBe(403);
    expect(await seen()).toMatchObject([{ number }]);
    expect((await press(cookie)).status).toBe(303);
    expect((await seen()).map((each) => each.number)).toContain(held);
    expect((await (await atDesk(shop)).read(held)).ticket).toMatchObject({ knownBy: 'mailedLink', accountId: expect.any(String) });
  });

  test('account deletion erases it too', async ({ shop }) => {
    const { held, token } = await byForm(shop);
    await askToClose(shop, token);
    shop.clock.turn(WEEK);
    shop.clock.turn({ minutes: 1 });
    await letTheHourCome(shop);
    await expect.poll(() => ticketTexts(shop, held)).toEqual(['']);
  });

  test('an unproven mail to it does not move it into the account', async ({ shop }) => {
    const { email, held, number, seen } = await byForm(shop);
    await bring(shop, raw({ from: email, to: INBOX, subject: `Re: ${held}`, text: 'It was me.', headers: results(failed) }));
    expect(await seen()).toMatchObject([{ number }]);
  });
});

describe('mail with the number of a customer’s ticket', () => {
  const text = TAKEOVER;
  const write = async (shop: Shop, more: Partial<Raw>) => {
    const ada = await customer(shop);
    expect((await bring(shop, raw({ from: ada.email, to: INBOX, subject: `Re: ${ada.number}`, text, ...more }))).status).toBe(204);
    return ada;
  };

  test.for([
    ['a failed domain check', results(failed)],
    ['no server result', ''],
    ['a pass by a foreign server', results('mx.evil.example; dmarc=pass header.from=shop.example')],
    ['a forged pass below the real failure', results(failed, `${TRUSTED}; dmarc=pass header.from=shop.example`)],
    ['a pass for another domain', results(`${TRUSTED}; spf=pass smtp.mailfrom=evil.example; dmarc=none`)],
  ])('%s: the mail is not in the thread, and the desk gets it as unproven', async ([, headers = ''], { shop }) => {
    const { email, number, seen } = await write(shop, { headers });
    expect(await seen()).toEqual([{ number, status: 'open', texts: ['Where is my story?'] }]);
    expect(await listHeld(shop, email)).toMatchObject({
      ticket: { accountId: null, knownBy: 'mailUnproven', namesTicket: number },
      messages: [{ text, knownBy: 'mailUnproven' }],
    });
    expect((await (await atDesk(shop)).read(number)).messages).toHaveLength(1);
  });

  test('two senders: the mail is unproven', async ({ shop }) => {
    const { email, number, seen } = await customer(shop);
    const mail = raw({ from: `${email}>, Eve <eve@evil.example`, to: INBOX, subject: `Re: ${number}`, text, headers: passed });
    expect((await bring(shop, mail)).status).toBe(204);
    expect((await seen())[0]?.texts).toHaveLength(1);
    expect((await listHeld(shop, email)).ticket.knownBy).toBe('mailUnproven');
  });

  test('a proven domain: the mail is in the thread', async ({ shop }) => {
    const { number, seen } = await write(shop, { headers: passed });
    expect(await seen()).toEqual([{ number, status: 'open', texts: ['Where is my story?', text] }]);
    expect((await (await atDesk(shop)).read(number)).messages.at(-1)).toMatchObject({ knownBy: 'mailProven', fromEmail: null });
  });

  test('a proven mail moves a ticket of the contact form into the account', async ({ shop }) => {
    const { email, seen } = await customer(shop);
    const { ticketNumber } = await sendTicket(shop, asked({ email }));
    await bring(shop, raw({ from: email, to: INBOX, subject: `Re: ${ticketNumber}`, text, headers: passed }));
    expect(await seen()).toContainEqual({ number: ticketNumber, status: 'open', texts: ['Where is my order?', text] });
  });

  test('no trusted server configured: the mail is unproven', async () => {
    await using shop = await openShop({ environment: { ...mailIn, RATE_LIMITS: 'off' } });
    const { email, number, seen } = await customer(shop);
    await bring(shop, raw({ from: email, to: INBOX, subject: `Re: ${number}`, text, headers: passed }));
    expect((await seen())[0]?.texts).toHaveLength(1);
    const strangers = (await ticketsFrom(shop, email)).filter(({ accountId }) => accountId === null);
    expect(strangers.map(({ knownBy }) => knownBy)).toEqual(['mailUnproven']);
  });
});

describe('new mail from a customer’s address', () => {
  test('it is in the account only if its domain is proven', async ({ shop }) => {
    const { email, seen } = await customer(shop);
    await bring(shop, raw({ from: email, to: INBOX, subject: 'Hello', text: 'Forged.', headers: results(failed) }));
    expect((await seen()).map(({ texts }) => texts)).toEqual([['Where is my story?']]);
    await bring(shop, raw({ from: email, to: INBOX, subject: 'Hello', text: 'Proven.', headers: passed }));
    expect((await seen()).map(({ texts }) => texts)).toContainEqual(['Proven.']);
    expect((await listHeld(shop, email)).messages).toMatchObject([{ text: 'Forged.', knownBy: 'mailUnproven' }]);
  });

  test('a sender name with a link is replaced by the address', async ({ shop }) => {
    const { email } = await customer(shop);
    const mail = raw({ from: email, to: INBOX, subject: 'Hello', text: 'Hello!' }).replace(
      'From: Anna',
      'From: "Pay https://phish.example"',
    );
    await bring(shop, mail);
    expect((await listHeld(shop, email)).ticket.name).toBe(email.split('@')[0]);
  });
});

test('answer to the reply address: the writer is known by the mailed link, or by a proven domain', async ({ shop }) => {
  const { email, number } = await customer(shop);
  const desk = await atDesk(shop);
  await desk.answer(number, 'On its way.');
  const to = (await shop.mail(email, /an answer/)).replyTo ?? '';
  await bring(shop, raw({ from: email, to, text: 'Not proven.', headers: results(failed) }));
  await bring(shop, raw({ from: email, to, text: 'Proven.', headers: passed }));
  expect((await desk.read(number)).messages.slice(2)).toMatchObject([
    { text: 'Not proven.', knownBy: 'mailedLink' },
    { text: 'Proven.', knownBy: 'mailProven' },
  ]);
});

describe('confirmation mail', () => {
  test.for(['en', 'es', 'ja'])('contact form: the mail repeats neither name nor message, in %s', async (language, { shop }) => {
    const { email } = await customer(shop);
    const spam = asked({ name: 'Call 555-0100 now', email, message: 'Your invoice is overdue: https://phish.example/pay' });
    const { ticketNumber } = await sendTicket(shop, spam, { language });
    const { subject, text, html } = await shop.mail(email, new RegExp(ticketNumber));
    expect(`${subject}${text}${html}`).not.toMatch(/555-0100|invoice|phish/);
    expect(text).toMatch(/\/contact\/ticket\?code=[0-9a-z]{26}/);
  });

  test('ticket of an account: the mail repeats the message only to a confirmed address', async ({ shop }) => {
    const { email, number } = await customer(shop);
    expect((await shop.mail(email, new RegExp(number))).text).toContain('Where is my story?');
    const victim = await register(shop, { firstName: 'Call 555-0100' });
    const { token } = await logIn(shop, victim);
    const { body } = await shop.call('POST /api/support/ticket', { message: 'Pay at phish.example' }, { token });
    const { text, html } = await shop.mail(victim, new RegExp(body.ticketNumber));
    expect(text + html).not.toMatch(/555-0100|phish/);
  });
});
