// Identifies the parts of an owner's file: offers by id, questions by name, unnamed ones by position. Pure.

export type Tree = { readonly [key: string]: unknown };

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

const names = ['id', 'key', 'name', 'value', 'offer'] as const;

/** Undefined if it has no name; translated texts are no names. */
export function getItemName(item: unknown): string | undefined {
  if (!isTree(item)) return undefined;
  const found = names.find((name) => typeof item[name] === 'string');
  return found === undefined ? undefined : String(item[found]);
}

/** Whether all have unique names. */
export function findItemNames(items: readonly unknown[]): readonly string[] | undefined {
  const all = items.map(getItemName);
  return all.every((name) => name !== undefined) && new Set(all).size === all.length ? (all as string[]) : undefined;
}

export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (!isTree(a) || !isTree(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(a[key], b[key]));
};

/**
 * Three-way merge: applies the changes since `base` to the other version; on conflict, the own change wins.
 */
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
  const { baseKeys, myKeys, theirKeys } = matchKeys(base, mine, theirs);
  const merged = mergeOrder(baseKeys, myKeys, theirKeys).map((key) =>
    keepMine(base[baseKeys.indexOf(key)], mine[myKeys.indexOf(key)], theirs[theirKeys.indexOf(key)]),
  );
  return merged.filter((item) => item !== undefined);
}

/** The same key for the same item: its name, or its place in `base`. */
function matchKeys(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]) {
  const [baseNames, myNames, theirNames] = [findItemNames(base), findItemNames(mine), findItemNames(theirs)];
  if (baseNames && myNames && theirNames) return { baseKeys: baseNames, myKeys: myNames, theirKeys: theirNames };
  const keysIn = (items: readonly unknown[], whose: string): string[] =>
    matchItems(base, items).map((at, index) => (at === undefined ? `${whose} ${index}` : String(at)));
  return { baseKeys: base.map((_, index) => String(index)), myKeys: keysIn(mine, 'mine'), theirKeys: keysIn(theirs, 'theirs') };
}

/**
 * My order, or theirs if I moved nothing. Items that only one side has follow the item that they followed
 * there.
 */
function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly string[] {
  const own = mine.filter((key) => base.includes(key));
  const isMoved = own.some((key, index) => index > 0 && base.indexOf(key) < base.indexOf(own[index - 1] ?? ''));
  const [order, others] = isMoved ? [[...mine], theirs] : [[...theirs], mine];
  for (const [index, key] of others.entries()) if (!order.includes(key)) order.splice(order.indexOf(others[index - 1] ?? '') + 1, 0, key);
  return order;
}

/**
 * For each of `items` the index of the item in `before` that it was made of: named ones by name, equal ones,
 * then the most similar ones.
 */
function matchItems(before: readonly unknown[], items: readonly unknown[]): readonly (number | undefined)[] {
  const [were, are] = [findItemNames(before), findItemNames(items)];
  if (were && are) return are.map((name) => (were.includes(name) ? were.indexOf(name) : undefined));
  const free = new Set(before.keys());
  const found: (number | undefined)[] = items.map(() => undefined);
  const match = (index: number, at: number | undefined) => {
    if (at === undefined) return;
    found[index] = at;
    free.delete(at);
  };
  for (const [index, item] of items.entries())
    match(
      index,
      [...free].find((at) => isSame(before[at], item)),
    );
  for (const [index, item] of items.entries()) if (found[index] === undefined) match(index, findMostSimilar(before, free, { item, index }));
  return found;
}

type Placed = { readonly item: unknown; readonly index: number };

/**
 * Of equally similar ones, the one at the same place. Undefined if nothing is the same in any. Texts have
 * only their place.
 */
function findMostSimilar(before: readonly unknown[], free: ReadonlySet<number>, { item, index }: Placed): number | undefined {
  if (typeof item !== 'object') return free.has(index) && typeof before[index] === typeof item ? index : undefined;
  let best: { readonly at: number; readonly score: number } | undefined;
  for (const at of free) {
    const score = computeSimilarity(before[at], item);
    if (score > 0 && (!best || score > best.score || (score === best.score && at === index))) best = { at, score };
  }
  return best?.at;
}

/** The number of equal values inside; 0 for items of another kind. */
function computeSimilarity(a: unknown, b: unknown): number {
  if (Array.isArray(a) && Array.isArray(b)) return a.reduce<number>((sum, item, index) => sum + computeSimilarity(item, b[index]), 0);
  if (!isTree(a) || !isTree(b)) return a === b ? 1 : 0;
  if (a.kind !== b.kind) return 0;
  return Object.keys(a).reduce((sum, key) => sum + computeSimilarity(a[key], b[key]), 0);
}

/**
 * What to store of a form's value: what was not changed stays as it is stored, and keys keep the owner's
 * order, because a form has another. `shown`: the stored value as the form got it, with defaults.
 */
export function keepStored(stored: unknown, shown: unknown, typed: unknown): unknown {
  if (isSame(shown, typed)) return stored;
  if (Array.isArray(shown) && Array.isArray(typed)) {
    const matched = matchItems(shown, typed);
    return typed.map((item, index) => {
      const at = matched[index];
      return at === undefined ? item : keepStored((stored as readonly unknown[])[at], shown[at], item);
    });
  }
  if (!isTree(stored) || !isTree(shown) || !isTree(typed)) return typed;
  const names = [...new Set([...Object.keys(stored), ...Object.keys(typed)])].filter((name) => Object.hasOwn(typed, name));
  const kept = names.map((name) => [name, keepStored(stored[name], shown[name], typed[name])] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/** `target`: new values by top-level key; undefined removes a key. */
export const mergeValue = (before: Tree, target: Tree): Tree => keepStored(before, before, { ...before, ...target }) as Tree;
