// How the parts of an owner's file are told apart: an offer by its id, a question by its name, and so on; what has no name is known by its place. Pure.

export type Tree = { readonly [key: string]: unknown };

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

const names = ['id', 'key', 'name', 'value', 'offer'] as const;

/** Undefined where it has no name of its own; texts in three languages are no names. */
export function nameOf(item: unknown): string | undefined {
  if (!isTree(item)) return undefined;
  const found = names.find((name) => typeof item[name] === 'string');
  return found === undefined ? undefined : String(item[found]);
}

/** Where each is named, and no two by the same. */
export function namesOf(items: readonly unknown[]): readonly string[] | undefined {
  const all = items.map(nameOf);
  return all.every((name) => name !== undefined) && new Set(all).size === all.length ? (all as string[]) : undefined;
}

export const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isTree(one) || !isTree(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(one[key], other[key]));
};
