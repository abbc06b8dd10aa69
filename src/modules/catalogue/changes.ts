// Differences between two versions of a catalogue file for operators: "Offer logo-3: price in EUR, €99.00 →
// €109.00". Pure.
import { builtInLocales } from '#lib/locale.ts';
import { getCurrencyNumber, showMoney } from '#lib/money/money.ts';
import { findItemNames, getItemName, isSame, isTree } from '#lib/yaml/merge.ts';
import type { TextChange } from './desk-shapes.ts';
import { describeCondition } from './questions/texts.ts';

export function listChanges(before: unknown, after: unknown): TextChange[] {
  return listDifferences([], before, after);
}

type PathPart = string;

function listDifferences(path: readonly PathPart[], before: unknown, after: unknown): TextChange[] {
  if (isSame(before, after)) return [];
  if (isTree(before) && isTree(after) && path.at(-1) !== 'askedIf') {
    const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return keys.flatMap((key) => listDifferences([...path, key], before[key], after[key]));
  }
  if (Array.isArray(before) && Array.isArray(after)) return listItemDifferences(path, before, after);
  return [{ what: formatLabel(path), before: formatValue(path, before), after: formatValue(path, after) }];
}

function listItemDifferences(path: readonly PathPart[], before: readonly unknown[], after: readonly unknown[]): TextChange[] {
  const [were, are] = [findItemNames(before), findItemNames(after)];
  if (!were || !are) {
    const longerLength = Math.max(before.length, after.length);
    return Array.from({ length: longerLength }, (_, index) =>
      listDifferences([...path, String(index + 1)], before[index], after[index]),
    ).flat();
  }
  const changed = [...new Set([...are, ...were])].flatMap((name) => {
    const [was, is] = [before[were.indexOf(name)], after[are.indexOf(name)]];
    return listDifferences([...path, name], was, is);
  });
  const [commonBefore, commonAfter] = [were.filter((name) => are.includes(name)), are.filter((name) => were.includes(name))];
  const order = isSame(commonBefore, commonAfter)
    ? []
    : [{ what: `${formatLabel(path)}: order`, before: commonBefore.join(', '), after: commonAfter.join(', ') }];
  return [...changed, ...order];
}

const kinds: Readonly<Record<string, string>> = {
  offers: 'Offer',
  fields: 'Question',
  platforms: 'Platform',
  options: 'option',
  pieces: 'piece',
  tiers: 'volume price',
  addOns: 'Add-on',
  stages: 'Stage',
};
const isLocaleName = (step: string): boolean => (builtInLocales as readonly string[]).includes(step);

/** "Offer logo-3: price in EUR"; "Summary (es)". */
function formatLabel(path: readonly PathPart[]): string {
  const words: string[] = [];
  for (const [index, step] of path.entries()) {
    const [kind, isNamed] = [kinds[step], index + 1 < path.length];
    if (kind && isNamed) words.push(kind);
    else if (path[index - 1] === 'prices') words.push(`in ${step}`);
    else if (step === 'prices') words.push('price');
    else if (step === 'askedIf') words.push('asked only if');
    else if (isLocaleName(step)) words.push(`(${step})`);
    else if (kinds[path[index - 1] ?? '']) words.push(`${step}${isNamed ? ':' : ''}`);
    else words.push(step);
  }
  const sentence = words.join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function formatValue(path: readonly PathPart[], value: unknown): string | null {
  if (value === undefined) return null;
  const code = path.at(-2) === 'prices' ? path.at(-1) : undefined;
  if (code && typeof value === 'number') return showMoney({ amount: value, currency: getCurrencyNumber(code) }, 'en');
  if (isTree(value) && path.at(-1) === 'askedIf') return describeCondition(value as Parameters<typeof describeCondition>[0]);
  if (isTree(value)) return findItemLabel(value) ?? getItemName(value) ?? JSON.stringify(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Label of an added or removed item. */
function findItemLabel(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const words of [value, value.unit, value.label, value.name]) if (isTree(words) && typeof words.en === 'string') return words.en;
  return undefined;
}
