// POST /api/support/create-ticket over HTTP: accepted and refused tickets, escaping, and spam by programs.

import { randomBytes } from 'node:crypto';
import { getLanguage } from '#lib/locale.ts';
import { escapeHtml } from '#lib/markdown/html.ts';
import { refuseMailTo } from '../../../tests/support/rows/planted-errors.ts';
import { outboxMails, ticketCount, ticketMessages, ticketsFrom } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { asked, environment, openMailServer, openTestSupport, sendTicket, somebody, somewhere } from '../../../tests/support/tickets.ts';
import { MESSAGE_MAX_CHARS } from './shapes-sizes.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const desk = 'support@fanfare.example';
/** The tickets from an address, with the author and the text of their first message. */
const savedTickets = async (shop: Shop, email: string) =>
  Promise.all(
    (await ticketsFrom(shop, email)).map(async ({ number, name, locale }) => ({
      number,
      name,
      locale,
      ...(await ticketMessages(shop, number))[0],
    })),
  );

describe('ticket of a guest', () => {
  test.for([
    { language: 'en', locale: 'en', subject: ': we have your message', thanks: 'We have your message' },
    { language: 'es', locale: 'es', subject: ': hemos recibido tu mensaje', thanks: 'Hemos recibido tu mensaje' },
    { language: 'ja', locale: 'jp', subject: '：お問い合わせを受け付けました', thanks: 'お問い合わせありがとうございます' },
  ] as const)('it is confirmed by mail in $locale, and mailed to the desk unchanged', async (expected, { shop }) => {
    const request = asked({ message: 'First line\n\nSecond line, ご注文 ñ' });
    const { status, ticketNumber, headers } = await sendTicket(shop, request, { language: expected.language });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(ticketNumber).toMatch(/^T-[0-9A-HJKMNP-TV-Z]{6}$/);

    const confirmation = await shop.mail(request.email);
    expect(confirmation.subject).toBe(ticketNumber + expected.subject);
    expect(confirmation.html).toContain(`<html lang="${getLanguage(expected.locale).html}">`);
    for (const part of [confirmation.text, confirmation.html]) {
      expect(part).toContain(ticketNumber);
      expect(part).toContain(expected.thanks);
    }

    const arrived = await shop.mail(desk, new RegExp(ticketNumber));
    expect(arrived.subject).toBe(`${ticketNumber}: message from Anna`);
    expect(arrived.text).toContain('First line\n\nSecond line, ご注文 ñ');
    expect(arrived.html).toContain('First line<br><br>Second line, ご注文 ñ');
    for (const part of [arrived.text, arrived.html]) expect(part).toContain(request.email);
    expect(await savedTickets(shop, request.email)).toEqual([
      { number: ticketNumber, name: 'Anna', locale: expected.locale, author: 'guest', text: 'First line\n\nSecond line, ご注文 ñ' },
    ]);
  });

  test('invisible characters are removed', async ({ shop }) => {
    const email = somebody();
    const request = { name: ' An\u0000na\r\n Lee\u0007 ', email: `  ${email}\u0000 `, message: '  One and\r\nTwo\u0000\u001b \ud83d\n\n' };
    const { ticketNumber } = await sendTicket(shop, request);
    expect(await savedTickets(shop, email)).toMatchObject([{ name: 'Anna  Lee', text: 'One and\nTwo \ufffd' }]);
    expect((await shop.mail(desk, new RegExp(ticketNumber))).text).toContain('One and\nTwo \ufffd');
  });

  test.for([
    ['name', 'x'.repeat(100)],
    ['email', `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}example`],
    ['message', '0123456789'],
    ['message', 'ご'.repeat(MESSAGE_MAX_CHARS)],
  ])('the limits of the field are accepted: %s (%#)', async ([field = '', value], { shop }) => {
    expect(await sendTicket(shop, asked({ [field]: value }))).toMatchObject({ status: 200 });
  });

  test('a mail that cannot be queued: the ticket and the other mail are rolled back', async ({ shop }) => {
    const request = asked();
    const accept = await refuseMailTo(shop, desk);
    try {
      expect((await sendTicket(shop, request)).status).toBe(500);
    } finally {
      await accept();
    }
    expect(await savedTickets(shop, request.email)).toEqual([]);
    expect(await outboxMails(shop, request.email)).toEqual([]);
  });

  test('Reply-To of the mail to the desk is the writer, Reply-To of the confirmation is the desk', async () => {
    const server = await openMailServer();
    await using shop = await openShop({ environment: { ...environment, SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
    const request = asked();
    await sendTicket(shop, request);
    const letters = await Promise.all(await server.received(2));
    const replies = Object.fromEntries(letters.map(({ to, replyTo }) => [to?.[0]?.address, replyTo?.map(({ address }) => address)]));
    expect(replies).toEqual({ [desk]: [request.email], [request.email]: [desk] });
    await server.close();
  });
});

describe('refused ticket', () => {
  const required = { en: 'Fill in this field.', es: 'Rellena este dato.', ja: '入力してください。' };
  const name = { en: 'Enter your name.', es: 'Escribe tu nombre.', ja: 'お名前を入力してください。' };
  const email = {
    en: 'Enter an email address, such as name@example.com.',
    es: 'Escribe un correo, como nombre@example.com.',
    ja: 'name@example.comのような形式でメールアドレスを入力してください。',
  };
  const short = {
    en: 'Tell us a little more: at least 10 characters.',
    es: 'Cuéntanos un poco más: al menos 10 caracteres.',
    ja: 'もう少し詳しくお聞かせください（10文字以上）。',
  };
  const long = {
    en: 'Use 5000 characters or fewer.',
    es: 'Usa 5000 caracteres como máximo.',
    ja: '5000文字以内で入力してください。',
  };
  const cases: readonly (readonly [field: string, value: unknown, words: Readonly<Record<string, string>>])[] = [
    ['name', undefined, required],
    ['name', '', name],
    ['name', ' \u0000\n ', name],
    ['name', 'x'.repeat(101), { en: 'Use 100 characters or fewer.' }],
    ['name', 7, { en: 'This must be text.' }],
    ['name', null, { en: 'This must be text.' }],
    ['name', ['Anna'], { en: 'This must be text.' }],
    ['email', undefined, required],
    ['email', '', email],
    ['email', 'anna', email],
    ['email', 'anna@shop', email],
    ['email', 'anna@shop.example, eve@shop.example', email],
    ['email', 'anna@shop.example\r\nBcc: eve@shop.example', email],
    ['email', 'Anna <anna@shop.example>', email],
    ['email', { address: 'anna@shop.example' }, { en: 'This must be text.' }],
    ['message', undefined, required],
    ['message', '', short],
    ['message', 'too short', short],
    ['message', ' \n\n too short \n\n ', short],
    ['message', 'x'.repeat(MESSAGE_MAX_CHARS + 1), long],
    ['message', 'x'.repeat(100_000), long],
    ['message', true, { en: 'This must be text.' }],
    ['website', 7, { en: 'This must be text.' }],
  ];
  const inLanguages = cases.flatMap(([field, value, words]) =>
    Object.entries(words).map(([language, message]) => ({ field, value, language, message, shown: JSON.stringify(value)?.slice(0, 50) })),
  );
  test.for(inLanguages)('$field as $shown is refused by name, in $language', async ({ field, value, language, message }, { shop }) => {
    const request = asked({ [field]: value });
    expect(await sendTicket(shop, request, { language })).toMatchObject({ status: 400, errors: { [field]: [message] } });
  });

  test('all errors are reported together, and nothing is saved', async ({ shop }) => {
    const before = await ticketCount(shop);
    const { status, errors } = await sendTicket(shop, { name: '', email: 'anna', message: '' });
    expect(status).toBe(400);
    expect(Object.keys(errors ?? {}).sort()).toEqual(['email', 'message', 'name']);
    expect(await ticketCount(shop)).toBe(before);
  });

  test('a body over the limit gets 413, a form gets 415', async ({ shop }) => {
    expect(await sendTicket(shop, asked({ message: 'x'.repeat(300_000) }))).toMatchObject({ status: 413 });
    const form = await fetch(`${shop.urls.storefront}/api/support/create-ticket`, { method: 'POST', body: new URLSearchParams(asked()) });
    expect(form.status).toBe(415);
  });
});

test('ticket by form: it is parsed, saved, refused and limited like the API call', async ({ shop }) => {
  const support = await openTestSupport(shop);
  const writer = { address: somewhere(), locale: 'es' } as const;
  const form = asked({ message: 'First line\r\nSecond line', website: '' });
  expect(await support.receiveTicket(form, writer)).toEqual({ ticketNumber: expect.stringMatching(/^T-/) });
  expect(await savedTickets(shop, form.email)).toMatchObject([{ locale: 'es', text: 'First line\nSecond line' }]);
  await expect(support.receiveTicket({ ...form, name: ' ' }, writer)).rejects.toMatchObject({ status: 400, errors: { name: [{}] } });
  for (let count = 1; count < 5; count++) await support.receiveTicket(form, writer);
  await expect(support.receiveTicket(form, writer)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 600, errors: { '': [{}] } });
});

describe('escaping in mails', () => {
  const canaries = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</title><svg onload=alert(1)>',
    '[click here](javascript:alert(1))',
    '{number} {email} {supportEmail} $& $1',
    '**bold** # heading <!-- -->',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ];
  test.for(canaries)('%s in name and message is shown as text', async (canary, { shop }) => {
    const request = asked({ name: canary, message: `${canary}\n${canary}` });
    const { ticketNumber } = await sendTicket(shop, request);
    const mail = await shop.mail(desk, new RegExp(ticketNumber));
    expect(mail.text).toContain(`${canary}\n${canary}`);
    expect(mail.html).toContain(`${escapeHtml(canary)}<br>${escapeHtml(canary)}`);
    expect(mail.html.replaceAll(escapeHtml(canary), '')).not.toMatch(/alert|<script|<img|<svg|javascript:|\*\*/);
  });

  test('special characters in an email address are escaped or refused', async ({ shop }) => {
    const email = `'onload='alert(1)&lt;script&gt;${randomBytes(4).toString('hex')}@shop.example`;
    expect(await sendTicket(shop, asked({ email }))).toMatchObject({ status: 400 });
    const allowed = `o'hara&${randomBytes(4).toString('hex')}=$1{name}@shop.example`;
    const { ticketNumber } = await sendTicket(shop, asked({ email: allowed }));
    const mail = await shop.mail(desk, new RegExp(ticketNumber));
    expect(mail.text).toContain(allowed);
    expect(mail.html).toContain(escapeHtml(allowed));
  });

  test('a line break in the name starts no header', async ({ shop }) => {
    const request = asked({ name: 'Anna\r\nBcc: eve@shop.example' });
    const { ticketNumber } = await sendTicket(shop, request);
    const { subject } = await shop.mail(desk, new RegExp(ticketNumber));
    expect(subject.replaceAll('\u2060', '')).toBe(`${ticketNumber}: message from Anna Bcc: eve@shop.example`);
  });
});

describe('program that fills in the hidden field', () => {
  test('the answer is the same as for a person, and nothing is saved or mailed', async ({ shop }) => {
    const person = await sendTicket(shop, asked({ website: '' }));
    const request = asked({ website: 'https://spam.example' });
    const program = await sendTicket(shop, request);
    const shape = ({ status, headers, ticketNumber, ...rest }: typeof person) => ({
      status,
      rest,
      number: ticketNumber.replace(/\w/g, 'x'),
      headers: [...headers.keys()],
    });
    expect(shape(program)).toEqual(shape(person));
    expect(await savedTickets(shop, request.email)).toEqual([]);
    expect((await outboxMails(shop)).filter(({ to, reference }) => to === request.email || reference === program.ticketNumber)).toEqual([]);
  });

  test('the same rate limit applies', async ({ shop }) => {
    const from = somewhere();
    const request = asked({ website: 'x' });
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await sendTicket(shop, request, { from })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
