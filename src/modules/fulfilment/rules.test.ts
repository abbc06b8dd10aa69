import { describe, expect, test } from 'vitest';
import { clockState, deliverStop, foresee, goOn, revisionsOf, stopClock, stopOf, takeStop } from './rules.ts';

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
  ...{ piece: { state, makerId, makerName: makerId, mayBeginAt, heldSince }, order: { status }, isFrozen },
});

describe('who may do what', () => {
  const cases: readonly (readonly [
    name: string,
    given: Given,
    stop: string | undefined,
    take: string | undefined,
    deliver: string | undefined,
  ])[] = [
    ['is paid and nobody has it', {}, undefined, undefined, 'work.notYours'],
    ['is in my hands', { state: 'inWork', makerId: 'mira', status: 3 }, undefined, undefined, undefined],
    ['is in the hands of another', { state: 'inWork', makerId: 'noor', status: 3 }, undefined, 'work.taken', 'work.notYours'],
    ['is wanted otherwise', { state: 'revisionAsked', makerId: 'mira', status: 4 }, undefined, undefined, undefined],
    ['is not paid', { mayBeginAt: null, status: 1 }, 'work.over', 'work.over', 'work.over'],
    ['is cancelled', { state: 'cancelled', status: -1 }, 'work.over', 'work.over', 'work.over'],
    ['was withdrawn from after its delivery', { state: 'delivered', status: -1 }, 'work.over', 'work.over', 'work.over'],
    ['is disputed', { isFrozen: true, makerId: 'mira', state: 'inWork' }, 'work.frozen', 'work.frozen', 'work.frozen'],
    ['has no brief', { state: 'waiting' }, 'work.brief', 'work.brief', 'work.brief'],
    ['is delivered', { state: 'delivered', makerId: 'mira', status: 4 }, 'work.done', 'work.done', 'work.done'],
    ['is accepted', { state: 'accepted', makerId: 'mira', status: 4 }, 'work.done', 'work.done', 'work.done'],
    ['has a brief that a person reads first', { heldSince: now }, 'work.review', 'work.review', 'work.review'],
    ['may not be begun yet', { mayBeginAt: hours(1) }, 'work.early', 'work.early', 'work.early'],
  ];
  test.for(cases)('%s', ([, given, stop, take, deliver]) => {
    const it = work(given);
    expect([stopOf(it, now)?.id, takeStop(it, mira, now)?.id, deliverStop(it, mira, now)?.id]).toEqual([stop, take, deliver]);
  });
});

describe('the clock', () => {
  const at = (due: Date | null, more: { waits?: Date; from?: Date; held?: Date } = {}) =>
    clockState(
      {
        ...{ due_at: due?.getTime() ?? null, waits_since: more.waits?.getTime() ?? null, held_since: more.held?.getTime() ?? null },
        may_begin_at: (more.from ?? now).getTime(),
      },
      now.getTime(),
    );

  test('is late, soon, fine, waits, has not begun, or is held for a review', () => {
    expect([
      at(now),
      at(hours(8)),
      at(hours(8.01)),
      at(null, { waits: now }),
      at(hours(50), { from: hours(2) }),
      at(null, { held: now }),
    ]).toEqual([...['late', 'soon', 'fine', 'waits', 'early', 'review']]);
  });

  test('stands still as long as the shop waits for its customer, and goes on from where it stood', () => {
    const running = { dueAt: hours(5), waitsSince: null, mayBeginAt: now };
    const waiting = { ...running, ...stopClock(running, now) };
    expect(waiting).toMatchObject({ dueAt: null, waitsSince: now, leftSeconds: 5 * 3_600 });
    expect(stopClock(waiting, hours(1))).toEqual({});
    expect(goOn({ ...waiting, leftSeconds: 5 * 3_600 }, hours(100))).toEqual({ dueAt: hours(105), waitsSince: null, leftSeconds: null });
    expect(goOn({ ...running, leftSeconds: null }, now)).toEqual({});
  });

  test('that was late is as late afterwards', () => {
    const late = { dueAt: hours(-2), waitsSince: null, mayBeginAt: hours(-60) };
    const { leftSeconds } = { leftSeconds: 0, ...stopClock(late, now) };
    expect(goOn({ ...late, dueAt: null, waitsSince: now, leftSeconds }, hours(10)).dueAt).toEqual(hours(8));
  });

  test('that has not begun loses nothing while it waits', () => {
    const early = { dueAt: hours(58), waitsSince: null, mayBeginAt: hours(10) };
    const { leftSeconds } = { leftSeconds: 0, ...stopClock(early, now) };
    expect(leftSeconds).toBe(48 * 3_600);
    expect(goOn({ ...early, dueAt: null, waitsSince: now, leftSeconds }, hours(1)).dueAt).toEqual(hours(58));
  });
});

describe('what is foreseen', () => {
  const due = (...inHours: readonly number[]) => inHours.map((each) => hours(each).getTime());
  const cases: readonly (readonly [name: string, due: number[], perHour: number, late: number, doneInHours: number | null])[] = [
    ['nothing is open', [], 2, 0, 0],
    ['all can be done in time', due(1, 2, 3), 1, 0, 3],
    ['the pace is too slow for the last', due(1, 2, 2.5), 1, 1, 3],
    ['two hours behind, everything is late', due(-1, 0.1, 0.2), 1, 3, 3],
    ['nothing was delivered lately', due(-1, 5), 0, 1, null],
    ['nothing is open and nothing was delivered', [], 0, 0, 0],
  ];
  test.for(cases)('%s', ([, times, perHour, late, doneInHours]) => {
    const doneAt = doneInHours === null ? null : hours(doneInHours).getTime();
    expect(foresee(times, now.getTime(), perHour)).toEqual({ late, doneAt });
  });

  test('of revisions no more are left than were included', () => {
    expect([revisionsOf(2, 0), revisionsOf(2, 3), revisionsOf(0, 0)]).toEqual([
      { included: 2, left: 2 },
      { included: 2, left: 0 },
      { included: 0, left: 0 },
    ]);
  });
});
