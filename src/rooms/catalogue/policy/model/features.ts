// A text as features of the gate's model: numbers only, in one pass. Each sentence gets the indices of its weights, in groups that are scaled
// apart. Training and judging use the same reading.
import { fold } from '../fold.ts';
import type { Entry, Role } from '../vocabulary.ts';
import { concepts } from './concepts.ts';

/** Groups of weights; each is scaled by how many features of it a stretch of text has. */
export const groups = ['words', 'letters', 'pairs', 'concepts', 'conceptPairs', 'conceptOrder'] as const;
export const [WORDS, LETTERS, PAIRS, CONCEPTS, CONCEPT_PAIRS, CONCEPT_ORDER] = [0, 1, 2, 3, 4, 5] as const;
export const GROUPS = groups.length;

export const CONCEPT_COUNT = 64;
/** Weights of concepts stand first, by number; the rest is addressed by hash. */
export const CONCEPT_PAIR_BASE = CONCEPT_COUNT;
export const CONCEPT_ORDER_BASE = CONCEPT_PAIR_BASE + CONCEPT_COUNT * CONCEPT_COUNT;
export const HASH_BASE = CONCEPT_ORDER_BASE + CONCEPT_COUNT * CONCEPT_COUNT;
const HASH_BITS = 17;
export const WEIGHT_COUNT = HASH_BASE + (1 << HASH_BITS);

export type Language = 'en' | 'es' | 'jp';
export const languages: readonly Language[] = ['en', 'es', 'jp'];

/** One sentence: where its features stand in the lists of the reading, and the masks of the concepts it names. */
export type Sentence = {
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly low: number;
  readonly high: number;
  readonly tokens: number;
  readonly language: Language;
};
export type Reading = { readonly lists: readonly Int32Array[]; readonly sentences: readonly Sentence[] };

/** The lists of a reading, by group; what concepts add otherwise comes from the masks. */
export const listGroups: readonly number[] = [WORDS, LETTERS, PAIRS, CONCEPT_ORDER];

const SPACE = 32;
const COMMA = 44;
const END = 10;
const isWordCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
const isDigitCode = (code: number): boolean => code >= 48 && code <= 57;
/** Kana, Han and their signs, as `fold` leaves them. */
const isJapaneseCode = (code: number): boolean =>
  (code >= 0x3005 && code <= 0x30ff && code !== 0x30fb) || (code >= 0x3400 && code <= 0x9fff);

const FNV = 16777619;
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, FNV);
function bucket(hash: number): number {
  let mixed = hash ^ (hash >>> 15);
  mixed = Math.imul(mixed, 2246822507);
  mixed ^= mixed >>> 13;
  return HASH_BASE + (mixed >>> (32 - HASH_BITS));
}
// A seed for each kind of feature, so that equal letters of two kinds do not meet.
const [WORD_SEED, STEM_SEED, LETTERS_SEED, JAPANESE_SEED, PAIR_SEED, SKIP_SEED] = [101, 211, 307, 401, 503, 601];

/** Letters as codes: single spaces, a comma where a clause ends, a line end where a sentence does. Nothing else. */
export function codesOf(text: string): Uint16Array {
  const folded = fold(text);
  const codes = new Uint16Array(folded.length + 1);
  let length = 0;
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    const last = length > 0 ? codes[length - 1] : END;
    if (isWordCode(code) || isJapaneseCode(code)) codes[length++] = code;
    else if (endsSentence(folded, at, code)) {
      if (last === SPACE || last === COMMA) length--;
      if (length > 0 && codes[length - 1] !== END) codes[length++] = END;
    } else if (isClauseEnd(folded, at, code)) {
      if (last === SPACE) codes[length - 1] = COMMA;
      else if (last !== COMMA && last !== END) codes[length++] = COMMA;
    } else if (!isInsideWord(folded, at, code) && last !== SPACE && last !== COMMA && last !== END) codes[length++] = SPACE;
  }
  return codes.subarray(0, length);
}

