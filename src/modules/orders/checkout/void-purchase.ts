// Cancels an unpaid purchase: orders, pieces, payment and coupon use. The caller has locked the purchase.
import type { DbClient } from '#platform/database/database.ts';
import { cancelPieces, listOrders, moveOrders, type Order, setPurchase } from '../queries.ts';
import type { CheckoutDeps } from './place-order.ts';

/** Returns the cancelled orders. */
export async function dropPurchase({ ctx, payments, coupons }: CheckoutDeps, tx: DbClient, purchaseId: string): Promise<Order[]> {
  const orders = await listOrders(tx, purchaseId);
  const ids = orders.map(({ id }) => id);
  const dropped = await moveOrders(tx, ids, 'giveUp', { cancelledAt: ctx.clock.now() });
  await cancelPieces(tx, ids);
  await payments.end(tx, purchaseId);
  await setPurchase(tx, purchaseId, { state: 'cancelled' });
  await coupons.free(tx, purchaseId);
  return orders.filter(({ id }) => dropped.includes(id));
}
