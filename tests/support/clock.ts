// A test clock that stands still until it is turned, so that no test sleeps.
import type { Clock } from '#platform/clock.ts';

export type Span = { readonly days?: number; readonly hours?: number; readonly minutes?: number; readonly seconds?: number };

export type TestClock = Clock & {
  /** Turns it forward; a negative span turns it back. */
  turn(by: Span): Date;
  set(to: Date | string): Date;
  /** From now on it runs at real speed, with the same offset. */
  run(): void;
};

/** Not near the end of a month or a change to summer time. */
const START = '2026-05-12T09:30:00.000Z';

export function testClock(start: Date | string = START): TestClock {
  let at = new Date(start).getTime();
  let ahead: number | undefined;
  const now = () => new Date(ahead === undefined ? at : Date.now() + ahead);
  const set = (to: Date | string) => {
    at = new Date(to).getTime();
    if (ahead !== undefined) ahead = at - Date.now();
    return now();
  };
  return {
    now,
    set,
    turn: (by) => set(new Date(now().getTime() + milliseconds(by))),
    run: () => {
      ahead = at - Date.now();
    },
  };
}

const milliseconds = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
