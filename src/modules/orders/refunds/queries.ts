// Queries for refunds of orders by operators.
import { asc, eq, sql } from 'drizzle-orm';
import type { DbClient } from '../../../infra/database/database.ts';
import { orderRefund } from '../tables.ts';

export type OrderRefund = typeof orderRefund.$inferSelect;

/** False if this id was refunded before. */
export async function insertOrderRefund(tx: DbClient, row: OrderRefund): Promise<boolean> {
  const made = await tx.insert(orderRefund).values(row).onConflictDoNothing({ target: orderRefund.id }).returning({ id: orderRefund.id });
  return made.length > 0;
}

/** The refunds of an order, oldest first. */
export const refundsOf = (queries: DbClient, orderId: string): Promise<OrderRefund[]> =>
  queries.select().from(orderRefund).where(eq(orderRefund.orderId, orderId)).orderBy(asc(orderRefund.at));

export async function findPart(queries: DbClient, id: string): Promise<OrderRefund | undefined> {
  const [row] = await queries.select().from(orderRefund).where(eq(orderRefund.id, id));
  return row;
}

/** The order of a partial refund. */
export const orderOfPart = async (queries: DbClient, id: string): Promise<string | undefined> => (await findPart(queries, id))?.orderId;

export type RefundedTotals = { readonly total: number; readonly promo: number };

/** The partial refunds of an order. To decide by them, lock the purchase first. */
export async function refundedTotals(queries: DbClient, orderId: string): Promise<RefundedTotals> {
  const { toSource, toCash, toPromo } = orderRefund;
  const [row] = await queries
    .select({
      total: sql<number>`coalesce(sum(${toSource} + ${toCash} + ${toPromo}), 0)::int`,
      promo: sql<number>`coalesce(sum(${toPromo}), 0)::int`,
    })
    .from(orderRefund)
    .where(eq(orderRefund.orderId, orderId));
  return row ?? { total: 0, promo: 0 };
}

/** For the data export. */
export const refundsOfAccount = (queries: DbClient, accountId: string, limit: number) => {
  const { id, orderId, at, cancelsOrder: ends, retained, toSource, toCash, toPromo } = orderRefund;
  return queries
    .select({ id, orderId, at, ends, kept: retained, toSource, toCash, toPromo })
    .from(orderRefund)
    .where(eq(orderRefund.accountId, accountId))
    .orderBy(asc(orderRefund.at))
    .limit(limit);
};
