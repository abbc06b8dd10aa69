// Turnaround: how long a piece of work takes, in the measure of its offer, and the dates that follow. Pure;
// runs in the browser too.
//
// Minutes and hours are time that passes. Days and business days are counted on the clocks of the owner's
// zone: a day ends at the same local time, whether or not the clocks change in between. Business days leave
// out the days without work.
import { type Calendar, findBusinessDay, isBusinessDay, weekdays } from './calendar.ts';
import { addDays, getZoneOffset } from './days.ts';
import { getMomentOfDay } from './local-time.ts';

export const turnaroundUnits = ['minutes', 'hours', 'days', 'businessDays'] as const;
export type TurnaroundUnit = (typeof turnaroundUnits)[number];
export type Turnaround = { readonly amount: number; readonly unit: TurnaroundUnit };

/** Of an offer that names none. */
export const standardTurnaround: Turnaround = { amount: 48, unit: 'hours' };
/** A year of days. */
export const MAX_TURNAROUND = 365;

const DAY_SECONDS = 86_400;
const unitSeconds: Readonly<Record<TurnaroundUnit, number>> = { minutes: 60, hours: 3_600, days: DAY_SECONDS, businessDays: DAY_SECONDS };

/** In the measure of its unit: a business day has 24 hours. */
export const toSeconds = ({ amount, unit }: Turnaround): number => amount * unitSeconds[unit];

/** The one that takes longest; 48 hours if there is none. */
export const findLongest = (turnarounds: readonly Turnaround[]): Turnaround =>
  turnarounds.toSorted((a, b) => toSeconds(b) - toSeconds(a))[0] ?? standardTurnaround;

/** The date at which work that begins then is due. */
export const addTurnaround = (from: Date, turnaround: Turnaround, calendar: Calendar): Date =>
  addWorkTime(from, toSeconds(turnaround), turnaround, calendar);

/** Work that begins at this date and takes so long in the measure of the unit; backwards if negative. */
export function addWorkTime(from: Date, seconds: number, { unit }: Pick<Turnaround, 'unit'>, calendar: Calendar): Date {
  const days = toDays(unit, calendar);
  if (!days) return new Date(from.getTime() + seconds * 1_000);
  const start = toLocal(from, days);
  const end = start.seconds + seconds;
  const day = moveDays(start.day, Math.floor(end / DAY_SECONDS), days);
  return toMoment(day, end - Math.floor(end / DAY_SECONDS) * DAY_SECONDS, days.zone);
}

/**
 * The work time between two dates, in seconds of the unit's measure; negative if the second is the earlier.
 */
export function countWorkTime(from: Date, until: Date, { unit }: Pick<Turnaround, 'unit'>, calendar: Calendar): number {
  const days = toDays(unit, calendar);
  if (!days) return Math.round((until.getTime() - from.getTime()) / 1_000);
  const [start, end] = [toLocal(from, days), toLocal(until, days)];
  return countDaysBetween(start.day, end.day, days) * DAY_SECONDS + end.seconds - start.seconds;
}

/** The calendar in which the unit counts days. Undefined: it counts time that passes. */
function toDays(unit: TurnaroundUnit, calendar: Calendar): Calendar | undefined {
  if (unit === 'businessDays') return calendar;
  return unit === 'days' ? { zone: calendar.zone, businessDays: weekdays, holidays: [] } : undefined;
}

type LocalTime = { readonly day: string; readonly seconds: number };

/** By the clocks of the zone. A moment outside the business days counts as the start of the next one. */
function toLocal(at: Date, calendar: Calendar): LocalTime {
  const local = at.getTime() + getZoneOffset(calendar.zone, at.getTime());
  const day = new Date(local).toISOString().slice(0, 10);
  if (!isBusinessDay(calendar, day)) return { day: findBusinessDay(calendar, day), seconds: 0 };
  return { day, seconds: Math.round((local - Date.parse(`${day}T00:00:00Z`)) / 1_000) };
}

const toMoment = (day: string, seconds: number, zone: string): Date =>
  new Date(getMomentOfDay(day, Math.floor(seconds / 60), zone).getTime() + (seconds % 60) * 1_000);

function moveDays(day: string, count: number, calendar: Calendar): string {
  const step = count < 0 ? -1 : 1;
  let moved = day;
  for (let left = Math.abs(count); left > 0; left--) moved = findBusinessDay(calendar, addDays(moved, step), step);
  return moved;
}

function countDaysBetween(from: string, until: string, calendar: Calendar): number {
  const [first, last, sign] = from <= until ? [from, until, 1] : [until, from, -1];
  let count = 0;
  for (let day = first; day < last; day = addDays(day, 1)) if (isBusinessDay(calendar, day)) count++;
  return sign * count;
}
