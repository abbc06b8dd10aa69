// SQL of the discounts of an unpaid purchase.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { orderTransitions } from '../statuses.ts';
import { shopOrder } from '../tables.ts';

/**
 * Removes the discounts of the purchase's unpaid orders, but for the client's own. An open purchase must have
 * a price, so an own discount of all of it does not count. Returns what is discounted.
 */
export async function dropDiscounts(tx: DbClient, purchaseId: string, ownPercent: number): Promise<number> {
  const hundredths = ownPercent < 100 ? Math.round(ownPercent * 100) : 0;
  const own = sql`(${shopOrder.total}::bigint * ${hundredths}::int / 10000)::int`;
  const orders = await tx
    .update(shopOrder)
    .set({ discount: own, price: sql`${shopOrder.total} - ${own}` })
    .where(and(eq(shopOrder.purchaseId, purchaseId), inArray(shopOrder.status, [...orderTransitions.pay.from])))
    .returning({ discount: shopOrder.discount });
  // The units share the new price equally, the first ones with a cent more.
  await tx.execute(sql`update order_piece as piece set list_value = o.price / o.quantity + (piece.position < o.price % o.quantity)::int
    from shop_order as o where o.id = piece.order_id and o.purchase_id = ${purchaseId} and piece.is_unit
      and o.status = any(${sql.param([...orderTransitions.pay.from])}::smallint[])`);
  return orders.reduce((sum, { discount }) => sum + discount, 0);
}
