// Builds the report of all checks of a text.
import { type Check, type CheckReport, countWords, type Readability, type TextLanguage } from 'fanfare/plugin';
import { toCheckMessage } from './check.ts';
import { computeReadability } from './readability.ts';
import { MAX_CHARS, splitSentences, type TextSpan, type Token, tokenize, truncateToReadable } from './text.ts';

/** A text, tokenized once for all checks. */
export type Read = {
  readonly text: string;
  readonly language: TextLanguage;
  readonly tokens: readonly Token[];
  readonly sentences: readonly TextSpan[];
  readonly values: readonly Readability[];
  readonly isCut: boolean;
};

export function analyzeText(typed: string, language: TextLanguage): Read {
  const text = truncateToReadable(typed);
  const [tokens, sentences] = [tokenize(text), splitSentences(text)];
  const values = computeReadability(language, { text, tokens, sentences });
  return { text, language, tokens, sentences, values, isCut: typed.length > MAX_CHARS };
}

export function buildReport({ text, language, sentences, values, isCut }: Read, checks: readonly Check[]): CheckReport {
  return {
    layout: 1,
    language,
    numbers: { characters: [...text].length, words: countWords(text), sentences: sentences.length, readability: [...values] },
    checks: [...checks],
    notes: [toCheckMessage('note.assistant'), ...(isCut ? [toCheckMessage('note.cut', { characters: MAX_CHARS })] : [])],
  };
}
