// Message catalogs of the pages, besides the common one. The home page loads none of them, not even this list.
import type { Messages } from '@lingui/core';
import type { BuiltInLocale } from '../../lib/locale.ts';

export type TextFile = () => Promise<{ readonly messages: Messages }>;
/** `area`: the catalog's name, by which the server has it in the languages that the shop adds. */
export type TextFiles = Readonly<Record<BuiltInLocale, TextFile>> & { readonly area: string };

export const catalogLoaders = {
  further: {
    area: 'further',
    en: () => import('virtual:messages/further/en'),
    es: () => import('virtual:messages/further/es'),
    jp: () => import('virtual:messages/further/jp'),
  },
  account: {
    area: 'account',
    en: () => import('virtual:messages/account/en'),
    es: () => import('virtual:messages/account/es'),
    jp: () => import('virtual:messages/account/jp'),
  },
  mailed: {
    area: 'mailed',
    en: () => import('virtual:messages/mailed/en'),
    es: () => import('virtual:messages/mailed/es'),
    jp: () => import('virtual:messages/mailed/jp'),
  },
  cabinet: {
    area: 'cabinet',
    en: () => import('virtual:messages/cabinet/en'),
    es: () => import('virtual:messages/cabinet/es'),
    jp: () => import('virtual:messages/cabinet/jp'),
  },
  funds: {
    area: 'funds',
    en: () => import('virtual:messages/funds/en'),
    es: () => import('virtual:messages/funds/es'),
    jp: () => import('virtual:messages/funds/jp'),
  },
  thread: {
    area: 'thread',
    en: () => import('virtual:messages/thread/en'),
    es: () => import('virtual:messages/thread/es'),
    jp: () => import('virtual:messages/thread/jp'),
  },
  support: {
    area: 'support',
    en: () => import('virtual:messages/support/en'),
    es: () => import('virtual:messages/support/es'),
    jp: () => import('virtual:messages/support/jp'),
  },
  history: {
    area: 'history',
    en: () => import('virtual:messages/history/en'),
    es: () => import('virtual:messages/history/es'),
    jp: () => import('virtual:messages/history/jp'),
  },
  order: {
    area: 'order',
    en: () => import('virtual:messages/order/en'),
    es: () => import('virtual:messages/order/es'),
    jp: () => import('virtual:messages/order/jp'),
  },
  cart: {
    area: 'cart',
    en: () => import('virtual:messages/cart/en'),
    es: () => import('virtual:messages/cart/es'),
    jp: () => import('virtual:messages/cart/jp'),
  },
} as const satisfies Readonly<Record<string, TextFiles>>;

/** Catalog of a page, besides the common one. */
export type CatalogName = keyof typeof catalogLoaders;

export const catalogNames = Object.keys(catalogLoaders) as readonly CatalogName[];
