// Keys in the owner's files, and the numbers that services have on the wire.
import { FIRST_OWN_NUMBER, type ServiceNumber } from './shapes.ts';

/** Numbers of services by key. */
export type ServiceNumbers = ReadonlyMap<string, ServiceNumber>;

/**
 * Numbers for new keys: the one in the files, or the next above all that were ever given. None is used twice.
 * `known`: those given so far.
 */
export function assignNumbers(
  keys: readonly string[],
  known: ServiceNumbers,
  chosen: Readonly<Record<string, number>> = {},
): ServiceNumbers {
  let next = Math.max(FIRST_OWN_NUMBER - 1, ...known.values()) + 1;
  const fresh = [...new Set(keys)].filter((key) => !known.has(key));
  return new Map(fresh.map((key) => [key, (Object.hasOwn(chosen, key) ? chosen[key] : undefined) ?? next++]));
}
