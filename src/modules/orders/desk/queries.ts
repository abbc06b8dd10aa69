// Queries for orders at the desk. Order ids are time-ordered, so a range of days is a range of the primary
// key.
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { addDays, startOfDay } from '#lib/time/days.ts';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Order } from '../queries.ts';
import { orderPiece, shopOrder } from '../tables.ts';
import type { DeskOrdersRequest } from './shapes.ts';

const columns = {
  id: shopOrder.id,
  number: shopOrder.number,
  createdAt: shopOrder.createdAt,
  status: shopOrder.status,
  serviceType: shopOrder.serviceType,
  offerId: shopOrder.offerId,
  title: shopOrder.title,
  quantity: shopOrder.quantity,
  addOns: shopOrder.addOns,
  price: shopOrder.price,
  currency: shopOrder.currency,
  accountId: shopOrder.accountId,
  inRevision: sql<boolean>`exists (select from order_piece piece where piece.order_id = "shop_order"."id" and piece.state = 'revisionAsked')`,
};

/** Newest first. */
export const listDeskOrders = (
  queries: DbClient,
  { status, service, currency, from, until, zone, customer, before, limit }: DeskOrdersRequest,
) =>
  queries
    .select(columns)
    .from(shopOrder)
    .where(
      and(
        status === undefined ? undefined : eq(shopOrder.status, status),
        service === undefined ? undefined : eq(shopOrder.serviceType, service),
        currency === undefined ? undefined : eq(shopOrder.currency, currency),
        from === undefined ? undefined : gte(shopOrder.id, getFirstIdAt(startOfDay(from, zone))),
        until === undefined ? undefined : lt(shopOrder.id, getFirstIdAt(startOfDay(addDays(until, 1), zone))),
        customer === undefined ? undefined : eq(shopOrder.accountId, customer),
        before === undefined ? undefined : lt(shopOrder.id, before),
      ),
    )
    .orderBy(desc(shopOrder.id))
    .limit(limit);

export async function findAnyOrder(queries: DbClient, id: string): Promise<Order | undefined> {
  const [row] = await queries.select().from(shopOrder).where(eq(shopOrder.id, id));
  return row;
}

/** By the number that customers quote. */
export const orderByNumber = (queries: DbClient, number: string) =>
  queries.select(columns).from(shopOrder).where(eq(shopOrder.number, number));

/** The work of a paid order. */
export const listDeskPieces = (queries: DbClient, number: string, limit: number) =>
  queries
    .select({
      id: orderPiece.id,
      position: orderPiece.position,
      offerId: orderPiece.offerId,
      state: orderPiece.state,
      makerId: orderPiece.makerId,
    })
    .from(shopOrder)
    .innerJoin(orderPiece, eq(orderPiece.orderId, shopOrder.id))
    .where(and(eq(shopOrder.number, number), isNotNull(orderPiece.mayBeginAt)))
    .orderBy(asc(orderPiece.position))
    .limit(limit);

/** One order by its id, or all orders of a purchase by the purchase's id. */
export const listOrdersByAnyId = (queries: DbClient, id: string, limit: number) =>
  queries
    .select(columns)
    .from(shopOrder)
    .where(sql`${shopOrder.id} = ${id} or ${shopOrder.purchaseId} = ${id}`)
    .orderBy(desc(shopOrder.id))
    .limit(limit);

export const orderNumbers = (queries: DbClient, ids: readonly string[]) =>
  queries
    .select({ id: shopOrder.id, number: shopOrder.number, currency: shopOrder.currency })
    .from(shopOrder)
    .where(inArray(shopOrder.id, [...ids]));

export async function countOrders(queries: DbClient, accountId: string): Promise<number> {
  const [row] = await queries.select({ count: sql<number>`count(*)::int` }).from(shopOrder).where(eq(shopOrder.accountId, accountId));
  return row?.count ?? 0;
}

export type Spent = { readonly couponId: string; readonly currency: number; readonly reserved: number; readonly given: number };

/** Coupon discounts on purchases: granted if paid, reserved if open. */
export async function listOrderCouponTotals(queries: DbClient): Promise<Spent[]> {
  const { rows } = await queries.execute<Spent>(sql`
    select use.coupon_id as "couponId", currency::int, coalesce(sum(discount) filter (where state = 'paid'), 0)::bigint::float8 as given,
      count(*) filter (where state = 'open')::int as reserved
    from coupon_use as use join purchase on purchase.id = use.subject_id where use.released_at is null group by use.coupon_id, currency`);
  return rows;
}
