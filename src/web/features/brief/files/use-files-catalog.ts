// The texts of what comes with files for a brief. They come with it: the page has no room for what few look at.

import type { Messages } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Locale } from '../../../../lib/locale.ts';
import { loadCatalog } from '../../../i18n/i18n.ts';
import { usePage } from '../../../router/page-context.ts';

const files: Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('../../../../../locales/files/en.po'),
  es: () => import('../../../../../locales/files/es.po'),
  jp: () => import('../../../../../locales/files/jp.po'),
};

/** False until they are there; and again for a moment, when the page changes its language. */
export function useFilesTexts(): boolean {
  const { i18n } = useLingui();
  const { locale } = usePage();
  const [known, setKnown] = useState<Locale>();
  useEffect(() => {
    loadCatalog(i18n, locale, files[locale]).then(
      () => setKnown(locale),
      () => undefined,
    );
  }, [i18n, locale]);
  return known === locale;
}
