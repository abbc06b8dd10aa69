// The texts of the pages, lazy files per language: one for the frame and the first pages, one for who goes further. Each language has an instance of
// its own, so that requests and languages never mix.
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '../lib/locale.ts';

type File = () => Promise<{ readonly messages: Messages }>;
type Files = Readonly<Record<Locale, File>>;

const frame: Files = {
  en: () => import('../../locales/en.po'),
  es: () => import('../../locales/es.po'),
  jp: () => import('../../locales/jp.po'),
};

/**
 * Beside the frame's: who goes further has the rest, but the forms that lead to an account, the pages that a mail leads to and the rooms behind the
 * log-in need nothing of it.
 */
const beyond = {
  further: {
    en: () => import('../../locales/further/en.po'),
    es: () => import('../../locales/further/es.po'),
    jp: () => import('../../locales/further/jp.po'),
  },
  account: {
    en: () => import('../../locales/account/en.po'),
    es: () => import('../../locales/account/es.po'),
    jp: () => import('../../locales/account/jp.po'),
  },
  mailed: {
    en: () => import('../../locales/mailed/en.po'),
    es: () => import('../../locales/mailed/es.po'),
    jp: () => import('../../locales/mailed/jp.po'),
  },
  cabinet: {
    en: () => import('../../locales/cabinet/en.po'),
    es: () => import('../../locales/cabinet/es.po'),
    jp: () => import('../../locales/cabinet/jp.po'),
  },
  history: {
    en: () => import('../../locales/history/en.po'),
    es: () => import('../../locales/history/es.po'),
    jp: () => import('../../locales/history/jp.po'),
  },
  order: {
    en: () => import('../../locales/order/en.po'),
    es: () => import('../../locales/order/es.po'),
    jp: () => import('../../locales/order/jp.po'),
  },
  cart: {
    en: () => import('../../locales/cart/en.po'),
    es: () => import('../../locales/cart/es.po'),
    jp: () => import('../../locales/cart/jp.po'),
  },
} as const satisfies Readonly<Record<string, Files>>;

/** Which file of texts a screen has beside the frame's. */
export type Further = keyof typeof beyond;

export const furthers = Object.keys(beyond) as readonly Further[];

const spoken = new Map<Locale, I18n>();
const taken = new Set<File>();

export async function loadTexts(locale: Locale, ...further: readonly Further[]): Promise<I18n> {
  const i18n = spoken.get(locale) ?? setupI18n({ locale, messages: { [locale]: {} }, ...strict });
  spoken.set(locale, i18n);
  await Promise.all([frame, ...further.map((name) => beyond[name])].map((files) => take(i18n, locale, files[locale])));
  return i18n;
}

/** A file that did not come is asked for again the next time. */
export async function take(i18n: I18n, locale: Locale, file: File): Promise<void> {
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
