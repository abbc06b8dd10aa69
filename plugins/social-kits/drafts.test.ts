// Drafts of hashtags and post kits: platform limits, time zones, budgets, and stable output.

import { csvFile, type MakerBrief, type PluginFailure, type PluginPiece } from 'fanfare/plugin';
import { describe, expect, test } from 'vitest';
import { sortRows } from '#modules/catalogue/rules.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { Platform, sampleCatalogue, samplePlatform } from '../../tests/support/owner-files.ts';
import { checkDelivery } from '../text-checks/check-delivery.ts';
import type { TextLanguage } from './brief.ts';
import { formatCalendar, toMoment } from './calendar.ts';
import { makeHashtags } from './hashtags.ts';
import { makePostKits } from './post-kits.ts';

const createBrief = (offerId: string, language: TextLanguage, answers: Answers, more: Partial<MakerBrief> = {}): MakerBrief => ({
  pieceId: 'piece-1',
  offerId,
  quantity: 1,
  ordered: sortRows(sampleCatalogue, { offerId, quantity: 1 }),
  instructions: undefined,
  platform: null,
  language,
  locale: 'en',
  answers,
  dueAt: '2026-03-24T10:00:00.000Z',
  madeAt: '2026-03-23T10:00:00.000Z',
  others: [],
  ...more,
});

/** With the report that the shop makes of its text. */
async function made(make: (brief: MakerBrief) => Promise<PluginPiece | PluginFailure>, brief: MakerBrief) {
  const outcome = await make(brief);
  if ('failed' in outcome) throw new Error(outcome.failed);
  return { ...outcome, report: await checkDelivery(outcome.text, brief) };
}
const textIn = ({ files = [] }: PluginPiece, name: string): string =>
  Buffer.from(files.find((each) => each.name === name)?.bytes ?? []).toString();

