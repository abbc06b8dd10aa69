// Finds repetitions: doubled words, sentences that begin alike, repeated passages and overused words.
import type { Check, Finding, TextLanguage } from 'fanfare/plugin';
import { checkOfFindings, createFinding } from './check.ts';
import { commonWords } from './common-words.ts';
import { listShingles } from './shingles.ts';
import type { TextSpan, Token } from './text.ts';

const PASSAGE_WORDS = 8;
const ALIKE_IN_A_ROW = 3;
/** A word is overused if it occurs this often, and this often per number of words. */
const frequent = { times: 6, wordsPerUse: 30, letters: 4 };

export function checkRepetition(language: TextLanguage, tokens: readonly Token[], sentences: readonly TextSpan[], text: string): Check {
  return checkOfFindings('repetition', [
    ...findDoubles(language, tokens, text),
    ...findAlike(tokens, sentences),
    ...listPassages(tokens),
    ...listFrequentWords(language, tokens),
  ]);
}

/** Correct doublings: "that that", "no no", and Japanese reduplications. */
const rightTwice: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set(['that', 'had', 'no', 'very', 'so', 'bye', 'ha']),
  es: new Set(['no', 'muy', 'nos', 'ja']),
  ja: new Set(),
};
const onlySpace = /^[^\S\n]+$/;

function findDoubles(language: TextLanguage, tokens: readonly Token[], text: string): Finding[] {
  // Japanese has many correct doublings; its grammar checker handles them.
  if (language === 'ja') return [];
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (!before || before.word !== token.word || !/\p{L}/u.test(token.word) || rightTwice[language].has(token.word)) return [];
    if (!onlySpace.test(text.slice(before.to, token.from))) return [];
    return [createFinding({ from: before.from, to: token.to }, 'doubledWord', { suggestions: [text.slice(before.from, before.to)] })];
  });
}

function findAlike(tokens: readonly Token[], sentences: readonly TextSpan[]): Finding[] {
  const found: Finding[] = [];
  let [next, times, last] = [0, 0, ''];
  for (const { from, to } of sentences) {
    while (next < tokens.length && (tokens[next]?.from ?? 0) < from) next++;
    const first = tokens[next];
    if (!first || first.to > to) continue;
    times = first.word === last ? times + 1 : 1;
    last = first.word;
    if (times >= ALIKE_IN_A_ROW) found.push(createFinding(first, 'sameStart', { text: String(times) }));
  }
  return found;
}

function listPassages(tokens: readonly Token[]): Finding[] {
  const firsts = new Map<string, number>();
  const again = tokens.map(() => false);
  for (const { key, at } of listShingles(tokens, PASSAGE_WORDS)) {
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, at);
    else if (at - first >= PASSAGE_WORDS) again.fill(true, at, at + PASSAGE_WORDS);
  }
  return findRuns(again).map(([from, to]) =>
    createFinding({ from: tokens[from]?.from ?? 0, to: tokens[to - 1]?.to ?? 0 }, 'repeatedPassage'),
  );
}

/** Runs of consecutive true values, as start and end. */
function findRuns(holds: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < holds.length; at++) {
    if (!holds[at]) continue;
    const from = at;
    while (at < holds.length && holds[at]) at++;
    runs.push([from, at]);
  }
  return runs;
}

function listFrequentWords(language: TextLanguage, tokens: readonly Token[]): Finding[] {
  const countByWord = new Map<string, { token: Token; times: number }>();
  for (const token of tokens) {
    const before = countByWord.get(token.word);
    if (before) before.times++;
    else countByWord.set(token.word, { token, times: 1 });
  }
  const isHeavy = (word: string): boolean =>
    /\p{L}/u.test(word) &&
    !commonWords[language].has(word) &&
    (language === 'ja' ? /[\p{Script=Han}\p{Script=Katakana}]{2}/u.test(word) : word.length >= frequent.letters);
  return [...countByWord.values()].flatMap(({ token, times }) =>
    times >= frequent.times && times * frequent.wordsPerUse >= tokens.length && isHeavy(token.word)
      ? [createFinding(token, 'frequentWord', { text: String(times) })]
      : [],
  );
}
