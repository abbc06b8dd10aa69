// The makers through their door: who makes what, and Content Checker whole.

import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfInfo } from '../../../../tests/support/pdf.ts';
import { readConfig } from '../../../infra/config.ts';
import { loadWords } from '../../../infra/words.ts';
import { ServiceType } from '../../catalogue/shapes.ts';
import type { Answers } from '../../orders/shapes.ts';
import { reportShape, type TextLanguage } from '../shapes-report.ts';
import { openMakers } from './actions.ts';
import { type Brief, hasFailed, type Made } from './maker.ts';
import type { MakerName } from './table.ts';

const makersWith = (environment: Readonly<Record<string, string>> = {}) =>
  openMakers({ config: readConfig(environment).config, log: pino({ level: 'silent' }) }, { shopName: 'Loaf & Queue' });
const makers = makersWith();
beforeAll(loadWords);
afterAll(() => makers.stop());

const briefOf = (serviceType: number, offerId: string, language: TextLanguage, answers: Answers, more: Partial<Brief> = {}): Brief => ({
  ...{ pieceId: 'piece-1', serviceType, offerId, quantity: 1, platform: null, language, answers },
  ...{ dueAt: '2026-03-24T10:00:00.000Z', madeAt: '2026-03-23T10:00:00.000Z', others: [], ...more },
});

async function madeBy(name: MakerName, brief: Brief): Promise<Made> {
  const outcome = await makers.make(name, brief, { accountId: 'ada' });
  if (hasFailed(outcome)) throw new Error(`${outcome.failed}: ${outcome.why}`);
  return outcome;
}
const textIn = (made: Made, name: string): string => Buffer.from(made.files.find((each) => each.name === name)?.bytes ?? []).toString();

test.for([
  [ServiceType.ContentChecker, 'content-checker-automatic', 'content-checker', true],
  [ServiceType.ContentChecker, 'content-checker-reviewed', 'content-checker-draft', false],
  [ServiceType.HashtagMagic, 'hashtag-magic-5', 'hashtag-magic', false],
  [ServiceType.SocialBoosts, 'social-boosts-3', 'social-boosts', false],
] as const)('who makes %i %s', ([serviceType, offerId, name, delivers]) => {
  expect(makers.makerFor(serviceType, offerId)).toMatchObject({ name, delivers });
});

test('texts are made by persons, unless a language model is set up, and then it drafts', () => {
  expect(makers.makerFor(ServiceType.QuickReads, 'quick-reads-300')).toBeUndefined();
  const own = makersWith({ MAKER_URL: 'http://localhost:9/v1', MAKER_MODEL: 'small' });
  expect(own.makerFor(ServiceType.QuickReads, 'quick-reads-300')).toMatchObject({ name: 'language-model', delivers: false });
  expect(own.makerFor(ServiceType.EnterpriseContentLab, 'enterprise-content-lab')).toBeUndefined();
});

describe('Content Checker', { timeout: 120_000 }, () => {
  const check = (language: TextLanguage, text: string, answers: Answers = {}, more: Partial<Brief> = {}) =>
    madeBy('content-checker', briefOf(ServiceType.ContentChecker, 'content-checker-automatic', language, { text, ...answers }, more));
  const found = (made: Made, text: string) =>
    made.report.checks.flatMap(({ name, findings }) =>
      findings.map(({ from, to, suggestions }) => [name, text.slice(from, to), suggestions[0]]),
    );

  test('of English: spelling, grammar and the rest, each in its place, behind an emoji too', async () => {
    const text = "😀 The bakery opens it's doors at seven. We recieve an apple and a orange. The the colour is warm, I dont know.";
    const made = await check('en', text, { dialect: 'en-GB' });
    expect(found(made, text)).toEqual(
      expect.arrayContaining([
        ['grammar', "it's", 'its'],
        ['spelling', 'recieve', 'receive'],
        ['grammar', 'a', 'an'],
        ['spelling', 'dont', "don't"],
        ['repetition', 'The the', 'The'],
      ]),
    );
    expect(found(made, text).map(([, word]) => word)).not.toContain('colour');
    expect(found(await check('en', text, { dialect: 'en-US' }), text).map(([, word]) => word)).toContain('colour');
    expect(made.help).toEqual(
      expect.arrayContaining([expect.stringMatching(/^harper\.js \d/), expect.stringMatching(/^dictionary-en-gb \d/)]),
    );
  });

  test('of Japanese by its own rules, and it says that it knows no spelling', async () => {
    const text = '😀まず最初に生地をこねます。朝早くパンが食べれるので嬉しいです。';
    const made = await check('ja', text);
    expect(found(made, text)).toEqual(expect.arrayContaining([['grammar', 'れ', undefined]]));
    expect(made.report.checks.find(({ name }) => name === 'spelling')).toMatchObject({
      state: 'skipped',
      say: { code: 'spelling.unavailable' },
    });
    expect(made.text).toContain('保証');
  });

  test('of Spanish: what was chosen alone, and it says what it cannot', async () => {
    const text = 'La panaderia abre a las siete, y el pan de la casa se acaba antes de que empiece la escuela de enfrente cada mañana.';
    const made = await check('es', text, { checks: ['spelling', 'grammar'], compareTexts: [text] }, { locale: 'jp' });
    expect(made.report.checks.map(({ name, state, say }) => [name, state, say.code])).toEqual([
      ['spelling', 'look', 'spelling.found'],
      ['grammar', 'skipped', 'grammar.unavailable'],
      ...['readability', 'repetition', 'overlap'].map((name) => [name, 'skipped', 'notAsked']),
    ]);
    expect(found(made, text)).toEqual([['spelling', 'panaderia', expect.any(String)]]);
    // In the language of the reader, whatever that of the text is.
    expect(made.text).toContain('スペル');
  });

  test('gives its report as JSON and as a PDF, the same each time, and finds what texts share', async () => {
    const text = 'Every morning at four somebody lights the oven, so that breakfast can be late and warm.';
    const [one, two] = [await check('es', text, { compareTexts: ['x', text] }), await check('es', text, { compareTexts: ['x', text] })];
    expect(reportShape.parse(JSON.parse(textIn(one, 'report.json')))).toEqual(one.report);
    expect(one.report.notes.map(({ code }) => code)).toEqual(['note.assistant', 'note.otherLanguage']);
    const pdf = textIn(one, 'report.pdf');
    expect(pdf.startsWith('%PDF-1.7')).toBe(true);
    expect(pdf).toContain('/Lang (es)');
    const { bytes = new Uint8Array() } = one.files.find(({ kind }) => kind === 'pdf') ?? {};
    expect(pdfInfo(bytes)).toEqual({ title: 'Informe sobre un texto', author: 'Loaf & Queue', created: 'D:20260323100000Z' });
    expect(pdf).toBe(textIn(two, 'report.pdf'));
    expect(one.report.checks.find(({ name }) => name === 'overlap')).toMatchObject({
      say: { values: { percent: 100 } },
      findings: [{ text: '2' }],
    });
  });

  test('checks a delivery by the same door', async () => {
    const report = await makers.check('Dear [name], teh bread.', briefOf(2, 'quick-reads-300', 'en', {}), { accountId: 'ada' });
    expect(report).toMatchObject({ layout: 1 });
    expect('checks' in report && report.checks.filter(({ state }) => state === 'wrong').map(({ name }) => name)).toEqual([
      'length',
      'placeholders',
    ]);
  });
});
