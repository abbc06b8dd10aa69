// Queries for subscriptions.
import { and, desc, eq, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { ServiceNumber } from '#modules/catalogue/shapes.ts';
import type { OrderedAddOn } from '#modules/orders/add-ons/shapes.ts';
import { OrderStatus } from '#modules/orders/statuses.ts';
import type { MeansError } from '#modules/payments/rules.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { type DeskSubscriptionState, remindFrom, type SubscriptionState, subscriptionMoves } from './rules.ts';
import type { DeskSubscriptionsRequest } from './shapes.ts';
import { subscription } from './tables.ts';

export type Subscription = typeof subscription.$inferSelect;

export async function insertSubscriptions(tx: DbClient, rows: readonly (typeof subscription.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(subscription).values([...rows]);
}

export type ListedSubscription = {
  readonly id: string;
  readonly state: SubscriptionState;
  readonly offer_id: string;
  readonly service_type: ServiceNumber;
  readonly is_plan: boolean;
  readonly quantity: number;
  readonly platform: number | null;
  readonly price: number;
  readonly add_ons: readonly OrderedAddOn[];
  readonly currency: CurrencyNumber;
  readonly created_at: Date;
  readonly renews_at: Date | null;
  readonly means_id: string | null;
  readonly failed_by: MeansError | null;
  readonly unpaid_order: string | null;
  readonly unpaid_purchase: string | null;
  /** The end of the last attempt to pay it is unknown. */
  readonly is_confirming: boolean;
};

/** More than any account has. */
const MAX_LISTED = 200;

const listQuery = sql`
  select s.id, s.state, s.offer_id, coalesce(o.service_type, offer.service_type) as service_type,
    coalesce(o.plan, offer.plan) is not null as is_plan, s.quantity, s.platform, s.price, s.add_ons, s.currency, s.created_at, s.renews_at,
    (select id from payment_means where id = s.means_id and removed_at is null) as means_id, s.failed_by,
    unpaid.id as unpaid_order, unpaid.purchase_id as unpaid_purchase,
    exists (select from payment where subject_id = unpaid.purchase_id and state = 'open' and outcome is null and outcome_at is not null) as is_confirming
  from subscription s
  left join lateral (select service_type, plan from shop_order where subscription_id = s.id limit 1) o on true
  left join catalogue_offer offer on offer.id = s.offer_id
  left join lateral (select id, purchase_id from shop_order
    where subscription_id = s.id and status = ${OrderStatus.AwaitingRecurringPayment} limit 1) unpaid on true`;

type Listed = Omit<ListedSubscription, 'created_at' | 'renews_at'> & { readonly created_at: string; readonly renews_at: string | null };

/** Raw SQL returns times as text. */
const read = (row: Listed): ListedSubscription => ({
  ...row,
  created_at: new Date(row.created_at),
  renews_at: row.renews_at === null ? null : new Date(row.renews_at),
});

/** Started and not ended, newest first. */
export async function listRunning(queries: DbClient, accountId: string): Promise<ListedSubscription[]> {
  const { rows } = await queries.execute<Listed>(sql`${listQuery}
    where s.account_id = ${accountId} and s.state in ('active', 'paused', 'ending') order by s.id desc limit ${MAX_LISTED}`);
  return rows.map(read);
}

export async function findListed(queries: DbClient, id: string): Promise<ListedSubscription | undefined> {
  const { rows } = await queries.execute<Listed>(sql`${listQuery} where s.id = ${id}`);
  return rows[0] && read(rows[0]);
}

export async function findSubscription(queries: DbClient, accountId: string, id: string): Promise<Subscription | undefined> {
  const [row] = await queries
    .select()
    .from(subscription)
    .where(and(eq(subscription.id, id), eq(subscription.accountId, accountId)));
  return row;
}

/** Subscriptions to plans that have begun and not ended, the oldest first. */
export const listPlanSubscriptions = (queries: DbClient, accountId: string): Promise<Subscription[]> =>
  queries
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.accountId, accountId),
        inArray(subscription.state, ['active', 'paused', 'ending']),
        sql`exists (select from shop_order where subscription_id = ${subscription.id} and plan is not null)`,
      ),
    )
    .orderBy(subscription.id);

/**
 * Every decision about a subscription is made under this lock. Lock order: purchase, subscription, wallet.
 */
export const lockSubscriptions = (tx: DbClient, ids: readonly string[]): Promise<Subscription[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(subscription)
        .where(inArray(subscription.id, [...ids]))
        .orderBy(subscription.id)
        .for('update');

export const unpaidExists = sql`exists (select from shop_order where subscription_id = ${subscription.id}
  and status = ${OrderStatus.AwaitingRecurringPayment})`;

/** Of the unpaid month. */
export const unpaidMonth = sql`(select purchase_id from shop_order where subscription_id = ${subscription.id}
  and status = ${OrderStatus.AwaitingRecurringPayment})`;

/** Subscriptions that may be due. None renews while a month is unpaid. */
const isDue = (now: Date) =>
  and(
    inArray(subscription.state, ['active', 'ending']),
    lte(subscription.renewsAt, remindFrom(now)),
    or(eq(subscription.reminded, false), lte(subscription.renewsAt, now)),
    sql`not ${unpaidExists}`,
  );

export const listDue = (queries: DbClient, now: Date, limit: number) =>
  queries
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(isDue(now), isNotWaiting('subscriptions.renew', sql`${subscription.id}`, now)))
    .orderBy(subscription.id)
    .limit(limit);

