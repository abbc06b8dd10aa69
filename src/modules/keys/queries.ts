// Queries for API keys.
import { and, count, desc, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { apiKey } from './tables.ts';

export type KeyRow = typeof apiKey.$inferSelect;

/** Null: the shop's. */
const isOfOwner = (accountId: string | null) => (accountId === null ? isNull(apiKey.accountId) : eq(apiKey.accountId, accountId));

/** One owner's keys in turn, so that concurrent requests cannot exceed the maximum. */
export async function lockKeys(tx: DbClient, accountId: string | null): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`api_key ${accountId ?? ''}`}))`);
  const [row] = await tx
    .select({ keys: count() })
    .from(apiKey)
    .where(and(isOfOwner(accountId), isNull(apiKey.revokedAt)));
  return row?.keys ?? 0;
}

export async function insertKey(tx: DbClient, row: KeyRow): Promise<void> {
  await tx.insert(apiKey).values(row);
}

/** The key with this hash, unless its account was erased. */
export async function findKey(queries: DbClient, secretHash: Buffer): Promise<KeyRow | undefined> {
  const [row] = await queries
    .select()
    .from(apiKey)
    .where(
      and(
        eq(apiKey.secretHash, secretHash),
        sql`not exists (select from account where account.id = ${apiKey.accountId} and account.erased_at is not null)`,
      ),
    );
  return row;
}

/** Not more often than this, so that each use does not write. */
export async function touchKey(queries: DbClient, id: string, now: Date, before: Date): Promise<void> {
  await queries
    .update(apiKey)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKey.id, id), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, before))));
}

export async function lockKey(tx: DbClient, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx.select().from(apiKey).where(eq(apiKey.id, id)).for('update');
  return row;
}

export async function setKey(tx: DbClient, id: string, set: Partial<KeyRow>): Promise<void> {
  await tx.update(apiKey).set(set).where(eq(apiKey.id, id));
}

const MAX_LISTED = 200;

/** Newest first, with the email address of their accounts; undefined: of all owners. */
export const listKeys = (queries: DbClient, owner?: string) =>
  queries
    .select({ ...getTableColumns(apiKey), email: sql<string | null>`(select email from account where account.id = ${apiKey.accountId})` })
    .from(apiKey)
    .where(owner === undefined ? undefined : eq(apiKey.accountId, owner))
    .orderBy(sql`${apiKey.revokedAt} is not null`, desc(apiKey.id))
    .limit(MAX_LISTED);

export async function deleteKeys(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(apiKey).where(eq(apiKey.accountId, accountId));
}
