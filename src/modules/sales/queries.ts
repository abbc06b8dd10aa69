// Queries of the sales module.
import { and, desc, eq } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { balanceAgreement } from './tables.ts';

export async function insertAgreement(tx: DbClient, row: typeof balanceAgreement.$inferInsert): Promise<void> {
  await tx.insert(balanceAgreement).values(row);
}

export async function hasAgreement(queries: DbClient, accountId: string, id: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: balanceAgreement.id })
    .from(balanceAgreement)
    .where(and(eq(balanceAgreement.id, id), eq(balanceAgreement.accountId, accountId)));
  return row !== undefined;
}

/** The newest first. */
export const listAccountAgreements = (queries: DbClient, accountId: string) =>
  queries
    .select({ id: balanceAgreement.id, text: balanceAgreement.text, at: balanceAgreement.at })
    .from(balanceAgreement)
    .where(eq(balanceAgreement.accountId, accountId))
    .orderBy(desc(balanceAgreement.at));

export async function dropAgreements(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(balanceAgreement).where(eq(balanceAgreement.accountId, accountId));
}
