// Queries for the orders of a subscription: one for each month.
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import type { Order, Purchase } from '../queries.ts';
import { OrderStatus } from '../statuses.ts';
import { orderPiece, purchase, shopOrder } from '../tables.ts';

/** The newest month's order, with its purchase. */
export async function newestMonth(queries: DbClient, subscriptionId: string): Promise<{ order: Order; purchase: Purchase } | undefined> {
  const [row] = await queries
    .select({ order: shopOrder, purchase })
    .from(shopOrder)
    .innerJoin(purchase, eq(purchase.id, shopOrder.purchaseId))
    .where(eq(shopOrder.subscriptionId, subscriptionId))
    .orderBy(desc(shopOrder.period))
    .limit(1);
  return row;
}

export async function unpaidMonth(queries: DbClient, subscriptionId: string): Promise<Order | undefined> {
  const [row] = await queries
    .select()
    .from(shopOrder)
    .where(and(eq(shopOrder.subscriptionId, subscriptionId), eq(shopOrder.status, OrderStatus.AwaitingRecurringPayment)));
  return row;
}

/** The order of a purchase that is a month of a subscription. */
export async function findMonth(queries: DbClient, purchaseId: string): Promise<Order | undefined> {
  const [row] = await queries
    .select()
    .from(shopOrder)
    .where(and(eq(shopOrder.purchaseId, purchaseId), isNotNull(shopOrder.subscriptionId)))
    .limit(1);
  return row;
}

/**
 * Skips a locked purchase, which may be in payment: waiting for a purchase while holding a subscription's
 * lock could deadlock.
 */
export async function lockFreePurchase(tx: DbClient, purchaseId: string): Promise<Purchase | undefined> {
  const [row] = await tx.select().from(purchase).where(eq(purchase.id, purchaseId)).for('update', { skipLocked: true });
  return row;
}

type Month = {
  readonly bought: typeof purchase.$inferInsert;
  readonly order: typeof shopOrder.$inferInsert;
  readonly pieces: readonly (typeof orderPiece.$inferInsert)[];
};

/** The unique index rejects a second order for the same month. */
export async function insertMonth(tx: DbClient, { bought, order, pieces }: Month): Promise<void> {
  await tx.insert(purchase).values(bought);
  await tx.insert(shopOrder).values(order);
  await tx.insert(orderPiece).values([...pieces]);
  markChanged(tx, ofAccount(bought.accountId), 'orders');
}
