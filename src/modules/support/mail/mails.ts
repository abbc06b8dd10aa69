// The mails of a ticket. Those to its writer carry keys: one in the address that an answer goes to, one in the link that opens the thread, once.
import { createHash, randomBytes } from 'node:crypto';
import type { DbClient } from '../../../infra/database/database.ts';
import { href } from '../../../pages.ts';
import { findMailRecipient } from '../../accounts/actions.ts';
import { postMail } from '../../mail/actions.ts';
import type { SupportDeps } from '../deps.ts';
import type { TicketRow } from '../queries.ts';
import { KEY_BYTES, type KeyUse, keyExpiry, ticketKey } from '../rules.ts';
import { insertKey } from './queries-keys.ts';

type About = Pick<TicketRow, 'number' | 'name' | 'email' | 'locale'> & { readonly accountId?: string | null | undefined };

/** The purpose is in the hash, so a key serves no other one; `used` is a link that was opened. Addresses for answers keep the hash that they had before. */
export const hashOfKey = (use: KeyUse | 'used', key: string): string =>
  createHash('sha256')
    .update(use === 'reply' ? key : `${use} ${key}`)
    .digest('base64url');

export async function newKey({ ctx }: Pick<SupportDeps, 'ctx'>, tx: DbClient, use: KeyUse, ticketNumber: string): Promise<string> {
  const key = ticketKey(randomBytes(KEY_BYTES));
  await insertKey(tx, { hash: hashOfKey(use, key), ticketNumber, expiresAt: keyExpiry(use, ctx.clock.now()) });
  return key;
}

const newLink = async (inside: SupportDeps, tx: DbClient, number: string): Promise<string> =>
  `${inside.ctx.config.shopUrl}${href('ticket')}?code=${await newKey(inside, tx, 'link', number)}`;

/** Where mail comes in, an answer to the mail finds its thread by itself; else a person reads it. */
async function replyAddress(inside: SupportDeps, tx: DbClient, number: string): Promise<string> {
  const { mailIn } = inside.ctx.config;
  if (!mailIn) return inside.desk.supportEmail;
  const [name, host] = mailIn.address.split('@');
  return `${name}+${await newKey(inside, tx, 'reply', number)}@${host}`;
}

/** Without `message` the address may be anybody's: its owner reads nothing that a stranger has typed. */
export async function confirmToWriter(inside: SupportDeps, tx: DbClient, ticket: About, message: string | undefined): Promise<void> {
  const { number, name, email, locale } = ticket;
  const to = { to: email, replyTo: await replyAddress(inside, tx, number), locale, reference: number };
  await postMail(
    inside.ctx,
    tx,
    message === undefined
      ? { ...to, mail: 'ticket-received', values: { number, link: await newLink(inside, tx, number) } }
      : { ...to, mail: 'ticket-confirmation', values: { number, name, message } },
  );
}

/** To whoever reads the desk's mail: every message of a writer. */
export const tellDesk = ({ ctx, desk }: SupportDeps, tx: DbClient, { number, name, email }: About, message: string): Promise<string> =>
  postMail(ctx, tx, {
    to: desk.supportEmail,
    replyTo: email,
    locale: desk.defaultLocale,
    mail: 'ticket-desk',
    reference: number,
    values: { number, name, email, message },
  });

type Answer = { readonly text: string; readonly operator: string; readonly files: readonly string[] };

/** The account's address of today, if the ticket is an account's. */
const addressOf = async (tx: DbClient, { accountId, email }: About): Promise<string | undefined> =>
  accountId ? (await findMailRecipient(tx, accountId))?.email : email;

export async function answerToWriter(inside: SupportDeps, tx: DbClient, ticket: About, { text, operator, files }: Answer): Promise<void> {
  const { number, name, locale } = ticket;
  const to = await addressOf(tx, ticket);
  if (!to) return;
  await postMail(inside.ctx, tx, {
    to,
    replyTo: await replyAddress(inside, tx, number),
    locale,
    mail: 'ticket-answer',
    reference: number,
    values: {
      number,
      name,
      operator,
      message: [text, ...files.map((file) => `[${file}]`)].join('\n\n'),
      link: await newLink(inside, tx, number),
    },
  });
}

/** For somebody whose link was used: to the same address, whoever asks for it. The address may be anybody's, so nothing that was typed is in it. */
export async function sendLinkAgain(inside: SupportDeps, tx: DbClient, ticket: About): Promise<void> {
  const { number, locale } = ticket;
  const to = await addressOf(tx, ticket);
  if (!to) return;
  await postMail(inside.ctx, tx, {
    to,
    replyTo: await replyAddress(inside, tx, number),
    locale,
    mail: 'ticket-link',
    reference: number,
    values: { number, link: await newLink(inside, tx, number) },
  });
}
