import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOnHoliday, weekdays } from '#lib/time/calendar.ts';
import { addDays, getDayIn, getTimeIn } from '#lib/time/days.ts';
import { getMomentOfDay } from '#lib/time/local-time.ts';
import {
  allHours,
  answerDue,
  countWeekMinutes,
  createWeek,
  formatClockTime,
  getLateSince,
  groupSameHours,
  type Holiday,
  isAlwaysOpen,
  listHolidaysAhead,
  readTimes,
  type SupportHours,
  type Week,
  writeTimes,
} from './rules.ts';

const name = { en: 'Closed', es: 'Cerrado', jp: '休業' };
const holiday = (day: string, until?: string): Holiday => ({ day, until, name });
const at = (iso: string) => new Date(`${iso}Z`);

/** Monday to Friday from nine to five, unless a day is named. */
const toWeek = (hours: Readonly<Record<string, string>> = {}): Week =>
  createWeek((day) => {
    const times = readTimes(hours[day] ?? (day === 'sat' || day === 'sun' ? '' : '09:00-17:00'));
    if (typeof times === 'string') throw new Error(times);
    return times;
  });
const office: SupportHours = { week: toWeek(), holidays: [], zone: 'UTC' };
const inOslo = { ...office, zone: 'Europe/Oslo' };
const always: SupportHours = { week: createWeek(() => allHours), holidays: [], zone: 'Europe/Oslo' };

describe('answer due', () => {
  // November 27, 2026, is a Friday.
  test.for([
    ['in the hours, the same day', office, '2026-11-27T10:00', 4, '2026-11-27T14:00'],
    ['exactly at closing time', office, '2026-11-27T10:00', 7, '2026-11-27T17:00'],
    ['over the weekend', office, '2026-11-27T16:00', 2, '2026-11-30T10:00'],
    ['before the hours', office, '2026-11-27T03:12', 1, '2026-11-27T10:00'],
    ['after the hours', office, '2026-11-27T17:00', 1, '2026-11-30T10:00'],
    ['on a closed day', office, '2026-11-28T12:00', 1, '2026-11-30T10:00'],
    ['a week of hours', office, '2026-11-27T10:00', 40, '2026-12-04T10:00'],
    ['with a break', { ...office, week: toWeek({ fri: '09:00-12:00, 13:00-17:00' }) }, '2026-11-27T11:00', 2, '2026-11-27T14:00'],
    ['past midnight', { ...office, week: toWeek({ fri: '22:00-24:00', sat: '00:00-06:00' }) }, '2026-11-27T23:00', 2, '2026-11-28T01:00'],
    ['in the shop’s zone', inOslo, '2026-11-27T08:30', 1, '2026-11-27T09:30'],
    ['a holiday', { ...office, holidays: [holiday('2026-11-30')] }, '2026-11-27T16:00', 2, '2026-12-01T10:00'],
    ['a holiday of another year', { ...office, holidays: [holiday('2025-11-30')] }, '2026-11-27T16:00', 2, '2026-11-30T10:00'],
    ['a yearly holiday', { ...office, holidays: [holiday('12-24', '12-26')] }, '2026-12-23T16:00', 2, '2026-12-28T10:00'],
    [
      'a yearly holiday over the end of the year',
      { ...office, holidays: [holiday('12-24', '01-06')] },
      '2026-12-23T16:00',
      2,
      '2027-01-07T10:00',
    ],
    [
      'a holiday over the end of the year',
      { ...office, holidays: [holiday('2026-12-31', '2027-01-03')] },
      '2026-12-30T16:00',
      2,
      '2027-01-04T10:00',
    ],
    ['February 29 in a leap year', { ...office, holidays: [holiday('02-29')] }, '2028-02-28T16:00', 2, '2028-03-01T10:00'],
    ['February 29 in another year', { ...office, holidays: [holiday('02-29')] }, '2027-02-26T16:00', 2, '2027-03-01T10:00'],
    // The clocks go forward on March 28, 2027, and back on October 25, 2026.
    ['over the change to summer time', inOslo, '2027-03-26T15:30', 1, '2027-03-29T07:30'],
    ['over the change to winter time', inOslo, '2026-10-23T14:30', 1, '2026-10-26T08:30'],
    ['at all hours, over a change of the clocks', always, '2026-10-24T12:00', 24, '2026-10-25T12:00'],
    ['hours that the clocks skip', { ...inOslo, week: toWeek({ sun: '02:15-02:45' }) }, '2027-03-27T12:00', 1, '2027-03-29T08:00'],
    ['hours that the clocks show twice', { ...inOslo, week: toWeek({ sun: '02:00-04:00' }) }, '2026-10-24T12:00', 3, '2026-10-25T03:00'],
  ] as const)('%s', ([, support, from, hours, due]) => {
    expect(answerDue(at(from), hours, support)).toEqual(at(due));
  });

  test('closed for years: there is none', () => {
    expect(answerDue(at('2026-11-27T10:00'), 8, { ...office, holidays: [holiday('2026-01-01', '2040-01-01')] })).toBeUndefined();
  });
});

