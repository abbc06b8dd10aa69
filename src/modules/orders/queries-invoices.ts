// Purchase queries for the invoicing module.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import type { Order, Purchase } from './queries.ts';
import { purchase, shopOrder } from './tables.ts';

const isUninvoiced = and(eq(purchase.state, 'paid'), isNull(purchase.invoicedAt));

/** After an advance, the rest is invoiced when it is asked for, refunded in part, or paid. */
const waitsForRest = sql`exists (select from claim where purchase_id = ${purchase.id} and asked is not null and credited = 0 and settled < amount)`;

/** Paid purchases without an invoice, the longest waiting first. */
export const listUninvoiced = (queries: DbClient, now: Date, limit: number) =>
  queries
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(isUninvoiced, sql`not ${waitsForRest}`, isNotWaiting('invoicing.issue', sql`${purchase.id}`, now)))
    .orderBy(asc(purchase.paidAt))
    .limit(limit);

/** Undefined if another process has locked it or has issued the invoice. */
export async function lockUninvoiced(tx: DbClient, id: string): Promise<Purchase | undefined> {
  const [row] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.id, id), isUninvoiced))
    .for('update', { skipLocked: true });
  return row;
}

export async function isUninvoicedPurchase(queries: DbClient, id: string): Promise<boolean> {
  const rows = await queries
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.id, id), isUninvoiced));
  return rows.length > 0;
}

export async function setInvoiced(tx: DbClient, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(purchase)
    .set({ invoicedAt: at })
    .where(inArray(purchase.id, [...ids]));
}

export const listOrdersById = (queries: DbClient, ids: readonly string[]): Promise<Order[]> =>
  queries
    .select()
    .from(shopOrder)
    .where(inArray(shopOrder.id, [...ids]));
