// Extracts the model's features from a text in one pass: weight indices by sentence and group. Used for
// training and judging.
import { COMMA, END, encodeCharacters, isDigitCode, isJapaneseCode, isWordCode, SPACE } from './codes.ts';
import { type Lexicon, PREFIX, WHOLE } from './lexicon.ts';

/** Weight groups, each scaled by its number of features in a window. */
const [WORDS, LETTERS, PAIRS, CONCEPT_ORDER] = [0, 1, 2, 5] as const;
export const CONCEPTS = 3;
export const CONCEPT_PAIRS = 4;
export const GROUPS = 6;

export const CONCEPT_COUNT = 128;
/** Numbers are concepts too. Large: three digits or more, or with a suffix such as the k of 10k. */
const [LARGE_NUMBER, SMALL_NUMBER] = [CONCEPT_COUNT - 2, CONCEPT_COUNT - 1];
// Layout: concept weights, then their pairs, then hashed features.
const CONCEPT_ORDER_BASE = CONCEPT_COUNT + CONCEPT_COUNT * CONCEPT_COUNT;
const HASH_BASE = CONCEPT_ORDER_BASE + CONCEPT_COUNT * CONCEPT_COUNT;
const HASH_BITS = 20;
export const WEIGHT_COUNT = HASH_BASE + (1 << HASH_BITS);

export type Language = 'en' | 'es' | 'jp';
export const languages: readonly Language[] = ['en', 'es', 'jp'];

/** A sentence: its range in the reading's lists and its concepts. */
export type Sentence = {
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly concepts: readonly number[];
  readonly tokens: number;
  readonly language: Language;
};
export type Reading = { readonly lists: readonly Int32Array[]; readonly sentences: readonly Sentence[] };

/** The group of each list of a reading. The other two groups are computed from the sentences' concepts. */
export const listGroups: readonly number[] = [WORDS, LETTERS, PAIRS, CONCEPT_ORDER];

const FNV = 16777619;
const mixHash = (hash: number, code: number): number => Math.imul(hash ^ code, FNV);
function getBucket(hash: number): number {
  let mixed = hash ^ (hash >>> 15);
  mixed = Math.imul(mixed, 2246822507);
  mixed ^= mixed >>> 13;
  return HASH_BASE + (mixed >>> (32 - HASH_BITS));
}
// One seed per kind of feature, so that the same letters hash differently in each.
const [WORD_SEED, STEM_SEED, LETTERS_SEED, JAPANESE_SEED, PAIR_SEED, SKIP_SEED] = [101, 211, 307, 401, 503, 601];

/** Longer sentences are split at commas, so that long texts do not dilute a request. */
const MIN_PART_TOKENS = 14;
const MAX_CONCEPT_PLACES = 40;
/**
 * A concept makes ordered pairs with the concepts of the three places before it; this counts its own place
 * too.
 */
const TRAIL_PLACES = 4;
const MAX_CONCEPTS_PER_PLACE = 8;

export function readFeatures(text: string, lexicon: Lexicon): Reading {
  const codes = encodeCharacters(text);
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
  for (let at = 0; at < word.length; at++) hash = mixHash(hash, word.charCodeAt(at));
  return hash;
};
const common = {
  en: new Set('the of and to for our we is it a with in on that you your be are this please from i my'.split(' ').map(hashOfWord)),
  es: new Set('el la los las de que y en para un una con por nuestro nuestra no se es lo del al su sin mi nos'.split(' ').map(hashOfWord)),
};

/** Collects features sentence by sentence. */
class Scribe {
  readonly lists: Int32Array[];
  readonly sentences: Sentence[] = [];
  private readonly lengths = [0, 0, 0, 0];
  private starts: readonly number[] = [0, 0, 0, 0];
  private tokens = 0;
  private present: number[] = [];
  private readonly seen = new Uint8Array(CONCEPT_COUNT);
  private lastAt = -1;
  private trail: number[][] = [];
  private units: [number, number, number] = [0, 0, 0];
  private placeCount = 0;
  private english = 0;
  private spanish = 0;
  private japaneseLetters = 0;

  private readonly lexicon: Lexicon;

