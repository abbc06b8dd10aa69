import { describe, expect, test } from 'vitest';
import { startedThousands, wordsIn } from './words-in.ts';

describe('the words of a text', () => {
  test.each([
    ['', 'en', 0],
    ['   \n\t — … !', 'en', 0],
    ['The oven is on at four.', 'en', 6],
    ['It isn’t late: 3.5 loaves', 'en', 5],
    ['¿Qué pan le guardamos?', 'es', 4],
    ['朝4時に窯を温めます。', 'ja', 8],
    ['パン パン', 'ja', 2],
    ['one two', '', 2],
    ['one two', 'not a language', 2],
    ['one two', '../../etc', 2],
  ])('%j in %s: %i', (text, language, count) => expect(wordsIn(text, language)).toBe(count));
});

describe('started thousands', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'bread').join(' ');
  test.each([
    [0, 1],
    [1, 1],
    [999, 1],
    [1_000, 1],
    [1_001, 2],
    [2_000, 2],
    [2_001, 3],
  ])('of %i words: %i', (count, thousands) => expect(startedThousands(words(count), 'en')).toBe(thousands));

  test('of Japanese, which has no spaces', () => {
    const sentence = '朝4時に窯を温めます。';
    expect(startedThousands(sentence.repeat(125), 'ja')).toBe(1);
    expect(startedThousands(sentence.repeat(126), 'ja')).toBe(2);
  });
});
