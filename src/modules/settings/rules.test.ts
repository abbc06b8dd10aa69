import { describe, expect, test } from 'vitest';
import { fallbackLocale, locales } from '#lib/locale.ts';
import { allHours, createWeek, readTimes } from '#modules/support/hours/rules.ts';
import { describeSetting, getSettingFile, type SettingValues, summarizeSetting, summarizeTax } from './rules.ts';

const words = (text: string) => ({ en: text, es: `${text} es`, jp: `${text} jp` });
const tax = {
  vat: 'inclusive',
  rates: { NO: 2_500, DE: 1_900 },
  reverseCharge: true,
  notes: { none: words('No VAT.'), zero: words('Export.'), reverse: words('Reverse charge.') },
} as SettingValues['tax.yaml'];
const office = readTimes('09:00-17:00');
const week = createWeek((day) => (day === 'sat' || day === 'sun' || typeof office === 'string' ? [] : office));
const support = {
  firstAnswerHours: 8,
  isPromised: true,
  week,
  businessDays: ['mon', 'tue', 'sat'],
  holidays: [
    { day: '12-24', until: '12-26', name: words('Christmas') },
    { day: '2026-05-17', name: words('National day') },
  ],
  canned: [{ id: 'thanks', title: 'Thanks', text: words(' Thank you. ') }],
} as SettingValues['support.yaml'];
const values: SettingValues = {
  'tax.yaml': tax,
  'money.yaml': {
    couponShare: 40,
    priceUnanswered: 'goesOn' as const,
    limits: [
      { currency: 0, least: 500, most: 50_000 },
      { currency: 1, least: 600, most: 60_000 },
    ],
  },
  'support.yaml': support,
  'withdrawal.yaml': { countries: ['NO', 'DE', 'NO'] },
  'reminders.yaml': { send: true, reminders: [{ days: 3, title: words('Reminder'), text: words('Please pay.') }] },
};
const withSupport = (more: object): SettingValues => ({ ...values, 'support.yaml': { ...support, ...more } });

test('file of a setting', () => expect(getSettingFile('tax')).toBe('tax.yaml'));

describe('tax in sentences', () => {
  const reverse = 'Reverse charge for businesses with a VAT ID of another country: “Reverse charge.”';
  test.each([
    ['with VAT', {}, ['Prices include VAT: Norway 25%, Germany 19%. Elsewhere, invoices say: “Export.”', reverse]],
    ['of half percents', { rates: { CH: 810 } }, ['Prices include VAT: Switzerland 8.1%. Elsewhere, invoices say: “Export.”', reverse]],
    [
      'without reverse charge',
      { reverseCharge: false },
      ['Prices include VAT: Norway 25%, Germany 19%. Elsewhere, invoices say: “Export.”', 'No reverse charge.'],
    ],
    ['without VAT', { vat: 'none' }, ['No VAT is charged. Invoices say: “No VAT.”']],
  ] as const)('%s', (_, more, lines) => {
    expect(summarizeTax({ ...tax, ...more })).toEqual(lines);
    expect(summarizeSetting({ ...values, 'tax.yaml': { ...tax, ...more } }, 'tax')).toEqual(lines);
  });

  test('every value, so that two versions can be compared', () => {
    const english = locales[fallbackLocale].name;
    const lines = describeSetting(values, 'tax');
    expect(lines.slice(0, 4)).toEqual([
      'Prices include VAT.',
      'VAT: Norway 25%.',
      'VAT: Germany 19%.',
      'Reverse charge for businesses with a VAT ID of another country.',
    ]);
    expect(lines).toHaveLength(4 + 9);
    expect(lines).toContain(`Sentence on invoices without VAT, ${english}: “No VAT.”`);
    expect(lines).toContain(`Sentence on invoices in other countries, ${english}: “Export.”`);
    expect(lines).toContain(`Sentence on invoices with reverse charge, ${locales.jp.name}: “Reverse charge. jp”`);
    const without = describeSetting({ ...values, 'tax.yaml': { ...tax, vat: 'none', rates: {}, reverseCharge: false } }, 'tax');
    expect(without.slice(0, 2)).toEqual(['No VAT is charged.', `Sentence on invoices without VAT, ${english}: “No VAT.”`]);
  });
});

