import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyCorrections, splitCorrections } from './corrections.ts';

const text = 'We has braed.\nThe the end';

test.for([
  [[], text],
  [[{ from: 3, to: 6, replacement: 'have' }], 'We have braed.\nThe the end'],
  [
    [
      { from: 14, to: 21, replacement: 'The' },
      { from: 7, to: 12, replacement: 'bread' },
    ],
    'We has bread.\nThe end',
  ],
  [[{ from: 12, to: 13, replacement: '' }], 'We has braed\nThe the end'],
  // Of two that overlap, the one that begins first.
  [
    [
      { from: 5, to: 9, replacement: 'X' },
      { from: 3, to: 6, replacement: 'have' },
    ],
    'We have braed.\nThe the end',
  ],
  // Not in the text.
  [[{ from: 20, to: 99, replacement: 'X' }], text],
  [[{ from: 4, to: 4, replacement: 'X' }], text],
] as const)('corrected text %#', ([corrections, expected]) => {
  expect(applyCorrections(text, corrections)).toBe(expected);
});

test('arbitrary corrections: the parts are the whole text, and no two parts overlap', () => {
  const corrections = fc.array(fc.record({ from: fc.nat(60), to: fc.nat(60), replacement: fc.string() }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), corrections, (words, chosen) => {
      expect(
        splitCorrections(words, chosen)
          .map((part) => part.text)
          .join(''),
      ).toBe(words);
    }),
  );
});
