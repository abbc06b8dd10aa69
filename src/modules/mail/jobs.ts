// Background jobs of mail: send, requeue mails whose job was lost, delete after a month.

import { SpanKind } from '@opentelemetry/api';
import { fallbackLocale, isLocale } from '#lib/locale.ts';
import { localizeFile } from '#lib/words/owner-texts.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { createPartitions, dropPartitions } from '#platform/database/partitions.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { formatCause } from '#platform/logging/log.ts';
import { runInSpan } from '#platform/telemetry/in-span.ts';
import { type JobHandlers, type JobPayload, PermanentJobError } from '../../jobs.ts';
import {
  deleteMail,
  deleteSentBefore,
  deleteUnsentBefore,
  findMail,
  isUnsentOrSentAfter,
  listMailsWithoutJob,
  markSent,
  type OutboxRow,
  outboxPartitions,
  startMailAttempt,
  updateLastError,
} from './queries.ts';
import { formatMessageId, getMailJobKey } from './rules.ts';
import {
  type CustomerNotice,
  FOOTER,
  fleetingNames,
  isAgain,
  isFleeting,
  isForPlugins,
  isMailName,
  listOptional,
  type MailTransport,
  mails,
  type NoticeListeners,
  noListeners,
  type RenderedMail,
} from './shapes.ts';
import { type MailSource, writeLetter } from './write.ts';

const SWEEP_BATCH_SIZE = 1_000;
const DAY_MS = 86_400_000;
const RETENTION_DAYS = 30;
/** One day longer than a mail is retried. */
const FLEETING_RETENTION_DAYS = 3;

type MailJob = 'mail.send' | 'mail.notifyPlugin' | 'mail.sweep' | 'mail.deleteExpired';

/** The time zone of the recipient, if it is known. */
export type FindReader = (to: string) => Promise<{ readonly timeZone: string | null } | undefined>;
const findNoReader: FindReader = () => Promise.resolve(undefined);

type Sending = {
  readonly ctx: AppContext;
  readonly source: MailSource;
  readonly transport: MailTransport;
  readonly findReader: FindReader;
  readonly listeners: NoticeListeners<CustomerNotice>;
};

export const mailJobs = (
  ctx: AppContext,
  source: MailSource,
  transport: MailTransport,
  { findReader = findNoReader, listeners = noListeners }: Partial<Pick<Sending, 'findReader' | 'listeners'>> = {},
): Pick<JobHandlers, MailJob> => ({
  'mail.send': ({ id }, signal) => sendMail({ ctx, source, transport, findReader, listeners }, id, signal),
  'mail.notifyPlugin': (job, signal) => notifyPlugin({ ctx, listeners }, job, signal),
  'mail.sweep': () => sweepLost(ctx),
  'mail.deleteExpired': () => forgetSent(ctx),
});

/** If the process crashes between sending and marking, the mail is sent again with the same Message-ID. */
async function sendMail(sending: Sending, id: string, signal: AbortSignal): Promise<void> {
  const { ctx, transport, listeners } = sending;
  const { db, clock } = ctx;
  const row = await startAttempt(sending, id);
  if (!row) return;
  try {
    const rendered = await renderMail(sending, row);
    await runInSpan('mail send', { kind: SpanKind.CLIENT, attributes: { 'fanfare.mail': row.mail } }, () =>
      transport.send(rendered, signal),
    );
  } catch (cause) {
    await updateLastError(db.orm, id, formatCause(cause));
    throw cause;
  }
  if (isMailName(row.mail) && isFleeting(row.mail)) await deleteMail(db.orm, id);
  else await markSent(db.orm, id, clock.now(), isMailName(row.mail) && (isAgain(row.mail) || isAnnounced(listeners, row.mail)));
}

/**
 * The first attempt of a mail announces it to the plugins, in its transaction: they do not wait for the mail
 * server.
 */
