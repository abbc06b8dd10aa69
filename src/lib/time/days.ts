// Calendar days in the shop's time zone. Pure.
import { dateFormat } from '../intl-formats.ts';

/** Inclusive; written as 2026-11-21. */
export type Days = { readonly from: string; readonly to: string; readonly zone: string };

const DAY_MS = 86_400_000;

export const isZone = (text: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** The zone of a browser; undefined if it is missing or unknown here. */
export const findKnownZone = (text: string | undefined): string | undefined => (text !== undefined && isZone(text) ? text : undefined);

/** A valid date, written as 2026-11-21. */
export function isDay(text: string): boolean {
  const time = /^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date parses February 30 as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day of a timestamp. */
export function getDayIn(zone: string, at: Date): string {
  return dateFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The local time of a timestamp: 22:05. */
export function getTimeIn(zone: string, at: Date): string {
  return dateFormat('en-GB', { timeZone: zone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Start of a day in a zone; UTC by default. */
export function startOfDay(day: string, zone = 'UTC'): Date {
  const midnight = parseDay(day);
  let at = midnight;
  // Compute the offset twice, because the clocks may change in between.
  for (let look = 0; look < 2; look++) at = midnight - getZoneOffset(zone, at);
  return new Date(at);
}

/** Offset of a zone from UTC, in milliseconds. */
export function getZoneOffset(zone: string, at: number): number {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const clock = dateFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...parts });
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const localAsUtc = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0, part.second ?? 0);
  return localAsUtc - Math.floor(at / 1_000) * 1_000;
}

const parseDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string => new Date(parseDay(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Number of days, inclusive; zero if the end is before the start. */
export const countDays = (from: string, to: string): number => Math.max(0, Math.round((parseDay(to) - parseDay(from)) / DAY_MS) + 1);

export const listDays = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
