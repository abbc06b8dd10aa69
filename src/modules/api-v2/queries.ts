// SQL of API v2.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Billing } from '#lib/money/billing.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { PlacedOrder } from './rules.ts';
import { resellerOrder, resellerService } from './tables.ts';

/** The numbers of these offers. Those without one get the next, in this order. */
export async function assignOfferNumbers(queries: DbClient, offerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const known = await findNumbers(queries, offerIds);
  const added = offerIds.filter((id) => !known.has(id));
  if (added.length === 0) return known;
  await queries
    .insert(resellerService)
    .values(added.map((offerId) => ({ offerId })))
    .onConflictDoNothing();
  return findNumbers(queries, offerIds);
}

async function findNumbers(queries: DbClient, offerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .select()
    .from(resellerService)
    .where(inArray(resellerService.offerId, [...offerIds]));
  return new Map(rows.map(({ offerId, id }) => [offerId, id]));
}

type Request = { readonly keyId: string; readonly requestHash: Buffer; readonly now: Date; readonly since: Date };

/** The number of a new order. Undefined if the same was ordered since; requests for the same take turns. */
export async function claimOrderNumber(tx: DbClient, { keyId, requestHash, now, since }: Request): Promise<number | undefined> {
  const subject = `reseller_order ${keyId} ${requestHash.toString('hex')}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`);
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into reseller_order (key_id, request_hash, created_at)
    select ${keyId}::uuid, ${requestHash}::bytea, ${now.toISOString()}::timestamptz
    where not exists (
      select from reseller_order
      where key_id = ${keyId}::uuid and request_hash = ${requestHash}::bytea and created_at > ${since.toISOString()}::timestamptz)
    returning id`);
  return rows[0]?.id;
}

export async function setOrder(queries: DbClient, id: number, orderId: string): Promise<void> {
  await queries.update(resellerOrder).set({ orderId }).where(eq(resellerOrder.id, id));
}

/** Nothing was ordered: the same request may follow at once. */
export async function deleteClaim(queries: DbClient, id: number): Promise<void> {
  await queries.delete(resellerOrder).where(and(eq(resellerOrder.id, id), sql`${resellerOrder.orderId} is null`));
}

type FoundOrder = PlacedOrder & { readonly id: number; readonly orderId: string };

/** Those of the account. */
export async function findOrders(queries: DbClient, accountId: string, ids: readonly number[]): Promise<FoundOrder[]> {
  const { rows } = await queries.execute<FoundOrder>(sql`
    select mine.id, placed.id as "orderId", placed.status, placed.currency, placed.price, placed.quantity,
      (case when placed.status = -1
        then coalesce(
          (select charged from withdrawal where order_id = placed.id),
          (select retained from order_refund where order_id = placed.id and cancels_order), 0)
        else placed.price - coalesce(
          (select sum(to_source + to_cash + to_promo) from order_refund where order_id = placed.id), 0)
      end)::int as charged
    from reseller_order as mine join shop_order as placed on placed.id = mine.order_id
    where placed.account_id = ${accountId}::uuid and mine.id = any(${sql.param([...ids])}::int[])`);
  return rows;
}

/** As it was last given with a purchase or a deposit, else as the account has it. */
export async function findBilling(queries: DbClient, accountId: string): Promise<Billing | undefined> {
  const { rows } = await queries.execute<{ billing: Billing }>(sql`
    select billing from (
      select billing, created_at from purchase where account_id = ${accountId}::uuid
      union all select billing, created_at from deposit where account_id = ${accountId}::uuid
      union all select jsonb_build_object('firstName', first_name, 'lastName', last_name, 'country', country, 'city', city,
        'address', address, 'state', state, 'zipCode', zip_code), '-infinity' from account where id = ${accountId}::uuid
    ) as given
    order by billing ->> 'country' <> '' desc, created_at desc limit 1`);
  return rows[0]?.billing;
}
