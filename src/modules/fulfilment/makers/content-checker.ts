// Content Checker whole: the checks that the customer chose, on the customer's own text, as a report in three forms. The text itself stays as it is.

import { loadMessages } from '../../../infra/i18n.ts';
import { readFonts } from '../../../infra/pdf/fonts.ts';
import { type Locale, locales } from '../../../lib/locale.ts';
import { checkOf, toCheckMessage } from '../checks/check.ts';
import { listOf, textOf } from '../checks/check-delivery.ts';
import { languageOf } from '../checks/language.ts';
import { overlap } from '../checks/overlap.ts';
import { cpuBudget, type HasTime } from '../checks/pieces.ts';
import { readability } from '../checks/readability.ts';
import { repetition } from '../checks/repetition.ts';
import { type Read, readText, reportOf } from '../checks/report.ts';
import { type ReportWords, wordsOfReport } from '../checks/report-words.ts';
import { dictionaryOf, loadDictionary, spelling } from '../checks/spelling.ts';
import type { Check, CheckReport, Finding, TextLanguage } from '../shapes-report.ts';
import { versionsOf } from './help.ts';
import type { Brief, Made, MadeFile, MakerSettings } from './maker.ts';

const chosen = ['spelling', 'grammar', 'readability', 'repetition', 'overlap'] as const;
type Chosen = (typeof chosen)[number];

export async function checkContent(brief: Brief, { shopName }: MakerSettings): Promise<Made> {
  await load(brief);
  const time: Time = {
    suggesting: cpuBudget(suggestingCpuMs[brief.language]),
    reading: cpuBudget(READING_CPU_MS),
    spelling: cpuBudget(SPELLING_CPU_MS),
  };
  const read = readText(textOf(brief.answers.text), brief.language);
  const asked = listOf(brief.answers.checks);
  const checks: Check[] = [];
  for (const name of chosen) {
    const isAsked = asked.length === 0 || asked.includes(name);
    checks.push(isAsked ? await ways[name](read, brief, time) : checkOf(name, 'skipped', toCheckMessage('notAsked')));
  }
  const report = withDoubts(reportOf(read, await better(checks, read, brief, time)), read);
  const locale = brief.locale ?? localeOf(brief.language);
  await loadMessages();
  const words = wordsOfReport(report, read.text, locale);
  return { text: markdownOf(words), files: await filesOf(report, words, brief, { locale, shopName }), report, help: await helpOf(brief) };
}

const localeOf = (language: TextLanguage): Locale => (language === 'ja' ? 'jp' : language);

/** Suggestions are what was paid for. */
const SUGGESTIONS = 30;

/**
 * A report takes at most two seconds of the processor, whatever the text: each part begins nothing new once the report has used so much. What grammar has not read by then is said.
 * English suggests little before its grammar is read, and more behind it; Spanish has no grammar check.
 */
type Time = { readonly suggesting: HasTime; readonly reading: HasTime; readonly spelling: HasTime };
const suggestingCpuMs: Readonly<Record<TextLanguage, number>> = { en: 300, es: 1_200, ja: 0 };
const READING_CPU_MS = 1_500;
const SPELLING_CPU_MS = 1_600;

/** Dictionaries and rules are loaded by the first text of a process, which does not pay for it with what is read of it. */
async function load({ language, answers }: Brief): Promise<void> {
  const dialect = textOf(answers.dialect);
  await loadDictionary({ language, dialect });
  if (language === 'en') await (await import('../checks/grammar/english.ts')).loadEnglish(dialect);
  if (language === 'ja') await (await import('../checks/grammar/japanese.ts')).loadJapanese();
}

const ways: Readonly<Record<Chosen, (read: Read, brief: Brief, time: Time) => Check | Promise<Check>>> = {
  spelling: ({ text, tokens }, { language, answers }, { suggesting }) =>
    spelling(text, tokens, {
      language,
      dialect: textOf(answers.dialect),
      known: [textOf(answers.brandName), ...listOf(answers.mustInclude)],
      suggestions: SUGGESTIONS,
      hasTime: suggesting,
    }),
  grammar: ({ text }, { language, answers }, { reading }) => grammars[language](text, textOf(answers.dialect), reading),
  readability: (read, { language }) => readability(language, read, read.values),
  repetition: ({ tokens, sentences, text }, { language }) => repetition(language, tokens, sentences, text),
  overlap: ({ tokens }, { language, answers, others }) => overlap(language, tokens, { given: listOf(answers.compareTexts), ours: others }),
};

