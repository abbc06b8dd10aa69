// Public API of the mail module: mails are stored in the transaction that causes them and sent afterwards by
// a job (jobs.ts).

import { fallbackLocale, type Locale } from '#lib/locale.ts';
import { isOneAddress } from '#lib/people/mail-header.ts';
import type { Message } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { newId } from '#platform/new-id.ts';
import { type FindReader, mailJobs } from './jobs.ts';
import {
  countUnsentRows,
  deleteMailsAbout,
  deleteMailsTo,
  findMail,
  insertMail,
  type listFailedMails,
  mailRowsTo,
  readProgress,
  selectFailedNow,
} from './queries.ts';
import { getMailJobKey } from './rules.ts';
import {
  type CustomerNotice,
  FOOTER,
  isAgain,
  isMailName,
  type MailTransport,
  type NoticeListeners,
  type OutgoingMail,
  type RenderedMail,
} from './shapes.ts';
import { createSmtpTransport } from './smtp.ts';
import { type MailSource, writeLetter } from './write.ts';

export type MailModule = ReturnType<typeof createMail>;

type MailOptions = MailSource & {
  /** The mail server now: the owner may set another while the shop runs. */
  readonly smtpUrl: () => string | undefined;
  readonly sandbox: MailTransport | undefined;
  /** Provided by the accounts module. */
  readonly findReader: FindReader;
  readonly listeners: NoticeListeners<CustomerNotice>;
};

/** A person waits for it. */
const SEND_MS = 15_000;

/** Sends by a mail server if there is one, else to the sandbox. Without both, mails stay in the outbox. */
export function createMail(ctx: AppContext, { smtpUrl, sandbox, findReader, listeners, ...source }: MailOptions) {
  const transport: MailTransport = {
    send(letter, signal) {
      const url = smtpUrl();
      return (url ? createSmtpTransport(url) : (sandbox ?? unsetTransport)).send(letter, signal);
    },
  };
  return {
    jobs: mailJobs(ctx, source, transport, { findReader, listeners }),
    source,
    /** Sends now, past the outbox. */
    send: (letter: RenderedMail): Promise<void> => transport.send(letter, AbortSignal.timeout(SEND_MS)),
    /** Sends the test email through a server that is not set yet. */
    async tryServer(url: string, to: string): Promise<void> {
      const now = ctx.clock.now();
      const [letterhead, { trial, [FOOTER]: footer }] = [source.letterhead(), source.texts()];
      const reader = { locale: fallbackLocale, dateLocale: letterhead.dateLocale, timeZone: letterhead.timeZone };
      const values = { to, postedAt: now.toISOString() };
      const texts = { text: trial[fallbackLocale], footer: footer[fallbackLocale] };
      const letter = writeLetter({ id: newId(now), to, reader, values, ...texts, letterhead, shopUrl: ctx.config.shopUrl });
      await createSmtpTransport(url).send(letter, AbortSignal.timeout(SEND_MS));
    },
    readings: [{ name: 'fanfare_mails_unsent', help: 'Mails in the outbox that have not left', read: () => countUnsent(ctx.db.orm) }],
  };
}

const unsetTransport: MailTransport = {
  send: () => Promise.reject(new Error('no mail server is set')),
};

/** Stores a mail and queues its job. Returns the mail's id. */
export async function postMail(ctx: Pick<AppContext, 'clock'>, tx: DbClient, mail: OutgoingMail): Promise<string> {
  if (![mail.to, mail.replyTo ?? mail.to].every(isOneAddress)) throw new Error('mail recipient is not a single address');
  const id = await insertMail(tx, mail, ctx.clock.now());
  await enqueue(tx, 'mail.send', { id }, { key: getMailJobKey(id) });
  return id;
}

const reply: Message = /*i18n*/ { id: 'piece.replyByMail', message: 'You can also write to us by replying to this email.' };

/** Adds the reply address and the sentence that names it. Undefined without inbound mail. */
export const addReply = <P extends { readonly locale: Locale }, V extends object>(post: P, values: V, replyTo: string | undefined) =>
  replyTo ? { ...post, replyTo, values: { ...values, reply: translate(reply, post.locale) } } : { ...post, values };

/** Loaded lazily: only editing needs it. */
export const editMails = () => import('./edit.ts');

/** True if mails of this kind can be sent again. */
export const canResendMail = (mail: string): boolean => isMailName(mail) && isAgain(mail);

/** Sends a copy to the current address. Undefined if the original's values are deleted. */
export async function resendMail(ctx: Pick<AppContext, 'clock'>, tx: DbClient, id: string, to: string): Promise<string | undefined> {
  const found = await findMail(tx, id);
  if (!found || !canResendMail(found.mail) || Object.keys(found.values).length === 0) return undefined;
  const { mail, locale, values, reference, replyTo } = found;
  const more = { ...(reference === null ? {} : { reference }), ...(replyTo === null ? {} : { replyTo }) };
  // The stored name and values belong together, but the type system cannot know.
  return postMail(ctx, tx, { to, locale, mail, values, ...more } as OutgoingMail);
}

/** Delivery progress of a mail. */
export const mailProgress = (queries: DbClient, id: string) => readProgress(queries, id);

export const countUnsent = (queries: DbClient): Promise<number> => countUnsentRows(queries);

export type FailedMail = Awaited<ReturnType<typeof listFailedMails>>[number];

/** Requeues one failed mail or all of them, with a full set of retries. Returns their ids. */
export async function retryFailedMails(tx: DbClient, id?: string): Promise<readonly string[]> {
  const failed = await selectFailedNow(tx, id);
  for (const mail of failed) await enqueue(tx, 'mail.send', { id: mail.id }, { key: getMailJobKey(mail.id) });
  return failed.map((mail) => mail.id);
}

/** Mails sent to an address, for the data export. */
export const listMailsTo = (queries: DbClient, email: string, limit: number) => mailRowsTo(queries, email, limit);

/** Deletes all mails to an address, sent or not. */
export const forgetMailsTo = (tx: DbClient, email: string): Promise<void> => deleteMailsTo(tx, email);

/** Deletes all mails with one of these references, whatever the recipient. */
export const forgetMailsAbout = (tx: DbClient, references: readonly string[]): Promise<void> => deleteMailsAbout(tx, references);
