// Mails about tickets. Mails to the writer carry two keys: one in the reply address, one in the single-use
// link.
import { createHash, randomBytes } from 'node:crypto';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { href } from '../../../pages.ts';
import type { SupportDeps } from '../deps.ts';
import type { TicketRow } from '../queries.ts';
import { createTicketKey, getKeyExpiry, KEY_BYTES, type KeyUse } from '../rules.ts';
import { insertKey } from './queries-keys.ts';

type MailedTicket = Pick<TicketRow, 'number' | 'name' | 'email' | 'locale'> & { readonly accountId?: string | null | undefined };
/** `answerBy`: if the shop promises it. */
type NewTicket = MailedTicket & { readonly answerBy: string | undefined };

/**
 * The purpose is part of the hash, so a key is valid for one use only; `used` marks an opened link. Reply
 * addresses keep their earlier hash format.
 */
export const hashOfKey = (use: KeyUse | 'used', key: string): string =>
  createHash('sha256')
    .update(use === 'reply' ? key : `${use} ${key}`)
    .digest('base64url');

type Answered = { readonly ticketNumber: string } | { readonly pieceId: string };

async function insertNewKey({ ctx }: Pick<SupportDeps, 'ctx'>, tx: DbClient, use: KeyUse, answered: Answered): Promise<string> {
  const key = createTicketKey(randomBytes(KEY_BYTES));
  await insertKey(tx, { hash: hashOfKey(use, key), ...answered, expiresAt: getKeyExpiry(use, ctx.clock.now()) });
  return key;
}

export const createKey = (deps: Pick<SupportDeps, 'ctx'>, tx: DbClient, use: KeyUse, ticketNumber: string): Promise<string> =>
  insertNewKey(deps, tx, use, { ticketNumber });

const createTicketLink = async (deps: SupportDeps, tx: DbClient, number: string): Promise<string> =>
  `${deps.ctx.config.shopUrl}${href('ticket')}?code=${await createKey(deps, tx, 'link', number)}`;

/** With inbound mail set up, an address with a key: what is sent to it answers the ticket or the piece. */
async function createReplyAddress(deps: Pick<SupportDeps, 'ctx'>, tx: DbClient, answered: Answered): Promise<string | undefined> {
  const { mailIn } = deps.ctx.config;
  if (!mailIn) return undefined;
  const [name, host] = mailIn.address.split('@');
  return `${name}+${await insertNewKey(deps, tx, 'reply', answered)}@${host}`;
}

/** For mails about pieces, whose module comes before this one. */
export const createPieceReplyAddress = (ctx: AppContext) => (tx: DbClient, pieceId: string) => createReplyAddress({ ctx }, tx, { pieceId });

const replyAddress = async (deps: SupportDeps, tx: DbClient, ticketNumber: string): Promise<string> =>
  (await createReplyAddress(deps, tx, { ticketNumber })) ?? deps.desk().supportEmail;

/** Without `message`: the address is unverified, so the mail must not contain text typed by a stranger. */
export async function mailTicketConfirmation(
  deps: SupportDeps,
  tx: DbClient,
  ticket: NewTicket,
  message: string | undefined,
): Promise<void> {
  const { number, name, email, locale, answerBy } = ticket;
  const promise = answerBy === undefined ? {} : { answerBy };
  const to = { to: email, replyTo: await replyAddress(deps, tx, number), locale, reference: number };
  await postMail(
    deps.ctx,
    tx,
    message === undefined
      ? { ...to, mail: 'ticket-received', values: { number, link: await createTicketLink(deps, tx, number), ...promise } }
      : { ...to, mail: 'ticket-confirmation', values: { number, name, message, ...promise } },
  );
}

/** Notifies the desk's mailbox of each message from a writer. */
export const mailDesk = (
  { ctx, desk }: SupportDeps,
  tx: DbClient,
  { number, name, email }: MailedTicket,
  message: string,
): Promise<string> =>
  postMail(ctx, tx, {
    to: desk().supportEmail,
    replyTo: email,
    locale: desk().defaultLocale,
    mail: 'ticket-desk',
    reference: number,
    values: { number, name, email, message },
  });

type AnswerMail = { readonly text: string; readonly operator: string; readonly files: readonly string[] };

/** The account's current address, if the ticket belongs to an account. */
const getAddress = async (tx: DbClient, { accountId, email }: MailedTicket): Promise<string | undefined> =>
  accountId ? (await findMailRecipient(tx, accountId))?.email : email;

export async function mailTicketAnswer(
  deps: SupportDeps,
  tx: DbClient,
  ticket: MailedTicket,
  { text, operator, files }: AnswerMail,
): Promise<void> {
  const { number, name, locale } = ticket;
  const to = await getAddress(tx, ticket);
  if (!to) return;
  await postMail(deps.ctx, tx, {
    to,
    replyTo: await replyAddress(deps, tx, number),
    locale,
    mail: 'ticket-answer',
    reference: number,
    values: {
      number,
      name,
      operator,
      message: [text, ...files.map((file) => `[${file}]`)].join('\n\n'),
      link: await createTicketLink(deps, tx, number),
    },
  });
}

/**
 * Mails a new link to the ticket's address. The address may be unverified, so the mail contains no typed
 * text.
 */
export async function mailTicketLink(deps: SupportDeps, tx: DbClient, ticket: MailedTicket): Promise<void> {
  const { number, locale } = ticket;
  const to = await getAddress(tx, ticket);
  if (!to) return;
  await postMail(deps.ctx, tx, {
    to,
    replyTo: await replyAddress(deps, tx, number),
    locale,
    mail: 'ticket-link',
    reference: number,
    values: { number, link: await createTicketLink(deps, tx, number) },
  });
}