const QUARTER_MS = 15 * 60_000;
/** From four o'clock on, because the clocks change before that. */
const quarters = fc.integer({ min: 16, max: 96 }).map((count) => count * 15);
const someTimes = fc
  .uniqueArray(quarters, { maxLength: 4 })
  .map((all) => all.toSorted((a, b) => a - b))
  .map((all) =>
    Array.from({ length: Math.floor(all.length / 2) }, (_, pair) => ({ from: all[2 * pair] ?? 0, until: all[2 * pair + 1] ?? 0 })),
  );
const someWeek = fc
  .tuple(...weekdays.map(() => someTimes))
  .map((days): Week => createWeek((day) => days[weekdays.indexOf(day)] ?? []))
  .filter((week) => weekdays.some((day) => week[day].length > 0));
const someDay = fc.integer({ min: 0, max: 730 }).map((days) => addDays('2026-01-01', days));
const someHoliday = fc.oneof(
  fc.tuple(someDay, fc.integer({ min: 0, max: 5 })).map(([day, days]) => holiday(day, addDays(day, days))),
  fc.tuple(someDay, someDay).map(([day]) => holiday(day.slice(5))),
);
const zones = ['UTC', 'Europe/Oslo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const;
const someSupport = fc.record({ week: someWeek, holidays: fc.array(someHoliday, { maxLength: 3 }), zone: fc.constantFrom(...zones) });
const someMoment = fc.integer({ min: 0, max: 730 * 96 }).map((count) => new Date(Date.UTC(2026, 0, 1) + count * QUARTER_MS));
const someHours = fc.integer({ min: 1, max: 12 });

/** Counts open quarters of an hour one by one. */
function naiveDue(from: Date, hours: number, { week, holidays, zone }: SupportHours): Date {
  let now = from.getTime();
  for (let left = hours * 4; left > 0; now += QUARTER_MS) {
    const [day, time] = [getDayIn(zone, new Date(now)), getTimeIn(zone, new Date(now))];
    const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 'mon';
    const isOpen = week[weekday].some((open) => formatClockTime(open.from) <= time && time < formatClockTime(open.until));
    if (isOpen && !holidays.some((each) => isOnHoliday(each, day))) left -= 1;
  }
  return new Date(now);
}

describe('any hours, holidays and zone', () => {
  test('the due time is that of counting open quarters of an hour', () => {
    fc.assert(
      fc.property(someMoment, someHours, someSupport, (from, hours, support) => {
        expect(answerDue(from, hours, support)).toEqual(naiveDue(from, hours, support));
      }),
      { numRuns: 60 },
    );
  });

  test('a later message is never due earlier', () => {
    fc.assert(
      fc.property(someMoment, fc.integer({ min: 0, max: 500 }), someHours, someSupport, (from, later, hours, support) => {
        const due = (moment: Date) => answerDue(moment, hours, support)?.getTime() ?? Number.POSITIVE_INFINITY;
        expect(due(new Date(from.getTime() + later * QUARTER_MS))).toBeGreaterThanOrEqual(due(from));
      }),
    );
  });

  test('a message is late exactly if it was due', () => {
    fc.assert(
      fc.property(someMoment, someHours, someSupport, (now, hours, support) => {
        const since = getLateSince(now, hours, support);
        if (!since) throw new Error('there is always an open day in four years');
        const getDue = (ms: number) => answerDue(new Date(since.getTime() + ms), hours, support)?.getTime();
        expect(getDue(0)).toBeLessThanOrEqual(now.getTime());
        expect(getDue(1)).toBeGreaterThan(now.getTime());
      }),
    );
  });

  test('open at all hours: due after so many hours, whatever the clocks do', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2026-01-01T00:00'), max: at('2028-01-01T00:00'), noInvalidDate: true }),
        someHours,
        fc.constantFrom(...zones),
        (from, hours, zone) => {
          expect(answerDue(from, hours, { ...always, zone })).toEqual(new Date(from.getTime() + hours * 3_600_000));
        },
      ),
    );
  });
});

