// Loads the message catalog of the file field, so that pages without it do not carry it.

import type { Messages } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Locale } from '../../../../lib/locale.ts';
import { loadCatalog } from '../../../i18n/i18n.ts';
import { usePage } from '../../../router/page/context.ts';

const files: Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('../../../../../locales/files/en.po'),
  es: () => import('../../../../../locales/files/es.po'),
  jp: () => import('../../../../../locales/files/jp.po'),
};

/** False until it is loaded, and again briefly after a language change. */
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
