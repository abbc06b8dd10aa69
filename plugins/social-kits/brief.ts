// What drafts read of a brief.
import type { MakerBrief } from 'fanfare/plugin';

export type TextLanguage = MakerBrief['language'];
type Answer = MakerBrief['answers'][string] | undefined;

export const textOf = (answer: Answer): string => (typeof answer === 'string' ? answer : '');
export const listOf = (answer: Answer): readonly string[] => (Array.isArray(answer) ? answer : []);
