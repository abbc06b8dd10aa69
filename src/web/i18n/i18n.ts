// Loads message catalogs per language: a common one and one per area. Each language has its own I18n instance,
// so that requests and languages never mix.
import { type I18n, setupI18n } from '@lingui/core';
import { isBuiltIn, type Locale } from '../../lib/locale.ts';
import type { CatalogName, TextFiles } from './catalogs.ts';

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
  const i18n = instances.get(locale) ?? setupI18n({ locale, messages: { [locale]: {} }, ...strict });
  instances.set(locale, i18n);
  const { catalogLoaders } = further.length > 0 ? await loadFurther() : { catalogLoaders: undefined };
  await Promise.all([common, ...further.flatMap((name) => catalogLoaders?.[name] ?? [])].map((files) => loadCatalog(i18n, locale, files)));
  return i18n;
}

/** A failed load is repeated at the next call. */
export async function loadCatalog(i18n: I18n, locale: Locale, files: TextFiles): Promise<void> {
  const key = files.area + locale;
  if (loadedFiles.has(key)) return;
  const { messages } = isBuiltIn(locale) ? await files[locale]() : await (await import('./added-language.ts')).addedCatalog(files, locale);
  if (loadedFiles.has(key)) return;
  loadedFiles.add(key);
  i18n.load(locale, messages);
}

/** The server may open another shop: its languages have other messages. */
export function forgetTexts(): void {
  instances.clear();
  loadedFiles.clear();
}

/** In development a new message is shown as written in the code, until it is extracted. */
const strict = import.meta.env.DEV ? {} : { missing };

/** A message in the wrong catalog would be shown as its id; tests that open a page fail on this error. */
function missing(locale: string, id: string): string {
  console.error(`There is no text ${id} in ${locale}.`);
  return id;
}
