// The owner's calendar: the days of the week on which work is done, the holidays, and the time zone. Pure.
import { addDays } from './days.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * Days without work: 2026-12-24, or 12-24 for every year. `until` is inclusive; without it, it is one day.
 */
export type HolidayDays = { readonly day: string; readonly until?: string | undefined };

export type Calendar = { readonly zone: string; readonly businessDays: readonly Weekday[]; readonly holidays: readonly HolidayDays[] };

/** Of an owner who names none. */
export const usualBusinessDays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
export const usualCalendar: Calendar = { zone: 'UTC', businessDays: usualBusinessDays, holidays: [] };

export const isYearly = (day: string): boolean => day.length === 'MM-DD'.length;

/** A yearly holiday may pass the end of the year. */
export function isOnHoliday({ day: from, until = from }: HolidayDays, day: string): boolean {
  if (!isYearly(from)) return from <= day && day <= until;
  const ofYear = day.slice('YYYY-'.length);
  return from <= until ? from <= ofYear && ofYear <= until : from <= ofYear || ofYear <= until;
}

export const getWeekday = (day: string): Weekday => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'mon';

export const isBusinessDay = ({ businessDays, holidays }: Calendar, day: string): boolean =>
  businessDays.includes(getWeekday(day)) && !holidays.some((holiday) => isOnHoliday(holiday, day));

/** Longer than any run of holidays that the owner's file may have. */
const MAX_DAYS = 1_500;

/** The first business day from this day on, in steps of one day; this day itself if none is near. */
export function findBusinessDay(calendar: Calendar, day: string, step: 1 | -1 = 1): string {
  let next = day;
  for (let count = 0; count < MAX_DAYS; count++) {
    if (isBusinessDay(calendar, next)) return next;
    next = addDays(next, step);
  }
  return day;
}
