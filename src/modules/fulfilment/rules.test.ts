import { describe, expect, test } from 'vitest';
import { usualCalendar } from '#lib/time/calendar.ts';
import {
  acceptDue,
  deliverStop,
  findStop,
  forecastLateness,
  getClockState,
  getFirstName,
  getRevisionAllowance,
  isLive,
  isVisible,
  PROGRAM,
  resumeClock,
  stopClock,
  takeStop,
} from './rules.ts';
import { ACCEPT_HOURS } from './shapes.ts';

const now = new Date('2026-05-12T09:30:00Z');
const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000);
const mira = { id: 'mira' };

type Given = {
  state?: string;
  makerId?: string | null;
  mayBeginAt?: Date | null;
  status?: number;
  isFrozen?: boolean;
  heldSince?: Date | null;
};
const work = ({ state = 'ready', makerId = null, mayBeginAt = now, status = 2, isFrozen = false, heldSince = null }: Given = {}) => ({
  piece: { state, makerId, makerName: makerId, mayBeginAt, heldSince },
  order: { status },
  isFrozen,
});

describe('stops for a piece', () => {
  const cases: readonly (readonly [
    name: string,
    given: Given,
    stop: string | undefined,
    take: string | undefined,
    deliver: string | undefined,
  ])[] = [
    ['paid and unassigned', {}, undefined, undefined, 'work.notYours'],
    ['in work, own', { state: 'inWork', makerId: 'mira', status: 3 }, undefined, undefined, undefined],
    ['in work, assigned to another', { state: 'inWork', makerId: 'noor', status: 3 }, undefined, 'work.taken', 'work.notYours'],
    ['revision requested, own', { state: 'revisionAsked', makerId: 'mira', status: 4 }, undefined, undefined, undefined],
    ['unpaid', { mayBeginAt: null, status: 1 }, 'work.over', 'work.over', 'work.over'],
    ['cancelled', { state: 'cancelled', status: -1 }, 'work.over', 'work.over', 'work.over'],
    ['withdrawn from after delivery', { state: 'delivered', status: -1 }, 'work.over', 'work.over', 'work.over'],
    ['disputed', { isFrozen: true, makerId: 'mira', state: 'inWork' }, 'work.frozen', 'work.frozen', 'work.frozen'],
    ['without a brief', { state: 'waiting' }, 'work.brief', 'work.brief', 'work.brief'],
    ['delivered', { state: 'delivered', makerId: 'mira', status: 4 }, 'work.done', 'work.done', 'work.done'],
    ['accepted', { state: 'accepted', makerId: 'mira', status: 4 }, 'work.done', 'work.done', 'work.done'],
    ['held for review', { heldSince: now }, 'work.review', 'work.review', 'work.review'],
    ['before work may begin', { mayBeginAt: hours(1) }, 'work.early', 'work.early', 'work.early'],
  ];
  test.for(cases)('%s: reasons against working, taking and delivering', ([, given, stop, take, deliver]) => {
    const it = work(given);
    expect([findStop(it, now)?.id, takeStop(it, mira, now)?.id, deliverStop(it, mira, now)?.id]).toEqual([stop, take, deliver]);
  });
});

describe('clock of a piece', () => {
  const at = (due: Date | null, more: { state?: string; waits?: Date; from?: Date | null; held?: Date } = {}) =>
    getClockState(
      {
        state: more.state ?? 'inWork',
        due_at: due?.getTime() ?? null,
        waits_since: more.waits?.getTime() ?? null,
        held_since: more.held?.getTime() ?? null,
        may_begin_at: (more.from === undefined ? now : more.from)?.getTime() ?? null,
      },
      now.getTime(),
    );

  test('the states are late, soon, fine, waiting, early and in review', () => {
    expect([
      at(now),
      at(hours(8)),
      at(hours(8.01)),
      at(null, { waits: now }),
      at(hours(50), { from: hours(2) }),
      at(null, { held: now }),
    ]).toEqual([...['late', 'soon', 'fine', 'waits', 'early', 'review']]);
  });

  test('a finished piece is done, whenever it may have begun, and a piece without a brief waits', () => {
    for (const state of ['delivered', 'accepted', 'cancelled']) {
      expect([at(null, { state }), at(null, { state, from: null }), at(null, { state, from: hours(2) })]).toEqual(['done', 'done', 'done']);
    }
    expect(at(null, { state: 'waiting' })).toBe('waits');
  });

  test('the clock pauses while a question waits for the customer, and keeps the remaining time', () => {
    const running = { dueAt: hours(5), waitsSince: null, mayBeginAt: now, turnaround: null };
    const waiting = { ...running, ...stopClock(running, now, usualCalendar) };
    expect(waiting).toMatchObject({ dueAt: null, waitsSince: now, leftSeconds: 5 * 3_600 });
    expect(stopClock(waiting, hours(1), usualCalendar)).toEqual({});
    expect(resumeClock({ ...waiting, leftSeconds: 5 * 3_600 }, hours(100), usualCalendar)).toEqual({
      dueAt: hours(105),
      waitsSince: null,
      leftSeconds: null,
    });
    expect(resumeClock({ ...running, leftSeconds: null }, now, usualCalendar)).toEqual({});
  });

  test('a clock of business days keeps its rest over a weekend', () => {
    const friday = new Date('2026-05-15T15:00:00Z');
    const turnaround = { amount: 2, unit: 'businessDays' } as const;
    const running = { dueAt: new Date('2026-05-19T15:00:00Z'), waitsSince: null, mayBeginAt: friday, turnaround };
    const waiting = { leftSeconds: 0, ...running, ...stopClock(running, new Date('2026-05-16T09:00:00Z'), usualCalendar) };
    expect(resumeClock(waiting, new Date('2026-05-17T23:00:00Z'), usualCalendar).dueAt).toEqual(running.dueAt);
    expect(resumeClock(waiting, new Date('2026-05-18T15:00:00Z'), usualCalendar).dueAt).toEqual(new Date('2026-05-20T06:00:00Z'));
  });

  test('a late clock is as late after the pause', () => {
    const late = { dueAt: hours(-2), waitsSince: null, mayBeginAt: hours(-60), turnaround: null };
    const { leftSeconds } = { leftSeconds: 0, ...stopClock(late, now, usualCalendar) };
    expect(resumeClock({ ...late, dueAt: null, waitsSince: now, leftSeconds }, hours(10), usualCalendar).dueAt).toEqual(hours(8));
  });

  test('a pause before work may begin does not change the due date', () => {
    const early = { dueAt: hours(58), waitsSince: null, mayBeginAt: hours(10), turnaround: null };
    const { leftSeconds } = { leftSeconds: 0, ...stopClock(early, now, usualCalendar) };
    expect(leftSeconds).toBe(48 * 3_600);
    expect(resumeClock({ ...early, dueAt: null, waitsSince: now, leftSeconds }, hours(1), usualCalendar).dueAt).toEqual(hours(58));
  });
});

