// Order queries for daily reports. An event counts on its own day, so figures of past days never change.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Days } from '#lib/time/days.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isIdInDays, isInDays, truncateToDay } from '#platform/database/days-sql.ts';
import { orderRefund, purchase, shopOrder } from '../tables.ts';

const sumColumn = (column: typeof shopOrder.price | typeof shopOrder.discount | typeof purchase.discount) =>
  sql<number>`sum(${column})`.mapWith(Number);
const count = sql<number>`count(*)`.mapWith(Number);
const isPaidIn = (days: Days) => and(eq(purchase.state, 'paid'), isInDays(purchase.paidAt, days));

/** Paid orders by service and currency, without those that were cancelled before the payment. */
export const listSalesByDay = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: truncateToDay(purchase.paidAt, days),
      service: sql<number>`${shopOrder.serviceType}`,
      currency: shopOrder.currency,
      orders: count,
      gross: sumColumn(shopOrder.price),
      discount: sumColumn(shopOrder.discount),
    })
    .from(purchase)
    .innerJoin(shopOrder, eq(shopOrder.purchaseId, purchase.id))
    .where(and(isPaidIn(days), isNotNull(shopOrder.paidAt)))
    .groupBy(sql`1, 2, 3`);

/** By the day of payment. */
export const listCouponsByDay = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: truncateToDay(purchase.paidAt, days),
      couponId: sql<string>`${purchase.couponId}`,
      currency: purchase.currency,
      uses: count,
      given: sumColumn(purchase.discount),
    })
    .from(purchase)
    .where(and(isPaidIn(days), isNotNull(purchase.couponId)))
    .groupBy(sql`1, 2, 3`);

/** A later month of a subscription: not a purchase decision of that day. */
const isRenewal = sql`exists (
  select from shop_order as o join subscription as s on s.id = o.subscription_id
  where o.purchase_id = ${purchase.id} and o.period > s.created_at)`;

/** The number of purchases placed. */
export const countPlacedByDay = (queries: DbClient, days: Days) =>
  queries
    .select({ day: truncateToDay(purchase.createdAt, days), count })
    .from(purchase)
    .where(and(isIdInDays(purchase.id, days), isInDays(purchase.createdAt, days), sql`not ${isRenewal}`))
    .groupBy(sql`1`);

export const countPaidByDay = (queries: DbClient, days: Days) =>
  queries
    .select({ day: truncateToDay(purchase.paidAt, days), count })
    .from(purchase)
    .where(and(isPaidIn(days), sql`not ${isRenewal}`))
    .groupBy(sql`1`);

export type SoldOrder = {
  /** The id that was asked for: of an order, of a purchase, or of a part refund. */
  readonly subject: string;
  readonly service: number;
  readonly currency: CurrencyNumber;
  readonly price: number;
};

/** All paid orders behind ids of orders, purchases or part refunds. */
export async function listOrdersBehind(queries: DbClient, ids: readonly string[]): Promise<SoldOrder[]> {
  if (ids.length === 0) return [];
  const columns = { service: sql<number>`${shopOrder.serviceType}`, currency: shopOrder.currency, price: shopOrder.price };
  const isPaid = isNotNull(shopOrder.paidAt);
  const findBy = (subject: typeof shopOrder.id | typeof shopOrder.purchaseId) =>
    queries
      .select({ subject, ...columns })
      .from(shopOrder)
      .where(and(inArray(subject, [...ids]), isPaid));
  const ofParts = await queries
    .select({ subject: orderRefund.id, ...columns })
    .from(orderRefund)
    .innerJoin(shopOrder, eq(shopOrder.id, orderRefund.orderId))
    .where(and(inArray(orderRefund.id, [...ids]), isPaid));
  return [...(await findBy(shopOrder.id)), ...(await findBy(shopOrder.purchaseId)), ...ofParts];
}

/** The time of the first purchase. */
export async function findFirstPurchaseTime(queries: DbClient): Promise<Date | undefined> {
  const [row] = await queries.select({ at: purchase.createdAt }).from(purchase).orderBy(purchase.id).limit(1);
  return row?.at;
}
