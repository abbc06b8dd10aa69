// Loads the message catalog of a component that is loaded on demand, so that pages without it do not carry
// it.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isLocale } from '#lib/locale.ts';
import type { CatalogName, TextFiles } from './catalogs.ts';
import { isCatalogLoaded, loadCatalog, loadTexts } from './i18n.ts';

/**
 * `catalog`: that of a page by its name, or the files of another. False until it is loaded, and again briefly
 * after a language change, if the page has not loaded it before.
 */
export function useCatalog(catalog: CatalogName | TextFiles): boolean {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    if (!isLocale(locale)) return;
    const loading = typeof catalog === 'string' ? loadTexts(locale, catalog) : loadCatalog(i18n, locale, catalog);
    loading.then(
      () => setLoaded(locale),
      (cause: unknown) => console.error(`The messages in ${locale} could not be loaded.`, cause),
    );
  }, [i18n, locale, catalog]);
  return loaded === locale || (!import.meta.env.SSR && isCatalogLoaded(typeof catalog === 'string' ? catalog : catalog.area, locale));
}