const isBlank = (code: number): boolean => Number.isNaN(code) || code <= 32 || code === 0x3000;
const closing = new Set(Array.from('"”’»」』)）', (char) => char.charCodeAt(0)));
function endsSentence(text: string, at: number, code: number): boolean {
  if (code === 10 || code === 13 || code === 0x3002 || code === 0x2028) return true;
  if (code !== 46 && code !== 33 && code !== 63 && code !== 0x2026) return false;
  const next = text.charCodeAt(at + 1);
  return isBlank(next) || closing.has(next) || (code !== 46 && isJapaneseCode(next));
}
const clauseEnds = new Set(Array.from(',;:、，；：()（）—–「」『』«»', (char) => char.charCodeAt(0)));
function isClauseEnd(text: string, at: number, code: number): boolean {
  if (!clauseEnds.has(code)) return false;
  return !((code === COMMA || code === 46) && isDigitCode(text.charCodeAt(at - 1)) && isDigitCode(text.charCodeAt(at + 1)));
}
/** An apostrophe, or the sign inside a number: they are left out and part nothing. */
function isInsideWord(text: string, at: number, code: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at + 1)];
  if (code === 39 || code === 0x2019) return isWordCode(before) && isWordCode(after);
  return (code === 46 || code === COMMA) && isDigitCode(before) && isDigitCode(after);
}

/** Words of the concepts as one tree in flat arrays; where a word ends, a mask says of which concepts. */
export type Lexicon = { readonly next: Steps; readonly low: readonly number[]; readonly high: readonly number[] };

/** What the words of the owner's rule file do in a sentence counts as concepts too. */
const roles: readonly Role[] = ['thing', 'deed', 'phrase', 'getting', 'asking', 'faking', 'negation', 'about', 'work', 'turn', 'owned'];
export const conceptNames: readonly string[] = [...Object.keys(concepts), ...roles];

export function makeLexicon(entries: readonly Entry[]): Lexicon {
  const tree = new Tree();
  Object.values(concepts).forEach((words, concept) => {
    for (const raw of words.split('|')) {
      const word = raw.trim();
      tree.plant(codesOf(word.replace(/\*$/, '')), concept, word.endsWith('*'));
    }
  });
  for (const { text, role } of entries) {
    const at = roles.indexOf(role);
    if (at !== -1) tree.plant(codesOf(text), Object.keys(concepts).length + at, false);
  }
  return { next: new Steps(tree.next), low: tree.low, high: tree.high };
}

const PREFIX = 1;
const WHOLE = 2;
const NODE = 65_536;

class Tree {
  readonly next = new Map<number, number>();
  readonly low = [0];
  readonly high = [0];

  /** A word ends in a node of its own: one for prefixes, and Japanese is found inside others, one for whole words. */
  plant(codes: Uint16Array, concept: number, isPrefix: boolean): void {
    if (codes.length === 0) return;
    let node = 0;
    for (const code of [...codes, isPrefix || isJapaneseCode(codes[codes.length - 1] ?? 0) ? PREFIX : WHOLE]) node = this.step(node, code);
    if (concept < 32) this.low[node] = (this.low[node] ?? 0) | (1 << concept);
    else this.high[node] = (this.high[node] ?? 0) | (1 << (concept - 32));
  }

  private step(node: number, code: number): number {
    const known = this.next.get(node * NODE + code);
    if (known !== undefined) return known;
    const made = this.low.push(0) - 1;
    this.high.push(0);
    this.next.set(node * NODE + code, made);
    return made;
  }
}

/** The tree's steps in one typed table, because a Map of them took two thirds of the time of a text. */
class Steps {
  private readonly keys: Int32Array;
  private readonly nodes: Int32Array;
  private readonly mask: number;

  constructor(steps: ReadonlyMap<number, number>) {
    let size = 1;
    while (size < steps.size * 3) size *= 2;
    this.mask = size - 1;
    this.keys = new Int32Array(size).fill(-1);
    this.nodes = new Int32Array(size);
    for (const [key, node] of steps) {
      let at = Steps.slot(key) & this.mask;
      while (this.keys[at] !== -1) at = (at + 1) & this.mask;
      this.keys[at] = key;
      this.nodes[at] = node;
    }
  }

  /** The node that a letter leads to; 0, the root, where it leads nowhere. */
  get(node: number, code: number): number {
    const key = node * NODE + code;
    for (let at = Steps.slot(key) & this.mask; ; at = (at + 1) & this.mask) {
      const found = this.keys[at];
      if (found === key) return this.nodes[at] as number;
      if (found === -1) return 0;
    }
  }

