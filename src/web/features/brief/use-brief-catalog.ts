// The texts of a brief's questions, for a page that is not there to order: they come with the questions.
import { useEffect, useState } from 'react';
import type { Locale } from '../../../lib/locale.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { usePage } from '../../router/page-context.ts';

/** False until they are there; and again for a moment, when the page changes its language. */
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
