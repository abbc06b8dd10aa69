// Background jobs of mail: send, requeue mails whose job was lost, delete after a month.

import type { AppContext } from '../../infra/app-context.ts';
import { transaction } from '../../infra/database/database.ts';
import { createPartitions, dropPartitions } from '../../infra/database/partitions.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import { causeLine } from '../../infra/jobs/log.ts';
import { inSpan } from '../../infra/tracing/tracer.ts';
import { type JobHandlers, PermanentJobError } from '../../jobs.ts';
import { isLocale } from '../../lib/locale.ts';
import {
  deleteMail,
  deleteSentBefore,
  deleteUnsentBefore,
  listMailsWithoutJob,
  markSent,
  noteFailure,
  type OutboxRow,
  outboxPartitions,
  startMailAttempt,
  unsentOrSentAfter,
} from './queries.ts';
import { jobKey, type Letterhead, messageIdOf } from './rules.ts';
import {
  FOOTER,
  fleetingNames,
  isAgain,
  isFleeting,
  isMailName,
  type MailTextName,
  type MailTransport,
  mails,
  type RenderedMail,
} from './shapes.ts';
import type { MailTexts } from './source.ts';
import { writeLetter } from './write.ts';

const SWEEP_BATCH_SIZE = 1_000;
const DAY_MS = 86_400_000;
const RETENTION_DAYS = 30;
/** One day longer than a mail is retried. */
const FLEETING_RETENTION_DAYS = 3;

type MailJob = 'mail.send' | 'mail.sweep' | 'mail.deleteExpired';

/** The time zone and the country of the recipient, as far as they are known. */
export type FindReader = (to: string) => Promise<{ readonly timeZone: string | null; readonly country: string } | undefined>;
const unknownReader: FindReader = () => Promise.resolve(undefined);

/** The current texts and letterhead: the owner may change both while the shop runs. */
export type MailSource = {
  readonly texts: () => MailTexts;
  /** See CurrentMails. */
  readonly outdated: () => readonly MailTextName[];
  readonly letterhead: () => Letterhead;
};

type Sending = {
  readonly ctx: AppContext;
  readonly source: MailSource;
  readonly transport: MailTransport;
  readonly findReader: FindReader;
};

export const mailJobs = (
  ctx: AppContext,
  source: MailSource,
  transport: MailTransport,
  findReader: FindReader = unknownReader,
): Pick<JobHandlers, MailJob> => ({
  'mail.send': ({ id }, signal) => sendMail({ ctx, source, transport, findReader }, id, signal),
  'mail.sweep': () => sweepLost(ctx),
  'mail.deleteExpired': () => forgetSent(ctx),
});

/** If the process crashes between sending and marking, the mail is sent again with the same Message-ID. */
async function sendMail(sending: Sending, id: string, signal: AbortSignal): Promise<void> {
  const { ctx, source, transport } = sending;
  const { db, clock } = ctx;
  const row = await startMailAttempt(db.orm, id, messageIdOf(id, source.letterhead().sender.address));
  if (!row) return;
  try {
    const rendered = await renderMail(sending, row);
    await inSpan({ name: 'mail send', kind: 'client', attributes: { 'fanfare.mail': row.mail } }, () => transport.send(rendered, signal));
  } catch (cause) {
    await noteFailure(db.orm, id, causeLine(cause));
    throw cause;
  }
  if (isMailName(row.mail) && isFleeting(row.mail)) await deleteMail(db.orm, id);
  else await markSent(db.orm, id, clock.now(), isMailName(row.mail) && isAgain(row.mail));
}

async function renderMail(
  { ctx: { config }, source, findReader }: Sending,
  { id, to, replyTo, locale, mail, values, messageId }: OutboxRow,
): Promise<RenderedMail> {
  if (!isMailName(mail) || !isLocale(locale)) throw new PermanentJobError(`mail ${mail} has no text in ${locale}`);
  const { [mail]: texts, [FOOTER]: footers } = source.texts();
  const [text, footer] = [texts[locale], footers[locale]];
  // A mail queued by an earlier release lacks newer values.
  const { what = values.numbers ?? values.number ?? '' } = values;
  const blank = Object.fromEntries(mails[mail].values.map((name) => [name, '']));
  const complete = { ...blank, ...values, what };
  const letterhead = source.letterhead();
  const known = await findReader(to);
  const reader = { locale, timeZone: known?.timeZone ?? letterhead.timeZone, country: known?.country ?? '' };
  const rendered = writeLetter({ id, to, reader, values: complete, text, footer, letterhead, shopUrl: config.shopUrl });
  return { ...rendered, ...(messageId === null ? {} : { messageId }), ...(replyTo === null ? {} : { replyTo }) };
}

async function sweepLost({ db, log }: AppContext): Promise<void> {
  const swept = await transaction(db, async (tx) => {
    const lost = await listMailsWithoutJob(tx, SWEEP_BATCH_SIZE);
    for (const id of lost) await enqueue(tx, 'mail.send', { id }, { key: jobKey(id) });
    return lost.length;
  });
  if (swept > 0) log.warn({ swept }, 'mail.outbox.requeued');
}

async function forgetSent({ db, clock, log }: AppContext): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await createPartitions(db, outboxPartitions, clock.now());
  const sentBefore = daysAgo(RETENTION_DAYS);
  const dropped = await dropPartitions(db, outboxPartitions, sentBefore, unsentOrSentAfter(sentBefore));
  // Sent mails in partitions that had to stay for unsent or later ones.
  const deleted = await deleteSentBefore(db.orm, sentBefore);
  await deleteUnsentBefore(db.orm, daysAgo(FLEETING_RETENTION_DAYS), fleetingNames);
  log.debug({ dropped, deleted }, 'mail.outbox.cleaned');
}
