// Identifies the parts of an owner's file: offers by id, questions by name, unnamed ones by position. Pure.

export type Tree = { readonly [key: string]: unknown };

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

const names = ['id', 'key', 'name', 'value', 'offer'] as const;

/** Undefined if it has no name; translated texts are no names. */
export function nameOf(item: unknown): string | undefined {
  if (!isTree(item)) return undefined;
  const found = names.find((name) => typeof item[name] === 'string');
  return found === undefined ? undefined : String(item[found]);
}

/** Whether all have unique names. */
export function itemNames(items: readonly unknown[]): readonly string[] | undefined {
  const all = items.map(nameOf);
  return all.every((name) => name !== undefined) && new Set(all).size === all.length ? (all as string[]) : undefined;
}

export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (!isTree(a) || !isTree(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(a[key], b[key]));
};

/** Three-way merge: applies the changes since `base` to the other version; on conflict, the own change wins. */
export function keepMine<T>(base: T, mine: T, theirs: T): T {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) return keepItems(base, mine, theirs) as T;
  if (!isTree(base) || !isTree(mine) || !isTree(theirs)) return mine;
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const merged = [...keys].map((key) => [key, keepMine(base[key], mine[key], theirs[key])] as const);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as T;
}

function keepItems(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): readonly unknown[] {
  const [baseNames, myNames, theirNames] = [itemNames(base), itemNames(mine), itemNames(theirs)];
  if (!baseNames || !myNames || !theirNames) return mine;
  const names = [...myNames, ...theirNames.filter((name) => !myNames.includes(name))];
  const merged = names.map((name) =>
    keepMine(base[baseNames.indexOf(name)], mine[myNames.indexOf(name)], theirs[theirNames.indexOf(name)]),
  );
  return merged.filter((item) => item !== undefined);
}
