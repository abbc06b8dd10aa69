// Who is away, for the queue and its calendar. A day off moves nothing that is assigned.
import { type Calendar, isBusinessDay } from '#lib/time/calendar.ts';
import { dayIn } from '#lib/time/days.ts';
import { listOperators } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listOperatorWork } from './queries.ts';
import { findAway, isOff } from './rules.ts';

type Assigned = { readonly maker_id: string | null; readonly due_at: number | null };
type Moment = { readonly now: Date; readonly calendar: Calendar };

/** The last day off of the maker of a piece who is away today or on its due day. */
export async function readAway(queries: DbClient, { now, calendar: { zone } }: Moment): Promise<(piece: Assigned) => string | null> {
  const daysOff = new Map((await listOperatorWork(queries)).map((work) => [work.operatorId, work.daysOff]));
  const today = dayIn(zone, now);
  return ({ maker_id: makerId, due_at: dueAt }) => {
    const off = (makerId !== null && daysOff.get(makerId)) || [];
    // To format a day takes longer than all the rest.
    return off.length === 0 ? null : findAway(off, [today, ...(dueAt === null ? [] : [dayIn(zone, new Date(dueAt))])]);
  };
}

/** Of those who take new pieces. */
export async function readDays(queries: DbClient, calendar: Calendar) {
  const [works, operators] = await Promise.all([listOperatorWork(queries), listOperators(queries)]);
  const names = new Map(operators.flatMap(({ id, name, endedAt }) => (endedAt ? [] : [[id, name]])));
  const people = works.flatMap((work) => (names.has(work.operatorId) ? [{ ...work, name: names.get(work.operatorId) ?? '' }] : []));
  return (day: string): { off: string[]; capacity: number | null } => {
    const working = people.filter(({ isAssigned, daysOff }) => isAssigned && !isOff(daysOff, day));
    const isUnlimited = !people.some(({ isAssigned }) => isAssigned) || working.some(({ perDay }) => perDay === null);
    return {
      off: people.filter(({ daysOff }) => isOff(daysOff, day)).map(({ name }) => name),
      capacity: isUnlimited ? null : isBusinessDay(calendar, day) ? working.reduce((sum, { perDay }) => sum + (perDay ?? 0), 0) : 0,
    };
  };
}
