// Rates of taxes, as people read them.
import { numberFormat } from '../intl-formats.ts';
import { type Locale, languageOf } from '../locale.ts';

/** "8.1%", of hundredths of a percent. */
export const showRate = (rate: number, locale: Locale): string =>
  numberFormat(languageOf(locale).intl, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);