describe('Hashtag Magic', () => {
  const topics = {
    en: 'A sourdough loaf from a small bakery in Leeds, baked at four in the morning',
    es: 'Un pan de masa madre de una pequeña panadería de Valencia, horneado de madrugada',
    ja: '横浜の小さなパン屋が朝4時に焼くサワードウとパン作りの様子',
  } as const;
  const tagsIn = (text: string) =>
    text
      .split(/^## /m)
      .slice(1)
      .map((set) => set.match(/^- #\S+/gm)?.map((line) => line.slice(2)) ?? []);

  test.for([
    ['en', Platform.Instagram, 5],
    ['es', Platform.X, 2],
    ['ja', Platform.Linkedin, 5],
  ] as const)('%s on platform %i: at most %i tags a set, and none to avoid', async ([language, platform, most]) => {
    const answers = {
      topic: topics[language],
      brandName: 'Loaf & Queue',
      seedTags: ['slowfood', '#Pan'],
      avoid: ['SOURDOUGH loaf', '#パン作り', 'madre'],
    };
    const brief = createBrief('hashtag-magic-3', language, answers, { platform: samplePlatform(platform) });
    const draft = await made(makeHashtags, brief);
    const sets = tagsIn(draft.text);
    expect(sets.length).toBe(3);
    for (const set of sets) {
      expect(set.length).toBeGreaterThan(0);
      expect(new Set(set).size).toBe(set.length);
      expect(set.length).toBeLessThanOrEqual(most);
      expect(set).toContain('#LoafQueue');
      for (const tag of set) expect(tag).not.toMatch(/^#(sourdoughloaf|パン作り|madre)$/i);
    }
    expect(draft.text.match(/^- #\S+ – .+/gm)?.length).toBe(sets.flat().length);
    expect(textIn(draft, 'rotation.csv').trim().split('\r\n').length).toBe(1 + 9);
    expect((await made(makeHashtags, brief)).text).toBe(draft.text);
    expect(draft.report.checks.find(({ name }) => name === 'language')?.state).toBe('fine');
  });

  test('a topic without words fails with a reason', async () => {
    const brief = createBrief('hashtag-magic-1', 'en', { topic: '!!! ??? ... --- 123' });
    expect(await makeHashtags(brief)).toEqual({ failed: expect.stringContaining('no words') });
  });
});

describe('Social Boosts', () => {
  const answers = {
    brandName: 'Loaf & Queue',
    profileUrl: 'https://www.instagram.com/loaf',
    objective: 'sales',
    market: 'Leeds and around',
    ownAdBudget: 100,
  };
  const kits = (language: TextLanguage, more: Answers = {}, offerId = 'social-boosts-10') =>
    made(makePostKits, createBrief(offerId, language, { ...answers, ...more }, { platform: samplePlatform(Platform.Instagram) }));

  test.for(['en', 'es', 'ja'] as const)('%s: all kits are complete, with placeholders for an operator', async (language) => {
    const draft = await kits(language, { referenceUrls: ['https://loaf.example/shop?x=1#top'] });
    expect(draft.text.match(/^## /gm)?.length).toBe(11);
    expect(draft.text).not.toContain('undefined');
    expect(draft.report.checks.find(({ name }) => name === 'placeholders')?.state).toBe('wrong');
    expect(draft.report.checks.find(({ name }) => name === 'links')?.state).toBe('fine');
    expect(draft.text).toContain(
      'https://loaf.example/shop?x=1&utm_source=instagram&utm_medium=social&utm_campaign=loaf-queue-sales-2026-03&utm_content=kit-10#top',
    );
    expect(textIn(draft, 'calendar.csv').trim().split('\r\n').length).toBe(11);
    expect((await kits(language, { referenceUrls: ['https://loaf.example/shop?x=1#top'] })).text).toBe(draft.text);
  });

  test('the calendar follows RFC 5545 and daylight saving time', async () => {
    const draft = await kits('ja');
    const lines = textIn(draft, 'calendar.ics').split('\r\n');
    expect(lines.at(-1)).toBe('');
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT').length).toBe(10);
    const starts = lines.filter((line) => line.startsWith('DTSTART:'));
    // Noon in Leeds, before and after the last Sunday of March.
    expect(starts[0]).toBe('DTSTART:20260327T120000Z');
    expect(starts).toContain('DTSTART:20260403T110000Z');
  });

  test('a market without a time zone: the calendar uses local times', async () => {
    expect(textIn(await kits('en', { market: 'dentists' }), 'calendar.ics')).toContain('DTSTART:20260327T120000\r\n');
  });

  test('the planned ads stay within the budget', async () => {
    const rows = textIn(await kits('en'), 'ads.csv')
      .split('\r\n')
      .map((row) => row.split(','));
    const getSetting = (name: string) => rows.find(([each]) => each === name)?.[1] ?? '';
    const days = 1 + (Date.parse(getSetting('To')) - Date.parse(getSetting('From'))) / 86_400_000;
    expect(Number(getSetting('At most a day')) * days).toBeLessThanOrEqual(100);
    expect(textIn(await kits('en', { ownAdBudget: 0 }), 'ads.csv')).toContain('none named');
  });
});

test.for([
  ['2026-03-29', 12, 'Europe/Madrid', '2026-03-29T10:00:00.000Z'],
  ['2026-03-28', 12, 'Europe/Madrid', '2026-03-28T11:00:00.000Z'],
  ['2026-10-25', 9, 'Europe/London', '2026-10-25T09:00:00.000Z'],
  ['2026-07-01', 9, 'Asia/Tokyo', '2026-07-01T00:00:00.000Z'],
  ['2026-01-01', 20, 'Australia/Sydney', '2026-01-01T09:00:00.000Z'],
] as const)('time zone: %s at %i in %s is %s', ([day, hour, zone, moment]) => {
  expect(toMoment({ day, hour, minute: 0 }, zone).toISOString()).toBe(moment);
});

test('calendar lines are folded between characters, CSV formulas are escaped', () => {
  const title = `${'😀'.repeat(40)};,\\\nnext`;
  const about = { name: 'x', madeAt: new Date(0), timeZone: undefined };
  const file = Buffer.from(
    formatCalendar([{ id: '1', slot: { day: '2026-01-01', hour: 9, minute: 0 }, title, text: '' }], about),
  ).toString();
  expect(file).not.toContain('\ufffd');
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'😀'.repeat(40)}\\;\\,\\\\\\nnext`);
  expect(Buffer.from(csvFile([['=1+1', 'a "b", c', -1]])).toString()).toBe('\ufeff\'=1+1,"a ""b"", c",\'-1\r\n');
});
