// Detects a text's language by its script and common words; undefined if unsure.
import type { TextLanguage } from 'fanfare/plugin';
import { commonWords } from './common-words.ts';
import { japaneseScript, type Token } from './text.ts';

const MIN_WORDS = 12;
/** About every third word of a text is a common word of its language. */
const CLEAR_SHARE = 0.15;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** `other`: none of the three. Undefined: the text is too short. */
export function detectLanguage(tokens: readonly Token[]): TextLanguage | 'other' | undefined {
  if (tokens.length < MIN_WORDS) return undefined;
  const share = (is: (word: string) => boolean): number => tokens.filter(({ word }) => is(word)).length / tokens.length;
  if (share((word) => japaneseScript.test(word)) > 0.3) return share((word) => kana.test(word)) > 0.1 ? 'ja' : 'other';
  const [english, spanish] = [share((word) => commonWords.en.has(word)), share((word) => commonWords.es.has(word))];
  if (Math.max(english, spanish) >= CLEAR_SHARE && Math.max(english, spanish) >= 1.5 * Math.min(english, spanish))
    return english > spanish ? 'en' : 'es';
  // Many words and hardly any known: another language.
  return Math.max(english, spanish) < CLEAR_SHARE / 3 && tokens.length >= 3 * MIN_WORDS ? 'other' : undefined;
}
