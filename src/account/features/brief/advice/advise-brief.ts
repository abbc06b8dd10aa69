// Advice on a brief as an editor would give it. It never blocks the order. Pure.
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import type { BriefAnswer, DraftAnswers } from '../brief.ts';

export type AdviceLanguage = 'en' | 'es' | 'ja';

export type Advice =
  /** The phrase is both required and forbidden. */
  | { readonly what: 'clash'; readonly phrase: string }
  | { readonly what: 'language'; readonly written: AdviceLanguage; readonly chosen: AdviceLanguage }
  | { readonly what: 'close'; readonly label: string; readonly left: number };

export type Coaching = {
  readonly answered: number;
  readonly asked: number;
  /** Required, and not answered yet. */
  readonly missing: number;
  readonly advice: readonly Advice[];
};

export function adviseBrief(fields: readonly CatalogueField[], answers: DraftAnswers): Coaching {
  const open = fields.filter(({ name }) => !isAnswered(answers[name]));
  return {
    asked: fields.length,
    answered: fields.length - open.length,
    missing: open.filter(({ required }) => required).length,
    advice: [...findClashes(answers), ...findOtherLanguages(fields, answers), ...closeOnes(fields, answers)],
  };
}

function isAnswered(value: BriefAnswer | undefined): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' ? value.some((item) => item.trim() !== '') : value === true;
}

const normalizePhrase = (phrase: string): string => phrase.normalize('NFKC').trim().toLowerCase();

function findClashes(answers: DraftAnswers): Advice[] {
  const avoided = new Set(readList(answers.mustAvoid).map(normalizePhrase));
  const both = readList(answers.mustInclude).filter((phrase) => normalizePhrase(phrase) !== '' && avoided.has(normalizePhrase(phrase)));
  const once = both.filter((phrase, index) => both.findIndex((other) => normalizePhrase(other) === normalizePhrase(phrase)) === index);
  return once.map((phrase) => ({ what: 'clash', phrase: phrase.trim() }));
}

const readList = (value: BriefAnswer | undefined): readonly string[] => (typeof value === 'object' ? value : []);

/** In shorter texts, a word or two of another language would change the result. */
const MIN_DETECTION_CHARS = 40;

/** The longest answer shows best which language the customer writes. */
function findOtherLanguages(fields: readonly CatalogueField[], answers: DraftAnswers): Advice[] {
  const chosen = answers.language;
  if (chosen !== 'en' && chosen !== 'es' && chosen !== 'ja') return [];
  const texts = fields.filter(({ kind }) => kind === 'longText').map(({ name }) => String(answers[name] ?? ''));
  const longest = texts.reduce((most, text) => (text.length > most.length ? text : most), '');
  const written = findAdviceLanguage(longest);
  return written === undefined || written === chosen ? [] : [{ what: 'language', written, chosen }];
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Words of nearly every sentence that only one of the two languages has. */
const common = {
  en: new Set('the and is are of to with for that this we our from was it you have be not on'.split(' ')),
  es: new Set('el la los las de que y en un una por para con es del se su lo como más'.split(' ')),
} as const;
const MIN_COMMON = 3;

/** Undefined if it is not clear. */
export function findAdviceLanguage(text: string): AdviceLanguage | undefined {
  const count = (script: RegExp) => text.match(script)?.length ?? 0;
  const [kana, han, latin] = [count(KANA), count(HAN), count(LATIN)];
  // A Japanese character says as much as several letters.
  if (kana > 0 && (kana + han) * 2 >= MIN_DETECTION_CHARS && kana + han > latin) return 'ja';
  if (latin < MIN_DETECTION_CHARS || kana + han > latin / 10) return undefined;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [en, es] = [common.en, common.es].map((set) => words.filter((word) => set.has(word)).length) as [number, number];
  if (en >= MIN_COMMON && en > 2 * es) return 'en';
  return es >= MIN_COMMON && es > 2 * en ? 'es' : undefined;
}

/** Near the limit: a tenth of it, and never more than this. */
const MAX_NEAR_LIMIT_CHARS = 200;

function closeOnes(fields: readonly CatalogueField[], answers: DraftAnswers): Advice[] {
  return fields.flatMap(({ name, kind, label, max }): Advice[] => {
    const value = answers[name];
    if (max === undefined || typeof value !== 'string' || (kind !== 'text' && kind !== 'longText')) return [];
    const left = max - value.length;
    return left >= 0 && left <= Math.min(MAX_NEAR_LIMIT_CHARS, max / 10) ? [{ what: 'close', label, left }] : [];
  });
}
