import { expect, test } from 'vitest';
import { dateFormat, numberFormat } from './intl-formats.ts';

const noon = new Date('2026-11-21T12:00:00Z');
const hour = (tag: string, timeZone: string) => dateFormat(tag, { timeZone, hour: 'numeric', hourCycle: 'h23' });

test('format: made once for a language and its options', () => {
  expect(hour('en', 'Asia/Tokyo')).toBe(hour('en', 'Asia/Tokyo'));
  expect(numberFormat('en', {})).toBe(numberFormat('en', {}));
});

test('formats of other languages and options: do not replace each other', () => {
  const shown = [hour('en', 'Asia/Tokyo'), hour('ja', 'Asia/Tokyo'), hour('en', 'Europe/Oslo')].map((format) => format.format(noon));
  expect(shown).toEqual(['21', '21時', '13']);
});

test('more formats than are kept: all are right', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 250);
  const shown = () => zones.map((zone) => hour('en', zone).format(noon));
  const fresh = zones.map((timeZone) => new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(noon));
  expect([shown(), shown()]).toEqual([fresh, fresh]);
});
