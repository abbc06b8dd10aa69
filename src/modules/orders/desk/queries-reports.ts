// Order queries for daily reports. An event counts on its own day, so figures of past days never change.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { DbClient } from '../../../infra/database/database.ts';
import { dayOf, idsInDays, inDays } from '../../../infra/database/days-sql.ts';
import type { CurrencyNumber } from '../../../lib/money/money.ts';
import type { Days } from '../../../lib/time/days.ts';
import { WORK_HOURS } from '../statuses.ts';
import { purchase, shopOrder } from '../tables.ts';

const sumOf = (column: typeof shopOrder.price | typeof shopOrder.discount | typeof purchase.discount) =>
  sql<number>`sum(${column})`.mapWith(Number);
const count = sql<number>`count(*)`.mapWith(Number);
const isPaidIn = (days: Days) => and(eq(purchase.state, 'paid'), inDays(purchase.paidAt, days));

/** Paid orders by service and currency, without those that were cancelled before the payment. */
export const soldByDay = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: dayOf(purchase.paidAt, days),
      service: sql<number>`${shopOrder.serviceType}`,
      currency: shopOrder.currency,
      orders: count,
      gross: sumOf(shopOrder.price),
      discount: sumOf(shopOrder.discount),
    })
    .from(purchase)
    .innerJoin(shopOrder, eq(shopOrder.purchaseId, purchase.id))
    .where(and(isPaidIn(days), isNotNull(shopOrder.paidAt)))
    .groupBy(sql`1, 2, 3`);

/** By the day of payment. */
export const couponsByDay = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: dayOf(purchase.paidAt, days),
      couponId: sql<string>`${purchase.couponId}`,
      currency: purchase.currency,
      uses: count,
      given: sumOf(purchase.discount),
    })
    .from(purchase)
    .where(and(isPaidIn(days), isNotNull(purchase.couponId)))
    .groupBy(sql`1, 2, 3`);

/** A later month of a subscription: not a purchase decision of that day. */
const isRenewal = sql`exists (
  select from shop_order as o join subscription as s on s.id = o.subscription_id
  where o.purchase_id = ${purchase.id} and o.period > s.created_at)`;

/** The number of purchases placed. */
export const placedByDay = (queries: DbClient, days: Days) =>
  queries
    .select({ day: dayOf(purchase.createdAt, days), count })
    .from(purchase)
    .where(and(idsInDays(purchase.id, days), inDays(purchase.createdAt, days), sql`not ${isRenewal}`))
    .groupBy(sql`1`);

export const paidByDay = (queries: DbClient, days: Days) =>
  queries
    .select({ day: dayOf(purchase.paidAt, days), count })
    .from(purchase)
    .where(and(isPaidIn(days), sql`not ${isRenewal}`))
    .groupBy(sql`1`);

/**
 * Delivered orders, and how many were on time. Delivered pieces have no due date any more: without one, the payment's clock counts.
 * The fulfilment module knows the exact figures per piece.
 */
export const deliveredByDay = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: dayOf(shopOrder.deliveredAt, days),
      service: sql<number>`${shopOrder.serviceType}`,
      delivered: count,
      onTime: sql<number>`count(*) filter (where ${shopOrder.deliveredAt} <= coalesce(last.due, ${shopOrder.paidAt} + ${HOURS}))`.mapWith(
        Number,
      ),
    })
    .from(shopOrder)
    .innerJoin(sql`lateral (select max(due_at) as due from order_piece where order_id = ${shopOrder.id}) as last`, sql`true`)
    .where(and(isNotNull(shopOrder.deliveredAt), inDays(shopOrder.deliveredAt, days)))
    .groupBy(sql`1, 2`);

const HOURS = sql.raw(`interval '${WORK_HOURS} hours'`);

export type SoldOrder = {
  readonly id: string;
  readonly purchaseId: string;
  readonly service: number;
  readonly currency: CurrencyNumber;
  readonly price: number;
};

/** All paid orders behind ids of orders or purchases. */
export async function ordersBehind(queries: DbClient, ids: readonly string[]): Promise<SoldOrder[]> {
  if (ids.length === 0) return [];
  const { id, purchaseId, currency, price } = shopOrder;
  const columns = { id, purchaseId, service: sql<number>`${shopOrder.serviceType}`, currency, price };
  const isPaid = isNotNull(shopOrder.paidAt);
  const of = (column: typeof id | typeof purchaseId) =>
    queries
      .select(columns)
      .from(shopOrder)
      .where(and(inArray(column, [...ids]), isPaid));
  const found = [...(await of(id)), ...(await of(purchaseId))];
  return [...new Map(found.map((order) => [order.id, order])).values()];
}

/** The time of the first purchase. */
export async function firstPurchaseAt(queries: DbClient): Promise<Date | undefined> {
  const [row] = await queries.select({ at: purchase.createdAt }).from(purchase).orderBy(purchase.id).limit(1);
  return row?.at;
}
