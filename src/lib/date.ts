// Days as people read them. One format for the whole shop, whatever the page's language, unless the owner wants the page's own.
import { type Locale, locales } from './locale.ts';

/** A language tag such as "en-US", or "page" for the language of the page. */
export type DateLocale = string;

export const isDateLocale = (text: string): boolean => {
  try {
    return text === 'page' || Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
};

export type Day = {
  /** As machines read it: 2026-11-21. */
  readonly iso: string;
  readonly shown: string;
  /** The language of what is shown. */
  readonly lang: string;
};

/** "November 21, 2026". The day is a date of the calendar, the same in every zone. */
export function showDay(iso: string, dateLocale: DateLocale, locale: Locale): Day {
  const tag = dateLocale === 'page' ? locales[locale].intl : dateLocale;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return { iso, shown: format.format(new Date(`${iso}T00:00:00Z`)), lang: tag.split('-')[0] ?? tag };
}
