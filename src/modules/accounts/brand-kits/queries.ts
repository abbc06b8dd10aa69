// SQL of brand kits. Saving locks the account row first, so that the count is exact.
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { account, accountBrandKit } from '../tables.ts';

type NewBrandKit = typeof accountBrandKit.$inferInsert;

/** False if the account is erased. */
export async function lockOwner(tx: DbClient, accountId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.erasedAt)))
    .for('no key update');
  return rows.length === 1;
}

/** Newest first. */
export async function listKits(queries: DbClient, accountId: string, limit: number) {
  const { id, brandName, language, tone, audience, referenceUrls, mustInclude, mustAvoid, notes } = accountBrandKit;
  return queries
    .select({ id, brandName, language, tone, audience, referenceUrls, mustInclude, mustAvoid, notes })
    .from(accountBrandKit)
    .where(eq(accountBrandKit.accountId, accountId))
    .orderBy(desc(accountBrandKit.savedAt), accountBrandKit.brandKey)
    .limit(limit);
}

export const listKeys = (queries: DbClient, accountId: string) =>
  queries
    .select({ id: accountBrandKit.id, brandKey: accountBrandKit.brandKey })
    .from(accountBrandKit)
    .where(eq(accountBrandKit.accountId, accountId));

export async function insertKit(tx: DbClient, row: Omit<NewBrandKit, 'id'>): Promise<void> {
  await tx.insert(accountBrandKit).values(row);
}

export async function replaceKit(tx: DbClient, id: string, row: Omit<NewBrandKit, 'id'>): Promise<void> {
  await tx.update(accountBrandKit).set(row).where(eq(accountBrandKit.id, id));
}

/** False if the account has no such kit. */
export async function removeKit(queries: DbClient, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await queries
    .delete(accountBrandKit)
    .where(and(eq(accountBrandKit.accountId, accountId), eq(accountBrandKit.id, id)));
  return rowCount === 1;
}
