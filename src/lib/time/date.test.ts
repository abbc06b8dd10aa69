import { describe, expect, test } from 'vitest';
import { showAgo } from './ago.ts';
import { showMoment } from './date.ts';

const now = new Date('2026-11-21T12:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('time ago', () => {
  test.for([
    [0, 'en', 'now'],
    [59_000, 'jp', '今'],
    // The server's clock is ahead of the browser's.
    [-HOUR_MS, 'es', 'ahora'],
    [MINUTE_MS, 'en', '1 minute ago'],
    [59 * MINUTE_MS, 'es', 'hace 59 minutos'],
    [HOUR_MS, 'en', '1 hour ago'],
    [23 * HOUR_MS, 'jp', '23 時間前'],
    [DAY_MS, 'en', 'yesterday'],
    [6 * DAY_MS, 'es', 'hace 6 días'],
    [7 * DAY_MS, 'en', undefined],
  ] as const)('%i ms in %s: %s', ([ms, locale, shown]) => {
    expect(showAgo(before(ms), now, locale)).toBe(shown);
  });
});

test('moment: shown by the date setting of the shop or in the language of the page', () => {
  const iso = '2026-05-12T09:30:00.000Z';
  expect(showMoment(iso, 'en-US', 'jp')).toEqual({ iso, shown: 'May 12, 2026', lang: 'en' });
  expect(showMoment(iso, 'page', 'jp')).toEqual({ iso, shown: '2026年5月12日', lang: 'ja' });
  expect(showMoment(iso, 'en-US', 'en', 'short').shown).toMatch(/^May 12, 2026 at \d+:30\sAM$/);
});
