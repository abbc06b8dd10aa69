// Words of a report in the reader's language, for page, PDF and Markdown. The checked text itself is not
// translated.

import { getLanguage, type Locale } from '#lib/locale.ts';
import type { Message } from '#lib/user-error.ts';
import { translate } from '#platform/i18n.ts';
import type { Check, CheckMessage, CheckName, CheckReport, CheckState, Finding, FindingKind, KindCheck } from '../shapes-report.ts';
import { checkMessages } from './sayings.ts';

const titles = {
  length: /*i18n*/ { id: 'report.title.length', message: 'Length' },
  language: /*i18n*/ { id: 'report.title.language', message: 'Language' },
  mustInclude: /*i18n*/ { id: 'report.title.mustInclude', message: 'Required phrases' },
  mustAvoid: /*i18n*/ { id: 'report.title.mustAvoid', message: 'Phrases to avoid' },
  placeholders: /*i18n*/ { id: 'report.title.placeholders', message: 'Placeholders' },
  links: /*i18n*/ { id: 'report.title.links', message: 'Links' },
  spelling: /*i18n*/ { id: 'report.title.spelling', message: 'Spelling' },
  grammar: /*i18n*/ { id: 'report.title.grammar', message: 'Grammar' },
  readability: /*i18n*/ { id: 'report.title.readability', message: 'Readability' },
  repetition: /*i18n*/ { id: 'report.title.repetition', message: 'Repetition' },
  overlap: /*i18n*/ { id: 'report.title.overlap', message: 'Overlap' },
} as const satisfies Record<CheckName, Message>;

const states = {
  fine: /*i18n*/ { id: 'report.state.fine', message: 'Fine' },
  look: /*i18n*/ { id: 'report.state.look', message: 'To review' },
  wrong: /*i18n*/ { id: 'report.state.wrong', message: 'To fix' },
  skipped: /*i18n*/ { id: 'report.state.skipped', message: 'Not checked' },
} as const satisfies Record<CheckState, Message>;

/** `text`: the finding has a message of its own. */
const kinds = {
  avoided: /*i18n*/ { id: 'report.kind.avoided', message: 'Phrase to avoid' },
  placeholder: /*i18n*/ { id: 'report.kind.placeholder', message: 'Looks like a placeholder' },
  linkPlain: /*i18n*/ { id: 'report.kind.linkPlain', message: 'Link without https' },
  linkBroken: /*i18n*/ { id: 'report.kind.linkBroken', message: 'Broken link' },
  spelling: /*i18n*/ { id: 'report.kind.spelling', message: 'Not in the dictionary' },
  name: /*i18n*/ { id: 'report.kind.name', message: 'Not in the dictionary; may be a name' },
  grammar: /*i18n*/ { id: 'report.kind.grammar', message: '{text}' },
  longSentence: /*i18n*/ { id: 'report.kind.longSentence', message: 'Long sentence ({text})' },
  doubledWord: /*i18n*/ { id: 'report.kind.doubledWord', message: 'Repeated word' },
  sameStart: /*i18n*/ { id: 'report.kind.sameStart', message: 'Sentence {text} in a row that starts this way' },
  repeatedPassage: /*i18n*/ { id: 'report.kind.repeatedPassage', message: 'Repeated passage' },
  frequentWord: /*i18n*/ { id: 'report.kind.frequentWord', message: 'Used {text} times' },
  overlapGiven: /*i18n*/ { id: 'report.kind.overlapGiven', message: 'Also in comparison text {text}' },
  overlapOurs: /*i18n*/ { id: 'report.kind.overlapOurs', message: 'Also in one of our earlier deliveries' },
} as const satisfies Record<FindingKind, Message>;

const labels = {
  title: /*i18n*/ { id: 'report.title', message: 'Text report' },
  words: /*i18n*/ { id: 'report.words', message: 'Words' },
  sentences: /*i18n*/ { id: 'report.sentences', message: 'Sentences' },
  characters: /*i18n*/ { id: 'report.characters', message: 'Characters' },
  line: /*i18n*/ { id: 'report.line', message: 'Line {line, number}' },
  quoted: /*i18n*/ { id: 'report.quoted', message: '{place}: “{excerpt}”' },
  suggestions: /*i18n*/ { id: 'report.suggestions', message: 'Suggestion: {suggestions}' },
  leaveOut: /*i18n*/ { id: 'report.leaveOut', message: 'leave it out' },
  kindFine: /*i18n*/ { id: 'report.kindFine', message: 'No findings.' },
  kindFound: /*i18n*/ { id: 'report.kindFound', message: '{count, plural, one {One finding} other {# findings}}.' },
  kindFailed: /*i18n*/ { id: 'report.kindFailed', message: 'Not checked, because {why}. Check it yourself.' },
  more: /*i18n*/ { id: 'report.more', message: 'And {count, number} more like this.' },
} as const satisfies Record<string, Message>;

