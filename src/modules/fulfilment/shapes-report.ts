// Shape of a text report, for deliveries and for customers' own texts. It holds codes and numbers; the words
// are in checks/report-words.ts. Offsets are UTF-16 units.
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

const sayShape = z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });

const findingShape = z.object({
  from: z.int(),
  to: z.int(),
  kind: z.enum(findingKinds),
  /** Message of a grammar checker in the text's language, or the value of a count; may be empty. */
  text: z.string(),
  /** Replacements, best first; an empty one means deletion. */
  suggestions: z.array(z.string()),
});

const checkShape = z.object({
  name: z.enum(checkNames),
  state: z.enum(checkStates),
  say: sayShape,
  findings: z.array(findingShape),
  /** How many findings the list leaves out. */
  more: z.int(),
});

/** What the kind of the service found, in its own words. */
const kindCheckShape = z.object({
  label: z.string(),
  findings: z.array(
    z.object({ message: z.string(), state: z.enum(['wrong', 'look']), file: z.optional(z.string()), quote: z.optional(z.string()) }),
  ),
  /** Why it could not check. */
  failed: z.optional(z.string()),
});

const readabilityShape = z.object({ formula: z.string(), value: z.number() });

export const checkReportShape = z.object({
  layout: z.literal(1),
  /** The language that the checks assumed. */
  language: z.enum(textLanguages),
  numbers: z.object({
    characters: z.int(),
    words: z.int(),
    sentences: z.int(),
    /** By named, published formulas. */
    readability: z.array(readabilityShape),
  }),
  checks: z.array(checkShape),
  /** Absent: the kind has no checks of its own. */
  ofKind: z.optional(kindCheckShape),
  /** Notes on the whole report: no guarantee, or partly read. */
  notes: z.array(sayShape),
});

export type CheckMessage = z.output<typeof sayShape>;
export type Finding = z.output<typeof findingShape>;
export type KindCheck = z.output<typeof kindCheckShape>;
export type Check = z.output<typeof checkShape>;
export type Readability = z.output<typeof readabilityShape>;
export type CheckReport = z.output<typeof checkReportShape>;
