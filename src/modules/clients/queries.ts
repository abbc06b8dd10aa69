// SQL of notes and tags of customers.
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofDesk } from '#platform/live/changes.ts';
import { customerImportAccount, customerNote, customerTag } from './tables.ts';

/**
 * Pages of the desk refetch on any of its topics. One for customers alone would add to the script of the
 * storefront's pages, which know all topics.
 */
export const markNotesChanged = (tx: DbClient): void => markChanged(tx, ofDesk, 'queue');

/**
 * Locks the customer's notes and tags until the transaction ends, so that concurrent requests cannot exceed
 * the limits.
 */
export async function lockNotesAndTags(tx: DbClient, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('customer notes ' || ${accountId}, 0))`);
}

export async function countNotes(tx: DbClient, accountId: string): Promise<number> {
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(customerNote).where(eq(customerNote.accountId, accountId));
  return row?.count ?? 0;
}

export async function insertCustomerNote(tx: DbClient, row: typeof customerNote.$inferInsert): Promise<void> {
  await tx.insert(customerNote).values(row);
  markNotesChanged(tx);
}

/** The author's id; undefined if there is no such note about this customer. */
export async function deleteNote(tx: DbClient, accountId: string, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(customerNote)
    .where(and(eq(customerNote.id, id), eq(customerNote.accountId, accountId)))
    .returning({ operatorId: customerNote.operatorId });
  markNotesChanged(tx);
  return row?.operatorId;
}

/** Newest first. */
export const listCustomerNotes = (queries: DbClient, accountId: string, limit: number) =>
  queries
    .select({
      id: customerNote.id,
      text: customerNote.text,
      author: sql<string>`coalesce((select name from operator where id = ${customerNote.operatorId}), '')`,
      createdAt: customerNote.createdAt,
    })
    .from(customerNote)
    .where(eq(customerNote.accountId, accountId))
    .orderBy(desc(customerNote.id))
    .limit(limit);

/** In the order of the alphabet, by customer. */
export async function getTagsByCustomer(queries: DbClient, accountIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (accountIds.length === 0) return new Map();
  const rows = await queries
    .select({ accountId: customerTag.accountId, tag: customerTag.tag })
    .from(customerTag)
    .where(inArray(customerTag.accountId, [...accountIds]))
    .orderBy(asc(customerTag.tagKey));
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map([...byAccount].map(([accountId, tags]) => [accountId, tags.map(({ tag }) => tag)]));
}

/** With the spelling that other customers have. False if the customer has the tag already. */
export async function insertTag(tx: DbClient, { accountId, tagKey, tag }: typeof customerTag.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`insert into customer_tag (account_id, tag_key, tag)
      values (${accountId}, ${tagKey}, coalesce((select tag from customer_tag where tag_key = ${tagKey} limit 1), ${tag}))
      on conflict do nothing`,
  );
  markNotesChanged(tx);
  return rowCount === 1;
}

/** False if the customer does not have the tag. */
export async function deleteTag(tx: DbClient, accountId: string, tagKey: string): Promise<boolean> {
  const { rowCount } = await tx.delete(customerTag).where(and(eq(customerTag.accountId, accountId), eq(customerTag.tagKey, tagKey)));
  markNotesChanged(tx);
  return rowCount === 1;
}

/** The tags in use. Goes from tag to tag in the index, so that the number of customers does not matter. */
export async function listUsedTags(queries: DbClient, limit: number): Promise<string[]> {
  const { rows } = await queries.execute<{ tag: string }>(sql`
    with recursive used as (
      (select tag_key, tag from customer_tag order by tag_key limit 1)
      union all
      select next.tag_key, next.tag from used,
        lateral (select tag_key, tag from customer_tag where tag_key > used.tag_key order by tag_key limit 1) as next
    )
    select tag from used limit ${limit}`);
  return rows.map(({ tag }) => tag);
}

export async function deleteNotesAndTags(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(customerNote).where(eq(customerNote.accountId, accountId));
  await tx.delete(customerTag).where(eq(customerTag.accountId, accountId));
  await tx.delete(customerImportAccount).where(eq(customerImportAccount.accountId, accountId));
  markNotesChanged(tx);
}
