// Renewal dates of monthly bundles: the same day each month, each renewal announced, one charge a month.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findDueAction,
  getFirstMonths,
  getMonthAfter,
  postponeForNotice,
  subscriptionActs,
  subscriptionMoves,
  subscriptionStates,
} from './rules.ts';

const at = (text: string) => new Date(text.length === 10 ? `${text}T09:30:00Z` : text);
const day = (date: Date) => date.toISOString().slice(0, 10);

describe('renewal dates', () => {
  test.each([
    ['2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-31', ['2028-02-29', '2028-03-31']],
    ['2028-01-30', ['2028-02-29', '2028-03-30']],
    ['2027-01-29', ['2027-02-28', '2027-03-29']],
    ['2028-02-29', ['2028-03-29', '2028-04-29']],
    ['2026-10-31', ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']],
    ['2026-12-15', ['2027-01-15', '2027-02-15']],
    ['2100-01-31', ['2100-02-28']],
    ['2000-01-31', ['2000-02-29']],
    // Daylight saving time begins.
    ['2026-02-28', ['2026-03-28', '2026-04-28']],
  ])('paid on %s: renewed on %j', (paid, expected) => {
    let { renewsAt, anchorDay } = getFirstMonths(at(paid));
    for (const next of expected) {
      expect(day(renewsAt)).toBe(next);
      renewsAt = getMonthAfter(renewsAt, anchorDay);
    }
  });

  test('any payment date: 120 renewals on the same day or the last day of the month', () => {
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (paidAt) => {
        let { renewsAt, anchorDay } = getFirstMonths(paidAt);
        let before = paidAt;
        for (let month = 1; month <= 120; month++) {
          const days = (renewsAt.getTime() - before.getTime()) / 86_400_000;
          expect(days).toBeGreaterThanOrEqual(28);
          expect(days).toBeLessThanOrEqual(31);
          const isLast = new Date(renewsAt.getTime() + 86_400_000).getUTCDate() === 1;
          expect(renewsAt.getUTCDate() === anchorDay || (isLast && renewsAt.getUTCDate() < anchorDay)).toBe(true);
          expect(renewsAt.toISOString().slice(11)).toBe(paidAt.toISOString().slice(11));
          expect(renewsAt.getUTCMonth()).toBe((paidAt.getUTCMonth() + month) % 12);
          [before, renewsAt] = [renewsAt, getMonthAfter(renewsAt, anchorDay)];
        }
      }),
    );
  });
});

describe('renewal step', () => {
  const renewsAt = at('2026-06-12');
  test.each([
    ['active', false, '2026-06-09T09:29:59Z', undefined],
    ['active', false, '2026-06-09', 'remind'],
    ['active', true, '2026-06-09', undefined],
    ['active', true, '2026-06-12T09:29:59Z', undefined],
    ['active', true, '2026-06-12', 'renew'],
    // After a day of downtime.
    ['active', true, '2026-06-13', 'renew'],
    ['active', true, '2026-06-15T09:29:59Z', 'renew'],
    // After three days of downtime, or three months: reminded again.
    ['active', true, '2026-06-15', 'remind'],
    ['active', true, '2026-09-12', 'remind'],
    ['active', false, '2026-06-12', 'remind'],
    ['ending', true, '2026-06-12T09:29:59Z', undefined],
    ['ending', true, '2026-06-12', 'close'],
    ['paused', false, '2026-06-12', undefined],
    ['pending', false, '2026-06-12', undefined],
    ['ended', false, '2026-06-12', undefined],
  ] as const)('%s, reminded %s, on %s: %s', (state, reminded, now, duty) =>
    expect(findDueAction({ state, reminded, renewsAt }, at(now))).toBe(duty),
  );

  test.each([
    ['2026-06-09', '2026-06-12', 31],
    ['2026-06-10', '2026-06-12', 31],
    ['2026-06-11', '2026-06-14', 14],
    ['2026-09-12', '2026-09-15', 15],
  ])('a reminder on %s is of a renewal on %s', (now, renews, anchorDay) => {
    const announced = postponeForNotice({ renewsAt, anchorDay: 31 }, at(now));
    expect([day(announced.renewsAt), announced.anchorDay]).toEqual([renews, anchorDay]);
  });

  test('at whichever hours the shop runs, months never overlap and each is announced two days before', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.array(fc.integer({ min: 1, max: 24 * 100 }), { minLength: 20, maxLength: 200 }),
        (paidAt, waits) => {
          let row = { state: 'active' as const, reminded: false, ...getFirstMonths(paidAt) };
          let [now, from, announced] = [paidAt.getTime(), paidAt.getTime(), Number.POSITIVE_INFINITY];
          for (const hours of waits) {
            now += hours * 3_600_000;
            const duty = findDueAction(row, new Date(now));
            if (duty === 'remind') {
              row = { ...row, ...postponeForNotice(row, new Date(now)), reminded: true };
              announced = now;
            }
            if (duty !== 'renew') continue;
            expect(row.renewsAt.getTime() - announced).toBeGreaterThanOrEqual(2 * 86_400_000);
            expect(row.renewsAt.getTime() - from).toBeGreaterThanOrEqual(28 * 86_400_000);
            expect(now - row.renewsAt.getTime()).toBeLessThan(3 * 86_400_000);
            from = row.renewsAt.getTime();
            row = { ...row, renewsAt: getMonthAfter(row.renewsAt, row.anchorDay), reminded: false };
          }
        },
      ),
    );
  });
});

describe('states of a subscription', () => {
  test.each([
    ['start', ['pending'], 'active'],
    ['pause', ['active'], 'paused'],
    ['resume', ['paused'], 'active'],
    ['end', ['active', 'paused'], 'ending'],
    ['keep', ['ending'], 'active'],
    ['close', ['pending', 'active', 'paused', 'ending'], 'ended'],
  ] as const)('%s: from %j to %s, and from no other state', (move, from, to) => {
    expect(subscriptionMoves[move]).toEqual({ from, to });
  });

  test('all states are named, and a customer can neither start nor close', () => {
    expect(subscriptionStates).toEqual(['pending', 'active', 'paused', 'ending', 'ended']);
    expect(subscriptionActs).toEqual(['pause', 'resume', 'end', 'keep']);
    expect(Object.keys(subscriptionMoves)).toHaveLength(6);
  });

  test('no renewal date: nothing is due', () => {
    for (const state of subscriptionStates)
      expect(findDueAction({ state, renewsAt: null, reminded: true }, at('2026-06-12'))).toBeUndefined();
  });
});
