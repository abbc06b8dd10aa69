// Finds hashtags for a topic: phrases before words, the brand's own, and tags in use. From the customer's
// words only; it claims nothing about popularity.

import { listOf, textOf } from '../checks/check-delivery.ts';
import { commonWords } from '../checks/common-words.ts';
import { sentencesOf, tokensOf } from '../checks/text.ts';
import type { TextLanguage } from '../shapes-report.ts';
import type { ProductionBrief } from './maker.ts';

/** Kinds of tags, by priority. */
export const tagKinds = ['own', 'phrase', 'seed', 'audience', 'word', 'caption'] as const;
export type TagKind = (typeof tagKinds)[number];
export type Tag = { readonly tag: string; readonly kind: TagKind };

const TAG_CHARS = { least: 2, most: 30 };

/** Unique tags without those to avoid. */
export function tagsOf({ answers, language }: ProductionBrief): readonly Tag[] {
  const avoided = new Set([...listOf(answers.avoid), ...listOf(answers.mustAvoid)].map(keyOf));
  const found: Record<TagKind, readonly string[]> = {
    own: [textOf(answers.brandName)],
    phrase: phrasesOf(textOf(answers.topic), language),
    seed: listOf(answers.seedTags),
    audience: phrasesOf(textOf(answers.audience), language),
    word: wordsOf(textOf(answers.topic), language),
    caption: wordsOf(textOf(answers.caption), language),
  };
  const usedTags = new Set<string>();
  return tagKinds.flatMap((kind) =>
    found[kind].flatMap((typed) => {
      const tag = tagOf(typed);
      const key = keyOf(tag ?? '');
      if (!tag || avoided.has(key) || usedTags.has(key)) return [];
      usedTags.add(key);
      return [{ tag: `#${tag}`, kind }];
    }),
  );
}

/** Compares tags without case, accents and the hash sign. */
const keyOf = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Letters and digits only, as platforms require; words are capitalized for screen readers. */
function tagOf(typed: string): string | undefined {
  const words = typed.normalize('NFC').match(/[\p{L}\p{M}\p{N}ー々]+/gu) ?? [];
  const isOne = words.length === 1;
  const tag = words.map((word) => (isOne ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`)).join('');
  const length = [...tag].length;
  return length >= TAG_CHARS.least && length <= TAG_CHARS.most && /\p{L}/u.test(tag) ? tag : undefined;
}

/** Words that are too general for a tag. */
const weak = new Set(
  `one two three four five six seven eight nine ten small big large little new old good best great nice early late morning day today
  uno dos tres cuatro cinco seis siete ocho nueve diez pequeño pequeña grande nuevo nueva viejo vieja bueno buena mejor gran día hoy`.split(
    /\s+/,
  ),
);

const heavy = (word: string, language: TextLanguage): boolean => !commonWords[language].has(word.toLowerCase()) && /\p{L}{3}/u.test(word);

/** Japanese nouns by script: kanji and katakana, with the endings of nouns derived from verbs, as in パン作り. */
const japaneseNouns = /[\p{Script=Han}\p{Script=Katakana}ー々]{2,12}(?:[りみき](?:\p{Script=Han}{1,3}|(?=[のをにはがとで、。\s]|$)))?/gu;

/** Two or three consecutive words that are not common words. */
function phrasesOf(text: string, language: TextLanguage): string[] {
  if (language === 'ja') return (text.match(japaneseNouns) ?? []).filter((noun) => noun.length >= 4);
  return sentencesOf(text).flatMap(({ from, to }) => {
    const sentence = text.slice(from, to);
    const tokens = tokensOf(sentence);
    return tokens.flatMap((token, index) => {
      const next = tokens[index + 1];
      if (!next || !/^[\s-]+$/.test(sentence.slice(token.to, next.from))) return [];
      const pair = [sentence.slice(token.from, token.to), sentence.slice(next.from, next.to)];
      return pair.every((word) => heavy(word, language)) ? [pair.join(' ')] : [];
    });
  });
}

function wordsOf(text: string, language: TextLanguage): string[] {
  if (language === 'ja') return [...(text.match(japaneseNouns) ?? []), ...(text.match(/[\p{Script=Latin}]{3,}/gu) ?? [])];
  return tokensOf(text)
    .map(({ from, to }) => text.slice(from, to).toLowerCase())
    .filter((word) => heavy(word, language) && !weak.has(word));
}
