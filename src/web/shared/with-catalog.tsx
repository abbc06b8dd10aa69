// Loads the message catalog of a lazy component, so that pages without it do not carry it (see ui/display/lazy.tsx).
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

/** Renders the component once its catalog is loaded; after a language change that is slightly later than the page. */
export function withCatalog<Given extends object>(Part: ComponentType<Given>, files: Files = late): FunctionComponent<Given> {
  return function Late(props: Given) {
    const { i18n } = useLingui();
    const { locale } = i18n;
    const [spoken, setSpoken] = useState('');
    useEffect(() => {
      if (!isLocale(locale)) return;
      const failed = (cause: unknown) => console.error(`The late texts of ${locale} could not be loaded.`, cause);
      loadCatalog(i18n, locale, files[locale]).then(() => setSpoken(locale), failed);
    }, [i18n, locale]);
    return spoken === locale ? <Part {...props} /> : null;
  };
}
