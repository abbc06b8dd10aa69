// The text checks: findings and their positions.

import type { CheckName, CheckReport, Finding, TextLanguage } from 'fanfare/plugin';
import { describe, expect, test } from 'vitest';
import type { Answers } from '#modules/orders/shapes.ts';
import { checkLanguage as languageCheck } from './asked.ts';
import { type CheckedBrief, checkDelivery } from './check-delivery.ts';
import { findPlaces, foldText } from './folded.ts';
import { detectLanguage } from './language.ts';
import { checkOverlap } from './overlap.ts';
import { computeReadability, countEnglishSyllables, countSpanishSyllables } from './readability.ts';
import { splitSentences, tokenize } from './text.ts';

const createBrief = (language: TextLanguage = 'en', answers: Answers = {}, more: Partial<CheckedBrief> = {}): CheckedBrief => ({
  ordered: { count: 300, of: 'words' },
  language,
  answers,
  others: [],
  ...more,
});
const checkIn = (report: CheckReport, name: CheckName) => {
  const found = report.checks.find((each) => each.name === name);
  if (!found) throw new Error(`there is no check ${name}`);
  return found;
};
const placesIn = (text: string, findings: readonly Finding[]) => findings.map(({ from, to, kind }) => [text.slice(from, to), kind]);
const check = async (name: CheckName, text: string, brief = createBrief()) => checkIn(await checkDelivery(text, brief), name);

const sentence = {
  en: 'The bakery opens its doors at seven, and the first loaves are gone before the school across the road begins.',
  es: 'La panadería abre sus puertas a las siete, y los primeros panes se acaban antes de que empiece la escuela de enfrente.',
  ja: 'パン屋は朝の七時に開きます。最初のパンは、向かいの学校が始まる前に売り切れてしまいます。',
} as const;

describe('length', () => {
  test.for([
    [0, 'wrong', 'length.empty'],
    [280, 'wrong', 'length.short'],
    [286, 'fine', 'length.fine'],
    [480, 'fine', 'length.fine'],
    [481, 'look', 'length.long'],
  ] as const)('%i words of 300 ordered: state %s, message %s', async ([words, state, code]) => {
    const text = Array.from({ length: words }, () => 'word').join(' ');
    expect(await check('length', text)).toMatchObject({ state, say: { code } });
  });

  test('other units have no limit, and nor has a service without one', async () => {
    const text = 'word '.repeat(400);
    expect(await check('length', text, createBrief('en', {}, { ordered: { count: 5, of: 'phrases' } }))).toMatchObject({
      state: 'fine',
    });
    expect(await check('length', text, createBrief('en', {}, { ordered: undefined }))).toMatchObject({ say: { code: 'length.counted' } });
  });
});

describe('language', () => {
  test.for(['en', 'es', 'ja'] as const)('a text in %s is recognised', (language) => {
    const text = `${sentence[language]} ${sentence[language]}`;
    expect(detectLanguage(tokenize(text))).toBe(language);
    expect(languageCheck(language, tokenize(text))).toMatchObject({ state: 'fine' });
    expect(languageCheck(language === 'en' ? 'ja' : 'en', tokenize(text))).toMatchObject({
      state: 'wrong',
      say: { values: { told: language } },
    });
  });

  test('names alone have no language, and German is another language', () => {
    expect(detectLanguage(tokenize('Ada Sample, Loaf & Queue'))).toBeUndefined();
    const german =
      'Die Bäckerei öffnet ihre Türen um sieben Uhr und viele Brote sind schon weg bevor gegenüber der Unterricht beginnt. '.repeat(3);
    expect(detectLanguage(tokenize(german))).toBe('other');
  });
});

