// By when support answers, as customers see it: nothing, unless the owner promises it. Pure.
import { dateFormat } from '#lib/intl-formats.ts';
import { getLanguage, type Locale } from '#lib/locale.ts';
import { type Weekday, weekdays } from '#lib/time/calendar.ts';
import { type DateLocale, getDateTag } from '#lib/time/date.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { answerDue, DAY_MINUTES, groupSameHours, isAlwaysOpen, listHolidaysAhead, type OpenTime, type SupportHours } from './rules.ts';

export type PromiseSettings = SupportHours & {
  readonly firstAnswerHours: number;
  readonly isPromised: boolean;
  readonly dateLocale: DateLocale;
};

const MINUTE_MS = 60_000;

/**
 * A due time as customers see it, to the next minute, because that is how it is written. Undefined: nothing
 * is promised.
 */
export const getPromisedTime = ({ isPromised }: Pick<PromiseSettings, 'isPromised'>, due: Date | null | undefined): string | undefined =>
  isPromised && due ? new Date(Math.ceil(due.getTime() / MINUTE_MS) * MINUTE_MS).toISOString() : undefined;

export type AnswerTimes = {
  readonly answerBy: string;
  /** In the shop's time zone. */
  readonly shown: string;
  /** The name of that zone. */
  readonly zone: string;
  /** None: at all hours. Empty `times`: the whole day. */
  readonly hours: readonly { readonly days: string; readonly times: string }[];
  readonly closed: readonly { readonly days: string; readonly name: string }[];
};

/** For who writes now. */
export function answerTimes(settings: PromiseSettings, now: Date, locale: Locale): AnswerTimes | undefined {
  const answerBy = getPromisedTime(settings, answerDue(now, settings.firstAnswerHours, settings));
  if (answerBy === undefined) return undefined;
  const language = getLanguage(locale).intl;
  const dates = getDateTag(settings.dateLocale, locale);
  return {
    answerBy,
    shown: formatAt(dates, settings.zone, { ...longMoment, timeZoneName: 'short' }, new Date(answerBy)),
    zone: formatZoneName(language, settings.zone, now),
    hours: isAlwaysOpen(settings)
      ? []
      : groupSameHours(settings.week).map(({ from, until, times }) => ({
          days: formatDays(language, from, until),
          times: formatTimes(dates, times),
        })),
    closed: listHolidaysAhead(now, settings).map(({ from, until, name }) => ({
      days: formatRange(dates, { month: 'long', day: 'numeric' }, new Date(from), new Date(until)),
      name: localizeText(name, locale),
    })),
  };
}

const longMoment = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

const formatAt = (language: string, timeZone: string, options: Intl.DateTimeFormatOptions, at: Date): string =>
  dateFormat(language, { ...options, timeZone }).format(at);

/** "Central European Time", which holds in summer too. Zones without such a name have a short one: "UTC". */
function formatZoneName(language: string, timeZone: string, now: Date): string {
  const [long, short] = (['longGeneric', 'short'] as const).map(
    (timeZoneName) =>
      dateFormat(language, { timeZone, timeZoneName })
        .formatToParts(now)
        .find(({ type }) => type === 'timeZoneName')?.value,
  );
  return (long?.startsWith('GMT') ? short : long) ?? timeZone;
}

/** Calendar values, independent of time zones. */
const formatRange = (language: string, options: Intl.DateTimeFormatOptions, from: Date, until: Date): string =>
  dateFormat(language, { ...options, timeZone: 'UTC' }).formatRange(from, until);

/** January 1, 2024, was a Monday. */
const toDate = (day: Weekday): Date => new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));

function formatDays(language: string, from: Weekday, until: Weekday): string {
  const days = formatRange(language, { weekday: 'long' }, toDate(from), toDate(until));
  return days.charAt(0).toLocaleUpperCase(language) + days.slice(1);
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** Empty: the whole day. */
function formatTimes(language: string, times: readonly OpenTime[]): string {
  if (times.length === 1 && times.every(({ from, until }) => until - from === DAY_MINUTES)) return '';
  const between = getSeparator(language);
  const list = times.map(({ from, until }) =>
    [from, until].map((minutes) => formatAt(language, 'UTC', clock, new Date(minutes * MINUTE_MS))).join(between),
  );
  return new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).format(list);
}

/**
 * Between the ends of a range. Ranges of times by Intl name the day if they end at midnight, and hours and
 * minutes in Japanese.
 */
const getSeparator = (language: string): string =>
  dateFormat(language, { weekday: 'long', timeZone: 'UTC' })
    .formatRangeToParts(toDate('mon'), toDate('tue'))
    .find(({ source }) => source === 'shared')?.value ?? '–';
