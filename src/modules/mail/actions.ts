// The door of the room: a mail is posted inside the transaction of the change that it tells of. It leaves the house by a job (jobs.ts).

import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import { keptSource } from '../../infra/source-cache.ts';
import { mailJobs } from './jobs.ts';
import {
  countUnsentRows,
  deleteMailsAbout,
  deleteMailsTo,
  failedNow,
  failedRows,
  findMail,
  insertMail,
  mailRowsTo,
  mailsAbout,
  readProgress,
} from './queries.ts';
import { isOneAddress, jobKey } from './rules.ts';
import { isAgain, isMailName, type MailTransport, type OutgoingMail } from './shapes.ts';
import { smtpTransport } from './smtp.ts';
import type { MailSource } from './source.ts';

/** The owner's mail server where one is set; else the sandbox. Where there is neither, mails wait in the outbox and say so. */
export async function openMailRoom(ctx: AppContext, { shopFolder, sandbox }: { shopFolder: string; sandbox: MailTransport | undefined }) {
  const { smtpUrl } = ctx.config;
  const transport = smtpUrl ? smtpTransport(smtpUrl) : (sandbox ?? nowhere);
  if (transport === nowhere) ctx.log.warn('SMTP_URL is not set: mails wait in the outbox until it is');
  return {
    jobs: mailJobs(ctx, await readSource(shopFolder), transport),
    readings: [{ name: 'fanfare_mails_unsent', help: 'Mails in the outbox that have not left', read: () => countUnsent(ctx.db.orm) }],
  };
}

const readSource = (folder: string): Promise<MailSource> =>
  keptSource({ name: 'mails', folder, files: ['mails/*.md', 'brand.yaml', 'company.yaml'] }, async () => {
    const { readMailSource } = await import('./source.ts');
    return readMailSource(folder);
  });

const nowhere: MailTransport = {
  send: () => Promise.reject(new Error('SMTP_URL is not set')),
};

/** Gives the mail's id. */
export async function postMail(ctx: Pick<AppContext, 'clock'>, tx: DbClient, post: OutgoingMail): Promise<string> {
  if (![post.to, post.replyTo ?? post.to].every(isOneAddress))
    throw new Error('a mail needs exactly one address, checked where it came in');
  const id = await insertMail(tx, post, ctx.clock.now());
  await enqueue(tx, 'mail.send', { id }, { key: jobKey(id) });
  return id;
}

export { mailsAbout };

/** Whether what was sent can be sent once more. */
export const canResendMail = (mail: string): boolean => isMailName(mail) && isAgain(mail);

/** The same text in a posting of its own, to where its reader reads now. Undefined where there is nothing of it to send. */
export async function resendMail(ctx: Pick<AppContext, 'clock'>, tx: DbClient, id: string, to: string): Promise<string | undefined> {
  const found = await findMail(tx, id);
  if (!found || !canResendMail(found.mail) || Object.keys(found.values).length === 0) return undefined;
  const { mail, locale, values, reference, replyTo } = found;
  const more = { ...(reference === null ? {} : { reference }), ...(replyTo === null ? {} : { replyTo }) };
  // It was a posting once: its name and its values belong together.
  return postMail(ctx, tx, { to, locale, mail, values, ...more } as OutgoingMail);
}

/** How far a mail has come, for whoever posted it. */
export const mailProgress = (queries: DbClient, id: string) => readProgress(queries, id);

export const countUnsent = (queries: DbClient): Promise<number> => countUnsentRows(queries);

export type FailedMail = Awaited<ReturnType<typeof failedMails>>[number];

/** Mails that were tried and have not left, newest first; their values stay out of it. */
export const failedMails = (queries: DbClient, limit: number) => failedRows(queries, limit);

/** Sent again at once, with all their tries, as somebody at the desk asks for it: one that has failed, or all. Gives which. */
export async function retryFailedMails(tx: DbClient, id?: string): Promise<readonly string[]> {
  const failed = await failedNow(tx, id);
  for (const mail of failed) await enqueue(tx, 'mail.send', { id: mail.id }, { key: jobKey(mail.id) });
  return failed.map((mail) => mail.id);
}

/** Which mails went to an address, and when. */
export const mailsTo = (queries: DbClient, email: string, limit: number) => mailRowsTo(queries, email, limit);

/** Sent or not, nothing of them is left; what has not left the house stays in it. */
export const forgetMailsTo = (tx: DbClient, email: string): Promise<void> => deleteMailsTo(tx, email);

/** The same for all that carry one of these references, whoever they went to. */
export const forgetMailsAbout = (tx: DbClient, references: readonly string[]): Promise<void> => deleteMailsAbout(tx, references);