  constructor(length: number, lexicon: Lexicon) {
    this.lexicon = lexicon;
    // Enough for most texts of this length; a full list grows.
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
      // "500likes" is a number and a word; "10k" is one number.
      if (to - end <= 2) this.number(end - from + (to > end ? 3 : 0), from);
      else {
        this.number(end - from, from);
        this.letters(codes, end, to, digits > end - from);
      }
    } else this.letters(codes, from, to, digits > 0);
    return to;
  }

  private number(size: number, at: number): void {
    const feature = mixHash(mixHash(WORD_SEED, 1), Math.min(size, 5));
    this.add(0, getBucket(feature));
    this.unit(mixHash(STEM_SEED, size > 1 ? 2 : 1));
    this.mark([size > 2 ? LARGE_NUMBER : SMALL_NUMBER], at);
    this.tokens++;
  }

  private letters(codes: Uint16Array, from: number, to: number, hasDigits: boolean): void {
    this.tokens++;
    let word = WORD_SEED;
    let stem = STEM_SEED;
    for (let at = from; at < to; at++) {
      const code = hasDigits ? asLetter(codes[at] ?? 0) : (codes[at] ?? 0);
      word = mixHash(word, code);
      if (at - from < 5) stem = mixHash(stem, code);
    }
    this.add(0, getBucket(word));
    if (to - from > 5) this.add(0, getBucket(stem));
    if (common.en.has(word)) this.english++;
    if (common.es.has(word)) this.spanish++;
    if (to - from >= 4) this.ngrams(codes, from, to, hasDigits);
    this.unit(stem);
    this.conceptsAt(codes, from);
  }

  /** 4-grams and 5-grams of letters; the word's ends count as letters. */
  private ngrams(codes: Uint16Array, from: number, to: number, hasDigits: boolean): void {
    const letter = (at: number): number => (at < from ? 94 : at >= to ? 36 : hasDigits ? asLetter(codes[at] ?? 0) : (codes[at] ?? 0));
    for (let at = from - 1; at <= to - 3; at++) {
      const four = mixHash(mixHash(mixHash(mixHash(LETTERS_SEED, letter(at)), letter(at + 1)), letter(at + 2)), letter(at + 3));
      this.add(1, getBucket(four));
      if (at + 4 <= to) this.add(1, getBucket(mixHash(four, letter(at + 4))));
    }
  }

  japanese(codes: Uint16Array, from: number): number {
    let to = from;
    while (to < codes.length && isJapaneseCode(codes[to] ?? 0)) to++;
    for (let at = from; at < to; at++) {
      let hash = JAPANESE_SEED;
      for (let end = at; end < to && end < at + 4; end++) {
        hash = mixHash(hash, codes[end] ?? 0);
        this.add(1, getBucket(hash));
      }
      this.conceptsAt(codes, at);
    }
    this.japaneseLetters += to - from;
    // Three Japanese letters carry about as much as a word.
    this.tokens += Math.ceil((to - from) / 3);
    return to;
  }

  private unit(hash: number): void {
    const [last, before, first] = this.units;
    if (last) this.add(2, getBucket(mixHash(mixHash(PAIR_SEED, last), hash)));
    if (before) this.add(2, getBucket(mixHash(mixHash(SKIP_SEED, before), hash)));
    if (first) this.add(2, getBucket(mixHash(mixHash(SKIP_SEED, first), hash)));
    this.units = [hash, last, before];
  }

  /** Marks every word of a concept that begins here. */
  private conceptsAt(codes: Uint16Array, from: number): void {
    const { next, ids } = this.lexicon;
    let node = 0;
    for (let at = from; at < codes.length; at++) {
      node = next.get(node, codes[at] as number);
      if (node === 0) return;
      const prefixEntry = next.get(node, PREFIX);
      if (prefixEntry !== 0) this.mark(ids[prefixEntry] as number[], from);
      if (isWordCode(codes[at + 1] ?? 0)) continue;
      const wordEntry = next.get(node, WHOLE);
      if (wordEntry !== 0) this.mark(ids[wordEntry] as number[], from);
    }
  }

  private mark(concepts: readonly number[], at: number): void {
    for (const concept of concepts) {
      if (this.seen[concept] === 1) continue;
      this.seen[concept] = 1;
      this.present.push(concept);
    }
    if (at !== this.lastAt) {
      if (this.placeCount++ >= MAX_CONCEPT_PLACES) return;
      this.lastAt = at;
      this.trail.push([]);
      if (this.trail.length > TRAIL_PLACES) this.trail.shift();
    }
    const here = this.trail[this.trail.length - 1] as number[];
    for (const concept of concepts) if (!here.includes(concept) && here.length < MAX_CONCEPTS_PER_PLACE) this.pair(concept, here);
  }

  /** Pairs a concept with those of the places before it, in this order. */
  private pair(concept: number, here: number[]): void {
    here.push(concept);
    for (const place of this.trail)
      if (place !== here)
        for (const before of place) if (before !== concept) this.add(3, CONCEPT_ORDER_BASE + before * CONCEPT_COUNT + concept);
  }

  private add(list: 0 | 1 | 2 | 3, feature: number): void {
    const length = this.lengths[list] as number;
    let into = this.lists[list] as Int32Array;
    if (length === into.length) {
      const longer = new Int32Array(length * 2);
      longer.set(into);
      this.lists[list] = longer;
      into = longer;
    }
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
        concepts: this.present,
        tokens: this.tokens,
        language: this.language(),
      });
    this.starts = [...this.lengths];
    this.tokens = 0;
    for (const id of this.present) this.seen[id] = 0;
    this.present = [];
    this.trail = [];
    this.lastAt = -1;
    this.units = [0, 0, 0];
    this.placeCount = 0;
    this.english = 0;
    this.spanish = 0;
    this.japaneseLetters = 0;
  }
}

/** Digits that stand for letters: f4ke. */
const letterOfDigit: Readonly<Record<number, number>> = { 48: 111, 49: 105, 51: 101, 52: 97, 53: 115, 55: 116 };
const asLetter = (code: number): number => letterOfDigit[code] ?? code;
