// Says what is wrong with a form of the settings: at the field a sentence, in the summary the place before
// it. Pure; the desk is in English.
import { countryName } from '#lib/locale.ts';
import type { SourceFault } from '#lib/yaml/source.ts';
import { type Weekday, weekdayNames } from '#modules/support/hours/shapes-names.ts';
import { type FormFault, formatReason } from '#modules/texts/rules.ts';
import type { SettingName } from './shapes-names.ts';

const languages: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish', jp: 'Japanese' };
const noteNames: Readonly<Record<string, string>> = {
  none: 'Sentence without VAT',
  zero: 'Sentence for other countries',
  reverse: 'Sentence for reverse charge',
};

export function settingFault(name: SettingName, { path = '', reason }: SourceFault): FormFault {
  const said = path && reason.startsWith(`${path}: `) ? reason.slice(path.length + 2) : reason;
  const steps = path.split('.');
  return { field: fieldOf(name, path), place: places[name](steps), sentence: sentences[name](steps, said) ?? formatReason(said) };
}

function fieldOf(name: SettingName, path: string): string | undefined {
  if (path === '') return undefined;
  // The form has one list instead of groups.
  return name === 'withdrawal' ? 'text.countries' : `text.${path}`.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
}

const isCountryCode = (text: string | undefined): text is string => text !== undefined && /^[A-Z]{2}$/.test(text);

const places: Readonly<Record<SettingName, (steps: readonly string[]) => string>> = {
  tax: ([part, key = '']) => (part === 'notes' ? (noteNames[key] ?? '') : isCountryCode(key) ? countryName(key, 'en') : ''),
  money: ([part, code = '']) => (part === 'depositCouponShare' ? 'Coupons' : code),
  support([part, key]) {
    if (key === undefined) return '';
    if (part === 'hours') return weekdayNames[key as Weekday] ?? '';
    return part === 'canned' ? `Answer ${Number(key) + 1}` : part === 'holidays' ? `Holiday ${Number(key) + 1}` : '';
  },
  withdrawal: () => '',
};

function sentenceOfHours(said: string): string {
  if (said.startsWith('must end'))
    return 'The end must be after the beginning. Hours after midnight are of the next day: 22:00-24:00, then 00:00-06:00.';
  if (said.startsWith('must be in the order')) return 'Enter the times in their order, without overlaps.';
  if (said.startsWith('must be open')) return 'Enter hours for one day at least.';
  return 'Enter times from 00:00 to 24:00, such as 09:00-17:00 or 09:00-12:00, 13:00-17:00.';
}

function sentenceOfHoliday(field: string, said: string, language: string): string {
  if (field === 'name') return `Enter the name in ${languages[language] ?? 'every language'}.`;
  if (field === 'day') return 'Enter a day such as 2026-12-24, or 12-24 for every year.';
  return said.startsWith('must not')
    ? 'The last day can’t be before the first one.'
    : 'Enter the last day like the first one: both with the year, or both without.';
}

const sentences: Readonly<Record<SettingName, (steps: readonly string[], said: string) => string | undefined>> = {
  tax([part, key, language = ''], said) {
    if (part === 'notes') return `Enter the sentence in ${languages[language] ?? 'every language'}.`;
    if (part !== 'rates') return undefined;
    if (key === undefined) return 'Add the rate of one country at least.';
    if (said.startsWith('is no country')) return `${key} is no country.`;
    return 'Enter a percentage from 0 to 100 with two decimals at most, such as 21 or 5.5.';
  },
  money([part, , side], said) {
    if (part === 'depositCouponShare') return 'Enter a whole number from 1 to 99.';
    const least = Number(/^must be at least (\d+)$/.exec(said)?.[1] ?? 1);
    if (side === 'most' && least > 1) return `The maximum can’t be below the minimum of ${least}.`;
    return side === undefined ? undefined : 'Enter a whole amount from 1 to 10,000,000, such as 50.';
  },
  support([part, , field, language = ''], said) {
    if (part === 'firstAnswerHours')
      return said.includes('with these hours')
        ? `Enter ${/\d+/.exec(said)?.[0]} hours at most: that is a quarter of a year of your hours.`
        : 'Enter a whole number of hours from 1 to 720.';
    if (part === 'hours') return sentenceOfHours(said);
    if (part === 'holidays') return field === undefined ? 'Half of every year must be open.' : sentenceOfHoliday(field, said, language);
    if (field === 'title') return 'Enter a title.';
    if (said.startsWith('each id')) return 'This answer is there twice. Remove one of them.';
    if (field !== 'text') return undefined;
    if (said.startsWith('may hold')) return 'In braces, only {name}, {number} and {operator} are allowed.';
    return `Enter the text in ${languages[language] ?? 'every language'}.`;
  },
  withdrawal: (_, said) => (said.includes('is no country') ? `${said.slice(0, 2)} is no country.` : undefined),
};
