// Message catalogs of the pages, besides the common one. The home page loads none of them, not even this
// list.
import type { Messages } from '@lingui/core';
import type { BuiltInLocale } from '#lib/locale.ts';

export type TextFile = () => Promise<{ readonly messages: Messages }>;
type PageTextFiles = Readonly<Record<BuiltInLocale, TextFile>>;
/** `area`: the catalog's name, by which the server has it in the languages that the shop adds. */
export type TextFiles = PageTextFiles & { readonly area: string };

export const catalogLoaders = {
  further: {
    en: () => import('virtual:messages/further/en'),
    es: () => import('virtual:messages/further/es'),
    jp: () => import('virtual:messages/further/jp'),
  },
  cabinet: {
    en: () => import('virtual:messages/cabinet/en'),
    es: () => import('virtual:messages/cabinet/es'),
    jp: () => import('virtual:messages/cabinet/jp'),
  },
  funds: {
    en: () => import('virtual:messages/funds/en'),
    es: () => import('virtual:messages/funds/es'),
    jp: () => import('virtual:messages/funds/jp'),
  },
  support: {
    en: () => import('virtual:messages/support/en'),
    es: () => import('virtual:messages/support/es'),
    jp: () => import('virtual:messages/support/jp'),
  },
  history: {
    en: () => import('virtual:messages/history/en'),
    es: () => import('virtual:messages/history/es'),
    jp: () => import('virtual:messages/history/jp'),
  },
  order: {
    en: () => import('virtual:messages/order/en'),
    es: () => import('virtual:messages/order/es'),
    jp: () => import('virtual:messages/order/jp'),
  },
  cart: {
    en: () => import('virtual:messages/cart/en'),
    es: () => import('virtual:messages/cart/es'),
    jp: () => import('virtual:messages/cart/jp'),
  },
} as const satisfies Readonly<Record<string, PageTextFiles>>;

/** Catalog of a page, besides the common one. */
export type CatalogName = keyof typeof catalogLoaders;

export const catalogNames = Object.keys(catalogLoaders) as readonly CatalogName[];
