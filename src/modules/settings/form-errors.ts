// Says what is wrong with a form of the settings: at the field a sentence, in the summary the place before
// it. Pure; the desk is in English.
import { getCountryName } from '#lib/locale.ts';
import type { Weekday } from '#lib/time/calendar.ts';
import type { ErrorValues, SourceError } from '#lib/yaml/source.ts';
import { type FormError, formatReason, languageNames, toFieldPath, withoutPath } from '#modules/content/rules.ts';
import { weekdayNames } from '#modules/support/hours/shapes-names.ts';
import type { SettingName } from './shapes-names.ts';

const noteNames: Readonly<Record<string, string>> = {
  none: 'Sentence without VAT',
  zero: 'Sentence for other countries',
  reverse: 'Sentence for reverse charge',
};

export function describeSettingError(name: SettingName, { path = '', reason, code, values }: SourceError): FormError {
  const steps = path.split('.');
  const sentence = sentences[name](steps, code, values) ?? formatReason(withoutPath(reason, path));
  return { field: toField(name, path), place: places[name](steps), sentence };
}

function toField(name: SettingName, path: string): string | undefined {
  if (path === '') return undefined;
  // The form has one list instead of groups.
  return name === 'withdrawal' ? 'text.countries' : toFieldPath(path);
}

const isCountryCode = (text: string | undefined): text is string => text !== undefined && /^[A-Z]{2}$/.test(text);

const places: Readonly<Record<SettingName, (steps: readonly string[]) => string>> = {
  tax: ([part, key = '']) => (part === 'notes' ? (noteNames[key] ?? '') : isCountryCode(key) ? getCountryName(key, 'en') : ''),
  money: ([part, code = '']) => (part === 'depositCouponShare' ? 'Coupons' : code),
  support([part, key]) {
    if (key === undefined) return '';
    if (part === 'hours') return weekdayNames[key as Weekday] ?? '';
    return part === 'canned' ? `Answer ${Number(key) + 1}` : part === 'holidays' ? `Holiday ${Number(key) + 1}` : '';
  },
  withdrawal: () => '',
  reminders: ([, place]) => (place === undefined ? '' : `Reminder ${Number(place) + 1}`),
};

function describeHoursError(code: string): string {
  if (code === 'end-before-start')
    return 'The end must be after the beginning. Hours after midnight are of the next day: 22:00-24:00, then 00:00-06:00.';
  if (code === 'times-overlap') return 'Enter the times in their order, without overlaps.';
  if (code === 'never-open') return 'Enter hours for one day at least.';
  return 'Enter times from 00:00 to 24:00, such as 09:00-17:00 or 09:00-12:00, 13:00-17:00.';
}

function describeHolidayError(field: string, code: string, language: string): string {
  if (field === 'name') return `Enter the name in ${languageNames[language] ?? 'every language'}.`;
  if (field === 'day') return 'Enter a day such as 2026-12-24, or 12-24 for every year.';
  return code === 'until-before-day'
    ? 'The last day can’t be before the first one.'
    : 'Enter the last day like the first one: both with the year, or both without.';
}

type Sentence = (steps: readonly string[], code: string, values: ErrorValues) => string | undefined;

const sentences: Readonly<Record<SettingName, Sentence>> = {
  tax([part, key, language = ''], code) {
    if (part === 'notes') return `Enter the sentence in ${languageNames[language] ?? 'every language'}.`;
    if (part !== 'rates') return undefined;
    if (key === undefined) return 'Add the rate of one country at least.';
    if (code === 'country-unknown') return `${key} is no country.`;
    return 'Enter a percentage from 0 to 100 with two decimals at most, such as 21 or 5.5.';
  },
  money([part, , side], code, { least }) {
    if (part === 'depositCouponShare') return 'Enter a whole number from 1 to 99.';
    if (code === 'below-least') return `The maximum can’t be below the minimum of ${least}.`;
    return side === undefined ? undefined : 'Enter a whole amount from 1 to 10,000,000, such as 50.';
  },
  support([part, , field, language = ''], code, { most }) {
    if (part === 'firstAnswerHours')
      return code === 'too-many-hours'
        ? `Enter ${most} hours at most: that is a quarter of a year of your hours.`
        : 'Enter a whole number of hours from 1 to 720.';
    if (part === 'hours') return describeHoursError(code);
    if (part === 'businessDays') return 'Choose one business day at least.';
    if (part === 'holidays') return field === undefined ? 'Half of every year must be open.' : describeHolidayError(field, code, language);
    if (code === 'id-twice') return 'This answer is there twice. Remove one of them.';
    if (field === 'title') return 'Enter a title.';
    if (field !== 'text') return undefined;
    // The reason names the placeholders.
    if (code === 'custom') return undefined;
    return `Enter the text in ${languageNames[language] ?? 'every language'}.`;
  },
  withdrawal: (_, code, { country }) => (code === 'country-unknown' ? `${country} is no country.` : undefined),
  reminders([, place, field, language = ''], code) {
    if (place === undefined) return 'Add one reminder at least, or send none.';
    if (field === 'days')
      return code === 'days-not-later' ? 'Enter more days than for the reminder before.' : 'Enter a whole number of days from 1 to 365.';
    return `Enter the ${field} in ${languageNames[language] ?? 'every language'}.`;
  },
};
