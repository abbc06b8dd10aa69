// Writes values as YAML. Pure.
import { parse, stringify } from 'yaml';
import { isTree, matchItems, type Tree } from './merge.ts';

export const formatYaml = (value: Tree): string => stringify(value, { lineWidth: 0 });

/** `target`: new values by top-level key; undefined removes a key. */
export function writeYaml(text: string, target: Tree): string {
  const current: unknown = parse(text);
  return formatYaml(isTree(current) ? (inOrder(current, { ...current, ...target }) as Tree) : target);
}

/** The value with its keys in the order of before: it is the owner's, and a form has another. */
function inOrder(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    const matched = matchItems(before, after);
    return after.map((item, index) => inOrder(before[matched[index] ?? -1], item));
  }
  if (!isTree(before) || !isTree(after)) return after;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => Object.hasOwn(after, name));
  return Object.fromEntries(names.map((name) => [name, inOrder(before[name], after[name])]));
}
