import { describe, expect, test } from 'vitest';
import { readSource } from '#lib/yaml/parse.ts';
import { parseSupport } from '../source.ts';
import { answerTimes } from './rules-promise.ts';

const now = new Date('2026-12-23T15:30:20Z');

const parse = (text: string) => parseSupport(readSource('shop/support.yaml', text));

function parseSettings(text: string) {
  const parsed = parse(`canned: []\n${text}`);
  if (Array.isArray(parsed)) throw new Error(JSON.stringify(parsed));
  return { ...(parsed as Exclude<typeof parsed, readonly unknown[]>), zone: 'Europe/Oslo', dateLocale: 'page' };
}
const owned = parseSettings(`
firstAnswerHours: 2
promised: true
hours: { mon: "09:00-17:00", tue: "09:00-17:00", wed: "09:00-12:00, 13:00-17:00", fri: "00:00-24:00", sat: "20:00-24:00" }
holidays:
  - { day: 12-25, name: { en: Christmas, es: Navidad, jp: クリスマス } }
  - { day: 2026-12-28, until: 2027-01-05, name: { en: Holidays, es: Vacaciones, jp: 冬季休業 } }
`);
const plain = (value: object | undefined): unknown => JSON.parse(JSON.stringify(value ?? null).replaceAll(/[\u202f\u2009]/g, ' '));

describe('promise', () => {
  test('English: the time, the hours and the next holidays', () => {
    expect(plain(answerTimes(owned, now, 'en'))).toEqual({
      answerBy: '2026-12-26T20:31:00.000Z',
      shown: 'Saturday, December 26 at 9:31 PM GMT+1',
      zone: 'Central European Time',
      hours: [
        { days: 'Monday – Tuesday', times: '9:00 AM – 5:00 PM' },
        { days: 'Wednesday', times: '9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM' },
        { days: 'Friday', times: '' },
        { days: 'Saturday', times: '8:00 PM – 12:00 AM' },
      ],
      closed: [
        { days: 'December 25', name: 'Christmas' },
        { days: 'December 28, 2026 – January 5, 2027', name: 'Holidays' },
      ],
    });
  });

  test('Japanese: in its own words', () => {
    expect(plain(answerTimes(owned, now, 'jp'))).toMatchObject({
      shown: '12月26日土曜日 21:31 GMT+1',
      hours: expect.arrayContaining([{ days: '月曜日～火曜日', times: '9:00～17:00' }]),
      closed: expect.arrayContaining([{ days: '12月25日', name: 'クリスマス' }]),
    });
  });

  test('a date setting other than "page": dates and times in that form, the names of days in the language', () => {
    expect(plain(answerTimes({ ...owned, dateLocale: 'en-US' }, now, 'es'))).toMatchObject({
      shown: 'Saturday, December 26 at 9:31 PM GMT+1',
      hours: expect.arrayContaining([{ days: 'Lunes – martes', times: '9:00 AM – 5:00 PM' }]),
      closed: expect.arrayContaining([{ days: 'December 25', name: 'Navidad' }]),
    });
  });

  test('zone without a name of its own: its short one', () => {
    expect(answerTimes({ ...owned, zone: 'UTC' }, now, 'en')?.zone).toBe('UTC');
  });

  test('nothing is promised unless the owner says so', () => {
    expect(answerTimes({ ...owned, isPromised: false }, now, 'en')).toBeUndefined();
    expect(answerTimes(parseSettings('firstAnswerHours: 24'), now, 'en')).toBeUndefined();
  });

  test('open at all hours: no list of hours', () => {
    expect(answerTimes(parseSettings('firstAnswerHours: 24\npromised: true'), now, 'es')).toMatchObject({
      answerBy: '2026-12-24T15:31:00.000Z',
      shown: expect.stringMatching(/^jueves, 24 de diciembre,? (a las )?16:31 CET$/),
      hours: [],
      closed: [],
    });
  });
});

const ofWeek = 'mon: "09:00-17:00"';
const named = 'name: { en: A, es: A, jp: A }';
describe('file that is refused, with its field', () => {
  test.for([
    ['hours: { mon: "22:00-06:00" }', 'hours.mon', /must end after it begins/],
    ['hours: { mon: 9 }', 'hours.mon', /must be of the kind string/],
    ['hours: { monday: "09:00-17:00" }', 'hours.monday', /is not known here/],
    ['hours: {}', 'hours', /must be open on one day at least/],
    ['hours: { mon: closed }', 'hours', /must be open on one day at least/],
    ['hours: { mon: "09:00-10:00" }', 'firstAnswerHours', /must be at most 13 with these hours/],
    [`hours: { ${ofWeek} }\nholidays: [{ day: 2026-02-30, ${named} }]`, 'holidays.0.day', /must be a day such as/],
    [`holidays: [{ day: 13-01, ${named} }]`, 'holidays.0.day', /must be a day such as/],
    [`holidays: [{ day: 12-24, until: 2026-12-26, ${named} }]`, 'holidays.0.until', /must be a day such as 12-26/],
    [`holidays: [{ day: 2026-12-24, until: 2026-12-23, ${named} }]`, 'holidays.0.until', /must not be before/],
    [`holidays: [{ day: 12-24 }]`, 'holidays.0.name', /must be of the kind object/],
    [`holidays: [{ day: 01-01, until: 09-30, ${named} }]`, 'holidays', /must leave half of every year open/],
    ['promised: perhaps', 'promised', /must be of the kind boolean/],
  ] as const)('%s: %s', ([text, path, reason]) => {
    expect(parse(`firstAnswerHours: 24\n${text}\ncanned: []`)).toMatchObject([
      { file: 'shop/support.yaml', line: expect.any(Number), path, reason: expect.stringMatching(reason) },
    ]);
  });
});
