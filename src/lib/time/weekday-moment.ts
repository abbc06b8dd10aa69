// A moment of the coming days with its weekday, in the reader's time zone. Apart from date.ts, because most pages do not need it.
import { dateFormat } from '../intl-formats.ts';
import { type Locale, languageOf } from '../locale.ts';

/** "Friday, November 27 at 10:00 AM GMT+1", in the language of the page. */
export const showWeekdayMoment = (iso: string, locale: Locale): string =>
  dateFormat(languageOf(locale).intl, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));
