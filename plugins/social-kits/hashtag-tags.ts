// Finds hashtags for a topic: phrases before words, the brand's own, and tags in use. From the customer's
// words only; it claims nothing about popularity.

import type { MakerBrief } from 'fanfare/plugin';
import { readList, readText, type TextLanguage } from './brief.ts';

/** Kinds of tags, by priority. */
export const tagKinds = ['own', 'phrase', 'seed', 'audience', 'word', 'caption'] as const;
export type TagKind = (typeof tagKinds)[number];
export type Tag = { readonly tag: string; readonly kind: TagKind };

const TAG_CHARS = { least: 2, most: 30 };

/** Unique tags without those to avoid. */
export function listTags({ answers, language }: MakerBrief): readonly Tag[] {
  const avoided = new Set([...readList(answers.avoid), ...readList(answers.mustAvoid)].map(getKey));
  const found: Record<TagKind, readonly string[]> = {
    own: [readText(answers.brandName)],
    phrase: listPhrases(readText(answers.topic), language),
    seed: readList(answers.seedTags),
    audience: listPhrases(readText(answers.audience), language),
    word: listWords(readText(answers.topic), language),
    caption: listWords(readText(answers.caption), language),
  };
  const usedTags = new Set<string>();
  return tagKinds.flatMap((kind) =>
    found[kind].flatMap((text) => {
      const tag = toTag(text);
      const key = getKey(tag ?? '');
      if (!tag || avoided.has(key) || usedTags.has(key)) return [];
      usedTags.add(key);
      return [{ tag: `#${tag}`, kind }];
    }),
  );
}

/** Compares tags without case, accents and the hash sign. */
const getKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Letters and digits only, as platforms require; words are capitalized for screen readers. */
function toTag(text: string): string | undefined {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}ー々]+/gu) ?? [];
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

/** Too common for a tag. */
const english = `the of and to a in is it you that he was for on are with as i his they be at one have this from or had by not but what all were we when
your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into has more
its my than been who our it's don't i'm we're you're`;
const spanish = `de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ya este sí porque esta entre cuando muy sin
sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo otro
otras otra él tanto esa estos mucho quienes nada muchos cual poco ella estar estas algunas algo nosotros mi tu te ti usted`;

const commonWords: Readonly<Record<'en' | 'es', ReadonlySet<string>>> = {
  en: new Set(english.split(/\s+/)),
  es: new Set(spanish.split(/\s+/)),
};

const isHeavyWord = (word: string, language: 'en' | 'es'): boolean =>
  !commonWords[language].has(word.toLowerCase()) && /\p{L}{3}/u.test(word);

/** Japanese nouns by script: kanji and katakana, with the endings of nouns derived from verbs, as in パン作り. */
const japaneseNouns = /[\p{Script=Han}\p{Script=Katakana}ー々]{2,12}(?:[りみき](?:\p{Script=Han}{1,3}|(?=[のをにはがとで、。\s]|$)))?/gu;

/** Two consecutive words of a line that are not common words. */
function listPhrases(text: string, language: TextLanguage): string[] {
  if (language === 'ja') return (text.match(japaneseNouns) ?? []).filter((noun) => noun.length >= 4);
  const found = wordsIn(text);
  return found.flatMap((word, index) => {
    const next = found[index + 1];
    if (!next || !/^(?:[^\S\n]|-)+$/.test(text.slice(word.to, next.from))) return [];
    const pair = [text.slice(word.from, word.to), text.slice(next.from, next.to)];
    return pair.every((each) => isHeavyWord(each, language)) ? [pair.join(' ')] : [];
  });
}

function listWords(text: string, language: TextLanguage): string[] {
  if (language === 'ja') return [...(text.match(japaneseNouns) ?? []), ...(text.match(/[\p{Script=Latin}]{3,}/gu) ?? [])];
  return wordsIn(text)
    .map(({ from, to }) => text.slice(from, to).toLowerCase())
    .filter((word) => isHeavyWord(word, language) && !weak.has(word));
}

const words = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const wordsIn = (text: string): { from: number; to: number }[] =>
  Array.from(text.matchAll(words)).flatMap(({ 0: word, index }) =>
    japanese.test(word) ? listJapaneseWords(word, index) : [{ from: index, to: index + word.length }],
  );

/** Created with the first Japanese word, because it loads a dictionary. */
let finder: Intl.Segmenter | undefined;

function listJapaneseWords(run: string, at: number): { from: number; to: number }[] {
  finder ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return Array.from(finder.segment(run)).flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ from: at + index, to: at + index + segment.length }] : [],
  );
}