  private static slot(key: number): number {
    const mixed = Math.imul(key ^ (key >>> 16), 0x45d9f3b);
    return mixed ^ (mixed >>> 15);
  }
}

/** A longer sentence is judged in parts, at its commas, so that one wish is not thinned by what stands around it. */
const MIN_PART_TOKENS = 14;
const MAX_CONCEPT_MARKS = 24;

export function read(text: string, lexicon: Lexicon): Reading {
  const codes = codesOf(text);
  const scribe = new Scribe(codes.length, lexicon);
  let at = 0;
  while (at < codes.length) {
    const code = codes[at] ?? 0;
    if (code === END) {
      scribe.endSentence();
      at++;
    } else if (code === COMMA) {
      scribe.endClause();
      at++;
    } else if (code === SPACE) at++;
    else if (isWordCode(code)) at = scribe.word(codes, at);
    else at = scribe.japanese(codes, at);
  }
  scribe.endSentence();
  return { lists: scribe.lists, sentences: scribe.sentences };
}

const hashOfWord = (word: string): number => {
  let hash = WORD_SEED;
  for (let at = 0; at < word.length; at++) hash = mix(hash, word.charCodeAt(at));
  return hash;
};
const common = {
  en: new Set('the of and to for our we is it a with in on that you your be are this please from i my'.split(' ').map(hashOfWord)),
  es: new Set('el la los las de que y en para un una con por nuestro nuestra no se es lo del al su sin mi nos'.split(' ').map(hashOfWord)),
};

/** Writes down the features of a text, sentence by sentence. */
class Scribe {
  readonly lists: Int32Array[];
  readonly sentences: Sentence[] = [];
  private readonly lengths = [0, 0, 0, 0];
  private starts: readonly number[] = [0, 0, 0, 0];
  private tokens = 0;
  private low = 0;
  private high = 0;
  private units: [number, number, number] = [0, 0, 0];
  private marks: [number, number] = [-1, -1];
  private markCount = 0;
  private english = 0;
  private spanish = 0;
  private japaneseLetters = 0;

  private readonly lexicon: Lexicon;

  constructor(length: number, lexicon: Lexicon) {
    this.lexicon = lexicon;
    // The most that a text of this length can have: short words make the most pairs, long ones the most letters.
    this.lists = [
      new Int32Array(length * 2 + 8),
      new Int32Array(length * 4 + 8),
      new Int32Array(length * 3 + 8),
      new Int32Array(length * 8 + 8),
    ];
  }

  private language(): Language {
    if (this.japaneseLetters > 0 && this.japaneseLetters * 2 >= this.english + this.spanish) return 'jp';
    return this.spanish > this.english ? 'es' : 'en';
  }

  word(codes: Uint16Array, from: number): number {
    let to = from;
    let digits = 0;
    while (to < codes.length && isWordCode(codes[to] ?? 0)) if (isDigitCode(codes[to++] ?? 0)) digits++;
    if (isDigitCode(codes[from] ?? 0)) {
      let end = from;
      while (end < to && isDigitCode(codes[end] ?? 0)) end++;
      // 500likes is a number and a word; 10k is one number.
      if (to - end <= 2) this.number(end - from + (to > end ? 3 : 0));
      else {
        this.number(end - from);
        this.letters(codes, end, to, digits > end - from);
      }
    } else this.letters(codes, from, to, digits > 0);
    return to;
  }

  private number(size: number): void {
    const feature = mix(mix(WORD_SEED, 1), Math.min(size, 5));
    this.add(0, bucket(feature));
    this.unit(mix(STEM_SEED, size > 1 ? 2 : 1));
    this.tokens++;
  }

  private letters(codes: Uint16Array, from: number, to: number, hasDigits: boolean): void {
    this.tokens++;
    let word = WORD_SEED;
    let stem = STEM_SEED;
    for (let at = from; at < to; at++) {
      const code = hasDigits ? asLetter(codes[at] ?? 0) : (codes[at] ?? 0);
      word = mix(word, code);
      if (at - from < 5) stem = mix(stem, code);
    }
    this.add(0, bucket(word));
    if (to - from > 5) this.add(0, bucket(stem));
    if (common.en.has(word)) this.english++;
    if (common.es.has(word)) this.spanish++;
    if (to - from >= 4) this.ngrams(codes, from, to, hasDigits);
    this.unit(stem);
    this.conceptsAt(codes, from);
  }

