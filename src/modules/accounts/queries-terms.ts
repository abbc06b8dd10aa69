// SQL of the terms of a client: their discount, and whether they are blocked.
import { eq, inArray } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofDesk } from '#platform/live/changes.ts';
import { accountTerms } from './tables.ts';

export type Terms = { readonly discountPercent: number; readonly blockedAt: Date | null; readonly blockReason: string };

export const noTerms: Terms = { discountPercent: 0, blockedAt: null, blockReason: '' };

const HUNDREDTHS = 100;

const toTerms = ({ discount, blockedAt, blockReason }: typeof accountTerms.$inferSelect): Terms => ({
  ...{ discountPercent: discount / HUNDREDTHS, blockedAt, blockReason },
});

/** Of those among these accounts that have any. */
export async function listTerms(queries: DbClient, accountIds: readonly string[]): Promise<ReadonlyMap<string, Terms>> {
  const rows = await queries
    .select()
    .from(accountTerms)
    .where(inArray(accountTerms.accountId, [...accountIds]));
  return new Map(rows.map((row) => [row.accountId, toTerms(row)]));
}

export const findTerms = async (queries: DbClient, accountId: string): Promise<Terms> =>
  (await listTerms(queries, [accountId])).get(accountId) ?? noTerms;

export async function saveTerms(tx: DbClient, accountId: string, { discountPercent, blockedAt, blockReason }: Terms): Promise<void> {
  const row = { discount: Math.round(discountPercent * HUNDREDTHS), blockedAt, blockReason };
  await tx
    .insert(accountTerms)
    .values({ accountId, ...row })
    .onConflictDoUpdate({ target: accountTerms.accountId, set: row });
  markChanged(tx, ofDesk, 'queue');
}

export async function deleteTerms(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(accountTerms).where(eq(accountTerms.accountId, accountId));
}
