import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { createBriefShape } from './shapes.ts';

type Given = Partial<CatalogueField> & Pick<CatalogueField, 'kind'>;
const instagram = { name: 'Instagram', hosts: ['instagram.com'] };
const options = [
  { value: 'en', label: 'English' },
  { value: 'ja', label: '日本語' },
];
const field = (given: Given): CatalogueField => ({ name: 'answer', required: false, label: '', help: '', ...given });

/** The normalised answer, or the field and id of its error. */
function outcome(given: Given, answer: unknown, platform = instagram): unknown {
  const one = field(given);
  const answers = { [one.name]: answer };
  const parsed = createBriefShape([one], platform).safeParse(answers);
  if (parsed.success) return parsed.data[one.name];
  const { errors } = createValidationError(parsed.error.issues, answers);
  return Object.entries(errors).map(([name, [error]]) => `${name}: ${error?.id}`)[0];
}

describe.each<[string, Given, readonly (readonly [unknown, unknown])[]]>([
  [
    'a text',
    { kind: 'text', required: true, min: 3, max: 5 },
    [
      ['  two  ', 'two'],
      ['a\nb', 'a b'],
      ['ab', 'answer: field.tooShort'],
      ['abcdef', 'answer: field.tooLong'],
      [' ', 'answer: field.required'],
      [undefined, 'answer: field.required'],
      [7, 'answer: field.text'],
      ['a\u0000bc', 'abc'],
    ],
  ],
  [
    'an optional text',
    { kind: 'text', min: 3, max: 5 },
    [
      ['', undefined],
      [null, undefined],
      ['ab', 'answer: field.tooShort'],
    ],
  ],
  [
    'a long text',
    { kind: 'longText', max: 10 },
    [
      ['one\r\ntwo', 'one\ntwo'],
      ['x'.repeat(10), 'x'.repeat(10)],
      ['x'.repeat(11), 'answer: field.tooLong'],
    ],
  ],
  [
    'an address',
    { kind: 'url', max: 40 },
    [
      ['https://example.com/a', 'https://example.com/a'],
      ['http://example.com', 'answer: brief.url'],
      ['example.com', 'answer: brief.url'],
      ['javascript:alert(1)', 'answer: brief.url'],
      ['https://user:pass@example.com', 'answer: brief.url'],
      ['https://localhost', 'answer: brief.url'],
      [`https://example.com/${'a'.repeat(30)}`, 'answer: field.tooLong'],
    ],
  ],
  [
    'a profile on the platform',
    { kind: 'url', name: 'profileUrl', required: true },
    [
      ['https://instagram.com/maya', 'https://instagram.com/maya'],
      ['https://www.instagram.com/maya', 'https://www.instagram.com/maya'],
      ['https://INSTAGRAM.com/maya', 'https://INSTAGRAM.com/maya'],
      ['https://notinstagram.com/maya', 'profileUrl: brief.host'],
      ['https://instagram.com.evil.example/maya', 'profileUrl: brief.host'],
      ['https://x.com/maya', 'profileUrl: brief.host'],
      ['maya', 'profileUrl: brief.url'],
    ],
  ],
  [
    'several texts',
    { kind: 'texts', max: 2, itemMax: 4 },
    [
      [
        ['one', ' two ', ''],
        ['one', 'two'],
      ],
      [['', ' '], undefined],
      [['one', 'two', 'six'], 'answer: field.mostItems'],
      [['longer'], 'answer[0]: field.tooLong'],
      [['one', 'one'], 'answer: brief.twice'],
      ['one', 'answer: field.list'],
      [[7], 'answer[0]: field.text'],
    ],
  ],
  [
    'several addresses',
    { kind: 'urls', max: 5 },
    [
      [['https://example.com'], ['https://example.com']],
      [['https://example.com', 'ftp://example.com'], 'answer[1]: brief.url'],
    ],
  ],
  [
    'a choice',
    { kind: 'choice', required: true, options },
    [
      ['ja', 'ja'],
      ['fr', 'answer: field.choice'],
      ['toString', 'answer: field.choice'],
      [undefined, 'answer: field.required'],
    ],
  ],
  [
    'several choices',
    { kind: 'choices', options, min: 1, max: 1 },
    [
      [['en'], ['en']],
      [['en', 'ja'], 'answer: field.mostItems'],
      [['fr'], 'answer[0]: field.choice'],
      [[], undefined],
    ],
  ],
  [
    'a number',
    { kind: 'number', min: 3, max: 10 },
    [
      [3, 3],
      [10, 10],
      [2, 'answer: field.least'],
      [11, 'answer: field.most'],
      [3.5, 'answer: field.whole'],
      ['3', 'answer: field.number'],
      [Number.NaN, 'answer: field.number'],
    ],
  ],
  [
    'a confirmation',
    { kind: 'yesNo', required: true },
    [
      [true, true],
      [false, 'answer: brief.yes'],
      [undefined, 'answer: brief.yes'],
      ['yes', 'answer: brief.yes'],
    ],
  ],
  [
    'yes or no',
    { kind: 'yesNo' },
    [
      [false, false],
      [undefined, undefined],
      ['no', 'answer: field.yesNo'],
    ],
  ],
])('answer: %s', (_, given, cases) => {
  test.each(cases)('%j gives %j', (answer, expected) => {
    expect(outcome(given, answer)).toEqual(expected);
  });
});

describe('brief', () => {
  test('an unknown answer is refused by name', () => {
    const parsed = createBriefShape([field({ kind: 'text' })]).safeParse({ other: 'x' });
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['other']]);
  });

  test('100,000 wrong answers give fewer than 20 errors', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => index);
    const sent = { list: many, ...Object.fromEntries(many.map((index) => [`other${index}`, index])) };
    const { error } = createBriefShape([field({ kind: 'texts', name: 'list', max: 3 })]).safeParse(sent);
    expect(error?.issues.length).toBeLessThan(20);
    expect(Object.keys(createValidationError(error?.issues ?? [], sent).errors)).toContain('list');
  });

  test('an answer of invisible characters is empty', () => {
    expect(outcome({ kind: 'text', required: true }, '\u0000 \u0007')).toBe('answer: field.required');
  });

  test.each([undefined, null, 'x', 7, []])('%j is refused', (sent) => {
    expect(createBriefShape([]).safeParse(sent).success).toBe(false);
  });

  test('the error of a foreign address names the platform', () => {
    const shapes = [instagram, { name: 'X', hosts: ['x.com'] }].map((platform) =>
      createBriefShape([field({ kind: 'url', name: 'profileUrl' })], platform),
    );
    const names = shapes.map((shape) => {
      const sent = { profileUrl: 'https://example.com' };
      const { error } = shape.safeParse(sent);
      return createValidationError(error?.issues ?? [], sent).errors.profileUrl?.[0]?.values?.platform;
    });
    expect(names).toEqual(['Instagram', 'X']);
  });

  test('a normalised brief is accepted again unchanged', () => {
    const kinds = [
      field({ name: 'a', kind: 'text', max: 40 }),
      field({ name: 'b', kind: 'texts', itemMax: 20, max: 5 }),
      field({ name: 'c', kind: 'longText' }),
    ];
    const brief = fc.record({
      a: fc.string({ unit: 'binary', maxLength: 60 }),
      b: fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 7 }),
      c: fc.string({ unit: 'binary' }),
    });
    const shape = createBriefShape(kinds);
    fc.assert(
      fc.property(brief, (answers) => {
        const once = shape.safeParse(answers);
        if (once.success) expect(shape.safeParse(once.data)).toEqual(once);
      }),
    );
  });
});
