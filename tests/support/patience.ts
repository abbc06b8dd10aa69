// Limits of time in tests, which are only for work that hangs. The start of a run measures how slow the
// machine is, with everything else that runs on it, and every limit grows with it.
import { spawnSync } from 'node:child_process';

/** What `measure` takes on a core of 2026 that does nothing else. */
const USUAL_MS = 180;

/** A hung test still ends. */
const MAX_SLOWNESS = 5;

/** Workers have the measurement of the run in their environment. */
process.env.TEST_SLOWNESS ??= String(Math.min(Math.max(1, measure() / USUAL_MS), MAX_SLOWNESS));
const slowness = Number(process.env.TEST_SLOWNESS);

/**
 * What to wait at most: `ms` on a usual machine, three times as long on one that is three times slower, at
 * most five times.
 */
export const patience = (ms: number): number => Math.ceil(ms * slowness);

/** A fixed number of steps, and a process that starts. */
function measure(): number {
  const begin = performance.now();
  let number = 1;
  for (let step = 0; step < 100_000_000; step++) number = (Math.imul(number, 1_664_525) + 1_013_904_223) | 0;
  spawnSync(process.execPath, ['--eval', String(number)]);
  return performance.now() - begin;
}
