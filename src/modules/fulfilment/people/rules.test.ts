// Whom a new piece fits.
import { describe, expect, test } from 'vitest';
import { usualCalendar } from '#lib/time/calendar.ts';
import { choosePerson, findAway, type NewPiece, type Person } from './rules.ts';

/** A Tuesday. */
const now = new Date('2026-05-12T08:00:00Z');
const calendar = { ...usualCalendar, holidays: [{ day: '2026-05-14' }] };
const day = (date: string) => new Date(`2026-05-${date}T16:00:00Z`);

const person = (id: string, more: Partial<Person> = {}): Person => ({
  ...{ id, isAssigned: true, services: null, languages: null, perDay: null, daysOff: [], due: [] },
  ...more,
});
const piece: NewPiece = { serviceType: 1, language: 'ja', dueAt: day('13'), ownMaker: undefined };
const off = (from: string, until = from) => [{ from: `2026-05-${from}`, until: `2026-05-${until}` }];

type Case = readonly [string, readonly Person[], Partial<NewPiece>, string | undefined];

describe('a new piece goes to', () => {
  test.for<Case>([
    ['the person with the least work', [person('a', { due: [day('13')] }), person('b')], {}, 'b'],
    ['the first of two with equal work', [person('b'), person('a')], {}, 'a'],
    ['nobody whom new pieces are not assigned to', [person('a', { isAssigned: false })], {}, undefined],
    ['one who takes the service', [person('a', { services: [2] }), person('b', { services: [1, 2], due: [null] })], {}, 'b'],
    ['one who takes the language', [person('a', { languages: ['en'] }), person('b', { languages: ['ja'] })], {}, 'b'],
    ['nobody, as all are full until its date', [person('a', { perDay: 1, due: [day('12'), day('13')] })], {}, undefined],
    ['one who has room on the day before', [person('a', { perDay: 1, due: [day('13')] })], {}, 'a'],
    [
      'nobody if later work would not be done any more',
      [person('a', { perDay: 1, due: [day('15'), day('15'), day('15')] })],
      {},
      undefined,
    ],
    ['one with later work that can still be done', [person('a', { perDay: 1, due: [day('18'), day('18')] })], {}, 'a'],
    ['nobody who is off until its date', [person('a', { daysOff: off('12', '13') })], {}, undefined],
    ['one who is off on one of two days', [person('a', { daysOff: off('12'), perDay: 1 })], {}, 'a'],
    ['nobody who is full on the other day', [person('a', { daysOff: off('12'), perDay: 1, due: [day('13')] })], {}, undefined],
    ['nobody on a holiday of the shop', [person('a', { daysOff: off('12', '13') })], { dueAt: day('14') }, undefined],
    ['one who has nothing but work that waits', [person('a', { perDay: 1, due: [null, null, null] })], {}, 'a'],
    ['nobody who makes none a day', [person('a', { perDay: 0 })], {}, undefined],
    [
      'the customer’s own maker, whatever the load and language',
      [person('a'), person('b', { languages: ['en'], isAssigned: false, due: [day('15')] })],
      { ownMaker: 'b' },
      'b',
    ],
    ['others if that maker is away', [person('a'), person('b', { daysOff: off('10', '20') })], { ownMaker: 'b' }, 'a'],
  ])('%s', ([, people, more, id]) => expect(choosePerson(people, { ...piece, ...more }, { now, calendar })?.id).toBe(id));
});

test.for([
  [[], null],
  [off('12'), '2026-05-12'],
  [off('11', '14'), '2026-05-14'],
  [off('13'), null],
] as (readonly [Person['daysOff'], string | null])[])('days off %j: away until %s for a piece of today', ([daysOff, until]) =>
  expect(findAway(daysOff, ['2026-05-12', '2026-05-15'])).toBe(until),
);
