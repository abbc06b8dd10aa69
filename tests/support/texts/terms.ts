// Words that customers must not read: the column "Not" of docs/terms.md, searched in the catalogs of locales/
// and in the texts of shop/ and examples/shops/.
import { parse } from 'yaml';
import type { Code } from '../architecture/code.ts';
import { readCatalog } from './translations.ts';

const locales = ['en', 'es', 'jp'] as const;
type Locale = (typeof locales)[number];
type Text = { readonly path: string; readonly locale: Locale; readonly words: string };
type Form = { readonly form: string; readonly locale: Locale; readonly instead: string };

type Pending = Readonly<Record<string, readonly string[]>>;

/**
 * Forms that older texts still contain, by folder or file. Remove a form from its list as soon as the folder
 * is free of it.
 */
const notYetHeld: Pending = {};

export function termFaults({ files }: Pick<Code, 'files'>, pending: Pending = notYetHeld): string[] {
  const forms = readForms(files.get('docs/terms.md') ?? '');
  if (forms.length === 0) return ['docs/terms.md has no forms in its column "Not"'];
  const texts = [...files].flatMap(([path, text]) => textsOf(path, text));
  return texts.flatMap(({ path, locale, words }) =>
    forms
      .filter((each) => each.locale === locale && !isPending(pending, path, each.form) && patternOf(each).test(words))
      .map(({ form, instead }) => `${path} has "${form}" in "${words.trim().slice(0, 120)}"; docs/terms.md says: ${instead}`),
  );
}

const isPending = (pending: Pending, path: string, form: string): boolean =>
  Object.entries(pending).some(([start, forms]) => path.startsWith(start) && forms.includes(form));

/** The rows of the tables that have a column per language. The desk's table is not for customers. */
function readForms(markdown: string): Form[] {
  const rows = markdown.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows
    .filter((cells) => cells.length === 6 && cells[1] !== 'English' && !/^-+$/.test(cells[1] ?? ''))
    .flatMap(([, en = '', es = '', jp = '', not = '']) => {
      const instead = { en, es, jp };
      return not.split(/,\s*/).flatMap((cell) => {
        const form = cell.replace(/ \(es\)$/, '').replaceAll('`', '');
        const locale = getLanguage(cell);
        return form === '' ? [] : [{ form, locale, instead: instead[locale] }];
      });
    });
}

function getLanguage(cell: string): Locale {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(cell)) return 'jp';
  return cell.endsWith(' (es)') ? 'es' : 'en';
}

/** Whole words, also at the start of a sentence; Japanese has no spaces between words. */
function patternOf({ form, locale }: Form): RegExp {
  if (locale === 'jp') return new RegExp(form, 'u');
  const first = form.slice(0, 1);
  return new RegExp(`(?<![\\p{L}\\p{N}-])[${first}${first.toUpperCase()}]${form.slice(1)}(?![\\p{L}\\p{N}-])`, 'u');
}

function textsOf(path: string, text: string): Text[] {
  const locale = locales.find((each) => path.endsWith(`.${each}.md`) || path.endsWith(`/${each}.po`));
  if (path.startsWith('locales/') && locale) return catalogTexts(path, text, locale);
  if (!/^shop(-samples)?\//.test(path)) return [];
  if (locale) return text.split('\n').map((line) => ({ path, locale, words: prose(line) }));
  return path.endsWith('.yaml') ? localizedStrings(parse(text)).map((each) => ({ path, ...each })) : [];
}

/** An English id is also its text where the translation is empty. */
const catalogTexts = (path: string, text: string, locale: Locale): Text[] =>
  [...readCatalog(text)].map(([id, translation]) => ({ path, locale, words: prose(translation || (locale === 'en' ? id : '')) }));

/** Every string under a key that is a language. */
function localizedStrings(value: unknown): Omit<Text, 'path'>[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const locale = locales.find((each) => each === key);
    return locale && typeof inner === 'string' ? [{ locale, words: prose(inner) }] : localizedStrings(inner);
  });
}

/** Without link targets, code, addresses and placeholders. */
const prose = (text: string): string =>
  text
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`|https?:\/\/\S+/g, '')
    .replace(/\{\s*[\w.]+\s*\}/g, '…');
