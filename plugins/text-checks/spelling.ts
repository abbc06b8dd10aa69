// Spelling by nspell with Hunspell dictionaries. A suggestion may take half a second, so only a limited
// number of words get some; all misspelled words are reported.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, codeFile, type Finding, type TextLanguage } from 'fanfare/plugin';
import nspell from 'nspell';
import { checkOfFindings, createCheck, createFinding, toCheckMessage } from './check.ts';
import type { HasTime } from './pieces.ts';
import { japaneseScript, normalizeWord, splitChunks, type Token } from './text.ts';

/** The packages by dialect. Only their data is read. */
export const dictionaries = {
  'en-US': 'dictionary-en',
  'en-GB': 'dictionary-en-gb',
  // One dictionary for all countries; it lacks the forms with vos.
  es: 'dictionary-es',
} as const;
type DictionaryName = keyof typeof dictionaries;

const suggesting = { letters: 16, each: 5 };
/** Longer words are skipped: they are no real words and slow to look up. */
const WORD_LETTERS = 40;

type Speller = ReturnType<typeof nspell>;
const read = new Map<DictionaryName, Promise<Speller>>();

function getSpeller(name: DictionaryName): Promise<Speller> {
  const known = read.get(name) ?? readSpeller(name);
  read.set(name, known);
  return known;
}

async function readSpeller(name: DictionaryName): Promise<Speller> {
  const folder = codeFile(`node_modules/${dictionaries[name]}`);
  const [aff, dic] = await Promise.all(['index.aff', 'index.dic'].map((file) => readFile(join(folder, file))));
  if (!aff || !dic) throw new Error(`${folder} has no dictionary`);
  return nspell(aff, dic);
}

/**
 * `known`: the customer's names and phrases. `suggestions`: how many words get suggestions, while time lasts.
 */
export type SpellingRequest = {
  readonly language: TextLanguage;
  readonly dialect: string;
  readonly known: readonly string[];
  readonly suggestions: number;
  readonly hasTime: HasTime;
};

export function findDictionary({ language, dialect }: Pick<SpellingRequest, 'language' | 'dialect'>): DictionaryName | undefined {
  if (language === 'ja') return undefined;
  if (language === 'es') return 'es';
  return dialect === 'en-GB' ? 'en-GB' : 'en-US';
}

/** Loads a dictionary ahead, because it takes up to a second. */
export async function loadDictionary(request: Pick<SpellingRequest, 'language' | 'dialect'>): Promise<void> {
  const name = findDictionary(request);
  if (name) await getSpeller(name);
}

export async function checkSpelling(text: string, tokens: readonly Token[], request: SpellingRequest): Promise<Check> {
  const name = findDictionary(request);
  if (!name) return createCheck('spelling', 'skipped', toCheckMessage('spelling.unavailable'));
  const speller = await getSpeller(name);
  const own = new Set(request.known.flatMap((phrase) => phrase.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(normalizeWord));
  const isSkipped = createSkipCheck(text);
  const suggest = createSuggester(speller, request);
  const judged = new Map<string, boolean>();
  const found: Finding[] = [];
  for (const token of tokens) {
    const word = text.slice(token.from, token.to).replaceAll('’', "'");
    if (isSkipped(token) || !isWord(word) || own.has(token.word)) continue;
    const right = judged.get(word) ?? isRight(speller, word, own);
    judged.set(word, right);
    // Names get no suggestions.
    if (!right)
      found.push(isName(text, token) ? createFinding(token, 'name') : createFinding(token, 'spelling', { suggestions: suggest(word) }));
  }
  return checkOfFindings('spelling', found);
}

/** Skips numbers, single letters and other scripts. */
const isWord = (word: string): boolean =>
  word.length > 1 &&
  word.length <= WORD_LETTERS &&
  !/\p{N}/u.test(word) &&
  /^[\p{Script=Latin}\p{M}'-]+$/u.test(word) &&
  !japaneseScript.test(word);

/** A compound is right if its parts are; a genitive is right if the name is. */
function isRight(speller: Speller, word: string, own: ReadonlySet<string>): boolean {
  const isKnown = (part: string): boolean => part.length < 2 || own.has(normalizeWord(part)) || speller.correct(part);
  return isKnown(word) || isKnown(word.replace(/'s?$/, '')) || (word.includes('-') && word.split('-').every(isKnown));
}

/** Capitalized, and not because it begins a sentence. */
function isName(text: string, { from, to }: Token): boolean {
  const word = text.slice(from, to);
  if (word === word.toUpperCase() && word.length <= 6) return true;
  return /^\p{Lu}\p{Ll}/u.test(word) && /[\p{L}\p{N},;]["'“‘«]?\s$/u.test(text.slice(Math.max(0, from - 4), from));
}

/**
 * Skips URLs, mail addresses, hashtags and code. Tokens come in text order, so each chunk is checked once.
 */
function createSkipCheck(text: string): (token: Token) => boolean {
  const chunks = splitChunks(text);
  let here = { to: 0, skippedFrom: Number.POSITIVE_INFINITY };
  return ({ from }) => {
    while (here.to <= from) {
      const next = chunks.next();
      if (next.done) return false;
      here = { to: next.value.to, skippedFrom: next.value.from + findSkipStart(next.value.chunk) };
    }
    return from >= here.skippedFrom;
  };
}

function findSkipStart(chunk: string): number {
  if (/^["'“(]*[#@`]/.test(chunk) || /[^@]@[^@]/.test(chunk)) return 0;
  const link = chunk.search(/https?:\/|www\.|\]\(/i);
  return link === -1 ? Number.POSITIVE_INFINITY : link;
}

function createSuggester(speller: Speller, { suggestions: most, hasTime }: SpellingRequest): (word: string) => string[] {
  const bounded = createBoundedSpeller(speller);
  const suggested = new Map<string, string[]>();
  return (word) => {
    const before = suggested.get(word);
    if (before) return before;
    if (suggested.size >= most || word.length > suggesting.letters || !hasTime()) return [];
    const suggestions = bounded(word).slice(0, suggesting.each);
    suggested.set(word, suggestions);
    return suggestions;
  };
}

/** Limits the second round of a search, which changes two letters and takes up to two seconds. */
const SECOND_ROUND_WORDS = 130;

/**
 * nspell reads the letters to try once per round and batch. Once a word's budget is used up this returns
 * none, which ends the search. Capitals would double the work.
 */
export function createBoundedSpeller(speller: Speller): (word: string) => string[] {
  const { flags } = speller as Speller & { readonly flags: { readonly TRY: readonly string[] } };
  let rounds = 0;
  const few = Object.create(flags, { TRY: { get: () => (rounds-- > 0 ? flags.TRY : []) } }) as typeof flags;
  const bounded = Object.create(speller, { flags: { value: few } }) as Speller;
  return (word) => {
    const isLoud = word === word.toUpperCase();
    const plain = /^.\P{Lu}*$/u.test(word) ? word : word.toLowerCase();
    rounds = 1 + Math.floor(SECOND_ROUND_WORDS / Math.max((10 - word.length) ** 3, 1));
    const found = bounded.suggest(plain);
    return isLoud ? found.map((each) => each.toUpperCase()) : found;
  };
}
