// A moment of the coming days with its weekday, in the reader's time zone. Apart from date.ts, because most
// pages do not need it.
import { dateFormat } from '../intl-formats.ts';
import type { Locale } from '../locale.ts';
import { type DateLocale, dateTag } from './date.ts';

/** "Friday, November 27 at 10:00 AM GMT+1" */
export const showWeekdayMoment = (iso: string, dateLocale: DateLocale, locale: Locale): string =>
  dateFormat(dateTag(dateLocale, locale), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));
