// What the owner's settings say, as sentences for the desk, which is in English. Pure.
import { builtInLocales, getCountryName, locales } from '#lib/locale.ts';
import { showMoney } from '#lib/money/money.ts';
import { isYearly } from '#lib/time/calendar.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import type { RemindersValue } from '#modules/sales/shapes-reminders.ts';
import { groupSameHours, isAlwaysOpen, writeTimes } from '#modules/support/hours/rules.ts';
import { weekdayNames } from '#modules/support/hours/shapes-names.ts';
import type { SupportRules } from '#modules/support/rules.ts';
import type { DepositLimit, DepositRules } from '#modules/wallet/rules.ts';
import type { SettingName } from './shapes-names.ts';

/** By file, as the modules that obey them parse them. */
export type SettingValues = {
  readonly 'tax.yaml': Tax;
  readonly 'money.yaml': DepositRules;
  readonly 'support.yaml': SupportRules;
  readonly 'withdrawal.yaml': { readonly countries: readonly string[] };
  readonly 'reminders.yaml': RemindersValue;
};

export const getSettingFile = <Name extends SettingName>(name: Name): `${Name}.yaml` => `${name}.yaml`;

export function summarizeSetting(values: SettingValues, name: SettingName): readonly string[] {
  switch (name) {
    case 'tax':
      return summarizeTax(values['tax.yaml']);
    case 'money':
      return [`One deposit: ${values['money.yaml'].limits.map(formatRange).join('; ')}.`, ...shareLines(values['money.yaml'])];
    case 'support': {
      const { canned } = values['support.yaml'];
      const titles = canned.length > 0 ? [`Canned answers: ${canned.map(({ title }) => title).join(', ')}.`] : ['No canned answers.'];
      return [...answerLines(values['support.yaml']), ...titles];
    }
    case 'withdrawal': {
      const count = new Set(values['withdrawal.yaml'].countries).size;
      return [count === 0 ? 'No right of withdrawal.' : `Consumers in ${count === 1 ? '1 country' : `${count} countries`} may withdraw.`];
    }
    case 'reminders':
      return summarizeReminders(values['reminders.yaml']);
  }
}

/** Every value has a sentence, so that two versions can be compared by their sentences. */
export function describeSetting(values: SettingValues, name: SettingName): readonly string[] {
  switch (name) {
    case 'tax':
      return describeTax(values['tax.yaml']);
    case 'money':
      return [...values['money.yaml'].limits.map((limit) => `One deposit: ${formatRange(limit)}.`), ...shareLines(values['money.yaml'])];
    case 'support':
      return [...answerLines(values['support.yaml'], 'everyLanguage'), ...values['support.yaml'].canned.flatMap(describeCannedAnswer)];
    case 'withdrawal':
      return values['withdrawal.yaml'].countries.map((country) => `Consumers in ${getCountryName(country, 'en')} may withdraw.`);
    case 'reminders':
      return describeReminders(values['reminders.yaml']);
  }
}

const summarizeReminders = ({ send, reminders }: RemindersValue): string[] => {
  if (!send) return ['No reminders of unpaid invoices are sent.'];
  const days = reminders.map(({ days: after }) => after).join(', ');
  return [`Reminders of unpaid invoices are sent this many days after the last day to pay: ${days}.`];
};

const describeReminders = (values: RemindersValue): string[] => [
  values.send ? 'Reminders are sent.' : 'No reminders are sent.',
  ...values.reminders.flatMap(({ days, title, text }, place) =>
    builtInLocales.map(
      (locale) => `Reminder ${place + 1} after ${days} days, ${locales[locale].name}: “${title[locale]}”, “${text[locale]}”`,
    ),
  ),
];

const formatPercent = (rate: number): string => `${rate / 100}%`;
const formatRates = ({ rates }: Tax): string[] =>
  Object.entries(rates).map(([country, rate]) => `${getCountryName(country, 'en')} ${formatPercent(rate)}`);

export function summarizeTax(tax: Tax): readonly string[] {
  const { vat, reverseCharge, notes } = tax;
  if (vat === 'none') return [`No VAT is charged. Invoices say: “${notes.none.en}”`];
  return [
    `Prices include VAT: ${formatRates(tax).join(', ')}. Elsewhere, invoices say: “${notes.zero.en}”`,
    reverseCharge ? `Reverse charge for businesses with a VAT ID of another country: “${notes.reverse.en}”` : 'No reverse charge.',
  ];
}

const noteNames = { none: 'without VAT', zero: 'in other countries', reverse: 'with reverse charge' } as const;

const describeTax = (tax: Tax): readonly string[] => [
  tax.vat === 'none' ? 'No VAT is charged.' : 'Prices include VAT.',
  ...formatRates(tax).map((rate) => `VAT: ${rate}.`),
  ...(tax.reverseCharge ? ['Reverse charge for businesses with a VAT ID of another country.'] : []),
  ...(Object.keys(noteNames) as (keyof typeof noteNames)[]).flatMap((note) =>
    builtInLocales.map((locale) => `Sentence on invoices ${noteNames[note]}, ${locales[locale].name}: “${tax.notes[note][locale]}”`),
  ),
];

const formatRange = ({ currency, least, most }: DepositLimit): string =>
  [least, most].map((amount) => showMoney({ amount, currency }, 'en')).join(' to ');

const shareLines = ({ couponShare, priceUnanswered }: DepositRules): string[] => [
  `A coupon takes at most ${couponShare}% off a deposit.`,
  `Without its customer’s click to a higher price, a subscription ${priceUnanswered === 'ends' ? 'ends with the paid period' : 'goes on at the old one'}.`,
];

function answerLines(
  { firstAnswerHours: hours, isPromised, week, businessDays, holidays }: SupportRules,
  names?: 'everyLanguage',
): string[] {
  const open = groupSameHours(week).map(({ from, until, times }) => {
    const days = from === until ? weekdayNames[from] : `${weekdayNames[from]} to ${weekdayNames[until]}`;
    return `${days} ${writeTimes(times)}`;
  });
  const isAlways = isAlwaysOpen({ week, holidays: [] });
  return [
    `Answers within ${hours === 1 ? '1 hour' : `${hours} hours`}${isAlways ? '' : ' of support'}.`,
    isPromised ? 'Customers see by when.' : 'Customers see no time.',
    isAlways ? 'Support answers at all hours.' : `Support answers ${open.join('; ')}.`,
    `Work is done on ${businessDays.map((day) => weekdayNames[day]).join(', ')}.`,
    ...holidays.map(({ day, until, name }) => {
      const named = names ? builtInLocales.map((locale) => name[locale]).join(' / ') : name.en;
      return `Closed ${until ? `from ${day} to ${until}` : `on ${day}`}${isYearly(day) ? ' every year' : ''}: ${named}.`;
    }),
  ];
}

const describeCannedAnswer = ({ title, text }: SupportRules['canned'][number]): string[] =>
  builtInLocales.map((locale) => `Canned answer “${title}”, ${locales[locale].name}: ${text[locale].trim()}`);
