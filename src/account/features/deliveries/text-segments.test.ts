import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSegments } from './text-segments.ts';

test('overlapping findings: each begins at its own words', () => {
  const text = 'We has bread. We has rolls.';
  const [sentence, word] = [
    { from: 0, to: 13 },
    { from: 3, to: 6 },
  ];
  expect(splitSegments(text, [sentence, word])).toEqual([
    { text: 'We ', from: 0, isMarked: true, begins: [sentence] },
    { text: 'has', from: 3, isMarked: true, begins: [word] },
    { text: ' bread.', from: 6, isMarked: true, begins: [] },
    { text: ' We has rolls.', from: 13, isMarked: false, begins: [] },
  ]);
});

test('arbitrary findings: the text is complete and each valid finding begins once', () => {
  const places = fc.array(fc.record({ from: fc.nat(60), to: fc.nat(60) }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 50 }), places, (text, findings) => {
      const segments = splitSegments(text, findings);
      expect(segments.map((each) => each.text).join('')).toBe(text);
      const valid = findings.filter(({ from, to }) => from < to && to <= text.length);
      expect(segments.flatMap(({ begins }) => begins)).toHaveLength(valid.length);
    }),
  );
});
