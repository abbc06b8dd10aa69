import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OrderStatus } from '../statuses.ts';
import { getStart, getWithdrawalPeriod, MAX_DAYS, mayWithdrawUntil, withdrawUntil } from './rules.ts';

describe('withdrawal period', () => {
  test.for([
    // Paid on a Tuesday: ends after the Tuesday two weeks later, in the zone farthest behind UTC.
    ['2026-05-12T09:30:00Z', '2026-05-27T09:00:00.000Z'],
    ['2026-05-12T00:00:00Z', '2026-05-27T00:00:00.000Z'],
    ['2026-05-12T12:00:00Z', '2026-05-27T12:00:00.000Z'],
    // If the last day is a Saturday or Sunday, the whole Monday is added.
    ['2026-05-16T09:30:00Z', '2026-06-02T09:00:00.000Z'],
    ['2026-05-17T09:30:00Z', '2026-06-02T12:00:00.000Z'],
    // Friday night in Europe is Saturday in Japan.
    ['2026-05-15T22:00:00Z', '2026-06-01T22:00:00.000Z'],
    // A minute earlier it is Saturday in no zone; from ten o'clock on in the one farthest ahead of UTC.
    ['2026-05-15T09:59:00Z', '2026-05-30T09:00:00.000Z'],
    ['2026-05-15T10:00:00Z', '2026-06-01T10:00:00.000Z'],
    // Neither daylight saving time nor the end of a year moves it.
    ['2026-10-20T10:30:00Z', '2026-11-04T10:00:00.000Z'],
    ['2026-12-22T20:00:00Z', '2027-01-06T20:00:00.000Z'],
  ] as const)('paid at %s: ends at %s', ([from, until]) => {
    expect(withdrawUntil(new Date(from)).toISOString()).toBe(until);
  });

  test('any payment date and zone: at least 14 full days, not ending on a weekend, at most MAX_DAYS', () => {
    const DAY = 86_400_000;
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
        fc.integer({ min: -12, max: 14 }),
        (at, zone) => {
          const shift = zone * 3_600_000;
          const until = withdrawUntil(at).getTime();
          const lastDay = Math.floor((at.getTime() + shift) / DAY) + 14;
          expect(until).toBeGreaterThanOrEqual((lastDay + 1) * DAY - shift);
          if ([0, 6].includes(new Date(lastDay * DAY).getUTCDay())) expect(until).toBeGreaterThanOrEqual((lastDay + 2) * DAY - shift);
          expect(until - at.getTime()).toBeLessThanOrEqual(MAX_DAYS * DAY);
        },
      ),
    );
  });
});

test('choice of the start: a purchase from before the right was stored has it', () => {
  expect(getStart({ startNow: true, hasRight: false } as Parameters<typeof getStart>[0])).toEqual({ startNow: true, hasRight: false });
  expect(getStart({ startNow: null } as unknown as Parameters<typeof getStart>[0])).toEqual({ startNow: null, hasRight: true });
});

describe('end of the period', () => {
  const paidAt = new Date('2026-05-12T09:30:00Z');
  const until = withdrawUntil(paidAt);
  const contract = { status: OrderStatus.Delivered, paidAt, hasRight: true, startNow: false };
  test.each([
    ['of a delivered order', contract, { until, isDelivered: true }],
    ['of an order in work', { ...contract, status: OrderStatus.InProgress }, { until, isDelivered: false }],
    ['of a delivered order with consent to an early start', { ...contract, startNow: true }, 'done'],
    ['of a paid order without the moment of its payment', { ...contract, paidAt: null }, 'unpaid'],
    ['of an order without the right', { ...contract, hasRight: false }, 'none'],
    ['of a cancelled order', { ...contract, status: OrderStatus.Cancelled }, 'over'],
  ] as const)('%s', (_, order, period) => {
    expect(getWithdrawalPeriod(order, paidAt)).toEqual(period);
    expect(mayWithdrawUntil(order, paidAt)).toEqual(typeof period === 'string' ? null : until);
  });
});
