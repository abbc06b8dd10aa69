// What the papers ask of purchases.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Queries } from '../../infra/db.ts';
import type { Order, Purchase } from './queries.ts';
import { purchase, shopOrder } from './tables.ts';

/** Paid and without an invoice, by whoever takes them first. */
export const takeUninvoiced = (tx: Queries, limit: number): Promise<Purchase[]> =>
  tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.state, 'paid'), isNull(purchase.invoicedAt)))
    .orderBy(asc(purchase.paidAt))
    .limit(limit)
    .for('update', { skipLocked: true });

export async function setInvoiced(tx: Queries, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(purchase)
    .set({ invoicedAt: at })
    .where(inArray(purchase.id, [...ids]));
}

export const ordersById = (queries: Queries, ids: readonly string[]): Promise<Order[]> =>
  queries
    .select()
    .from(shopOrder)
    .where(inArray(shopOrder.id, [...ids]));
