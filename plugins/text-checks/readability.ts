// Readability by published formulas, named in the report. English: Flesch, "A new readability yardstick"
// (1948). Spanish: Fernández Huerta (1959, as corrected by Law 2011: syllables per word), and the perspicuity
// of Szigriszt Pazos (1993) on the scale INFLESZ (Barrio Cantalejo 2008).
// Japanese: the short formula of Tateisi, Ono and Yamada (COLING 1988; mean 50, standard deviation 10). They
// measure the surface of a text, not its quality.
import type { Check, Finding, Readability, TextLanguage } from 'fanfare/plugin';
import { createCheck, createFinding, toCheckMessage } from './check.ts';
import { splitSentences, type TextSpan, type Token } from './text.ts';

type Measured = { readonly text: string; readonly tokens: readonly Token[]; readonly sentences: readonly TextSpan[] };
type Band = 'veryEasy' | 'easy' | 'plain' | 'hard' | 'veryHard';

/** Lower limits of the bands. */
const bands: Readonly<Record<TextLanguage, readonly (readonly [least: number, Band])[]>> = {
  en: [
    [90, 'veryEasy'],
    [70, 'easy'],
    [60, 'plain'],
    [30, 'hard'],
  ],
  es: [
    [80, 'veryEasy'],
    [65, 'easy'],
    [55, 'plain'],
    [40, 'hard'],
  ],
  ja: [
    [70, 'veryEasy'],
    [55, 'easy'],
    [45, 'plain'],
    [30, 'hard'],
  ],
};

/** Longer sentences are reported: words, or characters in Japanese. */
const longest: Readonly<Record<TextLanguage, number>> = { en: 30, es: 35, ja: 100 };
const MIN_SENTENCES = 3;

export function computeReadability(language: TextLanguage, measured: Measured): readonly Readability[] {
  if (measured.tokens.length === 0 || measured.sentences.length === 0) return [];
  return formulas[language](measured).map(({ formula, value }) => ({ formula, value: Math.round(value * 10) / 10 }));
}

export function checkReadability(language: TextLanguage, measured: Measured, values: readonly Readability[]): Check {
  const long = findLongSentences(language, measured);
  // The scale of a language applies to its last value.
  const last = values.at(-1);
  if (!last || measured.sentences.length < MIN_SENTENCES)
    return createCheck('readability', 'skipped', toCheckMessage('readability.short'), long);
  const band = bands[language].find(([least]) => last.value >= least)?.[1] ?? 'veryHard';
  const state = band === 'hard' || band === 'veryHard' || long.length > 0 ? 'look' : 'fine';
  return createCheck('readability', state, toCheckMessage(`readability.${band}`, { ...last, long: long.length }), long);
}

function findLongSentences(language: TextLanguage, { sentences, tokens }: Measured): Finding[] {
  const found: Finding[] = [];
  let next = 0;
  for (const sentence of sentences) {
    let words = 0;
    for (; next < tokens.length && (tokens[next]?.from ?? 0) < sentence.to; next++) words++;
    const length = language === 'ja' ? sentence.to - sentence.from : words;
    if (length > longest[language]) found.push(createFinding(sentence, 'longSentence', { text: String(length) }));
  }
  return found;
}

const formulas: Readonly<Record<TextLanguage, (measured: Measured) => Readability[]>> = {
  en: ({ tokens, sentences }) => {
    const { syllables, words } = computeAverages(tokens, sentences, countEnglishSyllables);
    return [{ formula: 'Flesch Reading Ease', value: 206.835 - 1.015 * words - 84.6 * syllables }];
  },
  es: ({ tokens, sentences }) => {
    const { syllables, words } = computeAverages(tokens, sentences, countSpanishSyllables);
    return [
      { formula: 'Fernández Huerta', value: 206.84 - 60 * syllables - 1.02 * words },
      { formula: 'Szigriszt-Pazos (INFLESZ)', value: 206.835 - 62.3 * syllables - words },
    ];
  },
  ja: ({ text }) => [{ formula: 'Tateisi, Ono & Yamada (RS′)', value: computeTateisi(text) }],
};

function computeAverages(tokens: readonly Token[], sentences: readonly TextSpan[], countSyllables: (word: string) => number) {
  const syllables = tokens.reduce((sum, { word }) => sum + countSyllables(word), 0);
  return { syllables: syllables / tokens.length, words: tokens.length / sentences.length };
}

/** Counts groups of vowels; right for about nine words of ten. */
export function countEnglishSyllables(word: string): number {
  const letters = word
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, 60);
  if (letters.length <= 3) return 1;
  const spoken = letters.replace(/(?:[^laeiouy]es|[^dt]ed|[^laeiouy]e)$/, (end) => end.charAt(0)).replace(/^y/, '');
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 0);
}

/** Strong vowels and accented weak vowels form syllables; other weak vowels join them. */
export function countSpanishSyllables(word: string): number {
  const groups =
    word
      .toLowerCase()
      .slice(0, 60)
      .match(/[aeiouáéíóúüy]+/g) ?? [];
  const spoken = groups.map((group) => Math.max(1, group.match(/[aeoáéíóú]/g)?.length ?? 0));
  return Math.max(
    1,
    spoken.reduce((sum, each) => sum + each, 0),
  );
}

const scripts = { alphabet: 'Latin', hiragana: 'Hiragana', kanji: 'Han', katakana: 'Katakana' } as const;

/**
 * Mean run length of each script, mean sentence length, and commas per full stop. The long vowel mark counts
 * as katakana.
 */
function computeTateisi(text: string): number {
  const runs = (script: string): number => {
    let [count, letters] = [0, 0];
    const pattern = new RegExp(script === 'Katakana' ? '[\\p{Script=Katakana}ー]+' : `\\p{Script=${script}}+`, 'gu');
    for (const [run] of text.matchAll(pattern)) [count, letters] = [count + 1, letters + [...run].length];
    return count === 0 ? 0 : letters / count;
  };
  const sentences = splitSentences(text);
  const characters = sentences.reduce((sum, { from, to }) => sum + [...text.slice(from, to)].length, 0) / Math.max(1, sentences.length);
  const stops = Math.max(1, text.match(/[。．｡]/g)?.length ?? 0);
  const commas = (text.match(/[、，､]/g)?.length ?? 0) / stops;
  return (
    115.79 -
    0.12 * characters -
    1.37 * runs(scripts.alphabet) +
    7.4 * runs(scripts.hiragana) -
    23.18 * runs(scripts.kanji) -
    5.4 * runs(scripts.katakana) -
    4.67 * commas
  );
}
