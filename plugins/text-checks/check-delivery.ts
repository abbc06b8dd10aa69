// All checks of a delivery's text, as a report on which a person decides.
import type { BuiltInCheck, Check, CheckReport, MakerBrief } from 'fanfare/plugin';
import { checkLanguage, checkLength, mustAvoid, mustInclude } from './asked.ts';
import { foldText } from './folded.ts';
import { checkLeftovers, checkLinks } from './form.ts';
import { checkOverlap } from './overlap.ts';
import { createCpuBudget } from './pieces.ts';
import { checkReadability } from './readability.ts';
import { checkRepetition } from './repetition.ts';
import { analyzeText, buildReport } from './report.ts';
import { checkSpelling, loadDictionary } from './spelling.ts';

/** What the checks read of a brief. `others`: earlier deliveries, most similar first. */
export type CheckedBrief = Pick<MakerBrief, 'ordered' | 'language' | 'answers' | 'others' | 'checks'>;

/** Few suggestions are enough for an editor. */
const SUGGESTIONS = 5;
const SUGGESTIONS_CPU_MS = 1_000;

export async function checkDelivery(typed: string, brief: CheckedBrief): Promise<CheckReport> {
  const dialect = readText(brief.answers.dialect);
  const runs = (name: BuiltInCheck): boolean => brief.checks?.includes(name) ?? true;
  if (runs('spelling')) await loadDictionary({ language: brief.language, dialect });
  const hasTime = createCpuBudget(SUGGESTIONS_CPU_MS);
  const read = analyzeText(typed, brief.language);
  const { text, tokens, sentences } = read;
  const search = foldText(text);
  const included = readList(brief.answers.mustInclude);
  const known = [...included, ...readList(brief.answers.keywords), readText(brief.answers.brandName), readText(brief.answers.product)];
  const checks: Readonly<Record<Exclude<BuiltInCheck, 'policyGate'>, () => Check | Promise<Check>>> = {
    length: () => checkLength(text, brief.ordered),
    language: () => checkLanguage(brief.language, tokens),
    mustInclude: () => mustInclude(included, search),
    mustAvoid: () => mustAvoid(readList(brief.answers.mustAvoid), search),
    placeholders: () => checkLeftovers(text),
    links: () => checkLinks(text),
    spelling: () => checkSpelling(text, tokens, { language: brief.language, dialect, known, suggestions: SUGGESTIONS, hasTime }),
    readability: () => checkReadability(brief.language, read, read.values),
    repetition: () => checkRepetition(brief.language, tokens, sentences, text),
    overlap: () => checkOverlap(brief.language, tokens, { customerTexts: [], earlierTexts: brief.others }),
  };
  const done: Check[] = [];
  for (const [name, check] of Object.entries(checks)) if (runs(name as BuiltInCheck)) done.push(await check());
  return buildReport(read, done);
}

type Answer = MakerBrief['answers'][string] | undefined;
export const readText = (answer: Answer): string => (typeof answer === 'string' ? answer : '');
export const readList = (answer: Answer): readonly string[] => (Array.isArray(answer) ? answer : []);