/** Undefined if another process has locked or handled it. */
export async function lockDue(tx: DbClient, id: string, now: Date): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.id, id), isDue(now)))
    .for('update', { skipLocked: true });
  return row;
}

export async function setSubscription(tx: DbClient, id: string, set: Partial<typeof subscription.$inferInsert>): Promise<void> {
  await tx
    .update(subscription)
    .set(set)
    .where(eq(subscription.id, id))
    .returning({ accountId: subscription.accountId })
    .then((moved) => markSubscriptionsChanged(tx, moved));
}

/** Moves only subscriptions whose state allows it. */
export async function moveSubscriptions(
  tx: DbClient,
  ids: readonly string[],
  move: keyof typeof subscriptionMoves,
  set: Partial<typeof subscription.$inferInsert> = {},
): Promise<void> {
  if (ids.length === 0) return;
  const { from, to } = subscriptionMoves[move];
  await tx
    .update(subscription)
    .set({ state: to, ...set })
    .where(and(inArray(subscription.id, [...ids]), inArray(subscription.state, [...from])))
    .returning({ accountId: subscription.accountId })
    .then((moved) => markSubscriptionsChanged(tx, moved));
}

/** The means that the customer has saved with this purchase, for what was agreed to with it. */
export async function setMeans(tx: DbClient, purchaseId: string, meansId: string): Promise<void> {
  await tx
    .update(subscription)
    .set({ meansId, agreedPrice: subscription.price })
    .where(sql`${subscription.id} in (select subscription_id from shop_order where purchase_id = ${purchaseId})`)
    .returning({ accountId: subscription.accountId })
    .then((moved) => markSubscriptionsChanged(tx, moved));
}

function markSubscriptionsChanged(tx: DbClient, moved: readonly { readonly accountId: string }[]): void {
  for (const { accountId } of moved) markChanged(tx, ofAccount(accountId), 'subscriptions');
}

/** A month that is not paid shows as a state of its own, unless its first charge still goes on. */
const deskState = sql<DeskSubscriptionState>`case when ${inArray(subscription.state, ['active', 'paused', 'ending'])} and ${unpaidExists}
  and (${subscription.failures} > 0 or not exists (select from payment where subject_id = ${unpaidMonth} and means_id is not null))
  then 'past_due' else ${subscription.state} end`;

/** Newest first, and one more than the limit if there are more. */
export const listSubscriptionPage = (queries: DbClient, { state, customerId, limit, after }: DeskSubscriptionsRequest) =>
  queries
    .select({
      id: subscription.id,
      accountId: subscription.accountId,
      offerId: subscription.offerId,
      price: subscription.price,
      currency: subscription.currency,
      renewsAt: subscription.renewsAt,
      move: subscription.state,
      state: deskState,
      failures: subscription.failures,
    })
    .from(subscription)
    .where(
      and(
        state ? eq(deskState, state) : undefined,
        customerId ? eq(subscription.accountId, customerId) : undefined,
        after ? lt(subscription.id, after) : undefined,
      ),
    )
    .orderBy(desc(subscription.id))
    .limit(limit + 1);

/** What all of them bring in a month, as `monthlyRevenue` counts it. */
export const sumRevenue = (queries: DbClient) =>
  queries
    .select({
      currency: subscription.currency,
      mrr: sql<number>`sum(${subscription.price})::float8`,
      count: sql<number>`count(*)::int`,
    })
    .from(subscription)
    .where(or(inArray(subscription.state, ['active', 'ending']), and(eq(subscription.state, 'paused'), unpaidExists)))
    .groupBy(subscription.currency)
    .orderBy(subscription.currency);

/** The account is to be closed, so no subscription renews. */
export async function endAllSubscriptions(tx: DbClient, accountId: string): Promise<void> {
  const { from, to } = subscriptionMoves.end;
  await tx
    .update(subscription)
    .set({ state: to })
    .where(and(eq(subscription.accountId, accountId), inArray(subscription.state, [...from])));
  markChanged(tx, ofAccount(accountId), 'subscriptions');
}

/** The account is closed. */
export async function eraseSubscriptions(tx: DbClient, accountId: string): Promise<void> {
  await tx
    .update(subscription)
    .set({ state: 'ended', renewsAt: null, pausedAt: null, answers: {} })
    .where(eq(subscription.accountId, accountId));
}

/** For the data export, newest first. */
export const listSubscriptions = (queries: DbClient, accountId: string, limit: number) =>
  queries
    .select()
    .from(subscription)
    .where(and(eq(subscription.accountId, accountId), ne(subscription.state, 'pending')))
    .orderBy(desc(subscription.id))
    .limit(limit);
