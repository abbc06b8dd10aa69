// Days of the calendar as a shop counts them: from midnight to midnight in its own time zone. Pure.

/** Both ends belong to it; written as 2026-11-21. */
export type Days = { readonly from: string; readonly to: string; readonly zone: string };

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

export const isZone = (text: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Written as 2026-11-21, and there is such a day. */
export function isDay(text: string): boolean {
  const time = /^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // February 30 is read as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Which day a moment belongs to. */
export function dayIn(zone: string, at: Date): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(zone, format);
  }
  return format.format(at);
}

/** The moment in which a day begins in a zone; in UTC where none is said. */
export function startOfDay(day: string, zone = 'UTC'): Date {
  const midnight = msOf(day);
  let at = midnight;
  // The second look is for a change of the clocks between the two.
  for (let look = 0; look < 2; look++) at = midnight - offsetIn(zone, at);
  return new Date(at);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** By how much the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetIn(zone: string, at: number): number {
  let clock = clocks.get(zone);
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...parts });
    clocks.set(zone, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const shown = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0, part.second ?? 0);
  return shown - Math.floor(at / 1_000) * 1_000;
}

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string => new Date(msOf(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many there are, with both ends; none where the end comes first. */
export const countDays = (from: string, to: string): number => Math.max(0, Math.round((msOf(to) - msOf(from)) / DAY_MS) + 1);

export const listDays = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
