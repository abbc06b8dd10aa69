// Queries for withdrawals.
import { desc, eq } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { withdrawal } from './tables.ts';

export type Withdrawal = typeof withdrawal.$inferSelect;

export async function findWithdrawal(queries: DbClient, orderId: string): Promise<Withdrawal | undefined> {
  const [row] = await queries.select().from(withdrawal).where(eq(withdrawal.orderId, orderId));
  return row;
}

export async function insertWithdrawal(tx: DbClient, row: typeof withdrawal.$inferInsert): Promise<void> {
  await tx.insert(withdrawal).values(row);
}

/** For the data export, newest first. */
export const listWithdrawals = (queries: DbClient, accountId: string, limit: number) =>
  queries.select().from(withdrawal).where(eq(withdrawal.accountId, accountId)).orderBy(desc(withdrawal.at)).limit(limit);

/** Erases the reasons when the account is closed. */
export async function eraseReasons(tx: DbClient, accountId: string): Promise<void> {
  await tx.update(withdrawal).set({ reason: null }).where(eq(withdrawal.accountId, accountId));
}