describe('phrases', () => {
  test.for([
    ['SOURDOUGH', 'Our sourdough.', ['sourdough']],
    ['art', 'The party starts.', []],
    ['art', 'Art, and more art.', ['Art', 'art']],
    ['Café', 'Cafe\u0301 and café', ['Cafe\u0301', 'café']],
    ['two  words', 'two\nwords', ['two\nwords']],
    ['パン', 'パン屋のﾊﾟﾝ', ['パン', 'ﾊﾟﾝ']],
    ['😀', 'a😀b', ['😀']],
    ['Loaf & Queue', 'by loaf & queue.', ['loaf & queue']],
    ['', 'anything', []],
  ] as const)('"%s" is searched in "%s"', ([phrase, text, found]) => {
    expect(findPlaces(phrase, foldText(text)).map(({ from, to }) => text.slice(from, to))).toEqual(found);
  });

  test('missing phrases are named, phrases to avoid are found', async () => {
    const text = 'Cheap bread, baked with sourdough.';
    const brief = createBrief('en', { mustInclude: ['sourdough', 'Leeds'], mustAvoid: ['cheap'] });
    const report = await checkDelivery(text, brief);
    expect(checkIn(report, 'mustInclude')).toMatchObject({ state: 'wrong', say: { values: { phrases: 'Leeds', count: 1 } } });
    expect(checkIn(report, 'mustAvoid').state).toBe('wrong');
    expect(placesIn(text, checkIn(report, 'mustAvoid').findings)).toEqual([['Cheap', 'avoided']]);
    expect(checkIn(await checkDelivery(text, createBrief()), 'mustInclude').state).toBe('skipped');
  });
});

test.for([
  ['Dear [name], welcome', ['[name]']],
  ['Our {{product}} and {price}', ['{{product}}', '{price}']],
  ['TO DO: the ending. TBD', ['TO DO', 'TBD']],
  ['Lorem ipsum dolor', ['Lorem ipsum']],
  ['［お名前］様、〇〇をどうぞ', ['［お名前］', '〇〇']],
  ['Fill in ____ here', ['____']],
  ['A [link](https://shop.example), a box [x] and [ ], a note[^1]', []],
  ['Todo está listo, as ever.', []],
] as const)('placeholders: %s', async ([text, found]) => {
  const { findings } = await check('placeholders', text);
  expect(findings.map(({ from, to }) => text.slice(from, to))).toEqual(found);
});

test.for([
  ['See https://shop.example/a?b=c#d.', 'fine', []],
  ['[site](https://shop.example/a_(b)) and <https://shop.example>', 'fine', []],
  ['See http://shop.example and www.shop.example/x', 'look', ['http://shop.example', 'www.shop.example/x']],
  ['See https://shop and https:// and http:/shop.example', 'wrong', ['https://shop', 'https://', 'http:/shop.example']],
  ['[nowhere]()', 'wrong', [']()']],
  ['https://user:secret@shop.example', 'wrong', ['https://user:secret@shop.example']],
  ['サイト（https://shop.example/ja）をご覧ください。', 'fine', []],
  ['No links here.', 'skipped', []],
] as const)('links: %s', async ([text, state, found]) => {
  const { findings, ...rest } = await check('links', text);
  expect([rest.state, findings.map(({ from, to }) => text.slice(from, to))]).toEqual([state, found]);
});

describe('spelling', () => {
  test.for([
    ['en', '', 'The colour of teh bread is color.', ['colour', 'teh']],
    ['en', 'en-GB', 'The colour of teh bread is color.', ['teh', 'color']],
    ['es', 'es-419', 'La panaderia abre, dígamelo. Ustedes tienen pan en la computadora y en el ordenador.', ['panaderia']],
    ['en', '', 'Write to ada@shop.exampel, see https://shop.exampel/teh, #breadd and @adda.', []],
    ['en', '', 'Kwyzz’s well-known bakery’s bread by Ada Kwyzz, 3rd edition', []],
  ] as const)('in %s %s: %s', async ([language, dialect, text, found]) => {
    const brief = createBrief(language, { dialect, brandName: 'Kwyzz', mustInclude: ['Ada'] });
    const { findings } = await check('spelling', text, brief);
    expect(findings.map(({ from, to }) => text.slice(from, to))).toEqual(found);
  });

  test('a misspelled word has suggestions, an unknown capitalised word is a name', async () => {
    const text = 'We recieve bread from Zzyxxa today.';
    const { findings } = await check('spelling', text);
    expect(placesIn(text, findings)).toEqual([
      ['recieve', 'spelling'],
      ['Zzyxxa', 'name'],
    ]);
    expect(findings[0]?.suggestions).toContain('receive');
  });

  test('Japanese is skipped', async () => {
    expect(await check('spelling', sentence.ja, createBrief('ja'))).toMatchObject({
      state: 'skipped',
      say: { code: 'spelling.unavailable' },
    });
  });
});