test.for([
  ['2026-11-27', 600, 'Europe/Oslo', '2026-11-27T09:00'],
  ['2026-11-27', 1_440, 'Europe/Oslo', '2026-11-27T23:00'],
  ['2027-03-28', 119, 'Europe/Oslo', '2027-03-28T00:59'],
  // Skipped: from two to three.
  ['2027-03-28', 150, 'Europe/Oslo', '2027-03-28T01:00'],
  ['2027-03-28', 180, 'Europe/Oslo', '2027-03-28T01:00'],
  ['2027-03-28', 181, 'Europe/Oslo', '2027-03-28T01:01'],
  // Twice: from two to three.
  ['2026-10-25', 150, 'Europe/Oslo', '2026-10-25T00:30'],
  ['2026-10-25', 180, 'Europe/Oslo', '2026-10-25T02:00'],
  // The day begins at one o'clock.
  ['2026-04-24', 0, 'Africa/Cairo', '2026-04-23T22:00'],
] as const)('moment of %s, minute %i, in %s: %s', ([day, minutes, zone, moment]) => {
  expect(getMomentOfDay(day, minutes, zone)).toEqual(at(moment));
});

describe('hours as the owner writes them', () => {
  test.for([
    ['', ''],
    ['closed', ''],
    ['09:00-17:00', '09:00-17:00'],
    ['9:00–17:00', '09:00-17:00'],
    [' 09:00 - 12:00 ,13:00-24:00', '09:00-12:00, 13:00-24:00'],
    [' closed ', ''],
    ['00:00-00:59,00:59-23:59', '00:00-00:59, 00:59-23:59'],
    ['09:00-12:00,12:00-17:00', '09:00-12:00, 12:00-17:00'],
  ] as const)('%j is read as %j', ([text, written]) => {
    const times = readTimes(text);
    expect(typeof times === 'string' ? times : writeTimes(times)).toBe(written);
  });

  test.for([
    ['9-17', 'times-unknown'],
    ['always', 'times-unknown'],
    ['09:00-17:00,', 'times-unknown'],
    ['x09:00-17:00', 'times-unknown'],
    ['09:00-17:00x', 'times-unknown'],
    ['09:60-17:00', 'times-beyond-day'],
    ['09:00-17:60', 'times-beyond-day'],
    ['09:00-24:01', 'times-beyond-day'],
    ['24:00-24:00', 'times-beyond-day'],
    ['24:00-25:00', 'times-beyond-day'],
    ['22:00-06:00', 'end-before-start'],
    ['09:00-09:00', 'end-before-start'],
    ['09:00-10:00, 12:00-14:00, 13:00-15:00', 'times-overlap'],
    ['09:00-12:00, 11:00-17:00', 'times-overlap'],
  ] as const)('%j is refused: %s', ([text, code]) => expect(readTimes(text)).toBe(code));

  test('weekdays with the same hours are one line', () => {
    const lines = groupSameHours(toWeek({ wed: '09:00-12:00', sat: '09:00-12:00' })).map(
      ({ from, until, times }) => `${from}-${until} ${writeTimes(times)}`,
    );
    expect(lines).toEqual(['mon-tue 09:00-17:00', 'wed-wed 09:00-12:00', 'thu-fri 09:00-17:00', 'sat-sat 09:00-12:00']);
  });

  test('minutes of a week: of all its hours', () => {
    expect([
      countWeekMinutes(office.week),
      countWeekMinutes(always.week),
      countWeekMinutes(toWeek({ fri: '09:00-12:00, 13:00-17:00' })),
    ]).toEqual([5 * 480, 7 * 1_440, 4 * 480 + 420]);
  });

  test('only all hours without a holiday are always', () => {
    expect([always, office, { ...always, holidays: [holiday('12-24')] }].map(isAlwaysOpen)).toEqual([true, false, false]);
    const oneShort = { ...always, week: { ...always.week, sun: [{ from: 0, until: 1_439 }] } };
    const inTwo = { ...always, week: createWeek(() => [...allHours, ...allHours]) };
    const closed = { ...always, week: createWeek(() => []) };
    expect([oneShort, inTwo, closed].map(isAlwaysOpen)).toEqual([false, false, false]);
  });
});

test('holidays ahead: those of two weeks on days that would be open, from today on, the nearest first', () => {
  const holidays = [holiday('2026-12-05'), holiday('12-09', '01-02'), holiday('2026-11-26', '2026-11-30'), holiday('2026-12-20')];
  expect(listHolidaysAhead(at('2026-11-27T12:00'), { ...office, holidays }).map(({ from, until }) => [from, until])).toEqual([
    ['2026-11-27', '2026-11-30'],
    ['2026-12-09', '2027-01-02'],
  ]);
});

test('holidays ahead: the last of the two weeks counts, the next day does not; the nearest is the first', () => {
  const ahead = (...days: readonly string[]) =>
    listHolidaysAhead(at('2026-11-27T12:00'), { ...office, holidays: days.map((day) => holiday(day)) }).map(({ from }) => from);
  expect(ahead('2026-12-10')).toEqual(['2026-12-10']);
  expect(ahead('2026-12-11')).toEqual([]);
  expect(ahead('2026-12-03', '2026-12-01', '2026-12-04', '2026-12-02')).toEqual(['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']);
});