/** Loaded with the first text of their language: each takes a second or more, and some hundred MiB. */
const grammars: Readonly<Record<TextLanguage, (text: string, dialect: string, hasTime: HasTime) => Check | Promise<Check>>> = {
  en: async (...asked) => (await import('../checks/grammar/english.ts')).englishGrammar(...asked),
  es: () => checkOf('grammar', 'skipped', toCheckMessage('grammar.unavailable')),
  ja: async (text, _, hasTime) => (await import('../checks/grammar/japanese.ts')).japaneseGrammar(text, hasTime),
};

/** What Harper would write instead is nearer to what was meant than what the dictionary has ("dont" is "don't"). */
async function better(checks: readonly Check[], { text, language }: Read, { answers }: Brief, time: Time): Promise<readonly Check[]> {
  const isAsked = checks.every(({ name, state }) => (name !== 'spelling' && name !== 'grammar') || state !== 'skipped');
  if (language !== 'en' || !isAsked) return checks;
  const { englishSpellings } = await import('../checks/grammar/english.ts');
  // For words, not for what may be a name, nor for what is like no word at all.
  const wordOf = ({ kind, from, to, suggestions }: Finding): string =>
    kind === 'spelling' && suggestions.length > 0 ? text.slice(from, to) : '';
  const misspelled = checks.flatMap(({ name, findings }) => (name === 'spelling' ? findings.map(wordOf).filter(Boolean) : []));
  const instead = await englishSpellings(misspelled, textOf(answers.dialect), time.spelling);
  return checks.map((check) =>
    check.name === 'spelling'
      ? { ...check, findings: check.findings.map((each) => ({ ...each, suggestions: instead.get(wordOf(each)) ?? each.suggestions })) }
      : check,
  );
}

/** A text in another language than its brief says has findings everywhere. */
function withDoubts(report: CheckReport, { tokens, language }: Read): CheckReport {
  const told = languageOf(tokens);
  if (told === undefined || told === language) return report;
  return { ...report, notes: [...report.notes, toCheckMessage('note.otherLanguage')] };
}

async function helpOf({ language, answers }: Brief): Promise<readonly string[]> {
  const dictionary = { 'en-US': 'dictionary-en', 'en-GB': 'dictionary-en-gb', es: 'dictionary-es' } as const;
  const name = dictionaryOf({ language, dialect: textOf(answers.dialect) });
  const grammar = { en: ['harper.js'], es: [], ja: ['@textlint/kernel', 'textlint-rule-preset-ja-technical-writing'] } as const;
  return versionsOf([...(name ? ['nspell', dictionary[name]] : []), ...grammar[language]]);
}

type Author = { readonly locale: Locale; readonly shopName: string };

async function filesOf(report: CheckReport, words: ReportWords, brief: Brief, { locale, shopName }: Author): Promise<readonly MadeFile[]> {
  const about = { lang: locales[locale].html, author: shopName, number: brief.pieceId, madeAt: new Date(brief.madeAt) };
  const pdf = await (await import('./report-pdf.ts')).drawReport(words, about, await readFonts());
  return [
    { name: 'report.json', kind: 'json', bytes: Buffer.from(JSON.stringify(report, null, 2)) },
    { name: 'report.pdf', kind: 'pdf', bytes: new Uint8Array(pdf) },
  ];
}

/** What a reader without the page sees: the findings of each check are in the report and in its files. */
function markdownOf({ title, numbers, checks, notes }: ReportWords): string {
  const heads = [`# ${title}`, ...notes, numbers.map(({ name, text }) => `**${name}** ${text}`).join(' · ')];
  return [...heads, ...checks.map((check) => `**${check.title} – ${check.state}** · ${check.sentence}`)].join('\n\n');
}
