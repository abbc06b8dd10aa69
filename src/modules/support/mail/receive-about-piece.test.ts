// Mails that answer a mail about a piece: the message, its clock, files, and who may not write.

import { story } from '../../../../tests/support/cart-lines.ts';
import { samples } from '../../../../tests/support/files.ts';
import { again } from '../../../../tests/support/money.ts';
import { accountId, markErased } from '../../../../tests/support/rows/accounts.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { ticketsFrom } from '../../../../tests/support/rows/support.ts';
import { cancelPiece, pieceMessageCount } from '../../../../tests/support/rows/work.ts';
import { test as base, describe, expect, type Mail, type Shop } from '../../../../tests/support/shop.ts';
import { bring, environment, INBOX, mailIn, type Raw, raw, somebody } from '../../../../tests/support/tickets.ts';
import { actAtDesk, delivered, desk, mira, orderedPiece, say, take } from '../../../../tests/support/work.ts';
import { eventHandlers } from '../../../event-handlers.ts';

const test = base.extend(
  'shopOptions',
  { scope: 'file' },
  { environment: { ...environment, ...mailIn, RATE_LIMITS: 'off', MAIL_IN_AUTHSERV_ID: 'mx.shop.example' } },
);

/** A piece with a question of its maker, which waits for an answer. */
async function asked(shop: Shop) {
  const { who, pieceId, orderId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  await say(shop, mira, pieceId, 'Which street?', true);
  const mail = await shop.mail(who.email, /A question about/);
  const piece = () => desk(shop).piece(pieceId);
  return { who, pieceId, orderId, mail, piece, listTexts: async () => (await piece()).messages.map(({ text }) => text) };
}

const answer = ({ replyTo, subject, text }: Mail, from: string, said: string, more: Partial<Raw> = {}) =>
  raw({
    from,
    to: replyTo ?? '',
    subject: `Re: ${subject}`,
    text: `${said}\r\n\r\nOn Friday Fanfare wrote:\r\n${text.replace(/^/gm, '> ')}`,
    ...more,
  });

test('an answer to a question becomes a message and ends the wait, as in the account', async ({ shop }) => {
  const { who, pieceId, mail, piece, listTexts } = await asked(shop);
  expect(mail.text).toContain('replying to this email');
  expect(mail.replyTo).toMatch(/^reply\+[0-9a-z]{26}@in\.shop\.example$/);
  expect(await piece()).toMatchObject({ clock: 'waits', dueAt: null });
  shop.clock.turn({ days: 3 });
  expect((await bring(shop, answer(mail, who.email, 'Mill Lane'))).status).toBe(204);
  expect(await listTexts()).toEqual(['Which street?', 'Mill Lane']);
  const { clock, askedAt, messages } = await piece();
  expect(clock).toBe('fine');
  expect(askedAt).not.toBeNull();
  expect(messages.at(-1)).toMatchObject({ by: null, fromEmail: null, waits: false });
  expect(await ticketsFrom(shop, who.email)).toEqual([]);
  const { body } = await shop.call('GET /api/orders/piece', { pieceId }, { token: (await again(shop, who)).token });
  expect(body).toMatchObject({ waits: false, messages: [{ mine: false }, { mine: true, text: 'Mill Lane' }] });
});

test('an answer to the mail of a delivery becomes a message', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  await delivered(shop, mira, pieceId);
  const mail = await shop.mail(who.email, /^Delivered/);
  await bring(shop, answer(mail, who.email, 'Lovely!'));
  expect((await desk(shop).piece(pieceId)).messages).toMatchObject([{ text: 'Lovely!', by: null }]);
});

/** The mail that confirms the payment. */
async function confirmed(shop: Shop, email: string): Promise<Mail> {
  await letRun(shop, 'orders.sendConfirmations');
  return shop.mail(email, /^Your order is confirmed/);
}

test('an answer to the mail of a paid order becomes a message of it', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  const mail = await confirmed(shop, who.email);
  expect(mail.text).toContain('replying to this email');
  await bring(shop, answer(mail, who.email, 'Please call me first.'));
  expect((await desk(shop).piece(pieceId)).messages).toMatchObject([{ text: 'Please call me first.', by: null, fromEmail: null }]);
  expect(await ticketsFrom(shop, who.email)).toEqual([]);
});

test('a mail of several paid orders has no address of one of them: an answer is a ticket', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop, undefined, { lines: [story(), story()] });
  const mail = await confirmed(shop, who.email);
  expect([mail.replyTo, mail.text]).toEqual(['support@fanfare.example', expect.not.stringContaining('replying to this email')]);
  await bring(shop, answer(mail, who.email, 'Which one first?', { to: INBOX }));
  expect((await desk(shop).piece(pieceId)).messages).toEqual([]);
  expect(await ticketsFrom(shop, who.email)).toHaveLength(1);
});

test('one mail brought 20 times at once is one message', async ({ shop }) => {
  const { who, mail, listTexts } = await asked(shop);
  const letter = answer(mail, who.email, 'Once.');
  const statuses = await Promise.all(Array.from({ length: 20 }, () => bring(shop, letter).then(({ status }) => status)));
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect((await listTexts()).filter((text) => text === 'Once.')).toHaveLength(1);
});

