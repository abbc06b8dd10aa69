// Who is away, for the queue and its calendar. A day off moves nothing that is assigned.
import { type Calendar, isBusinessDay } from '#lib/time/calendar.ts';
import { getDayIn } from '#lib/time/days.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listWorkers } from './queries.ts';
import { findAway, isOff } from './rules.ts';

type Assigned = { readonly maker_id: string | null; readonly due_at: number | null };
type Moment = { readonly now: Date; readonly calendar: Calendar };

export type Presence = Awaited<ReturnType<typeof readPresence>>;

export async function readPresence(queries: DbClient, { now, calendar }: Moment) {
  const people = await listWorkers(queries);
  const daysOff = new Map(people.map((work) => [work.operatorId, work.daysOff]));
  const today = getDayIn(calendar.zone, now);
  const assigned = people.filter(({ isAssigned }) => isAssigned);
  return {
    /** The last day off of the maker of a piece who is away today or on its due day. */
    getAway({ maker_id: makerId, due_at: dueAt }: Assigned): string | null {
      const off = (makerId !== null && daysOff.get(makerId)) || [];
      // To format a day takes longer than all the rest.
      return off.length === 0 ? null : findAway(off, [today, ...(dueAt === null ? [] : [getDayIn(calendar.zone, new Date(dueAt))])]);
    },
    /** Who is off, and how much those can make who take new pieces; null: any number. */
    getDay(day: string): { off: string[]; capacity: number | null } {
      const working = assigned.filter((person) => !isOff(person.daysOff, day));
      const isUnlimited = assigned.length === 0 || working.some(({ perDay }) => perDay === null);
      return {
        off: people.filter((person) => isOff(person.daysOff, day)).map(({ name }) => name),
        capacity: isUnlimited ? null : isBusinessDay(calendar, day) ? working.reduce((sum, { perDay }) => sum + (perDay ?? 0), 0) : 0,
      };
    },
  };
}
