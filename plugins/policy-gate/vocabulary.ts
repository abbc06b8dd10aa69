// Finds the rules' words in a text with a trie, in time bounded by text length times longest word.

import { foldText, isLatin, listReadings } from './fold.ts';
import { processInSlices } from './in-slices.ts';

/** A word's role in a sentence. */
export type WordRole =
  | 'thing' // what is counted: followers
  | 'deed' // what a machine or a crowd would do: like our posts
  | 'phrase' // says it all: click farm
  | 'getting' // for money: buy, cheap
  | 'asking' // need, please add
  | 'faking' // fake, bots
  | 'negation' // never
  | 'about' // why, how, thank
  | 'work' // what the shop makes: a post, a text
  | 'turn' // and also get: what comes is another matter
  | 'owned' // our followers
  | 'plain'; // means nothing here, and hides shorter words inside: like to, views from
/** Position relative to the word it belongs to. */
export type Side = 'before' | 'after' | 'beside';

export type VocabularyEntry = {
  readonly text: string;
  readonly role: WordRole;
  readonly side: Side;
  /** Reach in characters. */
  readonly reach: number;
  /** The rule, for things, deeds and phrases. */
  readonly rule?: string;
  /** For things: a number of them is never a piece of work. */
  readonly counted?: boolean;
};
export type VocabularyMatch = Omit<VocabularyEntry, 'text'> & { readonly start: number; readonly end: number; readonly text: string };

type Node = { readonly next: Map<string, Node>; readonly entries: VocabularyEntry[] };
export type Vocabulary = { readonly tree: Node; readonly known: ReadonlySet<string>; readonly slips: ReadonlyMap<string, string> };

/** Words this long match with one letter missing, doubled or swapped. */
const SLIP_MIN_CHARS = 7;

export async function makeVocabulary(entries: readonly VocabularyEntry[]): Promise<Vocabulary> {
  const tree: Node = { next: new Map(), entries: [] };
  const known = new Set<string>();
  const slips = new Map<string, string>();
  await processInSlices(entries, (entry) => {
    // The list's own words are folded as the text is, but their signs are no leet.
    const text = normalizeWords(foldText(entry.text)).trim();
    let node = tree;
    for (const char of text) {
      const next: Node = node.next.get(char) ?? { next: new Map(), entries: [] };
      node.next.set(char, next);
      node = next;
    }
    node.entries.push({ ...entry, text });
    for (const word of text.split(' ')) {
      known.add(word);
      if (entry.role === 'thing' && word.length >= SLIP_MIN_CHARS && /^[a-z]+$/.test(word))
        for (const slip of listSlips(word)) slips.set(slip, word);
    }
  });
  return { tree, known, slips };
}

function listSlips(word: string): string[] {
  const slips: string[] = [];
  // Not the last letter: one review is no slip of many.
  for (let at = 1; at < word.length - 1; at++) {
    const [start, char, rest] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    slips.push(start + rest, start + char + char + rest, start + rest.charAt(0) + char + rest.slice(1));
  }
  return slips;
}

/**
 * Letters and digits with single spaces between; a comma where a clause ends, a line end where a sentence
 * does, a colon as it is.
 */
export function spellText(text: string, { known, slips }: Vocabulary): string {
  const folded = foldText(text).replace(/[a-z0-9@$€!]+/g, (word) => {
    if (known.has(word)) return word;
    const slip = slips.get(word);
    if (slip) return slip;
    const [number = '', rest = ''] = splitNumber(word);
    for (const each of number && known.has(rest) ? [] : listReadings(word)) {
      const read = known.has(each) ? each : slips.get(each);
      if (read) return read;
    }
    const parts = word.length >= 6 && /^[a-z]+$/.test(word) ? splitKnownParts(word, known) : undefined;
    return parts ?? (rest ? `${number} ${rest}` : word);
  });
  return normalizeWords(folded);
}

/** 500likes is a number and a word; 10k is one number. */
function splitNumber(word: string): [string, string] | [] {
  const found = /^(\d+k?)([a-z]{3,})$/.exec(word);
  return found ? [found[1] ?? '', found[2] ?? ''] : [];
}

/** Splits joined words ("buyfollowers") into two or three known words. */
function splitKnownParts(word: string, known: ReadonlySet<string>): string | undefined {
  if (word.length > 30) return undefined;
  for (let at = 3; at <= word.length - 4; at++) {
    const [first, rest] = [word.slice(0, at), word.slice(at)];
    if (known.has(first) && known.has(rest)) return `${first} ${rest}`;
  }
  return undefined;
}

function normalizeWords(text: string): string {
  const folded = text.replace(/(\d)[.,'’](?=\d{3}(?!\d))/g, '$1').replace(/(?<=[a-z])['’´`](?=[a-z])/g, '');
  return folded
    .replace(/[.!?。\n\r\u2028]+/g, (signs, at: number) => (isSentenceEnd(signs, folded[at + signs.length]) ? '\n' : ' '))
    .replace(/[,;、，；()（）—–]/g, ',')
    .replace(/[^\p{L}\p{N}\n,:]+/gu, ' ')
    .replace(/ ?([\n,:]) ?/g, '$1');
}

/** A point inside a number or an address ends nothing; nor does いいね！を. */
function isSentenceEnd(signs: string, next: string | undefined): boolean {
  return next === undefined || /[\s"'”’)»」』]/.test(next) || /[。\n\r\u2028]/.test(signs) || (signs.includes('?') && !isLatin(next));
}

/** All rule words in the text, longest match only. */
export function findMarks(spelled: string, { tree }: Vocabulary): VocabularyMatch[] {
  const found: VocabularyMatch[] = [];
  let covered = 0;
  for (let start = 0; start < spelled.length; start++) {
    if (isLatin(spelled[start]) && isLatin(spelled[start - 1])) continue;
    const longest = findLongest(spelled, start, tree);
    if (!longest || longest.end <= covered) continue;
    for (const entry of longest.entries) found.push({ ...entry, start, end: longest.end });
    covered = longest.end;
  }
  return found;
}

function findLongest(spelled: string, start: number, tree: Node): { entries: readonly VocabularyEntry[]; end: number } | undefined {
  let node: Node | undefined = tree;
  let longest: { entries: readonly VocabularyEntry[]; end: number } | undefined;
  for (let at = start; node && at < spelled.length; at++) {
    node = node.next.get(spelled.charAt(at));
    const isWhole = !(isLatin(spelled[at]) && isLatin(spelled[at + 1]));
    if (node && node.entries.length > 0 && isWhole) longest = { entries: node.entries, end: at + 1 };
  }
  return longest;
}
