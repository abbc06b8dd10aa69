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

type ShortOptions = {
  /** A date of this year is shown without the year, and a time of today without the date. */
  readonly now?: number;
  readonly withTime?: boolean;
};

/** "Nov 21, 2026"; short, for lists. */
export function showShort(iso: string, dateLocale: DateLocale, locale: Locale, { now, withTime = false }: ShortOptions = {}): Day {
  const tag = tagOf(dateLocale, locale);
  const [date, today] = [new Date(iso), now === undefined ? undefined : new Date(now)];
  const isToday = withTime && today?.toDateString() === date.toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  const year = today?.getFullYear() === date.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const time = withTime ? ({ hour: 'numeric', minute: '2-digit' } as const) : {};
  return { iso, shown: new Intl.DateTimeFormat(tag, { ...day, ...year, ...time }).format(date), lang: languageOf(tag) };
}

/** "November 21, 2026 at 9:53 AM UTC", in the reader's language. For mails, where the reader's zone is unknown. */
export const showZonedMoment = (moment: Date, timeZone: string, locale: Locale): string =>
  formatted(moment, { ...longDate, hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone }, locale);

/** "November 21, 2026": the day of this moment in a time zone. */
export const showZonedDay = (moment: Date, timeZone: string, locale: Locale): string =>
  formatted(moment, { ...longDate, timeZone }, locale);

const longDate = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** With ordinary spaces: mail programs show narrow ones as boxes. */
const formatted = (moment: Date, options: Intl.DateTimeFormatOptions, locale: Locale): string =>
  new Intl.DateTimeFormat(locales[locale].intl, options).format(moment).replace(/\u202f/g, ' ');

const tagOf = (dateLocale: DateLocale, locale: Locale): string => (dateLocale === 'page' ? locales[locale].intl : dateLocale);
const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;
