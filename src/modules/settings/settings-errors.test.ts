// What a form of the settings refuses: each error is at its field, in words without a file.
import { openedSetting } from '../../../tests/support/desk.ts';
import { test as base, describe, expect } from '../../../tests/support/shop.ts';
import type { SettingTexts } from './shapes.ts';
import type { SettingName } from './shapes-names.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
const inclusive = { vat: 'inclusive', rates: { NO: 25, ES: 21.5 }, reverseCharge: true } as const satisfies Partial<SettingTexts['tax']>;

const firstAnswer = (change: (answer: SettingTexts['support']['canned'][number]) => object) => (text: SettingTexts['support']) => ({
  canned: text.canned.map((answer, index) => (index === 0 ? { ...answer, ...change(answer) } : answer)),
});

type Holiday = SettingTexts['support']['holidays'][number];
const closed = { mon: '', tue: '', wed: '', thu: '', fri: '', sat: '', sun: '' };
const oneHoliday = (changes: Partial<Holiday>): Holiday[] => [
  { day: '2026-12-24', name: { en: 'Closed', es: 'Cerrado', jp: '休業' }, ...changes },
];

describe('refused at its field by preview and save, in words without a file', () => {
  test.for([
    [
      'tax',
      { ...inclusive, rates: { NO: 101 } },
      'text.rates.NO',
      'Enter a percentage from 0 to 100 with two decimals at most, such as 21 or 5.5.',
    ],
    [
      'tax',
      { ...inclusive, rates: { NO: '' } },
      'text.rates.NO',
      'Enter a percentage from 0 to 100 with two decimals at most, such as 21 or 5.5.',
    ],
    ['tax', { ...inclusive, rates: { QQ: 1 } }, 'text.rates.QQ', 'QQ is no country.'],
    ['tax', { ...inclusive, rates: {} }, 'text.rates', 'Add the rate of one country at least.'],
    [
      'tax',
      { notes: { none: { en: 'x', es: ' ', jp: 'x' }, zero: { en: 'x', es: 'x', jp: 'x' }, reverse: { en: 'x', es: 'x', jp: 'x' } } },
      'text.notes.none.es',
      'Enter the sentence in Spanish.',
    ],
    ['withdrawal', { countries: [['NO', 'QQ']] }, 'text.countries', 'QQ is no country.'],
    ['support', { firstAnswerHours: 'soon' }, 'text.firstAnswerHours', 'Enter a whole number of hours from 1 to 720.'],
    ['support', { firstAnswerHours: 0 }, 'text.firstAnswerHours', 'Enter a whole number of hours from 1 to 720.'],
    [
      'support',
      { hours: { ...closed, mon: '22:00-06:00' } },
      'text.hours.mon',
      'The end must be after the beginning. Hours after midnight are of the next day: 22:00-24:00, then 00:00-06:00.',
    ],
    [
      'support',
      { hours: { ...closed, mon: 'nine' } },
      'text.hours.mon',
      'Enter times from 00:00 to 24:00, such as 09:00-17:00 or 09:00-12:00, 13:00-17:00.',
    ],
    ['support', { hours: closed }, 'text.hours', 'Enter hours for one day at least.'],
    [
      'support',
      { firstAnswerHours: 40, hours: { ...closed, mon: '09:00-10:00' } },
      'text.firstAnswerHours',
      'Enter 13 hours at most: that is a quarter of a year of your hours.',
    ],
    [
      'support',
      { holidays: oneHoliday({ day: 'xmas' }) },
      'text.holidays[0].day',
      'Enter a day such as 2026-12-24, or 12-24 for every year.',
    ],
    ['support', { holidays: oneHoliday({ until: '2026-12-20' }) }, 'text.holidays[0].until', 'The last day can’t be before the first one.'],
    [
      'support',
      { holidays: oneHoliday({ name: { en: 'Closed', es: 'Cerrado', jp: '' } }) },
      'text.holidays[0].name.jp',
      'Enter the name in Japanese.',
    ],
    ['tax', { colour: 'red' }, 'text.colour', 'Is not known here.'],
  ] as const)('%s %j', async ([name, changes, field, sentence], { shop }) => {
    const { preview, save } = await openedSetting<SettingName>(shop, name);
    for (const { status, body } of [await preview(changes as object), await save(changes as object)]) {
      expect([status, body]).toMatchObject([400, { errors: { '': [expect.stringContaining(sentence)], [field]: [sentence] } }]);
      expect(JSON.stringify(body)).not.toMatch(/shop\/|\.yaml/);
    }
  });

  test.for([
    ['least', 1.5, 'Enter a whole amount from 1 to 10,000,000, such as 50.'],
    ['least', 'lots', 'Enter a whole amount from 1 to 10,000,000, such as 50.'],
    ['most', 3, 'The maximum can’t be below the minimum of 5.'],
  ] as const)('deposits: %s %s', async ([side, typed, sentence], { shop }) => {
    const { text, save } = await openedSetting(shop, 'money');
    const { body } = await save({ deposits: { ...text.deposits, NOK: { least: 5, most: 10, [side]: typed as number } } });
    expect(body).toMatchObject({ errors: { '': [`NOK: ${sentence}`], [`text.deposits.NOK.${side}`]: [sentence] } });
  });

  test.for([
    ['a title missing', firstAnswer(() => ({ title: '' })), 'title', 'Enter a title.'],
    ['a text missing', firstAnswer(({ text }) => ({ text: { ...text, jp: '' } })), 'text.jp', 'Enter the text in Japanese.'],
    [
      'an unknown placeholder',
      firstAnswer(({ text }) => ({ text: { ...text, en: 'Hi {surname}' } })),
      'text.en',
      'May hold {name}, {number}, {operator} and nothing else in braces.',
    ],
    [
      'a placeholder of pieces in an answer of tickets',
      firstAnswer(({ text }) => ({ text: { ...text, es: '{service}' } })),
      'text.es',
      'May hold {name}, {number}, {operator} and nothing else in braces.',
    ],
    [
      'an unknown placeholder of pieces',
      firstAnswer(({ text }) => ({ for: 'pieces', text: { ...text, jp: '{service} {price}' } })),
      'text.jp',
      'May hold {name}, {number}, {operator}, {service}, {due}, {link} and nothing else in braces.',
    ],
  ] as const)('canned answer: %s', async ([, change, field, sentence], { shop }) => {
    const { text, save } = await openedSetting(shop, 'support');
    expect((await save(change(text))).body).toMatchObject({
      errors: { '': [`Answer 1: ${sentence}`], [`text.canned[0].${field}`]: [sentence] },
    });
  });
});
