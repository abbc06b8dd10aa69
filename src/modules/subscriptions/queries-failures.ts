// Queries for charges of saved means that failed, and those that are to be tried again.
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { OrderStatus } from '#modules/orders/statuses.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import { type Subscription, unpaidExists, unpaidMonth } from './queries.ts';
import { subscription } from './tables.ts';

/** Their month is paid. */
export async function clearFailures(tx: DbClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(subscription)
    .set({ failures: 0, failuresTold: 0, failedBy: null, retryAt: null })
    .where(inArray(subscription.id, [...ids]));
}

const dueAt = sql`(select created_at from shop_order where subscription_id = ${subscription.id} and status = ${OrderStatus.AwaitingRecurringPayment})`;

/** Saved means that are to be charged again. */
export const listRetries = (queries: DbClient, now: Date, limit: number) =>
  queries
    .select({ id: subscription.id, purchaseId: sql<string | null>`${unpaidMonth}` })
    .from(subscription)
    .where(and(lte(subscription.retryAt, now), isNotWaiting('subscriptions.renew', sql`${subscription.id}`, now)))
    .orderBy(subscription.retryAt)
    .limit(limit);

/** Undefined if another process has locked or handled it. */
export async function lockRetry(tx: DbClient, id: string, now: Date): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.id, id), lte(subscription.retryAt, now)))
    .for('update', { skipLocked: true });
  return row;
}

/** Their month is unpaid because a saved means was not charged; due first. */
export const listFailedRenewals = (queries: DbClient, limit: number) =>
  queries
    .select({
      id: subscription.id,
      paymentId: subscription.id,
      accountId: subscription.accountId,
      purpose: sql<'purchase'>`'purchase'`,
      subjectId: sql<string>`${unpaidMonth}`,
      amount: subscription.price,
      currency: subscription.currency,
      failures: subscription.failures,
      failedBy: subscription.failedBy,
      retryAt: subscription.retryAt,
      dueAt: sql<Date>`${dueAt}`.mapWith(subscription.createdAt),
    })
    .from(subscription)
    .where(and(gt(subscription.failures, 0), unpaidExists))
    .orderBy(dueAt)
    .limit(limit);

/** Charged at the next run, unless a charge goes on. Returns the ids. */
export async function setRetryNow(tx: DbClient, id: string | undefined, now: Date): Promise<string[]> {
  const isCharging = sql`exists (select from payment where subject_id = ${unpaidMonth} and state = 'open' and means_id is not null)`;
  const rows = await tx
    .update(subscription)
    .set({ retryAt: now })
    .where(and(id === undefined ? undefined : eq(subscription.id, id), gt(subscription.failures, 0), unpaidExists, sql`not ${isCharging}`))
    .returning({ id: subscription.id });
  return rows.map((row) => row.id);
}

const isUntold = sql`${subscription.failures} > ${subscription.failuresTold}`;

/** Failed charges that their customers were not told of. */
export const listUntold = (queries: DbClient, now: Date, limit: number) =>
  queries
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(isUntold, isNotWaiting('subscriptions.renew', sql`${subscription.id}`, now)))
    .orderBy(subscription.id)
    .limit(limit);

export async function lockUntold(tx: DbClient, id: string): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.id, id), isUntold))
    .for('update', { skipLocked: true });
  return row;
}
