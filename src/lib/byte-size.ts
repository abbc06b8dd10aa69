// The size of a file in the reader's language.
import { numberFormat } from './intl-formats.ts';
import { getLanguage, type Locale } from './locale.ts';

const KB = 1024;

export function formatByteSize(locale: Locale, bytes: number): string {
  const [unit, value] =
    bytes < KB * KB ? (['kilobyte', Math.max(1, Math.round(bytes / KB))] as const) : (['megabyte', bytes / KB / KB] as const);
  return numberFormat(getLanguage(locale).intl, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
