// Who can write in a customer's name: by the contact form and by mail. What is not proven is kept for the desk and is in nobody's account.
import { codeIn, logIn, register } from '../../../tests/support/accounts.ts';
import { operating } from '../../../tests/support/desk.ts';
import { askToClose, letTheHourCome, WEEK } from '../../../tests/support/leaving.ts';
import { bring, DOOR, mailIn, type Raw, raw } from '../../../tests/support/mail-in.ts';
import { postPage } from '../../../tests/support/mailed-link.ts';
import { confirm } from '../../../tests/support/new-email.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { asked, atDesk, environment, opened, sendTicket, somewhere, TICKET } from '../../../tests/support/tickets.ts';

const TRUSTED = 'mx.shop.example';
const test = base.extend(
  'shopOptions',
  { scope: 'file' },
  { environment: { ...environment, ...mailIn, RATE_LIMITS: 'off', MAIL_IN_AUTHSERV_ID: TRUSTED } },
);

const results = (...lines: string[]): string => lines.map((line) => `Authentication-Results: ${line}\r\n`).join('');
const passed = results(`${TRUSTED}; spf=pass smtp.mailfrom=shop.example; dmarc=pass header.from=shop.example`);
const failed = `${TRUSTED}; spf=fail smtp.mailfrom=evil.example; dmarc=fail header.from=shop.example`;
const TAKEOVER = 'Please change my e-mail to eve@evil.example and refund me.';

/** A customer with a confirmed address and a ticket that was written in the account. */
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

/** The one ticket of an address that is in no account, as the desk reads it. */
async function heldOf(shop: Shop, email: string) {
  const desk = await operating(shop, 'support');
  const { tickets } = (await desk.call('GET /api/tickets', { search: email })).body;
  const held = tickets.filter(({ accountId }) => accountId === null);
  expect(held).toHaveLength(1);
  return (await desk.call('GET /api/ticket', { number: held[0]?.number })).body;
}

describe('a ticket by the contact form with a customer’s confirmed address', () => {
  const byForm = async (shop: Shop) => {
    const ada = await customer(shop);
    const { ticketNumber } = await sendTicket(shop, asked({ name: 'Ada Sample', email: ada.email, message: TAKEOVER }));
    const { text } = await shop.mail(ada.email, new RegExp(`^${ticketNumber}`));
    return { ...ada, held: ticketNumber, text, code: codeIn(text) };
  };

  test('is in no account, and the desk sees how its writer is known', async ({ shop }) => {
    const { email, number, held, seen, token } = await byForm(shop);
    expect(await seen()).toEqual([{ number, status: 'open', texts: ['Where is my story?'] }]);
    expect((await shop.call('GET /api/support/ticket', { number: held }, { token })).status).toBe(404);
    expect((await shop.call('POST /api/support/answer', { number: held, message: 'Hello?' }, { token })).status).toBe(404);
    const { ticket, messages } = await heldOf(shop, email);
    expect(ticket).toMatchObject({ number: held, accountId: null, knownBy: 'form' });
    expect(messages).toMatchObject([{ author: 'guest', text: TAKEOVER, knownBy: 'form' }]);
    const desk = await atDesk(shop);
    expect(await desk.read(number)).toMatchObject({ ticket: { knownBy: 'loggedIn' }, messages: [{ knownBy: 'loggedIn' }] });
  });

  test('is in the account once its mailed link was answered', async ({ shop }) => {
    const { held, code, seen } = await byForm(shop);
    const cookie = await opened(shop, code);
    expect((await postPage(shop, TICKET, { message: 'It was me.' }, { cookie, from: somewhere() })).status).toBe(303);
    expect(await seen()).toContainEqual({ number: held, status: 'open', texts: [TAKEOVER, 'It was me.'] });
    expect(await (await atDesk(shop)).read(held)).toMatchObject({
      ticket: { knownBy: 'mailedLink', accountId: expect.any(String) },
      messages: [{ knownBy: 'form' }, { knownBy: 'mailedLink' }],
    });
  });

  test('is in the account once it was confirmed by its mailed link, and by no wrong one', async ({ shop }) => {
    const { held, code, number, seen } = await byForm(shop);
    const cookie = await opened(shop, code);
    const press = (kept: string, origin = shop.urls.storefront) =>
      postPage(shop, TICKET, { confirm: 'yes' }, { cookie: kept, origin, from: somewhere() });
    const wrong = cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await press(wrong)).status).toBe(303);
    expect((await press(cookie, 'https://evil.example')).status).toBe(403);
    expect(await seen()).toMatchObject([{ number }]);
    expect((await press(cookie)).status).toBe(303);
    expect((await seen()).map((each) => each.number)).toContain(held);
    expect((await (await atDesk(shop)).read(held)).ticket).toMatchObject({ knownBy: 'mailedLink', accountId: expect.any(String) });
  });

  test('is erased with the account, though it was in none', async ({ shop }) => {
    const { held, token } = await byForm(shop);
    await askToClose(shop, token);
    shop.clock.turn(WEEK);
    shop.clock.turn({ minutes: 1 });
    await letTheHourCome(shop);
    const texts = () => shop.sql('select text from support_message where ticket_number = $1', [held]);
    await expect.poll(texts, { timeout: 10_000 }).toEqual([{ text: '' }]);
  });

  test('stays in no account when it was written again by mail, and nobody proved it', async ({ shop }) => {
    const { email, held, number, seen } = await byForm(shop);
    await bring(shop, raw({ from: email, to: DOOR, subject: `Re: ${held}`, text: 'It was me.', headers: results(failed) }));
    expect(await seen()).toMatchObject([{ number }]);
  });
});

