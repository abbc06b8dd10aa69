// Queries for deposit refunds. A wallet is debited in the statement that books the transfer.
import { desc, eq, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import type { Booking } from './queries.ts';
import { transfers } from './rules.ts';
import { deposit, depositRefund } from './tables.ts';

export type DepositRefund = typeof depositRefund.$inferSelect;

/**
 * Takes cash or credit, depending on the kind. Throws if the wallet holds less. Waits for concurrent debits
 * of the same wallet.
 */
export async function takeFromWallet(tx: DbClient, accountId: string, { kind, subjectId, amount, currency, at }: Booking): Promise<void> {
  const { from, to } = transfers[kind];
  const column = sql.raw(from === 'promo' ? 'promo' : 'cash');
  const { rows } = await tx.execute(sql`
    with left_over as (
      update wallet set ${column} = ${column} - ${amount}::int
      where account_id = ${accountId}::uuid and currency = ${currency}::smallint and ${column} >= ${amount}::int
      returning cash + promo as after)
    insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
    select ${kind}, ${subjectId}::uuid, ${from}, ${to}, ${currency}::smallint, ${amount}::int, ${accountId}::uuid, after, ${at.toISOString()}::timestamptz
    from left_over returning id`);
  markChanged(tx, ofAccount(accountId), 'balance');
  if (rows.length === 0) throw new Error(`wallet holds less than transfer ${kind} of ${subjectId} needs`);
}

export async function findAnyDeposit(queries: DbClient, id: string) {
  const [row] = await queries.select().from(deposit).where(eq(deposit.id, id));
  return row;
}

/** False if this id was refunded before. */
export async function insertDepositRefund(tx: DbClient, row: Omit<DepositRefund, 'failedAt'>): Promise<boolean> {
  const rows = await tx
    .insert(depositRefund)
    .values(row)
    .onConflictDoNothing({ target: depositRefund.id })
    .returning({ id: depositRefund.id });
  return rows.length > 0;
}

export async function findDepositRefund(queries: DbClient, id: string): Promise<DepositRefund | undefined> {
  const [row] = await queries.select().from(depositRefund).where(eq(depositRefund.id, id));
  return row;
}

/** Undefined if the refund is not of a deposit. */
export async function failDepositRefund(tx: DbClient, refundId: string, at: Date): Promise<DepositRefund | undefined> {
  const [row] = await tx.update(depositRefund).set({ failedAt: at }).where(eq(depositRefund.refundId, refundId)).returning();
  return row;
}

/** For the data export. */
export const listDepositRefunds = (queries: DbClient, accountId: string, limit: number) => {
  const { id, depositId, at, amount, credit, failedAt } = depositRefund;
  return queries
    .select({ id, depositId, at, amount, credit, failedAt })
    .from(depositRefund)
    .where(eq(depositRefund.accountId, accountId))
    .orderBy(desc(depositRefund.at))
    .limit(limit);
};
