// Keys in the owner's files, and the numbers that they stand for on the wire. The contract's names begin with a lower-case letter here.
import { FIRST_OWN_NUMBER, Platform, type ServiceNumber, ServiceType } from './shapes.ts';

const camel = <K extends string>(key: K) => (key.charAt(0).toLowerCase() + key.slice(1)) as Uncapitalize<K>;
export const platformKeys = (Object.keys(Platform) as (keyof typeof Platform)[]).map(camel);
export const platformOf = new Map(Object.entries(Platform).map(([key, platform]) => [camel(key), platform]));

/** Numbers of services by key. */
export type ServiceNumbers = ReadonlyMap<string, ServiceNumber>;
export const contractNumbers: ServiceNumbers = new Map(Object.entries(ServiceType).map(([key, type]) => [camel(key), type]));

/** Numbers for new keys, in their order, above all that were ever given: none is used twice. `known`: those given so far. */
export function newNumbers(keys: readonly string[], known: ServiceNumbers): ServiceNumbers {
  const highest = Math.max(FIRST_OWN_NUMBER - 1, ...known.values());
  const fresh = [...new Set(keys)].filter((key) => !known.has(key));
  return new Map(fresh.map((key, index) => [key, highest + 1 + index]));
}
