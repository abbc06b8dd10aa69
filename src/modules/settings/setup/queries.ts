// SQL of the set-up checklist's results and of WAL archiving.
import { sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { deskSetUp } from './tables.ts';

export const setUpRows = (queries: DbClient) =>
  queries
    .select({
      step: deskSetUp.step,
      at: deskSetUp.at,
      found: deskSetUp.found,
      by: sql<string>`(select name from operator where id = ${deskSetUp.operatorId})`,
    })
    .from(deskSetUp);

export async function putSetUp(tx: DbClient, row: typeof deskSetUp.$inferInsert): Promise<void> {
  const { at, operatorId, found } = row;
  await tx.insert(deskSetUp).values(row).onConflictDoUpdate({ target: deskSetUp.step, set: { at, operatorId, found } });
}

/** Undefined if WAL was never archived. */
export async function findLastArchiveTime(queries: DbClient): Promise<Date | undefined> {
  const { rows } = await queries.execute<{ at: string | null }>(sql`select last_archived_time::text as at from pg_stat_archiver`);
  return rows[0]?.at ? new Date(rows[0].at) : undefined;
}

export type GuideOrder = {
  readonly number: string;
  readonly isPaid: boolean;
  readonly isDelivered: boolean;
  readonly pieceId: string | null;
};

const LATEST = 20;

/**
 * Of orders of these services: the one that came furthest, a delivered one first. It reads the tables of
 * orders directly; see docs/decisions/082-customers.md.
 */
export async function findFurthestOrder(queries: DbClient, services: readonly number[]): Promise<GuideOrder | undefined> {
  const { rows } = await queries.execute<GuideOrder>(sql`
    with own as (select unnest(${sql.param([...services])}::smallint[]) as type), found as (
      (select o.* from own join shop_order o on o.service_type = own.type where o.delivered_at is not null limit 1)
      union all
      (select latest.* from own, lateral (select * from shop_order o where o.service_type = own.type order by o.id desc limit ${LATEST}) latest))
    select number, paid_at is not null as "isPaid", delivered_at is not null as "isDelivered",
      (select p.id from order_piece p where p.order_id = found.id order by p.position limit 1) as "pieceId"
    from found where delivered_at is not null or cancelled_at is null
    order by delivered_at is null, paid_at is null, id desc limit 1`);
  return rows[0];
}