describe('readability', () => {
  const listValues = (language: TextLanguage, text: string) =>
    computeReadability(language, { text, tokens: tokenize(text), sentences: splitSentences(text) }).map(({ value }) => value);

  test('the values follow the formulas', () => {
    // Six words of one syllable in one sentence: 206.835 - 1.015 * 6 - 84.6.
    expect(listValues('en', 'The cat sat on the mat.')).toEqual([116.1]);
    // Two words, two syllables each.
    expect(listValues('es', 'Pan bueno.')).toEqual(
      [206.84 - 60 * 1.5 - 2.04, 206.835 - 62.3 * 1.5 - 2].map((value) => Math.round(value * 10) / 10),
    );
    // 12 characters; runs of の, は, れです; of 今日, 天気, 晴; one comma to one stop.
    const expected = 115.79 - 0.12 * 12 + (7.4 * 5) / 3 - (23.18 * 5) / 3 - 4.67;
    expect(listValues('ja', '今日の天気は、晴れです。')).toEqual([Math.round(expected * 10) / 10]);
  });

  test.for([
    ['queue', 1],
    ['bakery', 3],
    ['loaves', 1],
    ['opened', 2],
    ['wanted', 2],
    ['idea', 2],
  ] as const)('English syllables of %s: %i', ([word, count]) => {
    expect(Math.abs(countEnglishSyllables(word) - count)).toBeLessThanOrEqual(1);
  });

  test.for([
    ['panadería', 5],
    ['bueno', 2],
    ['guía', 2],
    ['que', 1],
    ['aéreo', 4],
    ['ciudad', 2],
  ] as const)('Spanish syllables of %s: %i', ([word, count]) => {
    expect(countSpanishSyllables(word)).toBe(count);
  });

  test('long sentences are found', async () => {
    const long = `${'word '.repeat(31)}ends.`;
    const { findings } = await check('readability', `Short. ${long} Short.`);
    expect(findings.map(({ kind, text }) => [kind, text])).toEqual([['longSentence', '32']]);
  });
});

describe('sentences', () => {
  test.for([
    ['One. Two! Three?', 3],
    ['It costs 3.50 at www.shop.example, e.g. here. Yes.', 2],
    ['Wait... what?! “Yes,” she said.', 3],
    ['一つ。二つ！「三つ？」四つ', 4],
    ['A title\n\nA line', 2],
    ['... !!! ---', 0],
  ] as const)('"%s" has %i sentences', ([text, count]) => {
    expect(splitSentences(text).length).toBe(count);
  });
});

describe('repetition', () => {
  test('doubled words, equal beginnings and repeated passages are found', async () => {
    const passage = 'warm bread with butter and a little salt on top';
    const text = `The the oven. We bake ${passage}. We eat. We sing of ${passage}.`;
    const { findings } = await check('repetition', text);
    expect(placesIn(text, findings)).toEqual([
      ['The the', 'doubledWord'],
      ['We', 'sameStart'],
      [passage, 'repeatedPassage'],
    ]);
    expect(await check('repetition', 'That is what that that was, and it had had no no end.')).toMatchObject({ state: 'fine' });
  });
});

describe('overlap', () => {
  const own = 'Every morning at four somebody lights the oven so that breakfast can be late and warm for all of us.';

  test('passages shared with given texts name the text, passages of the shop’s texts do not', async () => {
    const given = `${sentence.en} So they say.`;
    const text = `${sentence.en} ${own}`;
    const both = checkOverlap('en', tokenize(text), { customerTexts: ['nothing alike', given], earlierTexts: [own.toUpperCase()] });
    expect(both.findings.map(({ from, to, kind, text: number }) => [text.slice(from, to), kind, number])).toEqual([
      [sentence.en.slice(0, -1), 'overlapGiven', '2'],
      [own.slice(0, -1), 'overlapOurs', ''],
    ]);
    expect(both).toMatchObject({ state: 'wrong', say: { values: { percent: 100, texts: 3 } } });
  });

  test('Japanese is compared, different texts are fine, and no other text skips the check', async () => {
    expect(checkOverlap('ja', tokenize(sentence.ja), { customerTexts: [sentence.ja], earlierTexts: [] }).say.values.percent).toBe(100);
    expect(await check('overlap', own, createBrief('en', {}, { others: [sentence.en] }))).toMatchObject({ state: 'fine' });
    expect(await check('overlap', own)).toMatchObject({ state: 'skipped' });
  });
});
