// Rates of taxes, as people read them.
import { numberFormat } from '../intl-formats.ts';
import { getLanguage, type Locale } from '../locale.ts';

/** "8.1%", of hundredths of a percent. */
export const showRate = (rate: number, locale: Locale): string =>
  numberFormat(getLanguage(locale).intl, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);
