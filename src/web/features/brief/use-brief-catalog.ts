// Loads the message catalog of the brief questions on pages other than the order form.
import { useEffect, useState } from 'react';
import type { Locale } from '../../../lib/locale.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { usePage } from '../../router/page/context.ts';

/** False until it is loaded, and again briefly after a language change. */
export function useOrderTexts(): boolean {
  const { locale } = usePage();
  const [known, setKnown] = useState<Locale>();
  useEffect(() => {
    loadTexts(locale, 'order').then(
      () => setKnown(locale),
      () => undefined,
    );
  }, [locale]);
  return known === locale;
}