  /** Stretches of 4 and 5 letters, the word's ends included. */
  private ngrams(codes: Uint16Array, from: number, to: number, hasDigits: boolean): void {
    const letter = (at: number): number => (at < from ? 94 : at >= to ? 36 : hasDigits ? asLetter(codes[at] ?? 0) : (codes[at] ?? 0));
    for (let at = from - 1; at <= to - 3; at++) {
      const four = mix(mix(mix(mix(LETTERS_SEED, letter(at)), letter(at + 1)), letter(at + 2)), letter(at + 3));
      this.add(1, bucket(four));
      if (at + 4 <= to) this.add(1, bucket(mix(four, letter(at + 4))));
    }
  }

  japanese(codes: Uint16Array, from: number): number {
    let to = from;
    while (to < codes.length && isJapaneseCode(codes[to] ?? 0)) to++;
    for (let at = from; at < to; at++) {
      let hash = JAPANESE_SEED;
      for (let end = at; end < to && end < at + 4; end++) {
        hash = mix(hash, codes[end] ?? 0);
        this.add(1, bucket(hash));
      }
      this.conceptsAt(codes, at);
    }
    this.japaneseLetters += to - from;
    // Three letters say about as much as a word.
    this.tokens += Math.ceil((to - from) / 3);
    return to;
  }

  private unit(hash: number): void {
    const [last, before, first] = this.units;
    if (last) this.add(2, bucket(mix(mix(PAIR_SEED, last), hash)));
    if (before) this.add(2, bucket(mix(mix(SKIP_SEED, before), hash)));
    if (first) this.add(2, bucket(mix(mix(SKIP_SEED, first), hash)));
    this.units = [hash, last, before];
  }

  /** Every word of the concepts that begins here. */
  private conceptsAt(codes: Uint16Array, from: number): void {
    const { next, low, high } = this.lexicon;
    let node = 0;
    for (let at = from; at < codes.length; at++) {
      node = next.get(node, codes[at] as number);
      if (node === 0) return;
      const prefix = next.get(node, PREFIX);
      if (prefix !== 0) this.mark(low[prefix] as number, high[prefix] as number);
      if (isWordCode(codes[at + 1] ?? 0)) continue;
      const whole = next.get(node, WHOLE);
      if (whole !== 0) this.mark(low[whole] as number, high[whole] as number);
    }
  }

  private mark(low: number, high: number): void {
    for (let rest = low; rest !== 0; rest &= rest - 1) this.markOne(31 - Math.clz32(rest & -rest));
    for (let rest = high; rest !== 0; rest &= rest - 1) this.markOne(63 - Math.clz32(rest & -rest));
    this.low |= low;
    this.high |= high;
  }

  private markOne(concept: number): void {
    const [last, before] = this.marks;
    if (concept === last || this.markCount >= MAX_CONCEPT_MARKS) return;
    this.markCount++;
    if (last >= 0) this.add(3, CONCEPT_ORDER_BASE + last * CONCEPT_COUNT + concept);
    if (before >= 0 && before !== concept) this.add(3, CONCEPT_ORDER_BASE + before * CONCEPT_COUNT + concept);
    this.marks = [concept, last];
  }

  private add(list: 0 | 1 | 2 | 3, feature: number): void {
    const into = this.lists[list] as Int32Array;
    const length = this.lengths[list] as number;
    into[length] = feature;
    this.lengths[list] = length + 1;
  }

  endClause(): void {
    if (this.tokens >= MIN_PART_TOKENS) this.endSentence();
  }

  endSentence(): void {
    if (this.tokens > 0)
      this.sentences.push({
        start: this.starts,
        end: [...this.lengths],
        low: this.low,
        high: this.high,
        tokens: this.tokens,
        language: this.language(),
      });
    this.starts = [...this.lengths];
    this.tokens = 0;
    this.low = 0;
    this.high = 0;
    this.units = [0, 0, 0];
    this.marks = [-1, -1];
    this.markCount = 0;
    this.english = 0;
    this.spanish = 0;
    this.japaneseLetters = 0;
  }
}

/** Digits that stand for letters: f4ke. */
const letterOfDigit: Readonly<Record<number, number>> = { 48: 111, 49: 105, 51: 101, 52: 97, 53: 115, 55: 116 };
const asLetter = (code: number): number => letterOfDigit[code] ?? code;
