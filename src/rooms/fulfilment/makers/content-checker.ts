// Content Checker whole: the checks that the customer chose, on the customer's own text, as a report in three forms. The text itself stays as it is.

import { readFonts } from '../../../infra/pdf/fonts.ts';
import { loadWords } from '../../../infra/words.ts';
import { type Locale, locales } from '../../../lib/locale.ts';
import { checkOf, said } from '../checks/check.ts';
import { listOf, textOf } from '../checks/check-delivery.ts';
import { languageOf } from '../checks/language.ts';
import { overlap } from '../checks/overlap.ts';
import { readability } from '../checks/readability.ts';
import { repetition } from '../checks/repetition.ts';
import { type Read, readText, reportOf } from '../checks/report.ts';
import { type ReportWords, wordsOfReport } from '../checks/report-words.ts';
import { dictionaryOf, spelling } from '../checks/spelling.ts';
import type { Check, Finding, Report, TextLanguage } from '../shapes-report.ts';
import { versionsOf } from './help.ts';
import type { Brief, Made, MadeFile, MakerSettings } from './maker.ts';

const chosen = ['spelling', 'grammar', 'readability', 'repetition', 'overlap'] as const;
type Chosen = (typeof chosen)[number];

export async function checkContent(brief: Brief, { shopName }: MakerSettings): Promise<Made> {
  const read = readText(textOf(brief.answers.text), brief.language);
  const asked = listOf(brief.answers.checks);
  const checks: Check[] = [];
  for (const name of chosen) {
    const isAsked = asked.length === 0 || asked.includes(name);
    checks.push(isAsked ? await ways[name](read, brief) : checkOf(name, 'skipped', said('notAsked')));
  }
  const report = withDoubts(reportOf(read, await better(checks, read, brief)), read);
  const locale = brief.locale ?? localeOf(brief.language);
  await loadWords();
  const words = wordsOfReport(report, read.text, locale);
  return { text: markdownOf(words), files: await filesOf(report, words, brief, { locale, shopName }), report, help: await helpOf(brief) };
}

const localeOf = (language: TextLanguage): Locale => (language === 'ja' ? 'jp' : language);

/** Suggestions are what was paid for. */
const SUGGESTIONS = 30;

const ways: Readonly<Record<Chosen, (read: Read, brief: Brief) => Check | Promise<Check>>> = {
  spelling: ({ text, tokens }, { language, answers }) =>
    spelling(text, tokens, {
      language,
      dialect: textOf(answers.dialect),
      known: [textOf(answers.brandName), ...listOf(answers.mustInclude)],
      suggestions: SUGGESTIONS,
    }),
  grammar: ({ text }, { language, answers }) => grammars[language](text, textOf(answers.dialect)),
  readability: (read, { language }) => readability(language, read, read.values),
  repetition: ({ tokens, sentences, text }, { language }) => repetition(language, tokens, sentences, text),
  overlap: ({ tokens }, { language, answers, others }) => overlap(language, tokens, { given: listOf(answers.compareTexts), ours: others }),
};

/** Loaded with the first text of their language: each takes a second or more, and some hundred MiB. */
const grammars: Readonly<Record<TextLanguage, (text: string, dialect: string) => Check | Promise<Check>>> = {
  en: async (text, dialect) => (await import('../checks/grammar-english.ts')).englishGrammar(text, dialect),
  es: () => checkOf('grammar', 'skipped', said('grammar.unavailable')),
  ja: async (text) => (await import('../checks/grammar-japanese.ts')).japaneseGrammar(text),
};

/** What Harper would write instead is nearer to what was meant than what the dictionary has ("dont" is "don't"). */
async function better(checks: readonly Check[], { text, language }: Read, { answers }: Brief): Promise<readonly Check[]> {
  const isAsked = checks.every(({ name, state }) => (name !== 'spelling' && name !== 'grammar') || state !== 'skipped');
  if (language !== 'en' || !isAsked) return checks;
  const { englishSpellings } = await import('../checks/grammar-english.ts');
  const instead = await englishSpellings(text, textOf(answers.dialect));
  return checks.map((check) =>
    check.name === 'spelling' ? { ...check, findings: check.findings.map((each) => suggesting(each, instead)) } : check,
  );
}

/** For words, not for what may be a name. */
const suggesting = (found: Finding, instead: ReadonlyMap<number, string[]>): Finding =>
  found.kind === 'spelling' ? { ...found, suggestions: instead.get(found.from) ?? found.suggestions } : found;

/** A text in another language than its brief says has findings everywhere. */
function withDoubts(report: Report, { tokens, language }: Read): Report {
  const told = languageOf(tokens);
  if (told === undefined || told === language) return report;
  return { ...report, notes: [...report.notes, said('note.otherLanguage')] };
}

async function helpOf({ language, answers }: Brief): Promise<readonly string[]> {
  const dictionary = { 'en-US': 'dictionary-en', 'en-GB': 'dictionary-en-gb', es: 'dictionary-es' } as const;
  const name = dictionaryOf({ language, dialect: textOf(answers.dialect) });
  const grammar = { en: ['harper.js'], es: [], ja: ['@textlint/kernel', 'textlint-rule-preset-ja-technical-writing'] } as const;
  return versionsOf([...(name ? ['nspell', dictionary[name]] : []), ...grammar[language]]);
}

type Author = { readonly locale: Locale; readonly shopName: string };

async function filesOf(report: Report, words: ReportWords, brief: Brief, { locale, shopName }: Author): Promise<readonly MadeFile[]> {
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
