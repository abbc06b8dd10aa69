// Queries for refunds of orders by operators.
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { orderRefund } from '../tables.ts';

export type OrderRefund = typeof orderRefund.$inferSelect;

/** False if this id was refunded before. */
export async function insertOrderRefund(tx: DbClient, row: OrderRefund): Promise<boolean> {
  const rows = await tx.insert(orderRefund).values(row).onConflictDoNothing({ target: orderRefund.id }).returning({ id: orderRefund.id });
  return rows.length > 0;
}

/** The refunds of an order, oldest first. */
export const listRefunds = (queries: DbClient, orderId: string): Promise<OrderRefund[]> =>
  queries.select().from(orderRefund).where(eq(orderRefund.orderId, orderId)).orderBy(asc(orderRefund.at));

export async function findPart(queries: DbClient, id: string): Promise<OrderRefund | undefined> {
  const [row] = await queries.select().from(orderRefund).where(eq(orderRefund.id, id));
  return row;
}

/** Which of these orders were refunded at this time, in full or in part. */
export async function findOrdersRefundedAt(queries: DbClient, orderIds: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const rows = await queries
    .select({ orderId: orderRefund.orderId })
    .from(orderRefund)
    .where(and(inArray(orderRefund.orderId, [...orderIds]), eq(orderRefund.at, at)));
  return new Set(rows.map(({ orderId }) => orderId));
}

/**
 * The orders behind some subjects of transfers: a purchase has its orders, an order itself, a partial refund
 * its order.
 */
export async function listSubjectOrders(queries: DbClient, subjectIds: readonly string[]): Promise<SubjectOrder[]> {
  const columns = sql`id, number, offer_id as "offerId", quantity`;
  const ids = sql`${`{${subjectIds.join(',')}}`}::uuid[]`;
  const { rows } = await queries.execute<SubjectOrder>(sql`
    select purchase_id as subject, ${columns} from shop_order where purchase_id = any(${ids})
    union all select id, ${columns} from shop_order where id = any(${ids})
    union all select part.id, whole.id, whole.number, whole.offer_id, whole.quantity from order_refund part join shop_order whole on whole.id = part.order_id where part.id = any(${ids})
    order by number`);
  return rows;
}

export type SubjectOrder = {
  readonly subject: string;
  readonly id: string;
  readonly number: string;
  readonly offerId: string;
  readonly quantity: number;
};

/** The order of a partial refund. */
export const orderOfPart = async (queries: DbClient, id: string): Promise<string | undefined> => (await findPart(queries, id))?.orderId;

export type RefundedTotals = { readonly total: number; readonly promo: number };

/** The partial refunds of an order. To decide by them, lock the purchase first. */
export async function getRefundedTotals(queries: DbClient, orderId: string): Promise<RefundedTotals> {
  const { toSource, toCash, toPromo, toClaim } = orderRefund;
  const [row] = await queries
    .select({
      total: sql<number>`coalesce(sum(${toSource} + ${toCash} + ${toPromo} + ${toClaim}), 0)::int`,
      promo: sql<number>`coalesce(sum(${toPromo}), 0)::int`,
    })
    .from(orderRefund)
    .where(eq(orderRefund.orderId, orderId));
  return row ?? { total: 0, promo: 0 };
}

/** For the data export. */
export const listAccountRefunds = (queries: DbClient, accountId: string, limit: number) => {
  const { id, orderId, at, cancelsOrder: ends, retained, toSource, toCash, toPromo, toClaim } = orderRefund;
  return queries
    .select({ id, orderId, at, ends, kept: retained, toSource, toCash, toPromo, toClaim })
    .from(orderRefund)
    .where(eq(orderRefund.accountId, accountId))
    .orderBy(asc(orderRefund.at))
    .limit(limit);
};
