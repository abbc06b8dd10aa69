// SQL of the outbox.
import { and, count, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { isAddress } from '#platform/database/email-sql.ts';
import type { PartitionedTable } from '#platform/database/partitions.ts';
import { newId } from '#platform/new-id.ts';
import type { OutgoingMail } from './shapes.ts';
import { mailOutbox } from './tables.ts';

export type OutboxRow = typeof mailOutbox.$inferSelect;

export async function insertMail(tx: DbClient, post: OutgoingMail, now: Date): Promise<string> {
  const { to, locale, mail, values, reference = null, replyTo = null } = post;
  const id = newId(now);
  await tx.insert(mailOutbox).values({ id, to, locale, mail, values, reference, replyTo, createdAt: now });
  return id;
}

/**
 * Counts an attempt before it is made and sets the Message-ID at the first. Undefined if the mail was already
 * sent.
 */
export async function startMailAttempt(queries: DbClient, id: string, messageId: string): Promise<OutboxRow | undefined> {
  const [row] = await queries
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, messageId: sql`coalesce(${mailOutbox.messageId}, ${messageId})` })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)))
    .returning();
  return row;
}

/** Deletes the values, because a link in them may grant access, unless the mail can be sent again. */
export async function markSent(queries: DbClient, id: string, now: Date, keepsValues: boolean): Promise<void> {
  const clearedValues = keepsValues ? {} : { values: {}, replyTo: null };
  await queries
    .update(mailOutbox)
    .set({ sentAt: now, ...clearedValues, lastError: null })
    .where(eq(mailOutbox.id, id));
}

/** Mails with one of these references, newest first. */
export function listMailsAbout(queries: DbClient, references: readonly string[], limit: number) {
  const { id, to, mail, createdAt, sentAt, attempts, lastError } = mailOutbox;
  return queries
    .select({ id, to, mail, createdAt, sentAt, attempts, lastError, hasText: sql<boolean>`${mailOutbox.values} <> '{}'::jsonb` })
    .from(mailOutbox)
    .where(inArray(mailOutbox.reference, [...references]))
    .orderBy(desc(createdAt))
    .limit(limit);
}

export async function findMail(queries: DbClient, id: string): Promise<OutboxRow | undefined> {
  const [row] = await queries.select().from(mailOutbox).where(eq(mailOutbox.id, id));
  return row;
}

export async function updateLastError(queries: DbClient, id: string, lastError: string): Promise<void> {
  await queries
    .update(mailOutbox)
    .set({ lastError })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)));
}

/** Unsent mails without a job. Jobs that were given up are excluded; they wait for an operator. */
export async function listMailsWithoutJob(queries: DbClient, limit: number): Promise<string[]> {
  const rows = await queries
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(isNull(mailOutbox.sentAt), sql`not exists (select from graphile_worker.jobs where key = 'mail.send:' || ${mailOutbox.id}::text)`),
    )
    .orderBy(mailOutbox.createdAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Partition settings of the outbox. */
export const outboxPartitions = { name: 'mail_outbox', key: 'id' } as const satisfies PartitionedTable;
export const isUnsentOrSentAfter = (moment: Date) => [sql`sent_at is null`, sql`sent_at >= ${moment.toISOString()}::timestamptz`];

export async function deleteSentBefore(queries: DbClient, moment: Date): Promise<number> {
  const { rowCount } = await queries.delete(mailOutbox).where(lt(mailOutbox.sentAt, moment));
  return rowCount ?? 0;
}

export async function deleteMail(queries: DbClient, id: string): Promise<void> {
  await queries.delete(mailOutbox).where(eq(mailOutbox.id, id));
}

export async function deleteUnsentBefore(queries: DbClient, moment: Date, names: readonly string[]): Promise<void> {
  await queries
    .delete(mailOutbox)
    .where(and(isNull(mailOutbox.sentAt), lt(mailOutbox.createdAt, moment), inArray(mailOutbox.mail, [...names])));
}

/** Newest first, without values. */
export function mailRowsTo(queries: DbClient, email: string, limit: number) {
  const { mail, createdAt, sentAt } = mailOutbox;
  return queries
    .select({ mail, createdAt, sentAt })
    .from(mailOutbox)
    .where(isAddress(mailOutbox.to, email))
    .orderBy(desc(createdAt))
    .limit(limit);
}

export async function deleteMailsTo(tx: DbClient, email: string): Promise<void> {
  await tx.delete(mailOutbox).where(isAddress(mailOutbox.to, email));
}

export async function deleteMailsAbout(tx: DbClient, references: readonly string[]): Promise<void> {
  await tx.delete(mailOutbox).where(inArray(mailOutbox.reference, [...references]));
}

export async function countUnsentRows(queries: DbClient): Promise<number> {
  const [row] = await queries.select({ count: count() }).from(mailOutbox).where(isNull(mailOutbox.sentAt));
  return row?.count ?? 0;
}

/** Mails that failed at least once and are unsent, newest first, without their values. */
export function listFailedMails(queries: DbClient, limit: number) {
  const { id, to, locale, mail, attempts, lastError, createdAt } = mailOutbox;
  return queries
    .select({ id, to, locale, mail, attempts, lastError, createdAt })
    .from(mailOutbox)
    .where(and(isNull(mailOutbox.sentAt), isNotNull(mailOutbox.lastError)))
    .orderBy(desc(mailOutbox.createdAt))
    .limit(limit);
}

export async function readProgress(queries: DbClient, id: string) {
  const { sentAt, attempts, lastError } = mailOutbox;
  const [row] = await queries.select({ sentAt, attempts, lastError }).from(mailOutbox).where(eq(mailOutbox.id, id));
  return row;
}

/** Failed mails that no job is sending at the moment: one or all. */
export const selectFailedNow = (tx: DbClient, id: string | undefined) =>
  tx
    .select({ id: mailOutbox.id, mail: mailOutbox.mail, attempts: mailOutbox.attempts })
    .from(mailOutbox)
    .where(
      and(
        isNull(mailOutbox.sentAt),
        isNotNull(mailOutbox.lastError),
        id === undefined ? undefined : eq(mailOutbox.id, id),
        sql`not exists (select from graphile_worker.jobs where key = 'mail.send:' || ${mailOutbox.id}::text and locked_at is not null)`,
      ),
    )
    .orderBy(mailOutbox.createdAt);
