// The texts of the pages, one lazy file per language. Each language has an instance of its own, so that requests and languages never mix.
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '../lib/locale.ts';

const files: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  en: () => import('../../locales/en.po'),
  es: () => import('../../locales/es.po'),
  jp: () => import('../../locales/jp.po'),
};

const spoken = new Map<Locale, Promise<I18n>>();

export function loadTexts(locale: Locale): Promise<I18n> {
  const known = spoken.get(locale);
  if (known) return known;
  const coming = files[locale]().then(({ messages }) => setupI18n({ locale, messages: { [locale]: messages } }));
  // A file that did not come is asked for again the next time.
  coming.catch(() => spoken.delete(locale));
  spoken.set(locale, coming);
  return coming;
}
