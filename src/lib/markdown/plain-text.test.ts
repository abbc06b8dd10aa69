import { expect, test } from 'vitest';
import { toCleanLines, toOneLine } from './plain-text.ts';

test.each([
  ['Anna', 'Anna', 'Anna'],
  ['An\u0000na\u0007', 'Anna', 'Anna'],
  ['a\r\nb\rc\nd', 'a b c d', 'a\nb\nc\nd'],
  ['a\u2028b\u2029c\u0085d', 'a b c d', 'a\nb\nc\nd'],
  ['a\tb', 'a b', 'a\tb'],
  ['a\n\n\nb', 'a b', 'a\n\n\nb'],
  ['あんな 👩‍💻', 'あんな 👩‍💻', 'あんな 👩‍💻'],
  ['half \ud83d of one', 'half \ufffd of one', 'half \ufffd of one'],
  [`Z${'\u0301'.repeat(31)}a`, `Z${'\u0301'.repeat(30)}a`, `Z${'\u0301'.repeat(30)}a`],
  ['', '', ''],
])('%j: %j as one line, %j as several lines', (text, one, many) => {
  expect(toOneLine(text)).toBe(one);
  expect(toCleanLines(text)).toBe(many);
});
