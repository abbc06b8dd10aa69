// Looks over the shoulder of who fills in a brief and says what an editor would ask back: advice, never a wall. Pure.
import type { Field } from '../../../../modules/catalogue/shapes.ts';
import type { BriefAnswer, DraftAnswers } from '../brief.ts';

export type TextLanguage = 'en' | 'es' | 'ja';

export type Advice =
  /** To be in the text and not to be in it. */
  | { readonly what: 'clash'; readonly phrase: string }
  | { readonly what: 'language'; readonly written: TextLanguage; readonly chosen: TextLanguage }
  | { readonly what: 'close'; readonly label: string; readonly left: number };

export type Coaching = {
  readonly answered: number;
  readonly asked: number;
  /** Required, and still open. */
  readonly missing: number;
  readonly advice: readonly Advice[];
};

export function adviseBrief(fields: readonly Field[], given: DraftAnswers): Coaching {
  const open = fields.filter(({ name }) => !isAnswered(given[name]));
  return {
    asked: fields.length,
    answered: fields.length - open.length,
    missing: open.filter(({ required }) => required).length,
    advice: [...clashes(given), ...languages(fields, given), ...closeOnes(fields, given)],
  };
}

function isAnswered(value: BriefAnswer | undefined): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' ? value.some((item) => item.trim() !== '') : value === true;
}

const same = (phrase: string): string => phrase.normalize('NFKC').trim().toLowerCase();

function clashes(given: DraftAnswers): Advice[] {
  const avoided = new Set(listOf(given.mustAvoid).map(same));
  const both = listOf(given.mustInclude).filter((phrase) => same(phrase) !== '' && avoided.has(same(phrase)));
  const once = both.filter((phrase, index) => both.findIndex((other) => same(other) === same(phrase)) === index);
  return once.map((phrase) => ({ what: 'clash', phrase: phrase.trim() }));
}

const listOf = (value: BriefAnswer | undefined): readonly string[] => (typeof value === 'object' ? value : []);

/** Below this, a word or two of another language would already turn it. */
const TELLING_CHARS = 40;

/** The longest answer tells best in which language somebody writes. */
function languages(fields: readonly Field[], given: DraftAnswers): Advice[] {
  const chosen = given.language;
  if (chosen !== 'en' && chosen !== 'es' && chosen !== 'ja') return [];
  const texts = fields.filter(({ kind }) => kind === 'longText').map(({ name }) => String(given[name] ?? ''));
  const longest = texts.reduce((most, text) => (text.length > most.length ? text : most), '');
  const written = languageOf(longest);
  return written === undefined || written === chosen ? [] : [{ what: 'language', written, chosen }];
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Words that nearly every sentence has, and only in one of the two. */
const common = {
  en: new Set('the and is are of to with for that this we our from was it you have be not on'.split(' ')),
  es: new Set('el la los las de que y en un una por para con es del se su lo como más'.split(' ')),
} as const;
const MIN_COMMON = 3;

/** Only where it is clear. */
export function languageOf(text: string): TextLanguage | undefined {
  const count = (script: RegExp) => text.match(script)?.length ?? 0;
  const [kana, han, latin] = [count(KANA), count(HAN), count(LATIN)];
  // Each sign of Japanese says as much as some letters.
  if (kana > 0 && (kana + han) * 2 >= TELLING_CHARS && kana + han > latin) return 'ja';
  if (latin < TELLING_CHARS || kana + han > latin / 10) return undefined;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [en, es] = [common.en, common.es].map((set) => words.filter((word) => set.has(word)).length) as [number, number];
  if (en >= MIN_COMMON && en > 2 * es) return 'en';
  return es >= MIN_COMMON && es > 2 * en ? 'es' : undefined;
}

/** A tenth of what fits, and never more than this, is close. */
const CLOSE_CHARS = 200;

function closeOnes(fields: readonly Field[], given: DraftAnswers): Advice[] {
  return fields.flatMap(({ name, kind, label, max }): Advice[] => {
    const value = given[name];
    if (max === undefined || typeof value !== 'string' || (kind !== 'text' && kind !== 'longText')) return [];
    const left = max - value.length;
    return left >= 0 && left <= Math.min(CLOSE_CHARS, max / 10) ? [{ what: 'close', label, left }] : [];
  });
}
