import { describe, expect, test } from 'vitest';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import type { DraftAnswers } from '../brief.ts';
import { adviseBrief, findAdviceLanguage } from './advise-brief.ts';

const field = (name: string, kind: CatalogueField['kind'], more: Partial<CatalogueField> = {}): CatalogueField => ({
  name,
  kind,
  required: false,
  label: name,
  help: '',
  ...more,
});
const fields = [
  field('facts', 'longText', { required: true, min: 10, max: 1000 }),
  field('audience', 'text', { max: 50 }),
  field('language', 'choice', { required: true }),
  field('mustInclude', 'texts'),
  field('mustAvoid', 'texts'),
  field('rightsConfirmed', 'yesNo', { required: true }),
];
const advice = (given: DraftAnswers) => adviseBrief(fields, given).advice;

const english = 'The bakery is on the corner of our street and we are there for you from four in the morning.';
const spanish = 'La panadería está en la esquina de la calle y los vecinos compran el pan que más les gusta.';
const japanese = '朝4時に窯を温めます。あなたの朝がゆっくり始められるように、毎日パンを焼いています。';

describe('completeness of a brief', () => {
  test.each<[DraftAnswers, object]>([
    [{}, { answered: 0, asked: 6, missing: 3 }],
    [
      { facts: '  ', mustInclude: ['', ' '], rightsConfirmed: false },
      { answered: 0, missing: 3 },
    ],
    [
      { facts: 'x', mustInclude: ['', 'y'], rightsConfirmed: true },
      { answered: 3, missing: 1 },
    ],
    [
      { facts: 'x', language: 'en', rightsConfirmed: true, gone: 'x' },
      { answered: 3, missing: 0 },
    ],
  ])('%j', (given, expected) => expect(adviseBrief(fields, given)).toMatchObject(expected));
});

describe('phrase both required and forbidden', () => {
  test.each<[string[], string[], string[]]>([
    [['bread'], ['wine'], []],
    [['Bread', 'rye'], ['bread '], ['Bread']],
    [['ＢＲＥＡＤ'], ['bread'], ['ＢＲＥＡＤ']],
    [['bread', 'Bread'], ['BREAD'], ['bread']],
    [['', ' '], [''], []],
  ])('required %j, forbidden %j', (mustInclude, mustAvoid, phrases) =>
    expect(advice({ mustInclude, mustAvoid })).toEqual(phrases.map((phrase) => ({ what: 'clash', phrase }))),
  );
});

describe('language of a text', () => {
  test.each([
    [english, 'en'],
    [spanish, 'es'],
    [japanese, 'ja'],
    ['', undefined],
    ['Loaf & Queue', undefined],
    ['bread, rolls, coffee, flour, butter, salt, water, yeast, sugar', undefined],
    ['東京都千代田区一丁目二番三号', undefined],
    [`${english} 「パン」`, 'en'],
    [`${japanese} Loaf & Queue`, 'ja'],
    [`${english} ${spanish}`, undefined],
  ])('%j: %s', (text, language) => expect(findAdviceLanguage(text)).toBe(language));

  test.each([
    [english, 'en', []],
    [spanish, 'en', [{ what: 'language', written: 'es', chosen: 'en' }]],
    [english, 'ja', [{ what: 'language', written: 'en', chosen: 'ja' }]],
    [spanish, '', []],
    [spanish, 'fr', []],
  ])('%j with chosen language %j: advice if they differ', (facts, language, expected) =>
    expect(advice({ facts, language })).toEqual(expected),
  );
});

describe('text close to its limit', () => {
  test.each([
    [44, []],
    [45, [{ what: 'close', label: 'audience', left: 5 }]],
    [50, [{ what: 'close', label: 'audience', left: 0 }]],
    // The form reports a text that is too long.
    [51, []],
  ])('%i characters', (count, expected) => expect(advice({ audience: 'x'.repeat(count) })).toEqual(expected));
});