describe('forecast of the queue', () => {
  const due = (...inHours: readonly number[]) => inHours.map((each) => hours(each).getTime());
  const cases: readonly (readonly [name: string, due: number[], perHour: number, late: number, doneInHours: number | null])[] = [
    ['no open pieces', [], 2, 0, 0],
    ['a sufficient pace', due(1, 2, 3), 1, 0, 3],
    ['a pace too slow for the last piece', due(1, 2, 2.5), 1, 1, 3],
    ['one piece already late', due(-1, 0.1, 0.2), 1, 3, 3],
    ['no recent deliveries', due(-1, 5), 0, 1, null],
    ['no open pieces and no recent deliveries', [], 0, 0, 0],
  ];
  test.for(cases)('%s: late pieces and time of completion', ([, times, perHour, late, doneInHours]) => {
    const doneAt = doneInHours === null ? null : hours(doneInHours).getTime();
    expect(forecastLateness(times, now.getTime(), perHour)).toEqual({ late, doneAt });
  });

  test('remaining revisions: never below zero', () => {
    expect([getRevisionAllowance(2, 0), getRevisionAllowance(2, 3), getRevisionAllowance(0, 0)]).toEqual([
      { included: 2, left: 2 },
      { included: 2, left: 0 },
      { included: 0, left: 0 },
    ]);
  });
});

test.each([
  [2, 'ready', true],
  [3, 'inWork', true],
  [4, 'delivered', true],
  [2, 'cancelled', false],
  [1, 'ready', false],
  [-1, 'ready', false],
])('order of status %i, piece that is %s: live is %s', (status, state, live) => {
  expect(isLive(work({ status, state }))).toBe(live);
  expect(findStop(work({ status, state: state === 'delivered' ? 'ready' : state }), now)?.id).toBe(live ? undefined : 'work.over');
});

test.each([
  [null, undefined, true],
  ['mira', undefined, true],
  [null, 'mira', true],
  ['mira', 'mira', true],
  ['noor', 'mira', false],
])('piece of %s, seen by %s: visible is %s', (maker, viewer, visible) =>
  expect(isVisible(maker, viewer === undefined ? undefined : { id: viewer })).toBe(visible),
);

test('reasons: name who has the piece, and when work may begin', () => {
  const taken = (makerName: string | null) =>
    takeStop({ ...work(), piece: { ...work().piece, makerId: 'noor', makerName } }, mira, now)?.values;
  expect([taken('Noor'), taken(null)]).toEqual([{ name: 'Noor' }, { name: 'noor' }]);
  expect(findStop(work({ mayBeginAt: hours(1) }), now)?.values).toEqual({ from: '2026-05-12 10:30 UTC' });
});

test('clock: stops once, and goes on with what is left', () => {
  expect(stopClock({ dueAt: null, waitsSince: null, mayBeginAt: now, turnaround: null }, now, usualCalendar)).toEqual({});
  expect(stopClock({ dueAt: hours(2), waitsSince: now, mayBeginAt: now, turnaround: null }, now, usualCalendar)).toEqual({});
  expect(
    resumeClock({ dueAt: null, waitsSince: now, mayBeginAt: now, turnaround: null, leftSeconds: null }, hours(1), usualCalendar),
  ).toMatchObject({ dueAt: hours(1) });
});

test('delivery: accepted after the hours of the terms; programs have their own id', () => {
  expect(acceptDue(now)).toEqual(hours(ACCEPT_HOURS));
  expect(PROGRAM).toBe('program');
});

test('forecast: in the order of due dates, at the pace of the last days', () => {
  const due = [hours(5), hours(0), hours(1)].map((date) => date.getTime());
  expect(forecastLateness(due, now.getTime(), 0)).toEqual({ late: 1, doneAt: null });
  // One each half hour: the first is late, the second and third are not.
  expect(forecastLateness(due, now.getTime(), 2)).toEqual({ late: 1, doneAt: hours(1.5).getTime() });
  expect(
    forecastLateness(
      [hours(1), hours(1)].map((date) => date.getTime()),
      now.getTime(),
      1,
    ),
  ).toEqual({ late: 1, doneAt: hours(2).getTime() });
});

describe('name that customers see', () => {
  test.for([
    ['Mira Sample', 'Mira'],
    ['  Jonas ', 'Jonas'],
    ['佐藤　花子', '佐藤'],
    ['', null],
    ['mira@shop.example', null],
    ['Mira mira@shop.example', null],
  ] as const)('%s: %s', ([name, shown]) => {
    expect(getFirstName(name)).toBe(shown);
  });
});
