// Search in texts and in the FAQ, on server and client. Pure.
import type { QuestionGroup } from '../page/data.ts';

/** Tests whether a comparable text has every word of the query; undefined for a query without words. */
export function createMatcher(query: string): ((text: string) => boolean) | undefined {
  const words = query
    .normalize('NFKC')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ whole: normalizeText(word), parts: toParts(word) }));
  if (words.length === 0) return undefined;
  return (text) =>
    words.every(({ whole, parts }) => text.includes(whole) || (parts.length > 0 && parts.every((part) => text.includes(part))));
}

/** A particle, or a part of a word that is not in the dictionary. */
const KANA = /^[\u3040-\u30ff]$/;
const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/;

/** Japanese has no spaces: its words are found by dictionary, so that 返金方法 finds 返金の方法 too. */
function toParts(word: string): readonly string[] {
  if (!JAPANESE.test(word)) return [];
  const segments = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(word)];
  return segments.flatMap(({ segment, isWordLike }) => (isWordLike && !KANA.test(segment) ? normalizeText(segment) : []));
}

/** Groups with their matches; empty groups are left out. Every word must match. */
export function findQuestions(groups: readonly QuestionGroup[], query: string): readonly QuestionGroup[] {
  const fits = createMatcher(query);
  if (!fits) return groups;
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter((each) => fits(getQuestionText(each))) }))
    .filter(({ questions }) => questions.length > 0);
}

export const getQuestionText = ({ question, answer }: QuestionGroup['questions'][number]): string =>
  normalizeText(`${question} ${withoutTargets(answer)}`);

export const countQuestions = (groups: readonly QuestionGroup[]): number =>
  groups.reduce((count, { questions }) => count + questions.length, 0);

/** Without case, accents and width; katakana as hiragana. Japanese voicing marks are significant and stay. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA_AHEAD))
    .toLowerCase();

/** Offset of katakana from hiragana in Unicode. */
const KATAKANA_AHEAD = 0x60;

/** Of a link, only its text is searched. */
const withoutTargets = (answer: string): string => answer.replace(/\]\([^)]*\)/g, ']');
