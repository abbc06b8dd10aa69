// Runs the chosen checks on the customer's own text. The text is not changed.

import { readFile } from 'node:fs/promises';
import {
  type Check,
  type CheckReport,
  codeFile,
  type Finding,
  type MakerBrief,
  type PluginReport,
  type TextLanguage,
} from 'fanfare/plugin';
import * as z from 'zod/mini';
import { createCheck, toCheckMessage } from './check.ts';
import { readList, readText } from './check-delivery.ts';
import { checkJapaneseGrammar } from './grammar/japanese/japanese.ts';
import { detectLanguage } from './language.ts';
import { checkOverlap } from './overlap.ts';
import { createCpuBudget, type HasTime } from './pieces.ts';
import { checkReadability } from './readability.ts';
import { checkRepetition } from './repetition.ts';
import { analyzeText, buildReport, type Read } from './report.ts';
import { checkSpelling, dictionaries, findDictionary, loadDictionary } from './spelling.ts';

const checkNames = ['spelling', 'grammar', 'readability', 'repetition', 'overlap'] as const;
type Chosen = (typeof checkNames)[number];

export async function checkContent(brief: MakerBrief): Promise<PluginReport> {
  await load(brief);
  const time: Time = {
    suggesting: createCpuBudget(suggestingCpuMs[brief.language]),
    reading: createCpuBudget(READING_CPU_MS),
    spelling: createCpuBudget(SPELLING_CPU_MS),
  };
  const read = analyzeText(readText(brief.answers.text), brief.language);
  const chosenChecks = readList(brief.answers.checks);
  const checks: Check[] = [];
  for (const name of checkNames) {
    const isAsked = chosenChecks.length === 0 || chosenChecks.includes(name);
    checks.push(isAsked ? await ways[name](read, brief, time) : createCheck(name, 'skipped', toCheckMessage('notAsked')));
  }
  const report = withDoubts(buildReport(read, await addSuggestions(checks, read, brief, time)), read);
  return { report, help: await listHelp(brief) };
}

/** The customer pays for suggestions, so there are more than for an editor. */
const SUGGESTIONS = 30;

/**
 * A report takes at most two seconds of CPU: no part starts after its budget is used up, and the report says
 * what grammar did not read.
 * English gets some suggestions before grammar and more after it; Spanish has no grammar check.
 */
type Time = { readonly suggesting: HasTime; readonly reading: HasTime; readonly spelling: HasTime };
const suggestingCpuMs: Readonly<Record<TextLanguage, number>> = { en: 300, es: 1_200, ja: 0 };
const READING_CPU_MS = 1_500;
const SPELLING_CPU_MS = 1_600;

/** Loads dictionaries and rules outside the CPU budget of the first text. */
async function load({ language, answers }: MakerBrief): Promise<void> {
  const dialect = readText(answers.dialect);
  await loadDictionary({ language, dialect });
  if (language === 'en') await (await import('./grammar/english.ts')).loadEnglish(dialect);
}

const ways: Readonly<Record<Chosen, (read: Read, brief: MakerBrief, time: Time) => Check | Promise<Check>>> = {
  spelling: ({ text, tokens }, { language, answers }, { suggesting }) =>
    checkSpelling(text, tokens, {
      language,
      dialect: readText(answers.dialect),
      known: [readText(answers.brandName), ...readList(answers.mustInclude)],
      suggestions: SUGGESTIONS,
      hasTime: suggesting,
    }),
  grammar: ({ text }, { language, answers }, { reading }) => grammars[language](text, readText(answers.dialect), reading),
  readability: (read, { language }) => checkReadability(language, read, read.values),
  repetition: ({ tokens, sentences, text }, { language }) => checkRepetition(language, tokens, sentences, text),
  overlap: ({ tokens }, { language, answers, others }) =>
    checkOverlap(language, tokens, { customerTexts: readList(answers.compareTexts), earlierTexts: others }),
};

/** Harper is loaded on first use: it takes two seconds and some hundred MiB. */
const grammars: Readonly<Record<TextLanguage, (text: string, dialect: string, hasTime: HasTime) => Check | Promise<Check>>> = {
  en: async (...args) => (await import('./grammar/english.ts')).checkEnglishGrammar(...args),
  es: () => createCheck('grammar', 'skipped', toCheckMessage('grammar.unavailable')),
  ja: (text, _, hasTime) => checkJapaneseGrammar(text, hasTime),
};

/** Harper's corrections come before the dictionary's, because they are closer ("dont": "don't"). */
async function addSuggestions(
  checks: readonly Check[],
  { text, language }: Read,
  { answers }: MakerBrief,
  time: Time,
): Promise<readonly Check[]> {
  const isAsked = checks.every(({ name, state }) => (name !== 'spelling' && name !== 'grammar') || state !== 'skipped');
  if (language !== 'en' || !isAsked) return checks;
  const { suggestEnglishSpellings: englishSpellings } = await import('./grammar/english.ts');
  // Only for words, not for possible names or words without any suggestion.
  const getWords = ({ kind, from, to, suggestions }: Finding): string =>
    kind === 'spelling' && suggestions.length > 0 ? text.slice(from, to) : '';
  const misspelled = checks.flatMap(({ name, findings }) => (name === 'spelling' ? findings.map(getWords).filter(Boolean) : []));
  const instead = await englishSpellings(misspelled, readText(answers.dialect), time.spelling);
  return checks.map((check) =>
    check.name === 'spelling'
      ? {
          ...check,
          findings: check.findings.map((each) => ({ ...each, suggestions: instead.get(getWords(each)) ?? each.suggestions })),
        }
      : check,
  );
}

/** Notes that the text may not be in the brief's language. */
function withDoubts(report: CheckReport, { tokens, language }: Read): CheckReport {
  const detected = detectLanguage(tokens);
  if (detected === undefined || detected === language) return report;
  return { ...report, notes: [...report.notes, toCheckMessage('note.otherLanguage')] };
}

async function listHelp({ language, answers }: MakerBrief): Promise<readonly string[]> {
  const name = findDictionary({ language, dialect: readText(answers.dialect) });
  // The Japanese rules are our own, with the words that Node's ICU finds.
  if (language === 'ja') return [`ICU ${process.versions.icu}`];
  return listPackageVersions([...(name ? ['nspell', dictionaries[name]] : []), ...(language === 'en' ? ['harper.js'] : [])]);
}

const versionShape = z.object({ version: z.string() });

/** Names and versions of the libraries used, for a delivery’s passport. */
async function listPackageVersions(names: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    names.map(async (name) => {
      const { version } = versionShape.parse(JSON.parse(await readFile(codeFile(`node_modules/${name}/package.json`), 'utf8')));
      return `${name} ${version}`;
    }),
  );
}
