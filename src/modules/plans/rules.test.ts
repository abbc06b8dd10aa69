import { expect, test } from 'vitest';
import { computeValueOwed } from './rules.ts';

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 10);
const month = (id: string, days: number, requests: number | null) => ({
  id,
  period: new Date(start + days * DAY),
  price: 1_000,
  plan: { requests, active: 1, services: { 1: 1 }, rollover: { periods: 1, max: 9 } },
});
const spent = (monthId: string, credits: number, days: number) => ({ monthId, credits, at: new Date(start + days * DAY) });
const running = { endsAt: new Date(start + 31 * DAY), pausedAt: null };

test('what is left and what is not delivered counts at the price of its month, rounded down', () => {
  const months = [month('a', 0, 3), month('b', 31, 4)];
  const entries = [spent('a', 2, 1), spent('b', 1, 32)];
  // One of three of the first month is left and one not delivered; three of four of the second are left.
  expect(computeValueOwed({ ...running, months, entries, open: new Map([['a', 1]]) }, new Date(start + 33 * DAY))).toEqual({
    left: 4,
    open: 1,
    value: 666 + 750,
  });
});

test('unlimited: the days that have not begun, and those of a pause stand still', () => {
  const plan = { ...running, months: [month('a', 0, null)], entries: [], open: new Map([['a', 2]]) };
  const now = new Date(start + 10.5 * DAY);
  expect(computeValueOwed(plan, now)).toEqual({ left: null, open: 2, value: Math.floor((1_000 * 20) / 31) });
  expect(computeValueOwed({ ...plan, pausedAt: now }, new Date(start + 40 * DAY)).value).toBe(Math.floor((1_000 * 20) / 31));
});
