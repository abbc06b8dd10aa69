// SQL of the reports on work: deliveries of each maker by day, their deadlines, and how long they took.
import { sql } from 'drizzle-orm';
import type { Viewer } from '#lib/people/operator.ts';
import type { Days } from '#lib/time/days.ts';
import { standardTurnaround, toSeconds } from '#lib/time/turnaround.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isInDays, truncateToDay } from '#platform/database/days-sql.ts';
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
  readonly viewer: Pick<Viewer, 'id'> | undefined;
};

/** Visible pieces that are late or nearly late and can be worked on. */
export async function countUrgent(queries: DbClient, { now, most, viewer }: UrgentRequest): Promise<number> {
  const [at, soon] = [now, new Date(now.getTime() + SOON_MS)].map((moment) => sql`${moment.toISOString()}::timestamptz`);
  const visible = viewer === undefined ? sql`true` : sql`(piece.maker_id is null or piece.maker_id = ${viewer.id})`;
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
export async function countDeliveredByDay(queries: DbClient, days: Days): Promise<DeliveredDay[]> {
  const at = sql.raw('o.delivered_at');
  const { rows } = await queries.execute<DeliveredDay>(sql`
    select ${truncateToDay(at, days)} as day, o.service_type as service, count(*)::int as delivered,
      count(*) filter (where not exists (select from delivery d where d.order_id = o.id and d.version = 1 and d.delivered_at > d.due_at))::int as "onTime"
    from shop_order o where o.delivered_at is not null and ${isInDays(at, days)} group by 1, 2`);
  return rows;
}

/**
 * Programs share an operator id, so their rows are grouped by name. Only the first delivery of a piece
 * counts; later ones are revisions.
 */
export const countDeliveredByMaker = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: truncateToDay(deliveredAt, days),
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
    .where(isInDays(deliveredAt, days))
    .groupBy(sql`1, 2`);

const TIMES_DAYS = 90;
/** Fewer deliveries say too little, and might tell of a single customer. */
const MIN_DELIVERIES = 20;

type DeliveryTimesRow = { readonly service: number; readonly count: number; readonly half: number; readonly most: number };

/**
 * Seconds within which half and nine of ten pieces were delivered for the first time, by the working clock:
 * it stops while the shop waits for the customer, and a due date is its full time after it began. A piece of
 * a bundle counts for its own service and for the bundle. Turnarounds in days are left out, because not all
 * of that time is work time; so are dates that were set by hand.
 */
export async function listDeliveryTimes(queries: DbClient, now: Date): Promise<DeliveryTimesRow[]> {
  const since = new Date(now.getTime() - TIMES_DAYS * 86_400_000).toISOString();
  const { rows } = await queries.execute<DeliveryTimesRow>(sql`
    with first as (
      select extract(epoch from d.delivered_at - d.due_at)::float8 + coalesce(
          (piece.turnaround ->> 'amount')::float8 * case piece.turnaround ->> 'unit' when 'minutes' then 60 else 3600 end,
          ${toSeconds(standardTurnaround)}::float8) as seconds,
        d.service_type, o.service_type as ordered
      from delivery d join order_piece piece on piece.id = d.piece_id join shop_order o on o.id = d.order_id
      where d.version = 1 and d.delivered_at > ${since}::timestamptz and d.delivered_at <= ${now.toISOString()}::timestamptz
        and d.due_at is not null and piece.state <> 'cancelled' and piece.due_by_hand is null
        and coalesce(piece.turnaround ->> 'unit', 'hours') in ('minutes', 'hours'))
    select service, count(*)::int as count, percentile_disc(0.5) within group (order by seconds) as half,
      percentile_disc(0.9) within group (order by seconds) as most
    from (select service_type as service, seconds from first union all select ordered, seconds from first where ordered <> service_type) as each
    group by service having count(*) >= ${MIN_DELIVERIES}`);
  return rows;
}
