import { describe, expect, test } from 'vitest';
import { countStartedThousands, countWords } from './word-count.ts';

describe('word count', () => {
  test.each([
    ['', 0],
    [' \n\t ', 0],
    ['— … !', 0],
    ['The bakery opens its doors at seven.', 7],
    ['It’s a well-known fact: don’t stop', 6],
    ['3.14 or 1,000 — see https://shop.example/a?b=c', 5],
    ['one\ntwo\r\n\r\nthree\u00a0four', 4],
    ['¿Qué significa «integral»? ¡Nada!', 4],
    ['La panadería abre a las siete (7:00).', 7],
    ['今日は良い天気です。', 5],
    ['「まず、生地をこねます。」', 6],
    ['Web版はA社が3月に公開', 10],
    ['ﾃｽﾄ', 1],
    ['毎朝 seven 時', 3],
    ['🎺🎺 brass 🎺', 1],
    ['\ud800', 0],
  ])('%j: %i', (text, words) => expect(countWords(text)).toBe(words));

  test('text of 20,000 characters: counted, with no more words than characters', () => {
    expect(countWords('a '.repeat(10_000))).toBe(10_000);
    const words = countWords('毎朝焼きたてのパンを店頭に並べます。'.repeat(1_100));
    expect(words).toBeGreaterThan(5_000);
    expect(words).toBeLessThanOrEqual(20_000);
  });
});

test.each([
  [0, 1],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [2_000, 2],
  [2_001, 3],
])('%i words: %i started thousands', (count, thousands) => {
  expect(countStartedThousands('bread '.repeat(count))).toBe(thousands);
});
