import { expect, test } from 'vitest';
import { startOfDay } from './days.ts';

test.for([
  ['2026-11-22', undefined, '2026-11-22T00:00:00.000Z'],
  ['2026-11-22', 'Europe/Oslo', '2026-11-21T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Oslo', '2026-06-30T22:00:00.000Z'],
  ['2026-11-22', 'America/New_York', '2026-11-22T05:00:00.000Z'],
  ['2026-11-22', 'Asia/Tokyo', '2026-11-21T15:00:00.000Z'],
  ['2026-11-22', 'Asia/Kathmandu', '2026-11-21T18:15:00.000Z'],
  // The day of a clock change starts at the old offset, the next day at the new one.
  ['2026-03-29', 'Europe/Oslo', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Oslo', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Oslo', '2026-10-25T23:00:00.000Z'],
] as const)('start of %s in %s: %s', ([day, zone, begins]) => {
  expect(startOfDay(day, zone).toISOString()).toBe(begins);
});
