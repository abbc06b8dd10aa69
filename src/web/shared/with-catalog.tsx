// The texts of parts that come late (see ui/later.tsx): a file of their own, so that pages on which nobody asks for such a part do not carry them.
import type { Messages } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { isLocale, type Locale } from '../../lib/locale.ts';
import { loadCatalog } from '../i18n/i18n.ts';

type Files = Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>>;

const late: Files = {
  en: () => import('../../../locales/late/en.po'),
  es: () => import('../../../locales/late/es.po'),
  jp: () => import('../../../locales/late/jp.po'),
};

/** The part, as soon as it can speak: after a change of language that is a moment later than the page. */
export function withCatalog<Given extends object>(Part: ComponentType<Given>, files: Files = late): FunctionComponent<Given> {
  return function Late(given: Given) {
    const { i18n } = useLingui();
    const { locale } = i18n;
    const [spoken, setSpoken] = useState('');
    useEffect(() => {
      if (!isLocale(locale)) return;
      const failed = (cause: unknown) => console.error(`The late texts of ${locale} could not be loaded.`, cause);
      loadCatalog(i18n, locale, files[locale]).then(() => setSpoken(locale), failed);
    }, [i18n, locale]);
    return spoken === locale ? <Part {...given} /> : null;
  };
}
