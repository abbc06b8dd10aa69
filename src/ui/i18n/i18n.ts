// Loads message catalogs per language: a common one and one per area. Each language has its own I18n
// instance, so that requests and languages never mix.
import { type I18n, setupI18n } from '@lingui/core';
import { type AddedLocale, type BuiltInLocale, type Locale, languageOf } from '#lib/locale.ts';
import type { CatalogName, TextFile, TextFiles } from './catalogs.ts';

export const common: TextFiles = {
  area: 'common',
  en: () => import('virtual:messages/common/en'),
  es: () => import('virtual:messages/common/es'),
  jp: () => import('virtual:messages/common/jp'),
};

/** The list of catalogs is loaded with the first page that needs one. */
const loadFurther = () => import('./catalogs.ts');

const instances = new Map<Locale, I18n>();
const loadedFiles = new Set<string>();

export async function loadTexts(locale: Locale, ...further: readonly CatalogName[]): Promise<I18n> {
  const i18n = instances.get(locale) ?? setupI18n({ locale, locales: languageOf(locale).intl, messages: { [locale]: {} }, ...strict });
  if (import.meta.env.DEV && !instances.has(locale)) hintAtMissing(i18n);
  instances.set(locale, i18n);
  const { catalogLoaders } = further.length > 0 ? await loadFurther() : { catalogLoaders: undefined };
  const all: LoadedFiles[] = [common, ...further.map((area) => ({ area, ...catalogLoaders?.[area] }))];
  await Promise.all(all.map((files) => loadCatalog(i18n, locale, files)));
  return i18n;
}

type LoadedFiles = { readonly area: string } & { readonly [Name in BuiltInLocale]?: TextFile | undefined };

/** A failed load is repeated at the next call. */
export async function loadCatalog(i18n: I18n, locale: Locale, files: LoadedFiles): Promise<void> {
  const key = files.area + locale;
  if (loadedFiles.has(key)) return;
  const load =
    files[locale as BuiltInLocale] ?? (() => import('./added-language.ts').then((added) => added.loadAdded(files, locale as AddedLocale)));
  const { messages } = await load();
  if (loadedFiles.has(key)) return;
  loadedFiles.add(key);
  i18n.load(locale, messages);
}

export const isCatalogLoaded = (area: string, locale: string): boolean => loadedFiles.has(area + locale);

/** The server may open another shop: its languages have other messages. */
export function forgetTexts(): void {
  instances.clear();
  loadedFiles.clear();
}

/** In development a new message is shown as written in the code, until it is extracted. */
const strict = import.meta.env.DEV ? {} : { missing };

/** A message in the wrong catalog would be shown as its id; tests that open a page fail on this error. */
function missing(locale: string, id: string): string {
  console.error(`There is no text ${id} in ${locale}.${import.meta.env.SSR ? HINT : ''}`);
  return id;
}

/** For the log of the server only. */
const HINT = ' Run npm run extract, translate it, and npm run check -- words.';

/** Once for each message: the page works, and its other languages show English. */
function hintAtMissing(i18n: I18n): void {
  const known = new Set<string>();
  i18n.on('missing', ({ id, locale }) => {
    if (known.has(id)) return;
    known.add(id);
    console.error(`A text of the code (${id}) is not in the catalogs, so ${locale} shows it in English.${HINT}`);
  });
}
