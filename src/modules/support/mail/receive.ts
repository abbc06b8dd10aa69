// Receives mail: adds it to the thread or the piece it answers, or opens a ticket. Never replies to the
// sender, who may be forged.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Email } from 'postal-mime';
import type { Locale } from '#lib/locale.ts';
import { nameLine, toOneLine } from '#lib/markdown/plain-text.ts';
import { emailShape, normalizeEmail } from '#lib/people/email.ts';
import { hasWebAddress, PERSON_NAME_CHARS } from '#lib/people/person-name.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findAccountByConfirmedEmail } from '#modules/accounts/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { formatCause } from '#platform/logging/log.ts';
import { enqueueFileRemoval, type SupportDeps, type TicketUpload } from '../deps.ts';
import { storeTicketFile } from '../files/files.ts';
import { proveTicketAddress } from '../prove.ts';
import { lockAddress, lockTicket, type TicketRow } from '../queries.ts';
import { isProven } from '../rules-proof.ts';
import { MAX_FILES, MESSAGE_MAX_CHARS } from '../shapes-sizes.ts';
import { openTicket, writeTicketMessage } from '../threads.ts';
import { hashOfKey } from './mails.ts';
import { type ParsedMail, parseReceivedMail } from './parse-mail.ts';
import { findKey, findTicketByKey, takeMail } from './queries-keys.ts';
import { findNumberInSubject, getNewText, isFromMachine, listKeys, toTextWithoutQuotes } from './rules.ts';

const messages = {
  notTaken: /*i18n*/ { id: 'ticket.notTaken', message: 'The file {name} wasn’t accepted.' },
} as const satisfies Record<string, Message>;

/** The outcome, for the log and the tests. */
export type ReceivedMailOutcome = 'written' | 'opened' | 'repeated' | 'machine' | 'own' | 'empty' | 'unreadable' | 'over';

type Letter = {
  readonly hash: string;
  readonly from: string;
  readonly name: string;
  readonly text: string;
  readonly keys: readonly string[];
  readonly number: string | undefined;
  /** The sender's domain is authenticated. */
  readonly isProven: boolean;
};

export async function receiveMail(deps: SupportDeps, raw: Buffer): Promise<ReceivedMailOutcome> {
  const { ctx } = deps;
  const mail = await parseReceivedMail(raw);
  const from = mail && emailShape.safeParse(mail.from?.address ?? '').data;
  if (!mail || !from) return 'unreadable';
  if (isFromMachine(mail.headers, from)) return 'machine';
  if (isOwn(deps, from)) return 'own';
  const letter = toLetter(deps, mail, raw, from);
  const attached = (mail.attachments ?? []).filter(({ disposition }) => disposition === 'attachment');
  if (letter.text === '' && attached.length === 0) return 'empty';
  const pieceId = await findAnsweredPiece(deps, letter);
  const ofPiece = pieceId ? [{ limit: 'ticketKey.ticket', of: pieceId } as const] : [];
  await takePoints(ctx, [{ limit: 'ticket.email', of: normalizeEmail(from) }, ...ofPiece]);
  const { files, refused: refusedFiles } = await takeFiles(deps, attached);
  let isStored = false;
  try {
    const outcome = await transaction(ctx.db, (tx) => addLetterToThread(deps, tx, { ...letter, pieceId }, files, refusedFiles));
    isStored = outcome === 'written' || outcome === 'opened';
    return outcome;
  } catch (cause) {
    if (cause instanceof UserError) return 'over';
    throw cause;
  } finally {
    const ids = files.map(({ id }) => id);
    if (!isStored) await enqueueFileRemoval(ctx.db.orm, ids);
  }
}

/** A mail sent by the shop itself. */
function isOwn({ desk, ctx }: SupportDeps, from: string): boolean {
  const [name, host] = (ctx.config.mailIn?.address ?? '').split('@');
  const key = normalizeEmail(from);
  return (
    [desk().supportEmail, desk().sender].some((own) => normalizeEmail(own) === key) ||
    (key.endsWith(`@${host}`) && key.startsWith(`${name}`))
  );
}

function toLetter({ ctx }: SupportDeps, mail: ParsedMail, raw: Buffer, from: string): Letter {
  const recipientHeaders = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to']);
  const to = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((each) => each.address ?? (each.group ?? []).map(({ address }) => address));
  const delivered = mail.headers
    .filter(({ key }) => recipientHeaders.has(key.toLowerCase()))
    .map(({ value }) => value.replace(/[<>]/g, ''));
  const id = mail.messageId?.trim();
  return {
    hash: createHash('sha256')
      .update(id ? `id ${id}` : raw)
      .digest('base64url'),
    from,
    name: cleanName(mail.from?.name ?? '') || (from.split('@')[0] ?? from),
    text: getNewText(mail.text?.trim() ? mail.text : toTextWithoutQuotes(mail.html ?? '')).slice(0, 4 * MESSAGE_MAX_CHARS),
    keys: listKeys([...to, ...delivered], ctx.config.mailIn?.address ?? ''),
    number: findNumberInSubject(mail.subject ?? ''),
    isProven: isProven({ headers: mail.headers, senders: mail.senders }, ctx.config.mailIn?.authservId),
  };
}

