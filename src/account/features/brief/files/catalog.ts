// The message catalog of the file field, loaded with it, so that pages without it do not carry it.
import type { TextFiles } from '#ui/i18n/catalogs.ts';

export const filesCatalog: TextFiles = {
  area: 'files',
  en: () => import('virtual:messages/files/en'),
  es: () => import('virtual:messages/files/es'),
  jp: () => import('virtual:messages/files/jp'),
};