test('limits of deposits: in one sentence, or one for each currency', () => {
  const off = [
    'A coupon takes at most 40% off a deposit.',
    'Without its customer’s click to a higher price, a subscription goes on at the old one.',
  ];
  expect(summarizeSetting(values, 'money')).toEqual(['One deposit: €5.00 to €500.00; US$6.00 to US$600.00.', ...off]);
  expect(describeSetting(values, 'money')).toEqual(['One deposit: €5.00 to €500.00.', 'One deposit: US$6.00 to US$600.00.', ...off]);
});

describe('support in sentences', () => {
  const closed = ['Closed from 12-24 to 12-26 every year: Christmas.', 'Closed on 2026-05-17: National day.'];
  const work = 'Work is done on Monday, Tuesday, Saturday.';
  const usual = ['Answers within 8 hours of support.', 'Customers see by when.', 'Support answers Monday to Friday 09:00-17:00.', work];
  test.each<[string, object, readonly string[]]>([
    ['office hours', {}, [...usual, ...closed, 'Canned answers: Thanks.']],
    ['no canned answers', { canned: [], holidays: [] }, [...usual, 'No canned answers.']],
    [
      'an hour that customers do not see',
      { firstAnswerHours: 1, isPromised: false, holidays: [], canned: [] },
      ['Answers within 1 hour of support.', 'Customers see no time.', ...usual.slice(2), 'No canned answers.'],
    ],
    [
      'one day of its own',
      { holidays: [], canned: [], week: { ...week, wed: [], sat: office } },
      [
        ...usual.slice(0, 2),
        'Support answers Monday to Tuesday 09:00-17:00; Thursday to Saturday 09:00-17:00.',
        work,
        'No canned answers.',
      ],
    ],
    [
      'a single day',
      { holidays: [], canned: [], week: createWeek((day) => (day === 'fri' ? office : [])) },
      [...usual.slice(0, 2), 'Support answers Friday 09:00-17:00.', work, 'No canned answers.'],
    ],
    [
      'all hours but on holidays',
      { week: createWeek(() => allHours), canned: [] },
      ['Answers within 8 hours.', 'Customers see by when.', 'Support answers at all hours.', work, ...closed, 'No canned answers.'],
    ],
  ])('%s', (_, more, lines) => expect(summarizeSetting(withSupport(more), 'support')).toEqual(lines));

  test('every value: holidays and canned answers in every language', () => {
    expect(describeSetting(values, 'support')).toEqual([
      ...usual,
      'Closed from 12-24 to 12-26 every year: Christmas / Christmas es / Christmas jp.',
      'Closed on 2026-05-17: National day / National day es / National day jp.',
      `Canned answer “Thanks”, ${locales.en.name}: Thank you.`,
      `Canned answer “Thanks”, ${locales.es.name}: Thank you.  es`,
      `Canned answer “Thanks”, ${locales.jp.name}: Thank you.  jp`,
    ]);
  });
});

test.each([
  [[], 'No right of withdrawal.'],
  [['NO', 'NO'], 'Consumers in 1 country may withdraw.'],
  [['NO', 'DE', 'NO'], 'Consumers in 2 countries may withdraw.'],
])('right of withdrawal in %j: %s', (countries, sentence) => {
  expect(summarizeSetting({ ...values, 'withdrawal.yaml': { countries } }, 'withdrawal')).toEqual([sentence]);
});

test('right of withdrawal: each country', () => {
  expect(describeSetting({ ...values, 'withdrawal.yaml': { countries: ['NO', 'DE'] } }, 'withdrawal')).toEqual([
    'Consumers in Norway may withdraw.',
    'Consumers in Germany may withdraw.',
  ]);
});

test('reminders of unpaid invoices: off, or their days; and each with its texts', () => {
  const { reminders } = values['reminders.yaml'];
  expect(summarizeSetting({ ...values, 'reminders.yaml': { send: false, reminders } }, 'reminders')).toEqual([
    'No reminders of unpaid invoices are sent.',
  ]);
  expect(summarizeSetting(values, 'reminders')).toEqual([
    'Reminders of unpaid invoices are sent this many days after the last day to pay: 3.',
  ]);
  expect(describeSetting(values, 'reminders')).toHaveLength(1 + 3);
  expect(describeSetting(values, 'reminders')[1]).toBe(`Reminder 1 after 3 days, ${locales.en.name}: “Reminder”, “Please pay.”`);
});
