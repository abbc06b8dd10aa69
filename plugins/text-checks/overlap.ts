// Finds passages shared with other texts: the customer's, and earlier deliveries. Of earlier deliveries it
// reports only the share, because they belong to other customers. It does not search the web.
import type { Check, Finding, TextLanguage } from 'fanfare/plugin';
import { createCheck, createFinding, toCheckMessage } from './check.ts';
import { listShingles } from './shingles.ts';
import { type Token, tokenize, truncateToReadable } from './text.ts';

const shingleWords: Readonly<Record<TextLanguage, number>> = { en: 6, es: 6, ja: 9 };
/** From this share on a text counts as copied. */
const COPIED_PERCENT = 30;
/** Limit of all compared texts together, most similar first. */
const MAX_COMPARED_CHARS = 1_000_000;

export type Compared = { readonly customerTexts: readonly string[]; readonly earlierTexts: readonly string[] };
type ComparedText = { readonly kind: 'overlapGiven' | 'overlapOurs'; readonly text: string };

export function checkOverlap(language: TextLanguage, tokens: readonly Token[], { customerTexts, earlierTexts }: Compared): Check {
  const sources: ComparedText[] = [
    ...customerTexts.map((_, index) => ({ kind: 'overlapGiven', text: String(index + 1) }) as const),
    ...earlierTexts.map(() => ({ kind: 'overlapOurs', text: '' }) as const),
  ];
  if (sources.length === 0) return createCheck('overlap', 'skipped', toCheckMessage('overlap.none'));
  const size = shingleWords[language];
  const findSource = findShared(
    [...customerTexts, ...earlierTexts],
    new Map([...listShingles(tokens, size)].map(({ key }) => [key, -1])),
    size,
  );
  const covered = tokens.map(() => -1);
  for (const { key, at } of listShingles(tokens, size)) {
    const sourceIndex = findSource.get(key) ?? -1;
    if (sourceIndex >= 0) covered.fill(sourceIndex, at, at + size);
  }
  const count = covered.filter((sourceIndex) => sourceIndex >= 0).length;
  const percent = tokens.length === 0 ? 0 : Math.ceil((100 * count) / tokens.length);
  const values = { percent, texts: sources.length };
  if (count === 0) return createCheck('overlap', 'fine', toCheckMessage('overlap.fine', values));
  return createCheck(
    'overlap',
    percent >= COPIED_PERCENT ? 'wrong' : 'look',
    toCheckMessage('overlap.found', values),
    listPassages(tokens, covered, sources),
  );
}

function findShared(texts: readonly string[], shingles: Map<string, number>, size: number): ReadonlyMap<string, number> {
  let charsLeft = MAX_COMPARED_CHARS;
  for (const [sourceIndex, sourceText] of texts.entries()) {
    const text = truncateToReadable(sourceText).slice(0, charsLeft);
    charsLeft -= text.length;
    for (const { key } of listShingles(tokenize(text), size)) if (shingles.get(key) === -1) shingles.set(key, sourceIndex);
  }
  return shingles;
}

function listPassages(tokens: readonly Token[], covered: readonly number[], sources: readonly ComparedText[]): Finding[] {
  const found: Finding[] = [];
  for (let at = 0; at < covered.length; ) {
    const [sourceIndex = -1, from] = [covered[at], at];
    while (at < covered.length && covered[at] === sourceIndex) at++;
    const { kind, text } = sources[sourceIndex] ?? {};
    if (kind) found.push(createFinding({ from: tokens[from]?.from ?? 0, to: tokens[at - 1]?.to ?? 0 }, kind, { text: text ?? '' }));
  }
  return found;
}
