// Message catalogs of the pages, besides the common one. The home page loads none of them, not even this list.
import type { Messages } from '@lingui/core';
import type { Locale } from '../../lib/locale.ts';

export type TextFile = () => Promise<{ readonly messages: Messages }>;
export type TextFiles = Readonly<Record<Locale, TextFile>>;

export const catalogLoaders = {
  further: {
    en: () => import('../../../locales/further/en.po'),
    es: () => import('../../../locales/further/es.po'),
    jp: () => import('../../../locales/further/jp.po'),
  },
  account: {
    en: () => import('../../../locales/account/en.po'),
    es: () => import('../../../locales/account/es.po'),
    jp: () => import('../../../locales/account/jp.po'),
  },
  mailed: {
    en: () => import('../../../locales/mailed/en.po'),
    es: () => import('../../../locales/mailed/es.po'),
    jp: () => import('../../../locales/mailed/jp.po'),
  },
  cabinet: {
    en: () => import('../../../locales/cabinet/en.po'),
    es: () => import('../../../locales/cabinet/es.po'),
    jp: () => import('../../../locales/cabinet/jp.po'),
  },
  funds: {
    en: () => import('../../../locales/funds/en.po'),
    es: () => import('../../../locales/funds/es.po'),
    jp: () => import('../../../locales/funds/jp.po'),
  },
  thread: {
    en: () => import('../../../locales/thread/en.po'),
    es: () => import('../../../locales/thread/es.po'),
    jp: () => import('../../../locales/thread/jp.po'),
  },
  support: {
    en: () => import('../../../locales/support/en.po'),
    es: () => import('../../../locales/support/es.po'),
    jp: () => import('../../../locales/support/jp.po'),
  },
  history: {
    en: () => import('../../../locales/history/en.po'),
    es: () => import('../../../locales/history/es.po'),
    jp: () => import('../../../locales/history/jp.po'),
  },
  order: {
    en: () => import('../../../locales/order/en.po'),
    es: () => import('../../../locales/order/es.po'),
    jp: () => import('../../../locales/order/jp.po'),
  },
  cart: {
    en: () => import('../../../locales/cart/en.po'),
    es: () => import('../../../locales/cart/es.po'),
    jp: () => import('../../../locales/cart/jp.po'),
  },
} as const satisfies Readonly<Record<string, TextFiles>>;

/** Catalog of a page, besides the common one. */
export type CatalogName = keyof typeof catalogLoaders;

export const catalogNames = Object.keys(catalogLoaders) as readonly CatalogName[];
