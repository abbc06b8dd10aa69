// Days of the shop's own time zone in SQL. What is asked for is a range that an index finds; which day a moment belongs to is asked of its own date, so
// that a night in which clocks are put back or forth loses nothing and counts nothing twice.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Days } from '../../lib/time/days.ts';

/** No clock was ever put back or forth by more. */
const SHIFT = sql.raw(`interval '3 hours'`);

/** To be grouped by its place: the zone is a parameter each time anew. */
export const dayOf = (moment: SQLWrapper, { zone }: Pick<Days, 'zone'>): SQL<string> =>
  sql<string>`to_char(${moment} at time zone ${zone}::text, 'YYYY-MM-DD')`;

export const inDays = (moment: SQLWrapper, { from, to, zone }: Days): SQL => sql`(
  ${moment} >= (${from}::date::timestamp at time zone ${zone}::text) - ${SHIFT}
  and ${moment} < ((${to}::date + 1)::timestamp at time zone ${zone}::text) + ${SHIFT}
  and (${moment} at time zone ${zone}::text)::date between ${from}::date and ${to}::date)`;

/** The same by ids that begin with their moment, where no index knows the moment itself. */
export const idsInDays = (id: SQLWrapper, { from, to, zone }: Days): SQL => {
  const floor = (moment: SQL): SQL => sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
  return sql`(${id} >= ${floor(sql`(${from}::date::timestamp at time zone ${zone}::text) - ${SHIFT}`)}
    and ${id} < ${floor(sql`((${to}::date + 1)::timestamp at time zone ${zone}::text) + ${SHIFT}`)})`;
};