export type ReportWords = {
  readonly title: string;
  readonly numbers: readonly { readonly name: string; readonly text: string }[];
  readonly checks: readonly CheckWords[];
  readonly notes: readonly string[];
};
export type CheckWords = {
  readonly title: string;
  readonly state: string;
  readonly sentence: string;
  readonly findings: readonly FindingWords[];
  /** How many findings the list leaves out; may be empty. */
  readonly more: string;
};
/** `quoted`: the line with the words in question. */
export type FindingWords = { readonly quoted: string; readonly what: string; readonly suggestions: string };

export function describeReport(report: CheckReport, text: string, locale: Locale): ReportWords {
  const number = new Intl.NumberFormat(getLanguage(locale).intl, { maximumFractionDigits: 1 });
  const { words, sentences, characters, readability } = report.numbers;
  const getLine = createLineFinder(text);
  return {
    title: translate(labels.title, locale),
    numbers: [
      ...Object.entries({ words, sentences, characters }).map(([name, count]) => ({
        name: translate(labels[name as 'words' | 'sentences' | 'characters'], locale),
        text: number.format(count),
      })),
      ...readability.map(({ formula, value }) => ({ name: formula, text: number.format(value) })),
    ],
    checks: report.checks.map((check) => checkWords(check, text, getLine, locale)),
    notes: report.notes.map((note) => formatSentence(note, locale)),
  };
}

/** Codes of older versions are left out. */
function formatSentence({ code, values }: CheckMessage, locale: Locale): string {
  const saying: Message | undefined = checkMessages.get(code);
  return saying ? translate({ ...saying, values }, locale) : '';
}

function checkWords(check: Check, text: string, getLine: (at: number) => number, locale: Locale): CheckWords {
  return {
    title: translate(titles[check.name], locale),
    state: translate(states[check.state], locale),
    sentence: formatSentence(check.say, locale),
    findings: check.findings.map((each) => describeFinding(each, text, getLine, locale)),
    more: check.more > 0 ? translate({ ...labels.more, values: { count: check.more } }, locale) : '',
  };
}

/** What the kind of a service found, for the desk. */
export function describeKindCheck({
  label,
  findings,
  failed,
}: KindCheck): CheckWords & { readonly name: 'ofKind'; readonly shownState: CheckState } {
  const hasErrors = failed !== undefined || findings.some(({ state }) => state === 'wrong');
  const shownState = hasErrors ? 'wrong' : findings.length > 0 ? 'look' : 'fine';
  const found = findings.length === 0 ? labels.kindFine : { ...labels.kindFound, values: { count: findings.length } };
  return {
    name: 'ofKind',
    shownState,
    title: label,
    state: translate(states[shownState], 'en'),
    sentence: failed === undefined ? translate(found, 'en') : describeUnchecked(failed),
    findings: findings.map(({ state, file, message, quote }) => ({
      quoted: [file ?? '', quote === undefined ? '' : `“${quote}”`].filter(Boolean).join(' ') || translate(states[state], 'en'),
      what: message,
      suggestions: '',
    })),
    more: '',
  };
}

export const describeUnchecked = (why: string): string => translate({ ...labels.kindFailed, values: { why } }, 'en');

export const describeKindFinding = ({ file, message, quote }: KindCheck['findings'][number]): string =>
  [file === undefined ? '' : `${file}: `, message, quote === undefined ? '' : ` (“${quote}”)`].join('');

const EXCERPT_CHARS = 90;

function describeFinding(
  { from, to, kind, text: own, suggestions }: Finding,
  text: string,
  getLine: (at: number) => number,
  locale: Locale,
): FindingWords {
  const passage = text.slice(from, to).replace(/\s+/g, ' ');
  const named = suggestions.map((each) => (each === '' ? translate(labels.leaveOut, locale) : each));
  const place = translate({ ...labels.line, values: { line: getLine(from) } }, locale);
  const excerpt = passage.length > EXCERPT_CHARS ? `${passage.slice(0, EXCERPT_CHARS).toWellFormed()}…` : passage;
  return {
    quoted: translate({ ...labels.quoted, values: { place, excerpt } }, locale),
    what: translate({ ...kinds[kind], values: { text: own } }, locale),
    suggestions: named.length === 0 ? '' : translate({ ...labels.suggestions, values: { suggestions: named.join(' · ') } }, locale),
  };
}

/** Indexes the line breaks once. */
function createLineFinder(text: string): (at: number) => number {
  const ends = Array.from(text.matchAll(/\n/g), ({ index }) => index);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
