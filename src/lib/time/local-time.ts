// Local times of a day as moments, also on days when the clocks change. Pure.
import { getZoneOffset } from './days.ts';

const MINUTE_MS = 60_000;
/** Longer than any zone is ahead of UTC or behind it, so that a change of the clocks lies between. */
const MAX_OFFSET_MS = 26 * 60 * MINUTE_MS;

/**
 * The first moment of a day at which the clocks of a zone show so many minutes after midnight, or more. A
 * time that the clocks skip is the moment of the change; one that they show twice is the first one. So a
 * later time is never an earlier moment.
 */
export function getMomentOfDay(day: string, minutes: number, zone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const [before, after] = [getZoneOffset(zone, asUtc - MAX_OFFSET_MS), getZoneOffset(zone, asUtc + MAX_OFFSET_MS)];
  const found = [before, after].find((offset) => getZoneOffset(zone, asUtc - offset) === offset);
  return new Date(found === undefined ? changeBetween(zone, asUtc - after, asUtc - before) : asUtc - found);
}

/** The moment of a change of the clocks, to the minute. */
function changeBetween(zone: string, from: number, until: number): number {
  let [early, late] = [from, until];
  const before = getZoneOffset(zone, early);
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / MINUTE_MS / 2) * MINUTE_MS;
    if (getZoneOffset(zone, middle) === before) early = middle;
    else late = middle;
  }
  return late;
}
