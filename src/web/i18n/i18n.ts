// The texts of the pages, lazy files per language: one for the frame and the first pages, one for who goes further. Each language has an instance of
// its own, so that requests and languages never mix.
import { type I18n, setupI18n } from '@lingui/core';
import type { Locale } from '../../lib/locale.ts';
import type { CatalogName, TextFile, TextFiles } from './catalogs.ts';

const frame: TextFiles = {
  en: () => import('../../../locales/en.po'),
  es: () => import('../../../locales/es.po'),
  jp: () => import('../../../locales/jp.po'),
};

/** Their list comes with the first page that needs one of them. */
const loadFurther = () => import('./catalogs.ts');

const spoken = new Map<Locale, I18n>();
const taken = new Set<TextFile>();

export async function loadTexts(locale: Locale, ...further: readonly CatalogName[]): Promise<I18n> {
  const i18n = spoken.get(locale) ?? setupI18n({ locale, messages: { [locale]: {} }, ...strict });
  spoken.set(locale, i18n);
  const { catalogLoaders } = further.length > 0 ? await loadFurther() : { catalogLoaders: undefined };
  await Promise.all(
    [frame, ...further.flatMap((name) => catalogLoaders?.[name] ?? [])].map((files) => loadCatalog(i18n, locale, files[locale])),
  );
  return i18n;
}

/** A file that did not come is asked for again the next time. */
export async function loadCatalog(i18n: I18n, locale: Locale, file: TextFile): Promise<void> {
  if (taken.has(file)) return;
  const { messages } = await file();
  if (taken.has(file)) return;
  taken.add(file);
  i18n.load(locale, messages);
}

/** In development a text that was just written is shown as it stands in the code, until it is extracted. */
const strict = import.meta.env.DEV ? {} : { missing };

/** A text in the wrong file would be shown as its key: every test that opens a page sees this. */
function missing(locale: string, id: string): string {
  console.error(`There is no text ${id} in ${locale}.`);
  return id;
}
