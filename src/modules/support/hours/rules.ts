// When support answers: its hours of each weekday in the shop's time zone, its holidays, and what follows
// from them. Pure.
import type { Words } from '#lib/locale.ts';
import { getWeekday, type HolidayDays, isOnHoliday, type Weekday, weekdays } from '#lib/time/calendar.ts';
import { addDays, getDayIn } from '#lib/time/days.ts';
import { getMomentOfDay } from '#lib/time/local-time.ts';

/** In minutes after midnight; 1440 is the end of the day. */
export type OpenTime = { readonly from: number; readonly until: number };
/** In the order of time, without overlaps. None: closed on that day. */
export type Week = Readonly<Record<Weekday, readonly OpenTime[]>>;

export const DAY_MINUTES = 1_440;
export const allHours: readonly OpenTime[] = [{ from: 0, until: DAY_MINUTES }];
export const createWeek = <T>(make: (day: Weekday) => T): Readonly<Record<Weekday, T>> =>
  Object.fromEntries(weekdays.map((day) => [day, make(day)])) as Record<Weekday, T>;

/** Days when support is closed. */
export type Holiday = HolidayDays & { readonly name: Words };

export type SupportHours = { readonly week: Week; readonly holidays: readonly Holiday[]; readonly zone: string };

const listOpenTimes = ({ week, holidays }: SupportHours, day: string): readonly OpenTime[] =>
  holidays.some((holiday) => isOnHoliday(holiday, day)) ? [] : week[getWeekday(day)];

export const isAlwaysOpen = ({ week, holidays }: Pick<SupportHours, 'week' | 'holidays'>): boolean =>
  holidays.length === 0 &&
  weekdays.every((day) => week[day].length === 1 && week[day].every((time) => openMinutes([time]) === DAY_MINUTES));

const openMinutes = (times: readonly OpenTime[]): number => times.reduce((sum, { from, until }) => sum + until - from, 0);

export const countWeekMinutes = (week: Week): number => weekdays.reduce((sum, day) => sum + openMinutes(week[day]), 0);

const HOUR_MS = 3_600_000;
/** Longer than any wait that the owner's file may ask for, apart from holidays of years. */
const MAX_DAYS = 1_500;

/** Undefined: not within four years. */
export function answerDue(at: Date, hours: number, support: SupportHours): Date | undefined {
  return afterOpenTime(at, hours * HOUR_MS, support, 1);
}

/** Who has waited since before this moment has waited longer than so many hours of support. */
export function getLateSince(now: Date, hours: number, support: SupportHours): Date | undefined {
  return afterOpenTime(now, hours * HOUR_MS, support, -1);
}

/** The moment when support has been open for so long since then, or, backwards, from when it has been. */
function afterOpenTime(at: Date, openMs: number, support: SupportHours, direction: 1 | -1): Date | undefined {
  let left = openMs;
  let day = getDayIn(support.zone, at);
  for (let count = 0; count < MAX_DAYS; count++) {
    const times = listOpenTimes(support, day);
    for (const { from, until } of direction === 1 ? times : times.toReversed()) {
      const [start, end] = [getMomentOfDay(day, from, support.zone).getTime(), getMomentOfDay(day, until, support.zone).getTime()];
      const [first, last] = direction === 1 ? [Math.max(start, at.getTime()), end] : [start, Math.min(end, at.getTime())];
      if (last <= first) continue;
      if (left <= last - first) return new Date(direction === 1 ? first + left : last - left);
      left -= last - first;
    }
    day = addDays(day, direction);
  }
  return undefined;
}

/** How far ahead customers see holidays. */
const HOLIDAY_PREVIEW_DAYS = 14;

type ClosedDays = { readonly from: string; readonly until: string; readonly name: Words };

/** The holidays of the next two weeks that close support on a day when it would be open, from today on. */
export function listHolidaysAhead(now: Date, { week, holidays, zone }: SupportHours): ClosedDays[] {
  const today = getDayIn(zone, now);
  const days = Array.from({ length: HOLIDAY_PREVIEW_DAYS }, (_, ahead) => addDays(today, ahead));
  return holidays
    .flatMap((holiday): ClosedDays[] => {
      const from = days.find((day) => week[getWeekday(day)].length > 0 && isOnHoliday(holiday, day));
      return from === undefined ? [] : [{ from, until: findEnd(holiday, from), name: holiday.name }];
    })
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** Its last day in a row from this one on. */
function findEnd(holiday: Holiday, from: string): string {
  let last = from;
  for (let count = 0; count < MAX_DAYS && isOnHoliday(holiday, addDays(last, 1)); count++) last = addDays(last, 1);
  return last;
}

/** Weekdays one after another with the same hours, from Monday on. Closed ones are left out. */
export function groupSameHours(week: Week): { readonly from: Weekday; readonly until: Weekday; readonly times: readonly OpenTime[] }[] {
  const runs: { from: Weekday; until: Weekday; times: readonly OpenTime[] }[] = [];
  for (const day of weekdays) {
    const run = runs.at(-1);
    if (run && writeTimes(run.times) === writeTimes(week[day])) run.until = day;
    else runs.push({ from: day, until: day, times: week[day] });
  }
  return runs.filter(({ times }) => times.length > 0);
}

/** "09:00-12:00, 13:00-17:00", as the owner writes it; empty if closed. */
export const writeTimes = (times: readonly OpenTime[]): string =>
  times.map(({ from, until }) => `${formatClockTime(from)}-${formatClockTime(until)}`).join(', ');

export const formatClockTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const openTimePattern = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/;

/** The hours of a day as the owner writes them, or what is wrong with them. */
/** The code of what is wrong with the text. */
type TimesError = 'times-unknown' | 'times-beyond-day' | 'end-before-start' | 'times-overlap';

export function readTimes(text: string): readonly OpenTime[] | TimesError {
  const said = text.trim();
  if (said === '' || said === 'closed') return [];
  const times: OpenTime[] = [];
  for (const part of said.split(',')) {
    const match = openTimePattern.exec(part.trim());
    if (!match) return 'times-unknown';
    const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = match.slice(1).map(Number);
    const [from, until] = [fromHour * 60 + fromMinute, untilHour * 60 + untilMinute];
    if (fromMinute > 59 || untilMinute > 59 || until > DAY_MINUTES || from >= DAY_MINUTES) return 'times-beyond-day';
    if (until <= from) return 'end-before-start';
    if (from < (times.at(-1)?.until ?? 0)) return 'times-overlap';
    times.push({ from, until });
  }
  return times;
}
