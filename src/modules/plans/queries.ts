// Queries for plans and their requests.
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ServiceNumber } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { OrderStatus, type StatusNumber } from '#modules/orders/statuses.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { planRequest } from './tables.ts';

export type OpenRequest = {
  readonly id: string;
  readonly purchaseId: string;
  readonly number: string;
  readonly serviceType: ServiceNumber;
  readonly status: StatusNumber;
  readonly credits: number;
  readonly answers: Answers;
  readonly position: number;
  readonly hasBegun: boolean;
};

const isOpen = sql`o.status in (${OrderStatus.Paid}, ${OrderStatus.InProgress})`;
const orderOfRequest = sql`from plan_request r join shop_order o on o.id = r.order_id`;

/** Neither delivered nor cancelled, in the order of their turn. */
export async function listOpen(queries: DbClient, subscriptionId: string): Promise<OpenRequest[]> {
  const { rows } =
    await queries.execute<OpenRequest>(sql`select o.id, o.purchase_id as "purchaseId", o.number, o.service_type as "serviceType",
    o.status, o.answers_short as answers, r.credits, r.position, r.begun_at is not null as "hasBegun" ${orderOfRequest}
    where r.subscription_id = ${subscriptionId} and ${isOpen} order by r.position`);
  return rows;
}

export const findRequests = async (queries: DbClient, orderIds: readonly string[]) =>
  orderIds.length === 0
    ? []
    : queries
        .select()
        .from(planRequest)
        .where(inArray(planRequest.orderId, [...orderIds]));

/** The highest position so far; the next request gets the one after it. */
export async function getLastPosition(queries: DbClient, subscriptionId: string): Promise<number> {
  const [row] = await queries
    .select({ last: sql<number>`coalesce(max(${planRequest.position}), 0)::int` })
    .from(planRequest)
    .where(eq(planRequest.subscriptionId, subscriptionId));
  return row?.last ?? 0;
}

export async function insertRequest(tx: DbClient, row: typeof planRequest.$inferInsert): Promise<void> {
  await tx.insert(planRequest).values(row);
  markPlanChanged(tx, row.accountId);
}

export async function setRequest(
  tx: DbClient,
  orderId: string,
  set: Pick<Partial<typeof planRequest.$inferInsert>, 'position' | 'begunAt'>,
) {
  await tx.update(planRequest).set(set).where(eq(planRequest.orderId, orderId));
}

export function markPlanChanged(tx: DbClient, accountId: string): void {
  markChanged(tx, ofAccount(accountId), 'subscriptions');
  markChanged(tx, ofAccount(accountId), 'orders');
  markChanged(tx, ofDesk, 'queue');
}

/** A row that is due; `purchaseId`: of an order. */
export type Due = { readonly id: string; readonly purchaseId: string };

const listDue = async (queries: DbClient, { id, found }: { id: SQL; found: SQL }, now: Date, limit: number): Promise<Due[]> =>
  (await queries.execute<Due>(sql`select ${found} and ${isNotWaiting('plans.advance', id, now)} order by ${id} limit ${limit}`)).rows;

/** Plans whose next request may begin: work is free. */
export const listFree = (queries: DbClient, now: Date, limit: number) =>
  listDue(
    queries,
    {
      id: sql`s.id`,
      found: sql`s.id, '' as "purchaseId" from subscription s where s.state in ('active', 'ending')
        and s.id in (select r.subscription_id ${orderOfRequest} where r.begun_at is null and o.status = ${OrderStatus.Paid})
        and (select count(*) ${orderOfRequest} where r.subscription_id = s.id and r.begun_at is not null and ${isOpen})
          < (select (plan ->> 'active')::int from shop_order where subscription_id = s.id order by period desc limit 1)`,
    },
    now,
    limit,
  );

/** Months of plans whose period is over: a newer one began, or the plan has ended. */
export const listFinishedMonths = (queries: DbClient, now: Date, limit: number) =>
  listDue(
    queries,
    {
      id: sql`o.id`,
      found: sql`o.id, o.purchase_id as "purchaseId" from shop_order o join subscription s on s.id = o.subscription_id
        where o.plan is not null and ${isOpen} and (s.state = 'ended'
          or exists (select from shop_order newer where newer.subscription_id = s.id and newer.period > o.period))`,
    },
    now,
    limit,
  );

/**
 * Requests that come to nothing: they wait although the plan has ended, or a month that paid for them was
 * cancelled before they were delivered.
 */
export const listVoid = (queries: DbClient, now: Date, limit: number) =>
  listDue(
    queries,
    {
      id: sql`o.id`,
      found: sql`o.id, o.purchase_id as "purchaseId" ${orderOfRequest} join subscription s on s.id = r.subscription_id
        where ${isOpen} and ((s.state = 'ended' and r.begun_at is null)
          or exists (select from plan_credit spent join shop_order month on month.id = spent.month_id
            where spent.order_id = o.id and month.status = ${OrderStatus.Cancelled}))`,
    },
    now,
    limit,
  );

/** For the data export, newest first. */
export const listRequests = (queries: DbClient, accountId: string, limit: number) =>
  queries.select().from(planRequest).where(eq(planRequest.accountId, accountId)).orderBy(sql`${planRequest.orderId} desc`).limit(limit);
