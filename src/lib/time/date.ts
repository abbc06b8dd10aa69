// Formats dates. One format for the whole shop in every language, unless the owner selects the page's own.
import { type Locale, locales } from '../locale.ts';

/** A language tag such as "en-US", or "page" for the language of the page. */
export type DateLocale = string;

export const isDateLocale = (text: string): boolean => {
  try {
    return text === 'page' || Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
};

/** A timestamp of the API, which may be missing. */
export const isoOrNull = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export type Day = {
  /** ISO date: 2026-11-21. */
  readonly iso: string;
  readonly shown: string;
  /** Language of the output. */
  readonly lang: string;
};

/** "November 21, 2026". A calendar date, independent of time zones. */
export function showDay(iso: string, dateLocale: DateLocale, locale: Locale): Day {
  const tag = tagOf(dateLocale, locale);
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return { iso, shown: format.format(new Date(`${iso}T00:00:00Z`)), lang: languageOf(tag) };
}

/** Date, optionally with time, in the reader's time zone. */
export function showMoment(iso: string, dateLocale: DateLocale, locale: Locale, timeStyle?: 'short'): Day {
  const tag = tagOf(dateLocale, locale);
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', ...(timeStyle ? { timeStyle } : {}) });
  return { iso, shown: format.format(new Date(iso)), lang: languageOf(tag) };
}

/** Date and time in UTC, if the reader's zone is unknown. */
export function showMomentUtc(iso: string, dateLocale: DateLocale, locale: Locale): string {
  const tag = tagOf(dateLocale, locale);
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso));
}

const tagOf = (dateLocale: DateLocale, locale: Locale): string => (dateLocale === 'page' ? locales[locale].intl : dateLocale);
const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;
