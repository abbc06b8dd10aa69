// Formats dates. One form on every page, in every mail and on every document: that of the shop, unless the
// owner selects the page's own.
import { dateFormat } from '../intl-formats.ts';
import { getLanguage, type Locale } from '../locale.ts';

/** A language tag such as "en-US", or "page" for the language of the page, mail or document. */
export type DateLocale = string;

/** The language tag in which dates are written. */
export const getDateTag = (dateLocale: DateLocale, locale: Locale): string =>
  dateLocale === 'page' ? getLanguage(locale).intl : dateLocale;

export const isDateLocale = (text: string): boolean => {
  try {
    return text === 'page' || Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
};

/** A timestamp of the API, which may be missing. */
export const toIsoOrNull = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export type Day = {
  /** ISO date: 2026-11-21. */
  readonly iso: string;
  readonly shown: string;
  /** Language of the output. */
  readonly lang: string;
};

/** "November 21, 2026". A calendar date, independent of time zones. */
export function showDay(iso: string, dateLocale: DateLocale, locale: Locale): Day {
  const tag = getDateTag(dateLocale, locale);
  const format = dateFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return { iso, shown: format.format(new Date(`${iso}T00:00:00Z`)), lang: toHtmlLanguage(tag) };
}

/** Date, optionally with time, in the reader's time zone. */
export function showMoment(iso: string, dateLocale: DateLocale, locale: Locale, timeStyle?: 'short'): Day {
  const tag = getDateTag(dateLocale, locale);
  const format = dateFormat(tag, { dateStyle: 'long', ...(timeStyle ? { timeStyle } : {}) });
  return { iso, shown: format.format(new Date(iso)), lang: toHtmlLanguage(tag) };
}

type ShortOptions = {
  /** A date of this year is shown without the year, and a time of today without the date. */
  readonly now?: number;
  readonly withTime?: boolean;
};

/** "Nov 21, 2026"; short, for lists. */
export function showShort(iso: string, dateLocale: DateLocale, locale: Locale, { now, withTime = false }: ShortOptions = {}): Day {
  const tag = getDateTag(dateLocale, locale);
  const [date, today] = [new Date(iso), now === undefined ? undefined : new Date(now)];
  const isToday = withTime && today?.toDateString() === date.toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  const year = today?.getFullYear() === date.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const time = withTime ? ({ hour: 'numeric', minute: '2-digit' } as const) : {};
  return { iso, shown: dateFormat(tag, { ...day, ...year, ...time }).format(date), lang: toHtmlLanguage(tag) };
}

/** How the shop writes dates where the reader's own time zone is unknown. */
export type ShopDates = { readonly timeZone: string; readonly dateLocale: DateLocale };

/** Who reads a mail or a document. */
export type DateReader = ShopDates & { readonly locale: Locale };

/** "November 21, 2026 at 9:53 AM UTC". */
export const showZonedMoment = (moment: Date, { timeZone, ...reader }: DateReader): string =>
  formatMoment(moment, { ...longDate, hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone }, reader);

/** "Saturday, November 21, 2026 at 9:53 AM UTC". */
export const showZonedWeekday = (moment: Date, { timeZone, ...reader }: DateReader): string =>
  formatMoment(moment, { weekday: 'long', ...longDate, hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone }, reader);

/** "November 21, 2026": the day of this moment in the reader's time zone. */
export const showZonedDay = (moment: Date, { timeZone, ...reader }: DateReader): string =>
  formatMoment(moment, { ...longDate, timeZone }, reader);

const longDate = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** With ordinary spaces: mail programs show narrow ones as boxes. */
const formatMoment = (moment: Date, options: Intl.DateTimeFormatOptions, { dateLocale, locale }: Omit<DateReader, 'timeZone'>): string =>
  dateFormat(getDateTag(dateLocale, locale), options)
    .format(moment)
    .replace(/\u202f/g, ' ');

const toHtmlLanguage = (tag: string): string => tag.split('-')[0] ?? tag;
