import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Calendar, isBusinessDay, weekdays } from './calendar.ts';
import { getDayIn, getTimeIn } from './days.ts';
import { getMomentOfDay } from './local-time.ts';
import { addTurnaround, addWorkTime, countWorkTime, type Turnaround, toSeconds, turnaroundUnits } from './turnaround.ts';

const utc: Calendar = { zone: 'UTC', businessDays: ['mon', 'tue', 'wed', 'thu', 'fri'], holidays: [] };
const oslo: Calendar = { ...utc, zone: 'Europe/Oslo', holidays: [{ day: '12-24', until: '12-26' }, { day: '2027-01-01' }] };

describe('due date', () => {
  test.for<readonly [string, Turnaround, Calendar, string]>([
    ['2026-11-27T15:00:00Z', { amount: 48, unit: 'hours' }, utc, '2026-11-29T15:00:00.000Z'],
    ['2026-11-27T15:00:00Z', { amount: 90, unit: 'minutes' }, utc, '2026-11-27T16:30:00.000Z'],
    // Friday and one business day is Monday at the same time.
    ['2026-11-27T15:00:00Z', { amount: 1, unit: 'businessDays' }, utc, '2026-11-30T15:00:00.000Z'],
    ['2026-11-27T15:00:00Z', { amount: 5, unit: 'businessDays' }, utc, '2026-12-04T15:00:00.000Z'],
    // On a weekend, work begins at the start of Monday.
    ['2026-11-28T15:00:00Z', { amount: 1, unit: 'businessDays' }, utc, '2026-12-01T00:00:00.000Z'],
    ['2026-11-29T23:59:59Z', { amount: 5, unit: 'businessDays' }, utc, '2026-12-07T00:00:00.000Z'],
    // Christmas from Thursday to Saturday, then a weekend.
    ['2026-12-23T12:00:00Z', { amount: 1, unit: 'businessDays' }, oslo, '2026-12-28T12:00:00.000Z'],
    ['2026-12-24T12:00:00Z', { amount: 1, unit: 'businessDays' }, oslo, '2026-12-28T23:00:00.000Z'],
    ['2026-12-31T12:00:00Z', { amount: 1, unit: 'businessDays' }, oslo, '2027-01-04T12:00:00.000Z'],
    // The clocks change on the weekend in between: the local time stays.
    ['2026-03-27T12:00:00Z', { amount: 1, unit: 'businessDays' }, oslo, '2026-03-30T11:00:00.000Z'],
    ['2026-10-24T12:00:00Z', { amount: 1, unit: 'days' }, oslo, '2026-10-25T13:00:00.000Z'],
    ['2026-10-24T12:00:00Z', { amount: 24, unit: 'hours' }, oslo, '2026-10-25T12:00:00.000Z'],
    // A time that the clocks skip is the moment of the change.
    ['2026-03-28T01:30:00Z', { amount: 1, unit: 'days' }, oslo, '2026-03-29T01:00:00.000Z'],
    ['2027-01-31T09:00:00Z', { amount: 1, unit: 'days' }, oslo, '2027-02-01T09:00:00.000Z'],
  ])('%s and %j: %s', ([from, turnaround, calendar, due]) => {
    expect(addTurnaround(new Date(from), turnaround, calendar).toISOString()).toBe(due);
  });

  test('calendar without a business day: the same day, and no endless search', () => {
    const never: Calendar = { ...utc, businessDays: [] };
    expect(addTurnaround(new Date('2026-11-27T15:00:00Z'), { amount: 1, unit: 'businessDays' }, never)).toBeInstanceOf(Date);
  });
});

const calendars = fc.record({
  zone: fc.constantFrom('UTC', 'Europe/Oslo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'),
  businessDays: fc.subarray([...weekdays], { minLength: 1 }),
  holidays: fc.array(fc.constantFrom({ day: '12-24', until: '01-01' }, { day: '2026-03-27' }, { day: '2026-10-26', until: '2026-10-30' })),
});
const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
const turnarounds = fc.record({ amount: fc.integer({ min: 1, max: 60 }), unit: fc.constantFrom(...turnaroundUnits) });
const toSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000);

describe('random calendars', () => {
  test('business days end on a business day, at the same local time if work began on one', () => {
    fc.assert(
      fc.property(calendars, moments, fc.integer({ min: 1, max: 60 }), (calendar, at, amount) => {
        const from = toSecond(at);
        const due = addTurnaround(from, { amount, unit: 'businessDays' }, calendar);
        const day = getDayIn(calendar.zone, due);
        expect(isBusinessDay(calendar, day)).toBe(true);
        const isWorking = isBusinessDay(calendar, getDayIn(calendar.zone, from));
        const [hour = 0, minute = 0] = isWorking ? getTimeIn(calendar.zone, from).split(':').map(Number) : [];
        const seconds = isWorking ? from.getUTCSeconds() : 0;
        expect(due).toEqual(new Date(getMomentOfDay(day, hour * 60 + minute, calendar.zone).getTime() + seconds * 1_000));
      }),
    );
  });

  test('a pause loses nothing: the rest, added to the moment of the answer, is the rest', () => {
    fc.assert(
      fc.property(calendars, moments, turnarounds, fc.nat(5_000), fc.nat(50_000), (calendar, at, turnaround, minutes, later) => {
        const from = toSecond(at);
        const due = addTurnaround(from, turnaround, calendar);
        const paused = new Date(from.getTime() + minutes * 60_000);
        const rest = countWorkTime(paused, due, turnaround, calendar);
        expect(rest).toBeLessThanOrEqual(toSeconds(turnaround));
        const resumed = new Date(paused.getTime() + later * 60_000);
        const dueAfter = addWorkTime(resumed, rest, turnaround, calendar);
        // A clock change within a day may shift a time that does not exist by an hour.
        expect(Math.abs(countWorkTime(resumed, dueAfter, turnaround, calendar) - rest)).toBeLessThanOrEqual(3_600);
      }),
    );
  });

  test('a later start is never due earlier', () => {
    fc.assert(
      fc.property(calendars, moments, turnarounds, fc.nat(20_000), (calendar, at, turnaround, minutes) => {
        const later = new Date(at.getTime() + minutes * 60_000);
        expect(addTurnaround(later, turnaround, calendar) >= addTurnaround(at, turnaround, calendar)).toBe(true);
      }),
    );
  });
});
