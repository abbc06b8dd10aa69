// Mail that comes in, through its door: into its thread, once; from whom it may; and what is left outside.
import { samples } from '../../../../tests/support/files.ts';
import { bring, DOOR, mailIn, type Raw, raw } from '../../../../tests/support/mail-in.ts';
import { test as base, describe, expect, type Mail, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import { asked, atDesk, environment, sendTicket, somebody } from '../../../../tests/support/tickets.ts';

const test = base.extend(
  'shopOptions',
  { scope: 'file' },
  { environment: { ...environment, ...mailIn, RATE_LIMITS: 'off', MAIL_IN_AUTHSERV_ID: 'mx.shop.example' } },
);

/** As a mail program answers what lies in the mailbox. */
const replyTo = ({ replyTo: to, subject, text }: Mail, from: string, said: string, more: Partial<Raw> = {}) =>
  raw({
    from,
    to: to ?? '',
    subject: `Re: ${subject}`,
    text: `${said}\r\n\r\nOn Friday Fanfare wrote:\r\n${text.replace(/^/gm, '> ')}`,
    ...more,
  });

async function answered(shop: Shop) {
  const email = somebody();
  const number = (await sendTicket(shop, asked({ email }))).ticketNumber;
  const desk = await atDesk(shop);
  await desk.answer(number, 'On its way.');
  const mail = await shop.mail(email, /an answer/);
  const said = async () => (await desk.read(number)).messages.map(({ text }) => text);
  return { email, number, desk, mail, said };
}
const ticketsFrom = (shop: Shop, email: string) =>
  shop.sql<{ number: string }>('select number from support_ticket where email = $1', [email]);

test('an answer to our mail is what is new in it, in its thread', async ({ shop }) => {
  const { email, mail, said, desk, number } = await answered(shop);
  expect(mail.replyTo).toMatch(/^reply\+[0-9a-z]{26}@in\.shop\.example$/);
  expect((await bring(shop, replyTo(mail, email, 'It is here!'))).status).toBe(204);
  expect(await said()).toEqual(['Where is my order?', 'On its way.', 'It is here!']);
  expect((await desk.read(number)).ticket.status).toBe('open');
  const told = async () => (await shop.mails('support@fanfare.example')).map(({ text }) => text);
  await expect.poll(told, { timeout: 10_000 }).toContainEqual(expect.stringMatching(/It is here!/));
});

test('brought twenty times at once it counts once', async ({ shop }) => {
  const { email, mail, said } = await answered(shop);
  const letter = replyTo(mail, email, 'Once.');
  const statuses = await Promise.all(Array.from({ length: 20 }, () => bring(shop, letter).then(({ status }) => status)));
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect((await said()).filter((text) => text === 'Once.')).toHaveLength(1);
});

test('by the number in the subject only from the ticket’s own address, if it is proven; another gets a ticket of their own, and learns nothing', async ({
  shop,
}) => {
  const { email, number, said } = await answered(shop);
  const eve = somebody();
  await bring(shop, raw({ from: eve, to: DOOR, subject: `Re: ${number}`, text: 'Send it to my address instead.' }));
  expect(await said()).toHaveLength(2);
  const [theirs] = await ticketsFrom(shop, eve);
  expect(theirs?.number).not.toBe(number);
  // A sender is easily made up: nobody is written to because of one.
  expect(await shop.mails(eve)).toEqual([]);
  const headers = 'Authentication-Results: mx.shop.example; dmarc=pass header.from=shop.example\r\n';
  await bring(
    shop,
    raw({ from: email.toUpperCase(), to: 'support@fanfare.example', subject: `Re: ${number}`, text: 'It is me.', headers }),
  );
  expect((await said()).at(-1)).toBe('It is me.');
});

test('whoever has the key may write from elsewhere, and the desk sees from where', async ({ shop }) => {
  const { mail, desk, number } = await answered(shop);
  const other = somebody();
  await bring(shop, replyTo(mail, other, 'From my other address.'));
  expect((await desk.read(number)).messages.at(-1)).toMatchObject({ text: 'From my other address.', fromEmail: other });
  expect(await ticketsFrom(shop, other)).toEqual([]);
});

test('a key that is over opens a ticket of its own, so that nothing is lost', async ({ shop }) => {
  const { email, mail, said } = await answered(shop);
  shop.clock.turn({ days: 31 });
  await bring(shop, replyTo(mail, email, 'Back from holiday.', { subject: 'hello again' }));
  expect(await said()).toHaveLength(2);
  expect(await ticketsFrom(shop, email)).toHaveLength(2);
});

test('files come along; what cannot be taken is named', async ({ shop }) => {
  const { email, mail, desk, number } = await answered(shop);
  const part = (name: string, bytes: Buffer) =>
    `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`;
  const text = `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSee here.\r\n${part('a.pdf', samples.pdf)}${part('../b.exe', Buffer.from('MZ\0\0'))}--b--`;
  const headers = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n';
  await bring(shop, raw({ from: email, to: mail.replyTo ?? '', text, headers }));
  const last = (await desk.read(number)).messages.at(-1);
  expect(last?.files).toMatchObject([{ name: 'a.pdf', kind: 'pdf', bytes: samples.pdf.length }]);
  expect(last?.text).toMatch(/^See here\.\n\nThe file .* b\.exe was not taken\.$/);
});

describe('nothing comes of', () => {
  test.for([
    ['an auto-reply', { headers: 'Auto-Submitted: auto-replied\r\n' }],
    ['a list', { headers: 'Precedence: bulk\r\n' }],
    ['a bounce', { headers: 'Return-Path: <>\r\n' }],
    ['a mail of our own', { from: 'hello@fanfare.example' }],
    ['a mail of the desk', { from: 'Support@Fanfare.example' }],
    ['a mail from the door itself', { from: DOOR }],
    ['nothing new', { text: '> On its way.' }],
    ['no sender', { from: 'nobody' }],
  ] as const)('%s', async ([, more], { shop }) => {
    const { email, mail, said } = await answered(shop);
    const before = await shop.sql('select count(*) from support_ticket');
    expect((await bring(shop, replyTo(mail, email, 'Hello.', more))).status).toBe(204);
    expect(await said()).toHaveLength(2);
    expect(await shop.sql('select count(*) from support_ticket')).toEqual(before);
  });

  test('bytes that are no mail', async ({ shop }) => {
    for (const junk of ['', '\0\0', '{}', `${'x: y\r\n'.repeat(10_000)}`, 'Content-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(200)])
      expect((await bring(shop, junk)).status).toBe(204);
  });
});

test('the door opens with the secret only, to nothing that is too large, and where none is set there is no door', async ({ shop }) => {
  const { email, mail, said } = await answered(shop);
  const letter = replyTo(mail, email, 'Let me in.');
  for (const wrong of ['', 'Bearer', `Bearer ${mailIn.MAIL_IN_SECRET}x`, mailIn.MAIL_IN_SECRET, `bearer ${mailIn.MAIL_IN_SECRET}`])
    expect((await bring(shop, letter, wrong)).status).toBe(401);
  expect((await bring(shop, letter + 'x'.repeat(16 * 1024 * 1024))).status).toBe(413);
  expect(await said()).toHaveLength(2);
  await using plain = await openShop({ jobs: false });
  expect((await bring(plain, letter)).status).toBe(404);
});
