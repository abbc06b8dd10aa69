// Decides whether an event meets the conditions of an automation. Pure.
import type { EventFields } from '#modules/events/shapes.ts';
import type { Condition } from './shapes.ts';
import { toWord, toWords } from './shapes-events.ts';

/** Of all automations together. */
export const MAX_RUNS_AN_HOUR = 1_000;

/** Older events are no reason to act any more. */
const MAX_WAIT_MS = 24 * 3_600_000;
export const isTooOld = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() > MAX_WAIT_MS;

const HOUR_MS = 3_600_000;
/** Runs since then count toward the limit. */
export const getHourBefore = (now: Date): Date => new Date(now.getTime() - HOUR_MS);

/** A field that the event does not have meets no condition, but that it is not something. */
export function meetsConditions(conditions: readonly Condition[], fields: EventFields, tags: readonly string[]): boolean {
  return conditions.every(({ field, is, value }) => {
    const known = fields[field] ?? null;
    if (is === 'atLeast' || is === 'atMost') {
      if (typeof known !== 'number') return false;
      return is === 'atLeast' ? known >= Number(value) : known <= Number(value);
    }
    const words = field === 'tags' ? tags.map(toWord) : known === null ? [] : [toWord(String(known))];
    return words.some((word) => toWords(value).includes(word)) === (is === 'is');
  });
}
