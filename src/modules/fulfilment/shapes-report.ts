// Shape of a text report, for deliveries and for customers' own texts. It holds codes and numbers; the words
// are in report/words.ts. Offsets are UTF-16 units. The types are part of the plugin API.
import * as z from 'zod/mini';

export const textLanguages = ['en', 'es', 'ja'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** In report order. */
export const checkNames = [
  ...(['length', 'language', 'mustInclude', 'mustAvoid', 'placeholders', 'links'] as const),
  ...(['spelling', 'grammar', 'readability', 'repetition', 'overlap'] as const),
] as const;
export type CheckName = (typeof checkNames)[number];

/** `look`: needs a person's look. `skipped`: not requested or not supported; the report says which. */
export const checkStates = ['fine', 'look', 'wrong', 'skipped'] as const;
export type CheckState = (typeof checkStates)[number];

export const findingKinds = [
  ...(['avoided', 'placeholder', 'linkPlain', 'linkBroken', 'spelling', 'name', 'grammar', 'longSentence'] as const),
  ...(['doubledWord', 'sameStart', 'repeatedPassage', 'frequentWord', 'overlapGiven', 'overlapOurs'] as const),
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** A code that report/sayings.ts has words for, and their numbers. */
export type CheckMessage = { code: string; values: Record<string, string | number> };
export type Finding = {
  from: number;
  to: number;
  kind: FindingKind;
  /** Message of a grammar checker in the text's language, or the value of a count; may be empty. */
  text: string;
  /** Replacements, best first; an empty one means deletion. */
  suggestions: string[];
};
export type Check = {
  name: CheckName;
  state: CheckState;
  say: CheckMessage;
  /** In the order of the text. */
  findings: Finding[];
  /** How many findings the list leaves out. */
  more: number;
};
/** What the kind of the service found, in its own words. */
export type KindCheck = {
  label: string;
  findings: { message: string; state: 'wrong' | 'look'; file?: string | undefined; quote?: string | undefined }[];
  /** Why it could not check. */
  failed?: string | undefined;
};
/** By a named, published formula. */
export type Readability = { formula: string; value: number };

export type CheckReport = {
  layout: 1;
  /** The language that the checks assumed. */
  language: TextLanguage;
  numbers: { characters: number; words: number; sentences: number; readability: Readability[] };
  checks: Check[];
  /** Absent: the kind has no checks of its own. */
  ofKind?: KindCheck | undefined;
  /** Notes on the whole report: no guarantee, or partly read. */
  notes: CheckMessage[];
};

const messageShape = z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });
const findingShape = z.object({
  from: z.int(),
  to: z.int(),
  kind: z.enum(findingKinds),
  text: z.string(),
  suggestions: z.array(z.string()),
});
const checkShape = z.object({
  name: z.enum(checkNames),
  state: z.enum(checkStates),
  say: messageShape,
  findings: z.array(findingShape),
  more: z.int(),
});
const kindFindingShape = z.object({
  message: z.string(),
  state: z.enum(['wrong', 'look']),
  file: z.optional(z.string()),
  quote: z.optional(z.string()),
});
export const checkReportShape = z.object({
  layout: z.literal(1),
  language: z.enum(textLanguages),
  numbers: z.object({
    characters: z.int(),
    words: z.int(),
    sentences: z.int(),
    readability: z.array(z.object({ formula: z.string(), value: z.number() })),
  }),
  checks: z.array(checkShape),
  ofKind: z.optional(z.object({ label: z.string(), findings: z.array(kindFindingShape), failed: z.optional(z.string()) })),
  notes: z.array(messageShape),
}) satisfies z.ZodMiniType<CheckReport>;

/** Longer texts are cut; the report says so. */
const MAX_CHARS = 200_000;

/** The part of a text that a report is about: well-formed, and not cut inside a character. */
export const getReportedText = (text: string): string => text.toWellFormed().slice(0, MAX_CHARS).toWellFormed();

/** Findings in a draft, as text. */
export const checkedShape = z.object({
  numbers: z.array(z.object({ name: z.string(), text: z.string() })),
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['fine', 'look', 'wrong', 'skipped']),
      title: z.string(),
      stateText: z.string(),
      sentence: z.string(),
      findings: z.array(z.object({ quoted: z.string(), what: z.string(), suggestions: z.string() })),
      /** How many findings the list leaves out; may be empty. */
      more: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
export type CheckedDraft = z.output<typeof checkedShape>;
