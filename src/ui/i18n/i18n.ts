// Messages of one language. Each language has its own instance, so that requests and languages never mix.
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { getLanguage, type Locale } from '#lib/locale.ts';

export function createI18n(locale: Locale, messages: Messages): I18n {
  const i18n = setupI18n({ locale, locales: getLanguage(locale).intl, messages: { [locale]: messages }, ...strict });
  if (import.meta.env.DEV) hintAtMissing(i18n);
  return i18n;
}

/** In development a new message is shown as written in the code, until it is extracted. */
const strict = import.meta.env.DEV ? {} : { missing: reportMissing };

/** A message that is in no catalog would be shown as its id; tests that open a page fail on this error. */
function reportMissing(locale: string, id: string): string {
  console.error(`There is no text ${id} in ${locale}.${import.meta.env.SSR ? HINT : ''}`);
  return id;
}

/** For the log of the server only. */
const HINT = ' Run npm run extract, translate it, and npm run check -- words.';

/** Once for each message: the page works, and its other languages show English. */
function hintAtMissing(i18n: I18n): void {
  const known = new Set<string>();
  i18n.on('missing', ({ id, locale }) => {
    if (known.has(id)) return;
    known.add(id);
    console.error(`A text of the code (${id}) is not in the catalogs, so ${locale} shows it in English.${HINT}`);
  });
}
