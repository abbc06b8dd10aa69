import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '#modules/catalogue/shapes.ts';
import { type CreditEntry, countDays, listLots, spendLots, toParts } from './rules.ts';

const start = Date.UTC(2026, 0, 10);
const DAY = 86_400_000;
const month = (index: number, plan: Partial<Plan> = {}) => ({
  id: `m${index}`,
  period: new Date(start + index * 30 * DAY),
  plan: { requests: 4, active: 1, services: { 1: 1 }, rollover: null, ...plan },
});
/** `day`: since the first month began. */
const entry = (index: number, credits: number, day: number): CreditEntry => ({
  monthId: `m${index}`,
  credits,
  at: new Date(start + day * DAY),
});
const rollover = (periods: number, max: number) => ({ rollover: { periods, max } });
const left = (lots: ReturnType<typeof listLots>) => lots.map(({ monthId, credits }) => `${monthId}:${credits}`).join(' ');

describe('credits left', () => {
  test.each([
    ['the first month', [month(0)], [], 'm0:4'],
    ['three spent', [month(0)], [entry(0, 3, 1)], 'm0:1'],
    ['one of them returned', [month(0)], [entry(0, 3, 1), entry(0, -1, 2)], 'm0:2'],
    ['unused ones lapse without a rule', [month(0), month(1)], [entry(0, 1, 1)], 'm1:4'],
    ['unused ones stay for a period', [month(0, rollover(1, 9)), month(1, rollover(1, 9))], [entry(0, 1, 1)], 'm0:3 m1:4'],
    ['at most as many as the rule says', [month(0, rollover(1, 2)), month(1, rollover(1, 2))], [], 'm0:2 m1:4'],
    ['longer than the rule says: lapsed', [0, 1, 2].map((index) => month(index, rollover(1, 9))), [], 'm1:4 m2:4'],
    ['too many of two months: the oldest lapse', [0, 1, 2].map((index) => month(index, rollover(2, 5))), [], 'm0:1 m1:4 m2:4'],
    ['spent of the old month after the renewal', [month(0, rollover(1, 2)), month(1, rollover(1, 2))], [entry(0, 2, 31)], 'm0:0 m1:4'],
    [
      'returned after the renewal: with its month',
      [month(0, rollover(1, 2)), month(1, rollover(1, 2))],
      [entry(0, 4, 1), entry(0, -1, 31)],
      'm0:1 m1:4',
    ],
    ['returned after its month lapsed: lost', [month(0), month(1)], [entry(0, 4, 1), entry(0, -1, 31)], 'm1:4'],
  ] as const)('%s', (_, months, entries, expected) => {
    expect(left(listLots(months, entries))).toBe(expected);
  });

  const histories = fc.record({
    count: fc.integer({ min: 1, max: 6 }),
    requests: fc.integer({ min: 1, max: 9 }),
    rollover: fc.option(fc.record({ periods: fc.integer({ min: 1, max: 4 }), max: fc.integer({ min: 1, max: 12 }) })),
    steps: fc.array(fc.record({ day: fc.integer({ min: 0, max: 179 }), credits: fc.integer({ min: 1, max: 5 }) }), { maxLength: 30 }),
  });

  test('any history of spending: never below zero, never more of a month than it gives, and the rest within the rule', () => {
    fc.assert(
      fc.property(histories, ({ count, requests, rollover: rule, steps }) => {
        const all = Array.from({ length: count }, (_, index) => month(index, { requests, rollover: rule }));
        const entries: CreditEntry[] = [];
        for (const { day, credits } of steps.toSorted((a, b) => a.day - b.day)) {
          const months = all.filter(({ period }) => period.getTime() <= start + day * DAY);
          const spent = spendLots(listLots(months, entries), credits);
          for (const lot of spent ?? []) entries.push({ ...lot, at: new Date(start + day * DAY) });
        }
        const lots = listLots(all, entries);
        for (const { id } of all) {
          const spent = entries.filter(({ monthId }) => monthId === id).reduce((sum, each) => sum + each.credits, 0);
          expect(spent).toBeLessThanOrEqual(requests);
        }
        for (const { credits } of lots) expect(credits).toBeGreaterThanOrEqual(0);
        const carried = lots.slice(0, -1).reduce((sum, { credits }) => sum + credits, 0);
        expect(carried).toBeLessThanOrEqual(rule?.max ?? 0);
        expect(lots.length).toBeLessThanOrEqual(1 + (rule?.periods ?? 0));
      }),
    );
  });
});

test.each([
  [3, 'm0:2 m1:1'],
  [2, 'm0:2'],
  [6, 'm0:2 m1:4'],
  [7, undefined],
] as const)('%i credits are spent of the oldest month first', (credits, expected) => {
  const lots = [
    { monthId: 'm0', credits: 2 },
    { monthId: 'm1', credits: 4 },
  ];
  const spent = spendLots(lots, credits);
  expect(spent && left(spent)).toBe(expected);
});

test.each([
  ['the first minute', 0.001, 1],
  ['a day and a minute', 1.001, 2],
  ['exactly five days', 5, 5],
  ['the last day', 30.5, 31],
  ['after its end', 40, 31],
] as const)('days of a month of 31 days, %s', (_, days, begun) => {
  const period = new Date(start);
  expect(countDays({ period, endsAt: new Date(start + 31 * DAY), until: new Date(start + days * DAY) })).toEqual({ days: 31, begun });
});

test('a pause moves the end, and its days are not begun', () => {
  const period = new Date(start);
  expect(countDays({ period, endsAt: new Date(start + 41 * DAY), until: new Date(start + 15.5 * DAY) })).toEqual({ days: 31, begun: 6 });
});

test('a month as parts: as many as it gives, the delivered ones accepted', () => {
  expect(toParts(3, 1).map(({ state, listValue }) => `${state} ${listValue}`)).toEqual(['accepted 1', 'ready 1', 'ready 1']);
});
