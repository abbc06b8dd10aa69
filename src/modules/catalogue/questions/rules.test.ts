// Conditional questions: the conditions as a table, and what holds for every brief.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBriefShape } from '#modules/orders/brief/shapes.ts';
import type { CatalogueField } from '../shapes.ts';
import { selectAskedAnswers, selectAskedFields } from './rules.ts';

type AskedIf = NonNullable<CatalogueField['askedIf']>;

const field = (name: string, askedIf?: AskedIf, more: Partial<CatalogueField> = {}): CatalogueField => ({
  name,
  kind: 'text',
  required: true,
  label: name,
  help: '',
  ...more,
  ...(askedIf ? { askedIf } : {}),
});
const names = (fields: readonly CatalogueField[]) => fields.map(({ name }) => name);

describe('condition', () => {
  test.for<[Omit<AskedIf, 'question'>, unknown, boolean]>([
    [{ isOneOf: ['paper', 'both'] }, 'both', true],
    [{ isOneOf: ['paper', 'both'] }, 'pdf', false],
    [{ isOneOf: ['paper'] }, ['pdf', 'paper'], true],
    [{ isOneOf: ['paper'] }, ['pdf'], false],
    [{ isOneOf: ['paper'] }, undefined, false],
    [{ isAtLeast: 5 }, 5, true],
    [{ isAtLeast: 5 }, 4, false],
    [{ isAtLeast: 0 }, undefined, false],
    [{ isAtLeast: 5 }, '9', false],
    [{ isAnswered: true }, 'x', true],
    [{ isAnswered: true }, ' ', false],
    [{ isAnswered: true }, 0, true],
    [{ isAnswered: true }, false, false],
    [{ isAnswered: true }, true, true],
    [{ isAnswered: true }, ['', ' '], false],
    [{ isAnswered: false }, undefined, true],
    [{ isAnswered: false }, [], true],
    [{ isAnswered: false }, 'x', false],
  ])('%j with the answer %j: %s', ([condition, answer, isAsked]) => {
    const fields = [field('first'), field('second', { question: 'first', ...condition })];
    expect(names(selectAskedFields(fields, { first: answer }))).toEqual(isAsked ? ['first', 'second'] : ['first']);
  });

  test('chain: the answer of a question that is not asked does not count', () => {
    const fields = [
      field('third', { question: 'second', isAnswered: true }),
      field('first'),
      field('second', { question: 'first', isAnswered: true }),
      field('other', { question: 'second', isAnswered: false }),
    ];
    const given = { second: 'typed before', third: 'too' };
    expect(names(selectAskedFields(fields, given))).toEqual(['first', 'other']);
    expect(selectAskedAnswers(fields, given)).toEqual({});
    expect(names(selectAskedFields(fields, { ...given, first: 'x' }))).toEqual(['third', 'first', 'second']);
  });

  test('no conditional question: the same list and the same answers', () => {
    const fields = [field('first')];
    const answers = { first: 'x', strange: 1 };
    expect(selectAskedFields(fields, answers)).toBe(fields);
    expect(selectAskedAnswers(fields, answers)).toBe(answers);
  });
});

const kinds = ['text', 'number', 'choice', 'choices', 'yesNo', 'texts'] as const;
const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
const answersByKind: Readonly<Record<(typeof kinds)[number], fc.Arbitrary<unknown>>> = {
  text: fc.constantFrom(undefined, ' ', 'word', 7),
  number: fc.constantFrom(undefined, 0, 4, 5, '5'),
  choice: fc.constantFrom(undefined, 'a', 'b', 'z'),
  choices: fc.constantFrom(undefined, [], ['a'], ['b', 'c'], ['z']),
  yesNo: fc.constantFrom(undefined, false, true),
  texts: fc.constantFrom(undefined, [''], ['x', ' ']),
};
const conditionOn = (question: string, kind: CatalogueField['kind']): fc.Arbitrary<AskedIf> => {
  const answered = fc.boolean().map((isAnswered): AskedIf => ({ question, isAnswered }));
  if (kind === 'number') return fc.oneof(answered, fc.constant<AskedIf>({ question, isAtLeast: 5 }));
  const chosen = fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((isOneOf): AskedIf => ({ question, isOneOf }));
  return kind === 'choice' || kind === 'choices' ? fc.oneof(answered, chosen) : answered;
};

/** Questions that depend on earlier ones, in any order, with answers to some. */
const briefs = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), required: fc.boolean(), on: fc.nat(), isConditional: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((drawn) =>
    fc.tuple(
      ...drawn.map(({ kind, required, on, isConditional }, index) => {
        const earlier = isConditional && index > 0 ? on % index : undefined;
        const condition =
          earlier === undefined ? fc.constant(undefined) : conditionOn(`q${earlier}`, drawn[earlier]?.kind ?? 'text').map((each) => each);
        const more = kind === 'choice' || kind === 'choices' ? { options } : {};
        return fc.tuple(condition, answersByKind[kind]).map(([askedIf, answer]) => ({
          field: field(`q${index}`, askedIf, { kind, required, ...more }),
          answer,
        }));
      }),
    ),
  )
  .chain((questions) => fc.shuffledSubarray(questions, { minLength: questions.length }));

const filled = (answers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));

test('any brief: a valid one has the required answers of what is asked and no other, and is read again unchanged', () => {
  fc.assert(
    fc.property(briefs, (questions) => {
      const fields = questions.map((each) => each.field);
      const given = Object.fromEntries(questions.map(({ field: { name }, answer }) => [name, answer]));
      const asked = selectAskedFields(fields, given);
      expect(selectAskedFields(fields, selectAskedAnswers(fields, given)), 'the dropped answers decide nothing').toEqual(asked);
      const parsed = createBriefShape(fields).safeParse(given);
      // What is not asked cannot be wrong.
      const wrong = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]));
      expect(wrong.filter((name) => !names(asked).includes(name))).toEqual([]);
      const blankRequired = asked.filter(
        ({ name, required }) => required && JSON.stringify(given[name] ?? null).match(/^(null|" "|\[\]|\[""\]|false)$/),
      );
      expect(wrong).toEqual(expect.arrayContaining(names(blankRequired.filter(({ kind }) => kind !== 'yesNo'))));
      if (!parsed.success) return;
      const answers = filled(parsed.data);
      expect(names(selectAskedFields(fields, answers))).toEqual(names(asked));
      expect(Object.keys(answers).filter((name) => !names(asked).includes(name))).toEqual([]);
      expect(asked.filter(({ name, required }) => required && answers[name] === undefined)).toEqual([]);
      expect(filled(createBriefShape(fields).parse(answers))).toEqual(answers);
    }),
    { numRuns: 300 },
  );
});
