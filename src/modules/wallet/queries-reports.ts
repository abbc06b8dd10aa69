// What the reports ask of the books.
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { DbClient } from '../../infra/database/database.ts';
import { dayOf, inDays } from '../../infra/database/days-sql.ts';
import type { Days } from '../../lib/time/days.ts';
import { deposit, ledgerTransfer } from './tables.ts';

/** Every transfer that takes from the sales: what was given back, and where it went. */
export const leftSales = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: dayOf(ledgerTransfer.at, days),
      subjectId: ledgerTransfer.subjectId,
      to: ledgerTransfer.to,
      currency: ledgerTransfer.currency,
      amount: ledgerTransfer.amount,
    })
    .from(ledgerTransfer)
    .where(and(eq(ledgerTransfer.from, 'sales'), inDays(ledgerTransfer.at, days)));

/** What coupons have added to deposits, by the day on which these were paid. */
export const depositCouponsByDay = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: dayOf(deposit.settledAt, days),
      couponId: sql<string>`${deposit.couponId}`,
      currency: deposit.currency,
      uses: sql<number>`count(*)`.mapWith(Number),
      given: sql<number>`sum(${deposit.amount} - ${deposit.price})`.mapWith(Number),
    })
    .from(deposit)
    .where(and(eq(deposit.state, 'paid'), isNotNull(deposit.couponId), inDays(deposit.settledAt, days)))
    .groupBy(sql`1, 2, 3`);

/** When the books begin. */
export async function firstTransferAt(queries: DbClient): Promise<Date | undefined> {
  const [row] = await queries.select({ at: ledgerTransfer.at }).from(ledgerTransfer).orderBy(ledgerTransfer.id).limit(1);
  return row?.at;
}
