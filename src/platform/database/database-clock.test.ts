// The database's clock on a machine whose own clock is wrong, is set, or cannot reach the database.
import type pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDatabaseClock } from './database-clock.ts';

const AT = Date.parse('2026-05-12T09:30:00.000Z');
const TEN_MINUTES = 600_000;

/** A machine and a database. Time passes only by `pass`; the machine's clock may be set. */
function machine({ aheadMs }: { aheadMs: number }) {
  const state = { passedMs: 0, aheadMs, isAway: false, asked: 0 };
  const query = async (text: string) => {
    if (state.isAway) throw new Error('connect ECONNREFUSED');
    if (!text.includes('clock_timestamp')) return { rows: [] };
    state.asked++;
    return { rows: [{ ms: String(AT + state.passedMs) }] };
  };
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const times = { wall: () => AT + state.passedMs + state.aheadMs, steady: () => 5_000 + state.passedMs };
  return { state, lines, open: () => openDatabaseClock({ query } as unknown as pg.Pool, log, times) };
}

test.for([TEN_MINUTES, -TEN_MINUTES, 0])('machine %i ms ahead: the time is the database’s, and keeps running', async (aheadMs) => {
  const { state, open } = machine({ aheadMs });
  const clock = await open();
  expect([clock.now().getTime(), clock.offsetSeconds()]).toEqual([AT, aheadMs / 1_000]);
  state.passedMs = 1_234;
  expect(clock.now().getTime()).toBe(AT + 1_234);
  clock.stop();
});

test.for<[number, unknown[]]>([
  [4_900, []],
  [5_100, [expect.objectContaining({ level: 40, msg: 'clock.offset.exceeded', offsetSeconds: 5.1 })]],
  [-TEN_MINUTES, [expect.objectContaining({ level: 40, msg: 'clock.offset.exceeded', offsetSeconds: -600 })]],
])('machine %i ms ahead: logged if it is more than five seconds', async ([aheadMs, expected]) => {
  const { lines, open } = machine({ aheadMs });
  const clock = await open();
  expect(lines).toEqual(expected);
  clock.stop();
});

test('machine’s clock is set: the time does not change, and the offset is measured again', async () => {
  const { state, lines, open } = machine({ aheadMs: 0 });
  const clock = await open();
  state.aheadMs = TEN_MINUTES;
  expect(clock.now().getTime()).toBe(AT);
  await expect.poll(clock.offsetSeconds).toBe(600);
  state.aheadMs = 0;
  expect(clock.now().getTime()).toBe(AT);
  await expect.poll(clock.offsetSeconds).toBe(0);
  expect([state.asked, lines.map(({ msg }) => msg)]).toEqual([3, ['clock.offset.exceeded', 'clock.offset.ended']]);
  clock.stop();
});

test('database away at first: the machine’s time, until the database answers', async () => {
  const { state, open } = machine({ aheadMs: TEN_MINUTES });
  state.isAway = true;
  const clock = await open();
  expect([clock.now().getTime(), clock.offsetSeconds()]).toEqual([AT + TEN_MINUTES, Number.NaN]);
  state.isAway = false;
  state.aheadMs += 2_000;
  clock.now();
  await expect.poll(clock.offsetSeconds).toBe(602);
  expect(clock.now().getTime()).toBe(AT);
  clock.stop();
});
