// The checks handle any text: no crash, no long run, no finding outside the text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answers } from '#modules/orders/shapes.ts';
import { checkReportShape, type TextLanguage } from '../../src/modules/fulfilment/shapes-report.ts';
import { type CheckedBrief, checkDelivery } from './check-delivery.ts';
import { MAX_CHARS } from './text.ts';

const createBrief = (language: TextLanguage, answers: Answers, more: Partial<CheckedBrief>): CheckedBrief => ({
  ordered: { count: 300, of: 'words' },
  language,
  answers,
  others: [],
  ...more,
});

describe('any text', () => {
  const languages = fc.constantFrom<TextLanguage>('en', 'es', 'ja');
  const pieces = fc.constantFrom(
    ...[
      'TBD',
      '[x',
      'http://',
      '](',
      'の。',
      '漢字',
      '😀',
      '\ud83d',
      '\u0301',
      "a'",
      '...',
      ' ',
      '\n',
      '{{',
      '@',
      'パン',
      'teh ',
      'the the ',
      '\u202e',
      '\0',
    ],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
  );

  test('random texts: the report is valid, and every finding lies inside the text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, languages, async (text, other, language) => {
        const report = await checkDelivery(
          text,
          createBrief(language, { mustAvoid: [other.slice(0, 5)], mustInclude: [other] }, { others: [other, text] }),
        );
        expect(checkReportShape.safeParse(report).success).toBe(true);
        for (const { findings } of report.checks)
          for (const { from, to } of findings) expect(0 <= from && from < to && to <= text.length).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  // Before the checks became single-pass, these took from 76 seconds to hours.
  test.for([
    ...[
      ['a letter', 'a'],
      ['points', '.'],
      ['brackets', '['],
      ['addresses', 'http://'],
      ['links', '](http://a.b/'],
      ['kanji', '漢'],
    ],
    ...[
      ['marks', '\u0301\u0323'],
      ['half characters', '\ud800'],
      ['words', 'a '],
      ['lines', '\n'],
      ['braces', '{'],
      ['quotes', '."'],
    ],
  ] as const)('a million characters of %s: the text is cut, and findings are limited', async ([, part = '']) => {
    const text = part.repeat(1_000_000 / part.length);
    const report = await checkDelivery(text, createBrief('en', { mustAvoid: [part] }, { others: [text] }));
    expect(report.numbers.characters).toBeLessThanOrEqual(MAX_CHARS);
    expect(report.notes.map(({ code }) => code)).toContain('note.cut');
    expect(report.checks.every(({ findings }) => findings.length <= 200)).toBe(true);
  });
});
