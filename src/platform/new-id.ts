// New time-ordered ids. Their random bytes come from a pool: to get eight from the system takes twice as long
// as the rest of an id.
import { randomFillSync } from 'node:crypto';
import { createTimeId } from '#lib/time/time-id.ts';

const RANDOM_BYTES = 8;
const pool = new Uint8Array(512 * RANDOM_BYTES);
let used = pool.length;

/** `place`: index among ids of the same millisecond. */
export const newId = (now: Date, place = 0): string => createTimeId(now, takeUnusedBytes(RANDOM_BYTES), place);

/**
 * Random bytes of names and ids, which everybody may see; secrets come from `randomBytes`. The next calls do
 * not change them before the pool is filled again.
 */
export function takeUnusedBytes(count: number): Uint8Array {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}
