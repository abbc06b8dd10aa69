// Incoming mail over HTTP: threads, senders, files, ignored mail and the secret.

import { samples } from '../../../../tests/support/files.ts';
import { ticketCount, ticketsFrom } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, type Mail, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import {
  asked,
  atDesk,
  bring,
  environment,
  INBOX,
  mailIn,
  type Raw,
  raw,
  sendTicket,
  somebody,
} from '../../../../tests/support/tickets.ts';

const test = base.extend(
  'shopOptions',
  { scope: 'file' },
  { environment: { ...environment, ...mailIn, RATE_LIMITS: 'off', MAIL_IN_AUTHSERV_ID: 'mx.shop.example' } },
);

/** A reply as a mail program writes it. */
const replyTo = ({ replyTo: to, subject, text }: Mail, from: string, answer: string, more: Partial<Raw> = {}) =>
  raw({
    from,
    to: to ?? '',
    subject: `Re: ${subject}`,
    text: `${answer}\r\n\r\nOn Friday Fanfare wrote:\r\n${text.replace(/^/gm, '> ')}`,
    ...more,
  });

async function answered(shop: Shop) {
  const email = somebody();
  const number = (await sendTicket(shop, asked({ email }))).ticketNumber;
  const desk = await atDesk(shop);
  await desk.answer(number, 'On its way.');
  const mail = await shop.mail(email, /an answer/);
  const listTexts = async () => (await desk.read(number)).messages.map(({ text }) => text);
  return { email, number, desk, mail, listTexts: listTexts };
}

test('reply: its new text is added to the thread', async ({ shop }) => {
  const { email, mail, listTexts, desk, number } = await answered(shop);
  expect(mail.replyTo).toMatch(/^reply\+[0-9a-z]{26}@in\.shop\.example$/);
  expect((await bring(shop, replyTo(mail, email, 'It is here!'))).status).toBe(204);
  expect(await listTexts()).toEqual(['Where is my order?', 'On its way.', 'It is here!']);
  expect((await desk.read(number)).ticket.status).toBe('open');
  const deskMails = async () => (await shop.mails('support@fanfare.example')).map(({ text }) => text);
  await expect.poll(deskMails).toContainEqual(expect.stringMatching(/It is here!/));
});

test('one mail delivered 20 times at once is saved once', async ({ shop }) => {
  const { email, mail, listTexts } = await answered(shop);
  const letter = replyTo(mail, email, 'Once.');
  const statuses = await Promise.all(Array.from({ length: 20 }, () => bring(shop, letter).then(({ status }) => status)));
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect((await listTexts()).filter((text) => text === 'Once.')).toHaveLength(1);
});

test('number in the subject: a proven mail from the address of the ticket joins the thread, another sender gets a separate ticket', async ({
  shop,
}) => {
  const { email, number, listTexts } = await answered(shop);
  const eve = somebody();
  await bring(shop, raw({ from: eve, to: INBOX, subject: `Re: ${number}`, text: 'Send it to my address instead.' }));
  expect(await listTexts()).toHaveLength(2);
  const [theirs] = await ticketsFrom(shop, eve);
  expect(theirs?.number).not.toBe(number);
  // A sender can be forged, so it gets no mail.
  expect(await shop.mails(eve)).toEqual([]);
  const headers = 'Authentication-Results: mx.shop.example; dmarc=pass header.from=shop.example\r\n';
  await bring(
    shop,
    raw({ from: email.toUpperCase(), to: 'support@fanfare.example', subject: `Re: ${number}`, text: 'It is me.', headers }),
  );
  expect((await listTexts()).at(-1)).toBe('It is me.');
});

test('reply from another address: it joins the thread, and the desk sees the address', async ({ shop }) => {
  const { mail, desk, number } = await answered(shop);
  const other = somebody();
  await bring(shop, replyTo(mail, other, 'From my other address.'));
  expect((await desk.read(number)).messages.at(-1)).toMatchObject({ text: 'From my other address.', fromEmail: other });
  expect(await ticketsFrom(shop, other)).toEqual([]);
});

test('reply to an expired key: it opens a new ticket', async ({ shop }) => {
  const { email, mail, listTexts } = await answered(shop);
  shop.clock.turn({ days: 31 });
  await bring(shop, replyTo(mail, email, 'Back from holiday.', { subject: 'hello again' }));
  expect(await listTexts()).toHaveLength(2);
  expect(await ticketsFrom(shop, email)).toHaveLength(2);
});

test('attachments: accepted files are saved, refused files are named', async ({ shop }) => {
  const { email, mail, desk, number } = await answered(shop);
  const part = (name: string, bytes: Buffer) =>
    `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`;
  const text = `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSee here.\r\n${part('a.pdf', samples.pdf)}${part('../b.exe', Buffer.from('MZ\0\0'))}--b--`;
  const headers = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n';
  await bring(shop, raw({ from: email, to: mail.replyTo ?? '', text, headers }));
  const last = (await desk.read(number)).messages.at(-1);
  expect(last?.files).toMatchObject([{ name: 'a.pdf', kind: 'pdf', bytes: samples.pdf.length }]);
  expect(last?.text).toMatch(/^See here\.\n\nThe file .* b\.exe wasn’t accepted\.$/);
});

describe('ignored mail', () => {
  test.for([
    ['an auto-reply', { headers: 'Auto-Submitted: auto-replied\r\n' }],
    ['a mailing list', { headers: 'Precedence: bulk\r\n' }],
    ['a bounce', { headers: 'Return-Path: <>\r\n' }],
    ['a mail from the shop', { from: 'hello@fanfare.example' }],
    ['a mail from the desk', { from: 'Support@Fanfare.example' }],
    ['a mail from the incoming address', { from: INBOX }],
    ['a quote alone', { text: '> On its way.' }],
    ['no sender', { from: 'nobody' }],
  ] as const)('%s is accepted and ignored', async ([, more], { shop }) => {
    const { email, mail, listTexts } = await answered(shop);
    const before = await ticketCount(shop);
    expect((await bring(shop, replyTo(mail, email, 'Hello.', more))).status).toBe(204);
    expect(await listTexts()).toHaveLength(2);
    expect(await ticketCount(shop)).toBe(before);
  });

  test('malformed input is accepted and ignored', async ({ shop }) => {
    for (const junk of ['', '\0\0', '{}', `${'x: y\r\n'.repeat(10_000)}`, 'Content-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(200)])
      expect((await bring(shop, junk)).status).toBe(204);
  });
});

test('incoming mail: a wrong secret gets 401, over 16 MB gets 413, no secret configured gets 404', async ({ shop }) => {
  const { email, mail, listTexts } = await answered(shop);
  const letter = replyTo(mail, email, 'Let me in.');
  for (const invalid of ['', 'Bearer', `Bearer ${mailIn.MAIL_IN_SECRET}x`, mailIn.MAIL_IN_SECRET, `bearer ${mailIn.MAIL_IN_SECRET}`])
    expect((await bring(shop, letter, invalid)).status).toBe(401);
  expect((await bring(shop, letter + 'x'.repeat(16 * 1024 * 1024))).status).toBe(413);
  expect(await listTexts()).toHaveLength(2);
  await using plain = await openShop({ jobs: false });
  expect((await bring(plain, letter)).status).toBe(404);
});
