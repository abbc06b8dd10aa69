// Loads all message catalogs of a language, including the server-only one. Must not be imported by client code.
import type { I18n, Messages } from '@lingui/core';
import type { Locale } from '../../lib/locale.ts';
import { catalogNames } from './catalogs.ts';
import { loadCatalog, loadTexts } from './i18n.ts';

const served: Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('../../../locales/served/en.po'),
  es: () => import('../../../locales/served/es.po'),
  jp: () => import('../../../locales/served/jp.po'),
};

export async function loadAllTexts(locale: Locale): Promise<I18n> {
  const i18n = await loadTexts(locale, ...catalogNames);
  await loadCatalog(i18n, locale, served[locale]);
  return i18n;
}
