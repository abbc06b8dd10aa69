// Ledger queries for reports.
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Days } from '#lib/time/days.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isInDays, truncateToDay } from '#platform/database/days-sql.ts';
import { deposit, depositRefund, ledgerTransfer } from './tables.ts';

/** All transfers out of `sales`: refunds, by where they went. */
export const listSalesRefunds = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: truncateToDay(ledgerTransfer.at, days),
      subjectId: ledgerTransfer.subjectId,
      to: ledgerTransfer.to,
      currency: ledgerTransfer.currency,
      amount: ledgerTransfer.amount,
    })
    .from(ledgerTransfer)
    .where(and(eq(ledgerTransfer.from, 'sales'), isInDays(ledgerTransfer.at, days)));

/** What banks took back in these days, less what they gave back, by currency. */
export const sumReturned = (queries: DbClient, days: Days) =>
  queries
    .select({
      currency: ledgerTransfer.currency,
      amount:
        sql<number>`sum(case ${ledgerTransfer.kind} when 'returned' then ${ledgerTransfer.amount} else -${ledgerTransfer.amount} end)`.mapWith(
          Number,
        ),
    })
    .from(ledgerTransfer)
    .where(and(inArray(ledgerTransfer.kind, ['returned', 'reinstated']), isInDays(ledgerTransfer.at, days)))
    .groupBy(ledgerTransfer.currency);

/**
 * Coupon credit on deposits, by the day of payment, less what refunds took back, by the day of the refund.
 */
export async function listDepositCouponsByDay(queries: DbClient, days: Days) {
  const couponId = sql<string>`${deposit.couponId}`;
  const { currency } = deposit;
  const given = await queries
    .select({
      day: truncateToDay(deposit.settledAt, days),
      couponId,
      currency,
      uses: sql<number>`count(*)`.mapWith(Number),
      given: sql<number>`sum(${deposit.amount} - ${deposit.price})`.mapWith(Number),
    })
    .from(deposit)
    .where(and(eq(deposit.state, 'paid'), isNotNull(deposit.couponId), isInDays(deposit.settledAt, days)))
    .groupBy(sql`1, 2, 3`);
  const { kind, amount, at, subjectId } = ledgerTransfer;
  const takenBack = await queries
    .select({
      day: truncateToDay(at, days),
      couponId,
      currency,
      uses: sql<number>`0`.mapWith(Number),
      given: sql<number>`sum(case ${kind} when 'bonusAgain' then ${amount} else -${amount} end)`.mapWith(Number),
    })
    .from(ledgerTransfer)
    .innerJoin(depositRefund, eq(depositRefund.refundId, subjectId))
    .innerJoin(deposit, eq(deposit.id, depositRefund.depositId))
    .where(and(inArray(kind, ['bonusBack', 'bonusAgain']), isNotNull(deposit.couponId), isInDays(at, days)))
    .groupBy(sql`1, 2, 3`);
  return [...given, ...takenBack];
}

/** The time of the first ledger transfer. */
export async function findFirstTransferTime(queries: DbClient): Promise<Date | undefined> {
  const [row] = await queries.select({ at: ledgerTransfer.at }).from(ledgerTransfer).orderBy(ledgerTransfer.id).limit(1);
  return row?.at;
}

/** Their ids are in the order of booking. */
export const listTransferPage = (
  queries: DbClient,
  { from, until }: { readonly from: Date; readonly until: Date },
  after: number,
  limit: number,
): Promise<(typeof ledgerTransfer.$inferSelect)[]> =>
  queries
    .select()
    .from(ledgerTransfer)
    .where(and(gt(ledgerTransfer.id, after), gte(ledgerTransfer.at, from), lt(ledgerTransfer.at, until)))
    .orderBy(asc(ledgerTransfer.id))
    .limit(limit);
