// SQL for days in the shop's time zone. Filters use a time range that an index supports; grouping uses each
// row's local date, so that daylight-saving changes lose and double nothing.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Days } from '#lib/time/days.ts';

/** The largest change of any zone's clocks. */
const SHIFT = sql.raw(`interval '3 hours'`);

/** Group by its position: the time zone is a new parameter at each use. */
export const truncateToDay = (moment: SQLWrapper, { zone }: Pick<Days, 'zone'>): SQL<string> =>
  sql<string>`to_char(${moment} at time zone ${zone}::text, 'YYYY-MM-DD')`;

export const isInDays = (moment: SQLWrapper, { from, to, zone }: Days): SQL => sql`(
  ${moment} >= (${from}::date::timestamp at time zone ${zone}::text) - ${SHIFT}
  and ${moment} < ((${to}::date + 1)::timestamp at time zone ${zone}::text) + ${SHIFT}
  and (${moment} at time zone ${zone}::text)::date between ${from}::date and ${to}::date)`;

/** The same for time-ordered ids, if the time itself has no index. */
export const isIdInDays = (id: SQLWrapper, { from, to, zone }: Days): SQL => {
  const floor = (moment: SQL): SQL => sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
  return sql`(${id} >= ${floor(sql`(${from}::date::timestamp at time zone ${zone}::text) - ${SHIFT}`)}
    and ${id} < ${floor(sql`((${to}::date + 1)::timestamp at time zone ${zone}::text) + ${SHIFT}`)})`;
};