/** Cleans the name, because mails to the sender repeat it. */
function cleanName(text: string): string {
  const name = nameLine(text).trim().slice(0, PERSON_NAME_CHARS);
  return hasWebAddress(name) ? '' : name;
}

/** Stores attachments before any lock is taken. Rejected files are listed in the thread. */
async function takeFiles(deps: SupportDeps, attached: Email['attachments']) {
  const files: TicketUpload[] = [];
  const refusedFiles: string[] = [];
  for (const [index, { filename, content }] of attached.entries()) {
    const name =
      toOneLine(filename ?? '')
        .replace(/[\\/]+/g, ' ')
        .trim()
        .slice(-120) || 'file';
    const body = Readable.from([typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)]);
    try {
      if (index >= MAX_FILES) throw new UserError(400);
      files.push(await storeTicketFile(deps, { name, body }, (file) => Promise.resolve(file)));
    } catch (cause) {
      if (!(cause instanceof UserError)) deps.ctx.log.warn({ cause: formatCause(cause) }, 'support.attachment.failed');
      refusedFiles.push(name);
    }
  }
  return { files, refused: refusedFiles };
}

async function addLetterToThread(
  deps: SupportDeps,
  tx: DbClient,
  letter: Letter & { readonly pieceId: string | undefined },
  files: readonly TicketUpload[],
  refusedFiles: readonly string[],
): Promise<ReceivedMailOutcome> {
  const { clock } = deps.ctx;
  if (!(await takeMail(tx, letter.hash, clock.now()))) return 'repeated';
  const toText = (locale: Locale): string =>
    [letter.text, ...refusedFiles.map((name) => translate({ ...messages.notTaken, values: { name } }, locale))]
      .filter(Boolean)
      .join('\n\n');
  const { pieceId, from } = letter;
  const ended = pieceId ? await deps.fulfilment.answerByMail(tx, { pieceId, from, toText, files }) : undefined;
  if (ended === 'written') return ended;
  const { ticket, named } = await findAddressedTicket(deps, tx, letter);
  const locale = ticket?.locale ?? deps.desk().defaultLocale;
  const text = toText(locale);
  if (ticket) {
    const isTheirs = ticket.emailKey === normalizeEmail(letter.from);
    const knownBy = letter.isProven && isTheirs ? 'mailProven' : 'mailedLink';
    await writeTicketMessage(deps, tx, await proveTicketAddress(tx, ticket, knownBy), {
      knownBy,
      text,
      files,
      fromEmail: isTheirs ? null : letter.from,
    });
    return 'written';
  }
  await lockAddress(tx, normalizeEmail(from), 'writer');
  const known = ended
    ? ({ knownBy: 'mailedLink', ...ended } as const)
    : letter.isProven
      ? ({ knownBy: 'mailProven', accountId: await findAccountByConfirmedEmail(tx, from) } as const)
      : ({ knownBy: 'mailUnproven', accountId: undefined, namesTicket: named } as const);
  await openTicket(deps, tx, { name: letter.name, email: from, message: text, locale, files, ...known, confirm: 'none' });
  return 'opened';
}

/** The piece whose mail is answered, by the reply address' key. */
async function findAnsweredPiece({ ctx }: SupportDeps, { keys }: Letter): Promise<string | undefined> {
  for (const key of keys) {
    const known = await findKey(ctx.db.orm, hashOfKey('reply', key), ctx.clock.now());
    if (known?.pieceId) return known.pieceId;
  }
  return undefined;
}

type AddressedTicket = { readonly ticket?: TicketRow; readonly named?: string };

/**
 * Finds the ticket by the reply address' key. By the number in the subject only for an authenticated mail
 * from the ticket's own address; any other sender gets a new ticket that records the number.
 */
async function findAddressedTicket(
  { ctx }: SupportDeps,
  tx: DbClient,
  { keys, number, from, isProven: proven }: Letter,
): Promise<AddressedTicket> {
  for (const key of keys) {
    const known = await findTicketByKey(tx, hashOfKey('reply', key), ctx.clock.now());
    const ticket = known && (await lockTicket(tx, known));
    if (ticket) return { ticket };
  }
  const ticket = number ? await lockTicket(tx, number) : undefined;
  if (ticket?.emailKey !== normalizeEmail(from)) return {};
  return proven ? { ticket } : { named: ticket.number };
}