async function startAttempt({ ctx: { db }, source, listeners }: Sending, id: string): Promise<OutboxRow | undefined> {
  const messageId = formatMessageId(id, source.letterhead().sender.address);
  if (listeners.names.length === 0) return startMailAttempt(db.orm, id, messageId);
  return transaction(db, async (tx) => {
    const row = await startMailAttempt(tx, id, messageId);
    if (row?.attempts === 1 && isAnnounced(listeners, row.mail))
      for (const plugin of listeners.names) await enqueue(tx, 'mail.notifyPlugin', { id, plugin });
    return row;
  });
}

const isAnnounced = ({ names }: Sending['listeners'], mail: string): boolean => names.length > 0 && isForPlugins(mail);

/** A mail that was deleted meanwhile, or a plugin that was removed, needs no notice. */
async function notifyPlugin(
  { ctx: { db }, listeners }: Pick<Sending, 'ctx' | 'listeners'>,
  { id, plugin }: JobPayload<'mail.notifyPlugin'>,
  signal: AbortSignal,
): Promise<void> {
  const row = listeners.names.includes(plugin) ? await findMail(db.orm, id) : undefined;
  if (!row || !isForPlugins(row.mail)) return;
  const { mail: event, locale, to: email, createdAt, values } = row;
  const texts = Object.fromEntries(Object.entries(values).filter((value): value is [string, string] => typeof value[1] === 'string'));
  await listeners.send(plugin, { id, event, at: createdAt.toISOString(), email, locale, values: texts }, signal);
}

async function renderMail(
  { ctx: { config }, source, findReader }: Sending,
  { id, to, replyTo, locale: wanted, mail, values, messageId }: OutboxRow,
): Promise<RenderedMail> {
  if (!isMailName(mail)) throw new PermanentJobError(`there is no mail ${mail}`);
  const { [mail]: texts, [FOOTER]: footers } = source.texts();
  // A language may have been removed since, and a mail may be missing in an added one: then all of it is in
  // the fallback language.
  const locale = isLocale(wanted) && texts[wanted] ? wanted : fallbackLocale;
  const [text, footer] = [localizeFile(texts, locale), localizeFile(footers, locale)];
  // A mail queued by an earlier release lacks newer values.
  const { what = values.numbers ?? values.number ?? '' } = values;
  const blank = Object.fromEntries([...mails[mail].values, ...listOptional(mail)].map((name) => [name, '']));
  const complete = { ...blank, ...values, what };
  const letterhead = source.letterhead();
  const known = await findReader(to);
  const { dateLocale } = letterhead;
  const reader = { locale, dateLocale, timeZone: known?.timeZone ?? letterhead.timeZone };
  const rendered = writeLetter({ id, to, reader, values: complete, text, footer, letterhead, shopUrl: config.shopUrl });
  return { ...rendered, ...(messageId === null ? {} : { messageId }), ...(replyTo === null ? {} : { replyTo }) };
}

async function sweepLost({ db, log }: AppContext): Promise<void> {
  const swept = await transaction(db, async (tx) => {
    const lostMails = await listMailsWithoutJob(tx, SWEEP_BATCH_SIZE);
    for (const id of lostMails) await enqueue(tx, 'mail.send', { id }, { key: getMailJobKey(id) });
    return lostMails.length;
  });
  if (swept > 0) log.warn({ swept }, 'mail.outbox.requeued');
}

async function forgetSent({ db, clock, log }: AppContext): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await createPartitions(db, outboxPartitions, clock.now());
  const sentBefore = daysAgo(RETENTION_DAYS);
  const dropped = await dropPartitions(db, outboxPartitions, sentBefore, isUnsentOrSentAfter(sentBefore));
  // Sent mails in partitions that had to stay for unsent or later ones.
  const deleted = await deleteSentBefore(db.orm, sentBefore);
  await deleteUnsentBefore(db.orm, daysAgo(FLEETING_RETENTION_DAYS), fleetingNames);
  log.debug({ dropped, deleted }, 'mail.outbox.cleaned');
}