describe('a mail with the number of a customer’s ticket', () => {
  const text = TAKEOVER;
  const write = async (shop: Shop, more: Partial<Raw>) => {
    const ada = await customer(shop);
    expect((await bring(shop, raw({ from: ada.email, to: DOOR, subject: `Re: ${ada.number}`, text, ...more }))).status).toBe(204);
    return ada;
  };

  test.for([
    ['whose domain was not proven', results(failed)],
    ['without a word of any server', ''],
    ['that a foreign server vouches for', results('mx.evil.example; dmarc=pass header.from=shop.example')],
    ['with a forged pass below the real failure', results(failed, `${TRUSTED}; dmarc=pass header.from=shop.example`)],
    ['that was proven for another domain', results(`${TRUSTED}; spf=pass smtp.mailfrom=evil.example; dmarc=none`)],
  ])('%s is not in the thread, and is kept for the desk as not verified', async ([, headers = ''], { shop }) => {
    const { email, number, seen } = await write(shop, { headers });
    expect(await seen()).toEqual([{ number, status: 'open', texts: ['Where is my story?'] }]);
    expect(await heldOf(shop, email)).toMatchObject({
      ticket: { accountId: null, knownBy: 'mailUnproven', namesTicket: number },
      messages: [{ text, knownBy: 'mailUnproven' }],
    });
    expect((await (await atDesk(shop)).read(number)).messages).toHaveLength(1);
  });

  test('that names two senders is not verified', async ({ shop }) => {
    const { email, number, seen } = await customer(shop);
    const mail = raw({ from: `${email}>, Eve <eve@evil.example`, to: DOOR, subject: `Re: ${number}`, text, headers: passed });
    expect((await bring(shop, mail)).status).toBe(204);
    expect((await seen())[0]?.texts).toHaveLength(1);
    expect((await heldOf(shop, email)).ticket.knownBy).toBe('mailUnproven');
  });

  test('whose domain was proven is in the thread', async ({ shop }) => {
    const { number, seen } = await write(shop, { headers: passed });
    expect(await seen()).toEqual([{ number, status: 'open', texts: ['Where is my story?', text] }]);
    expect((await (await atDesk(shop)).read(number)).messages.at(-1)).toMatchObject({ knownBy: 'mailProven', fromEmail: null });
  });

  test('proves the address of a ticket that came by the contact form', async ({ shop }) => {
    const { email, seen } = await customer(shop);
    const { ticketNumber } = await sendTicket(shop, asked({ email }));
    await bring(shop, raw({ from: email, to: DOOR, subject: `Re: ${ticketNumber}`, text, headers: passed }));
    expect(await seen()).toContainEqual({ number: ticketNumber, status: 'open', texts: ['Where is my order?', text] });
  });

  test('is not verified where the shop trusts no server', async () => {
    await using shop = await openShop({ environment: { ...mailIn, RATE_LIMITS: 'off' } });
    const { email, number, seen } = await customer(shop);
    await bring(shop, raw({ from: email, to: DOOR, subject: `Re: ${number}`, text, headers: passed }));
    expect((await seen())[0]?.texts).toHaveLength(1);
    const kept = await shop.sql('select known_by from support_ticket where email = $1 and account_id is null', [email]);
    expect(kept).toEqual([{ known_by: 'mailUnproven' }]);
  });
});

describe('a new mail from a customer’s address', () => {
  test('is in the account if its domain was proven, and else in none', async ({ shop }) => {
    const { email, seen } = await customer(shop);
    await bring(shop, raw({ from: email, to: DOOR, subject: 'Hello', text: 'Forged.', headers: results(failed) }));
    expect((await seen()).map(({ texts }) => texts)).toEqual([['Where is my story?']]);
    await bring(shop, raw({ from: email, to: DOOR, subject: 'Hello', text: 'Proven.', headers: passed }));
    expect((await seen()).map(({ texts }) => texts)).toContainEqual(['Proven.']);
    expect((await heldOf(shop, email)).messages).toMatchObject([{ text: 'Forged.', knownBy: 'mailUnproven' }]);
  });

  test('brings a name that leads nowhere into our answer', async ({ shop }) => {
    const { email } = await customer(shop);
    const mail = raw({ from: email, to: DOOR, subject: 'Hello', text: 'Hello!' }).replace(
      'From: Anna',
      'From: "Pay https://phish.example"',
    );
    await bring(shop, mail);
    expect((await heldOf(shop, email)).ticket.name).toBe(email.split('@')[0]);
  });
});

test('who answers by the address in our mail is known by that mail, and by their domain if it was proven', async ({ shop }) => {
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

describe('the confirmation', () => {
  test.for(['en', 'es', 'ja'])('of the contact form repeats neither name nor message, in %s', async (language, { shop }) => {
    const { email } = await customer(shop);
    const spam = asked({ name: 'Call 555-0100 now', email, message: 'Your invoice is overdue: https://phish.example/pay' });
    const { ticketNumber } = await sendTicket(shop, spam, { language });
    const { subject, text, html } = await shop.mail(email, new RegExp(ticketNumber));
    expect(`${subject}${text}${html}`).not.toMatch(/555|invoice|phish/);
    expect(text).toMatch(/\/contact\/ticket\?code=[0-9a-z]{26}/);
  });

  test('of a ticket in the account repeats the message only to a confirmed address', async ({ shop }) => {
    const { email, number } = await customer(shop);
    expect((await shop.mail(email, new RegExp(number))).text).toContain('Where is my story?');
    const victim = await register(shop, { firstName: 'Call 555-0100' });
    const { token } = await logIn(shop, victim);
    const { body } = await shop.call('POST /api/support/ticket', { message: 'Pay at phish.example' }, { token });
    const { text, html } = await shop.mail(victim, new RegExp(body.ticketNumber));
    expect(text + html).not.toMatch(/555|phish/);
  });
});
