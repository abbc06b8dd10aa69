// What drafts read of a brief.
import type { MakerBrief } from 'fanfare/plugin';

export type TextLanguage = MakerBrief['language'];
type Answer = MakerBrief['answers'][string] | undefined;

export const readText = (answer: Answer): string => (typeof answer === 'string' ? answer : '');
export const readList = (answer: Answer): readonly string[] => (Array.isArray(answer) ? answer : []);
