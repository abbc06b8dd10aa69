// Queries for the orders of a subscription: one for each month, and what requests spend of the months of a
// plan.
import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { listPieces, lockPieces } from '../pieces/queries.ts';
import type { Order, Purchase } from '../queries.ts';
import type { ValuedPiece } from '../refunds/rules.ts';
import { OrderStatus } from '../statuses.ts';
import { orderPiece, purchase, shopOrder } from '../tables.ts';
import { countDays, type PlanMonth, toParts } from './rules.ts';
import { planCredit } from './tables.ts';

/** The newest month's order, with its purchase. */
export async function findNewestMonth(
  queries: DbClient,
  subscriptionId: string,
): Promise<{ order: Order; purchase: Purchase } | undefined> {
  const [row] = await queries
    .select({ order: shopOrder, purchase })
    .from(shopOrder)
    .innerJoin(purchase, eq(purchase.id, shopOrder.purchaseId))
    .where(eq(shopOrder.subscriptionId, subscriptionId))
    .orderBy(desc(shopOrder.period))
    .limit(1);
  return row;
}

export async function findUnpaidMonth(queries: DbClient, subscriptionId: string): Promise<Order | undefined> {
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

type PlacedOrder = {
  readonly purchaseRow: typeof purchase.$inferInsert;
  readonly order: typeof shopOrder.$inferInsert;
  readonly pieces: readonly (typeof orderPiece.$inferInsert)[];
};

/** The unique index rejects a second order for the same month. */
export async function insertOrder(tx: DbClient, { purchaseRow, order, pieces }: PlacedOrder): Promise<void> {
  await tx.insert(purchase).values(purchaseRow);
  await tx.insert(shopOrder).values(order);
  if (pieces.length > 0) await tx.insert(orderPiece).values([...pieces]);
  markChanged(tx, ofAccount(purchaseRow.accountId), 'orders');
}

/** Paid and not cancelled, the oldest first. */
export async function listPlanMonths(queries: DbClient, subscriptionId: string): Promise<PlanMonth[]> {
  const rows = await queries
    .select({ id: shopOrder.id, period: shopOrder.period, plan: shopOrder.plan })
    .from(shopOrder)
    .where(
      and(
        eq(shopOrder.subscriptionId, subscriptionId),
        isNotNull(shopOrder.plan),
        isNotNull(shopOrder.paidAt),
        ne(shopOrder.status, OrderStatus.Cancelled),
      ),
    )
    .orderBy(asc(shopOrder.period));
  return rows.flatMap(({ id, period, plan }) => (period && plan ? [{ id, period, plan }] : []));
}

export const listCredits = (queries: DbClient, subscriptionId: string) =>
  queries.select().from(planCredit).where(eq(planCredit.subscriptionId, subscriptionId)).orderBy(planCredit.id);

/** What a request has spent and not got back, by month. */
export const listRequestCredits = (queries: DbClient, orderId: string) =>
  queries
    .select({ monthId: planCredit.monthId, credits: sql<number>`sum(${planCredit.credits})::int` })
    .from(planCredit)
    .where(eq(planCredit.orderId, orderId))
    .groupBy(planCredit.monthId);

export async function insertCredits(tx: DbClient, rows: readonly (typeof planCredit.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(planCredit).values([...rows]);
}

/**
 * What an order consists of, to charge what is delivered of it: its pieces, or the credits or days of a month
 * of a plan. To decide by it, lock the purchase first, and the pieces with it.
 */
export async function listParts(
  queries: DbClient,
  { id, plan, period, subscriptionId }: Order,
  { now, isLocked = false }: { readonly now: Date; readonly isLocked?: boolean },
): Promise<readonly ValuedPiece[]> {
  if (!plan || !period || !subscriptionId) return isLocked ? lockPieces(queries, id) : listPieces(queries, id);
  if (plan.requests !== null) return toParts(plan.requests, await countDelivered(queries, id));
  const { rows } = await queries.execute<{ ends_at: string | null; paused_at: string | null }>(sql`select paused_at,
    coalesce((select min(newer.period) from shop_order newer where newer.subscription_id = s.id and newer.period > ${period.toISOString()}::timestamptz),
      s.renews_at) as ends_at from subscription s where s.id = ${subscriptionId}`);
  const { ends_at: endsAt = null, paused_at: pausedAt = null } = rows[0] ?? {};
  const { days, begun } = countDays({ period, endsAt: new Date(endsAt ?? now), until: new Date(pausedAt ?? now) });
  return toParts(days, begun);
}

/** Credits of the month whose requests were delivered. */
async function countDelivered(queries: DbClient, monthId: string): Promise<number> {
  const [row] = await queries
    .select({ credits: sql<number>`coalesce(sum(${planCredit.credits}), 0)::int` })
    .from(planCredit)
    .innerJoin(shopOrder, eq(shopOrder.id, planCredit.orderId))
    .where(and(eq(planCredit.monthId, monthId), eq(shopOrder.status, OrderStatus.Delivered)));
  return row?.credits ?? 0;
}