test('files of a mail are kept with the message, refused ones are named', async ({ shop }) => {
  const { who, pieceId, mail, piece } = await asked(shop);
  const part = (name: string, bytes: Buffer) =>
    `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`;
  const text = `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSee here.\r\n${part('a.pdf', samples.pdf)}${part('b.exe', Buffer.from('MZ\0\0'))}--b--`;
  const headers = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n';
  await bring(shop, raw({ from: who.email, to: mail.replyTo ?? '', text, headers }));
  const last = (await piece()).messages.at(-1);
  expect(last?.text).toBe('See here.\n\nThe file b.exe wasn’t accepted.');
  expect(last?.files).toMatchObject([{ name: 'a.pdf', bytes: samples.pdf.length }]);
  const id = last?.files[0]?.id ?? '';
  const { name, stream } = await desk(shop).readBriefFile(pieceId, id);
  stream.destroy();
  expect(name).toBe('a.pdf');
  const file = await fetch(`${shop.urls.storefront}/api/files/content?id=${id}`, { headers: { authorization: `Bearer ${who.token}` } });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(samples.pdf);
  const other = await orderedPiece(shop);
  await expect(desk(shop).readBriefFile(other.pieceId, id)).rejects.toMatchObject({ status: 404 });
});

test('another sender who has the address: the message shows theirs, but not to a role that sees only its own pieces', async ({ shop }) => {
  const { mail, pieceId, piece } = await asked(shop);
  const colleague = somebody();
  await bring(shop, answer(mail, colleague, 'I know: Mill Lane.'));
  expect((await piece()).messages.at(-1)).toMatchObject({ text: 'I know: Mill Lane.', fromEmail: colleague });
  expect((await desk(shop).piece(pieceId, { id: mira.id, seesNames: true })).messages.at(-1)).toMatchObject({ fromEmail: null });
  expect(await ticketsFrom(shop, colleague)).toEqual([]);
});

describe('no message of the piece', () => {
  test.for([
    ['is missing', () => INBOX],
    ['is cut', (replyTo: string) => replyTo.replace(/.@/, '@')],
  ] as const)('the key of a mail of a paid order %s: a ticket', async ([, cut], { shop }) => {
    const { who, pieceId } = await orderedPiece(shop);
    const mail = await confirmed(shop, who.email);
    await bring(shop, answer(mail, who.email, 'Where is it?', { to: cut(mail.replyTo ?? '') }));
    expect((await desk(shop).piece(pieceId)).messages).toEqual([]);
    expect(await ticketsFrom(shop, who.email)).toMatchObject([{ accountId: null, knownBy: 'mailUnproven', orderNumber: null }]);
  });

  test('a mail in the customer’s name without the address: a ticket, and the clock waits on', async ({ shop }) => {
    const { who, mail, piece, listTexts } = await asked(shop);
    const [, host = ''] = (mail.replyTo ?? '').split('@');
    const forged = `reply+${'0'.repeat(26)}@${host}`;
    await bring(shop, answer(mail, who.email, 'Deliver it to my other address.', { to: forged }));
    expect(await listTexts()).toEqual(['Which street?']);
    expect((await piece()).clock).toBe('waits');
    expect(await ticketsFrom(shop, who.email)).toMatchObject([{ accountId: null, knownBy: 'mailUnproven' }]);
  });

  test('an address that is older than 30 days', async ({ shop }) => {
    const { who, mail, listTexts } = await asked(shop);
    shop.clock.turn({ days: 31 });
    await bring(shop, answer(mail, who.email, 'Back from holiday.'));
    expect(await listTexts()).toHaveLength(1);
    expect(await ticketsFrom(shop, who.email)).toHaveLength(1);
  });

  test('a piece that has ended: the customer’s answer is a ticket about its order, a stranger’s is not', async ({ shop }) => {
    const { who, mail, pieceId, listTexts } = await asked(shop);
    await cancelPiece(shop, pieceId);
    await bring(shop, answer(mail, who.email, 'And my money?'));
    const stranger = somebody();
    await bring(shop, answer(mail, stranger, 'And mine?'));
    expect(await listTexts()).toHaveLength(1);
    const id = await accountId(shop, who.email);
    expect(await ticketsFrom(shop, who.email)).toMatchObject([{ accountId: id, knownBy: 'mailedLink', orderNumber: expect.any(String) }]);
    expect(await ticketsFrom(shop, stranger)).toMatchObject([{ accountId: null, orderNumber: null }]);
  });

  test('an account that was erased: a ticket without one', async ({ shop }) => {
    const { who, mail, pieceId } = await asked(shop);
    const id = await accountId(shop, who.email);
    await actAtDesk(shop, async (tx) => {
      for (const react of eventHandlers['accounts.erased']) await react(tx, { accountId: id, email: who.email });
    });
    await markErased(shop, who.email);
    await bring(shop, answer(mail, who.email, 'Still me.'));
    expect(await pieceMessageCount(shop, [pieceId])).toBe(0);
    expect(await ticketsFrom(shop, who.email)).toMatchObject([{ accountId: null, knownBy: 'mailUnproven', orderNumber: null }]);
  });

  test('a machine, or only a quote', async ({ shop }) => {
    const { who, mail, listTexts } = await asked(shop);
    await bring(shop, answer(mail, who.email, 'I am away.', { headers: 'Auto-Submitted: auto-replied\r\n' }));
    await bring(shop, answer(mail, who.email, '', { text: '> Which street?' }));
    expect(await listTexts()).toHaveLength(1);
    expect(await ticketsFrom(shop, who.email)).toEqual([]);
  });
});
