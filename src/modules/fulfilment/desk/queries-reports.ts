// SQL of the reports on work: deliveries of each maker by day, and their deadlines.
import { sql } from 'drizzle-orm';
import type { Days } from '#lib/time/days.ts';
import type { DbClient } from '#platform/database/database.ts';
import { dayOf, inDays } from '#platform/database/days-sql.ts';
import { PROGRAM, SOON_MS } from '../rules.ts';
import { delivery } from '../tables.ts';

const { version, deliveredAt, dueAt, takenAt, byId, byName } = delivery;
const count = (which: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${which})`.mapWith(Number);
const isFirst = sql`${version} = 1`;

export type UrgentRequest = {
  readonly now: Date;
  /** Counting stops here. */
  readonly most: number;
  /** Undefined: the role sees all pieces. See `isVisible`. */
  readonly viewer: string | undefined;
};

/** Visible pieces that are late or nearly late and can be worked on. */
export async function countUrgent(queries: DbClient, { now, most, viewer }: UrgentRequest): Promise<number> {
  const [at, soon] = [now, new Date(now.getTime() + SOON_MS)].map((moment) => sql`${moment.toISOString()}::timestamptz`);
  const visible = viewer === undefined ? sql`true` : sql`(piece.maker_id is null or piece.maker_id = ${viewer})`;
  const { rows } = await queries.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from order_piece as piece join shop_order as o on o.id = piece.order_id
      where piece.may_begin_at is not null and piece.state in ('ready', 'inWork', 'revisionAsked') and piece.due_at <= ${soon}
        and piece.may_begin_at <= ${at} and piece.waits_since is null and o.status in (2, 3, 4) and ${visible}
      order by piece.due_at limit ${most}::int) as urgent`);
  return rows[0]?.count ?? 0;
}

type DeliveredDay = { readonly day: string; readonly service: number; readonly delivered: number; readonly onTime: number };

/**
 * Delivered orders, and how many were on time: no first delivery of a piece came after its due date, which
 * the piece itself forgets.
 */
export async function deliveredByDay(queries: DbClient, days: Days): Promise<DeliveredDay[]> {
  const at = sql.raw('o.delivered_at');
  const { rows } = await queries.execute<DeliveredDay>(sql`
    select ${dayOf(at, days)} as day, o.service_type as service, count(*)::int as delivered,
      count(*) filter (where not exists (select from delivery d where d.order_id = o.id and d.version = 1 and d.delivered_at > d.due_at))::int as "onTime"
    from shop_order o where o.delivered_at is not null and ${inDays(at, days)} group by 1, 2`);
  return rows;
}

/**
 * Programs share an operator id, so their rows are grouped by name. Only the first delivery of a piece
 * counts; later ones are revisions.
 */
export const deliveredByMaker = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: dayOf(deliveredAt, days),
      maker: sql<string>`case when ${byId} = ${PROGRAM} then ${PROGRAM} || ' ' || ${byName} else ${byId} end`,
      name: sql<string>`max(${byName})`,
      delivered: count(isFirst),
      revised: count(sql`${version} > 1`),
      // A program takes what it delivers; the rest is left to people.
      taken: count(sql`${isFirst} and ${byId} = ${PROGRAM}`),
      timed: count(sql`${isFirst} and ${dueAt} is not null`),
      onTime: count(sql`${isFirst} and ${deliveredAt} <= ${dueAt}`),
      worked: count(sql`${isFirst} and ${takenAt} is not null`),
      workSeconds: sql<number>`coalesce(sum(extract(epoch from ${deliveredAt} - ${takenAt})) filter (where ${isFirst}), 0)::bigint`.mapWith(
        Number,
      ),
    })
    .from(delivery)
    .where(inDays(deliveredAt, days))
    .groupBy(sql`1, 2`);
