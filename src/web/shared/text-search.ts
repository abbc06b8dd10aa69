// Search in the FAQ, on server and client. Pure.
import type { QuestionGroup } from '../router/page/data.ts';

/** Groups with their matches; empty groups are left out. Every word must match. */
export function findQuestions(groups: readonly QuestionGroup[], query: string): readonly QuestionGroup[] {
  const words = comparable(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const fits = (text: string) => words.every((word) => text.includes(word));
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => fits(comparable(`${question} ${withoutTargets(answer)}`))),
    }))
    .filter(({ questions }) => questions.length > 0);
}

export const countQuestions = (groups: readonly QuestionGroup[]): number =>
  groups.reduce((count, { questions }) => count + questions.length, 0);

/** Without case, accents and width; katakana as hiragana. Japanese voicing marks are significant and stay. */
export const comparable = (text: string): string =>
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
