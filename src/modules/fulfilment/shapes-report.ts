// What checks found out about a text: the same report for what the shop delivers and for what a customer lets it check. It carries codes and numbers; the
// words are in checks/report-words.ts, in three languages. Places count UTF-16 units from the beginning of the text, as strings do.
import * as z from 'zod/mini';

export const textLanguages = ['en', 'es', 'ja'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** In the order in which a report shows them. */
export const checkNames = [
  ...(['length', 'language', 'mustInclude', 'mustAvoid', 'placeholders', 'links'] as const),
  ...(['spelling', 'grammar', 'readability', 'repetition', 'overlap'] as const),
] as const;
export type CheckName = (typeof checkNames)[number];

/** `look`: a person should look at it. `skipped`: nobody asked, or nothing here can check it; the report says which. */
export const checkStates = ['fine', 'look', 'wrong', 'skipped'] as const;
export type CheckState = (typeof checkStates)[number];

export const findingKinds = [
  ...(['avoided', 'placeholder', 'linkPlain', 'linkBroken', 'spelling', 'name', 'grammar', 'longSentence'] as const),
  ...(['doubledWord', 'sameStart', 'repeatedPassage', 'frequentWord', 'overlapGiven', 'overlapOurs'] as const),
] as const;
export type FindingKind = (typeof findingKinds)[number];

const sayShape = z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });

const findingShape = z.object({
  from: z.int(),
  to: z.int(),
  kind: z.enum(findingKinds),
  /** What a grammar checker says of it, in the language that it checks; for a count or a number of a text, that. Often empty. */
  text: z.string(),
  /** What could stand there instead, the best first; an empty one means: leave it out. */
  suggestions: z.array(z.string()),
});

const checkShape = z.object({
  name: z.enum(checkNames),
  state: z.enum(checkStates),
  say: sayShape,
  findings: z.array(findingShape),
  /** How many more there are than the list holds. */
  more: z.int(),
});

const readabilityShape = z.object({ formula: z.string(), value: z.number() });

export const reportShape = z.object({
  layout: z.literal(1),
  /** What it was checked as. */
  language: z.enum(textLanguages),
  numbers: z.object({
    characters: z.int(),
    words: z.int(),
    sentences: z.int(),
    /** By published formulas, named. */
    readability: z.array(readabilityShape),
  }),
  checks: z.array(checkShape),
  /** What has to be known of the whole: that it is no guarantee, or that only a part was read. */
  notes: z.array(sayShape),
});

export type CheckMessage = z.output<typeof sayShape>;
export type Finding = z.output<typeof findingShape>;
export type Check = z.output<typeof checkShape>;
export type Readability = z.output<typeof readabilityShape>;
export type CheckReport = z.output<typeof reportShape>;
