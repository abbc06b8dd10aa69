// Reads the hours and holidays of support.yaml, and checks that an answer is possible within them. Pure.
import { isOnHoliday, isYearly, weekdays } from '#lib/time/calendar.ts';
import { isDay } from '#lib/time/days.ts';
import type { ErrorValues, Reasons } from '#lib/yaml/source.ts';
import type { SupportValue } from '../shapes-support.ts';
import { countWeekMinutes, createWeek, type Holiday, readTimes, type Week } from './rules.ts';

export const toWeek = ({ hours }: Pick<SupportValue, 'hours'>): Week =>
  createWeek((day) => {
    const times = readTimes(hours[day]);
    return typeof times === 'string' ? [] : times;
  });

/** What can be wrong in support.yaml, as the file says it. */
export const supportReasons = {
  'times-unknown': () => 'must be times such as 09:00-17:00 or 09:00-12:00, 13:00-17:00, or closed',
  'times-beyond-day': () => 'must be times from 00:00 to 24:00',
  'end-before-start': () => 'must end after it begins; what is after midnight is of the next day, as in 22:00-24:00 and 00:00-06:00',
  'times-overlap': () => 'must be in the order of time, without overlaps',
  'never-open': () => 'must be open on one day at least',
  'never-working': () => 'must have one day at least',
  'too-many-hours': ({ most, weeks }) => `must be at most ${most} with these hours, which is ${weeks} weeks`,
  'half-a-year': () => 'must leave half of every year open',
  'day-unknown': () => 'must be a day such as 2026-12-24, or 12-24 for every year',
  'until-unlike-day': ({ example }) => `must be a day such as ${example}, like the first one`,
  'until-before-day': () => 'must not be before the first day',
  'id-twice': () => 'each id only once',
} as const satisfies Reasons;

type HoursError = {
  readonly path: readonly (string | number)[];
  readonly code: keyof typeof supportReasons;
  readonly values?: ErrorValues;
};

/** An answer takes a quarter of a year at most, apart from holidays. */
const MAX_WEEKS = 13;
const MAX_YEARLY_DAYS = 183;

export function findHoursErrors(written: SupportValue): HoursError[] {
  const { hours, businessDays, holidays, firstAnswerHours } = written;
  const ofDays = weekdays.flatMap((day): HoursError[] => {
    const times = readTimes(hours[day]);
    return typeof times === 'string' ? [{ path: ['hours', day], code: times }] : [];
  });
  const errors = [...ofDays, ...holidays.flatMap(findHolidayErrors)];
  if (errors.length > 0) return errors;
  const most = Math.floor((countWeekMinutes(toWeek(written)) * MAX_WEEKS) / 60);
  if (most === 0) return [{ path: ['hours'], code: 'never-open' }];
  if (businessDays.length === 0) return [{ path: ['businessDays'], code: 'never-working' }];
  if (firstAnswerHours > most) return [{ path: ['firstAnswerHours'], code: 'too-many-hours', values: { most, weeks: MAX_WEEKS } }];
  if (countYearlyDays(holidays) > MAX_YEARLY_DAYS) return [{ path: ['holidays'], code: 'half-a-year' }];
  return [];
}

/** A leap year, so that it has February 29. */
const YEAR = 2000;
const isYearlyDay = (text: string): boolean => isDay(`${YEAR}-${text}`);

function findHolidayErrors({ day, until }: Holiday, index: number): HoursError[] {
  const error = (field: string, code: HoursError['code'], values: ErrorValues = {}): HoursError[] => [
    { path: ['holidays', index, field], code, values },
  ];
  if (!isDay(day) && !isYearlyDay(day)) return error('day', 'day-unknown');
  if (until === undefined) return [];
  if (isYearly(day) ? !isYearlyDay(until) : !isDay(until))
    return error('until', 'until-unlike-day', { example: isYearly(day) ? '12-26' : '2026-12-26' });
  return !isYearly(day) && until < day ? error('until', 'until-before-day') : [];
}

function countYearlyDays(holidays: readonly Holiday[]): number {
  const yearly = holidays.filter(({ day }) => isYearly(day));
  const days = Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(YEAR, 0, 1 + index)).toISOString().slice(0, 10));
  return days.filter((day) => yearly.some((holiday) => isOnHoliday(holiday, day))).length;
}
