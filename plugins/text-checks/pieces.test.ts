// Cutting a text for the grammar checker, with positions mapped back to the text.
import { describe, expect, test } from 'vitest';
import { patience } from '../../tests/support/patience.ts';
import { splitTextChunks } from './pieces.ts';
import { checkContent } from './text-checker.ts';

const CHARS = 20_000;
const CPU_MS = patience(2_000);
const fill = (part: string): string => part.repeat(Math.ceil(CHARS / part.length)).slice(0, CHARS);

describe('pieces of a text', () => {
  test.for([
    ['prose', fill('We bake bread every day. It is gone by nine! ')],
    ['one repeated character', `Teh ${'('.repeat(500)} bread`],
    ['one long word', `Teh ${'abc'.repeat(500)} bread`],
    ['emoji', `Teh ${'😀'.repeat(500)} bread`],
    ['Japanese without punctuation', fill('私たちは毎朝パンを焼いています')],
  ] as const)('%s: each word of a piece maps to its position in the text', ([, text]) => {
    let readTo = 0;
    for (const piece of splitTextChunks(text)) {
      for (const { 0: word, index } of piece.text.matchAll(/Teh|bread|毎朝/g)) {
        const { from, to } = piece.toPlace({ from: index, to: index + word.length });
        expect(text.slice(from, to)).toBe(word);
      }
      expect(piece.text.length).toBeLessThanOrEqual(1_001);
      expect(piece.readTo).toBeGreaterThan(readTo);
      readTo = piece.readTo;
    }
    expect(readTo).toBe(text.length);
  });
});

describe('content check', () => {
  const brief = (text: string, language: 'en' | 'ja') => ({
    pieceId: 'p',
    offerId: 'content-checker-automatic',
    quantity: 1,
    platform: null,
    ordered: undefined,
    instructions: undefined,
    language,
    locale: 'en' as const,
    answers: { text, checks: [] },
    dueAt: '2026-05-12T09:30:00Z',
    madeAt: '2026-03-23T10:00:00.000Z',
    others: [],
  });
  const make = (text: string, language: 'en' | 'ja') => checkContent(brief(text, language));

  // Without the limits the first text took 12 to 19 s, the third ran out of memory, and the last took 15 s.
  test.for([
    ['brackets', '(', 'en'],
    ['dashes', '--', 'en'],
    ['one letter', 'a', 'en'],
    ['Japanese without punctuation', '東京', 'ja'],
  ] as const)('20,000 characters of %s: at most 2 s of CPU', async ([, part, language]) => {
    await make(language === 'ja' ? '今日は良い天気です。' : 'Teh bread is ready.', language);
    const begin = process.threadCpuUsage();
    const made = await make(fill(part), language);
    const { user, system } = process.threadCpuUsage(begin);
    expect('failed' in made).toBe(false);
    expect((user + system) / 1_000).toBeLessThan(CPU_MS);
  });
});
