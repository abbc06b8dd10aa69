// Concerns about delivering a draft. They do not forbid the delivery, but require a reason. Pure.

import { findPlaceholders } from '#lib/markdown/placeholders.ts';
import { countWords } from '#lib/markdown/word-count.ts';
import type { Message } from '#lib/user-error.ts';
import type { BuiltInCheck } from '#modules/catalogue/kinds/shapes.ts';
import type { Ordered } from '#modules/catalogue/shapes.ts';
import { isDocument } from '../files/inspect-file.ts';
import { describeKindFinding, describeReport, describeUnchecked } from '../report/words.ts';
import type { CheckReport, KindCheck } from '../shapes-report.ts';

const messages = {
  words: /*i18n*/ { id: 'deliver.words', message: 'Too short: {count, number} of {ordered, number} words.' },
  lines: /*i18n*/ { id: 'deliver.lines', message: 'Too short: {count, number} of {ordered, number} lines.' },
  placeholder: /*i18n*/ { id: 'deliver.placeholder', message: 'Placeholder left in the text: {text}.' },
  finding: /*i18n*/ { id: 'deliver.finding', message: '{title}: {sentence}' },
  unchecked: /*i18n*/ { id: 'deliver.unchecked', message: 'The text couldn’t be checked: {why}' },
} as const satisfies Record<string, Message>;

const countLines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

/** Below this share of the ordered length a reason is required. A phrase, set or kit is at least one line. */
const least = {
  words: { share: 0.8, count: countWords, message: messages.words },
  phrases: { share: 0.8, count: countLines, message: messages.lines },
  sets: { share: 1, count: countLines, message: messages.lines },
  kits: { share: 1, count: countLines, message: messages.lines },
} as const;

const PLACEHOLDERS_SHOWN = 5;
const FINDINGS_SHOWN = 10;
/** Checks that have their own rule here. */
const ownRules: readonly string[] = ['length', 'placeholders'];

export type DraftToDeliver = {
  readonly ordered: Ordered | undefined;
  readonly text: string;
  /** Null: no text, or no checker is configured. */
  readonly report: CheckReport | null;
  /** Why the check failed. */
  readonly unchecked: string | undefined;
  readonly files: readonly { readonly name: string }[];
  /** What suits the kind of the service. */
  readonly checks: readonly BuiltInCheck[];
  /** Without a text, nothing is counted. */
  readonly isFilesOnly: boolean;
  readonly ofKind: KindCheck | undefined;
};

export const listConcerns = (draft: DraftToDeliver): Message[] => [
  ...(draft.checks.includes('length') && !draft.isFilesOnly ? findLengthConcern(draft) : []),
  ...(draft.checks.includes('placeholders') ? findPlaceholders(draft.text) : [])
    .slice(0, PLACEHOLDERS_SHOWN)
    .map(({ from, to }) => ({ ...messages.placeholder, values: { text: draft.text.slice(from, to) } })),
  ...openFindings(draft),
  ...listKindConcerns(draft.ofKind),
  ...(draft.unchecked === undefined ? [] : [{ ...messages.unchecked, values: { why: draft.unchecked } }]),
];

/** Advice is none. */
function listKindConcerns(check: KindCheck | undefined): Message[] {
  if (!check) return [];
  const errors = check.findings.filter(({ state }) => state === 'wrong').slice(0, FINDINGS_SHOWN);
  return [...errors.map(describeKindFinding), ...(check.failed === undefined ? [] : [describeUnchecked(check.failed)])].map((sentence) => ({
    ...messages.finding,
    values: { title: check.label, sentence },
  }));
}

function findLengthConcern({ text, files, ordered }: DraftToDeliver): Message[] {
  // A text written elsewhere is delivered as a document.
  if (!ordered || (text.trim() === '' && files.some(({ name }) => isDocument(name)))) return [];
  const { share, count, message } = least[ordered.of];
  const found = count(text);
  return found < ordered.count * share ? [{ ...message, values: { count: found, ordered: ordered.count } }] : [];
}

function openFindings({ report, text }: DraftToDeliver): Message[] {
  if (!report) return [];
  const { checks } = describeReport(report, text, 'en');
  return checks.flatMap(({ title, sentence }, place) => {
    const check = report.checks[place];
    return check?.state === 'wrong' && !ownRules.includes(check.name) ? [{ ...messages.finding, values: { title, sentence } }] : [];
  });
}
