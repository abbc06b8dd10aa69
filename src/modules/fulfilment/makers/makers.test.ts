// The production programs: which program makes which offer, and Content Checker in full.

import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sortRows } from '#modules/catalogue/rules.ts';
import type { MakerName } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { readConfig } from '#platform/config/config.ts';
import { loadMessages } from '#platform/i18n.ts';
import { defaultShop } from '#platform/paths.ts';
import { pdfInfo } from '../../../../tests/support/files.ts';
import { sampleCatalogue } from '../../../../tests/support/owner-files.ts';
import { findTextChecker, listPluginMakers, openPlugins } from '../../../server/plugins/use-plugins.ts';
import { type CheckReport, checkReportShape, type TextLanguage } from '../shapes-report.ts';
import { openMakers } from './actions.ts';
import { isRunFailure, type MadePiece, type ProductionBrief } from './maker.ts';

const logo = {
  text: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><path fill="#102030" d="M0 0h90v40H0z"/></svg>',
  ...{ width: 120, height: 40, includesName: true },
};

const opened = await openPlugins(defaultShop);
const plugins = listPluginMakers(opened);
const checker = findTextChecker(opened);
const makersWith = (environment: Readonly<Record<string, string>> = {}) =>
  openMakers(
    { config: readConfig(environment).config, log: pino({ level: 'silent' }), catalogue: { current: () => sampleCatalogue } },
    { brand: () => ({ shopName: 'Loaf & Queue', plain: true, logo }), plugins, checker },
  );
const makers = makersWith();
beforeAll(() => loadMessages());
afterAll(() => makers.stop());

const createBrief = (offerId: string, language: TextLanguage, answers: Answers, more: Partial<ProductionBrief> = {}): ProductionBrief => ({
  pieceId: 'piece-1',
  offerId,
  quantity: 1,
  ordered: sortRows(sampleCatalogue, { offerId, quantity: 1 }),
  instructions: undefined,
  platform: null,
  language,
  answers,
  dueAt: '2026-03-24T10:00:00.000Z',
  madeAt: '2026-03-23T10:00:00.000Z',
  others: [],
  ...more,
});

type Checked = MadePiece & { readonly report: CheckReport };
async function madeBy(name: MakerName, brief: ProductionBrief): Promise<Checked> {
  const outcome = await makers.make(name, brief, { accountId: 'ada' });
  if (isRunFailure(outcome)) throw new Error(`${outcome.failed}: ${outcome.why}`);
  const { report } = outcome;
  if (!report) throw new Error('nobody checked it');
  return { ...outcome, report };
}
const textIn = (made: MadePiece, name: string): string =>
  Buffer.from(made.files.find((each) => each.name === name)?.bytes ?? []).toString();

test.for([
  ['content-checker-automatic', 'text-checker', true],
  ['content-checker-reviewed', 'text-checker', false],
  ['hashtag-magic-5', 'hashtags', false],
  ['social-boosts-3', 'post-kits', false],
] as const)('%s: made by %s, delivered without an operator: %j', ([offerId, name, delivers]) => {
  expect(makers.makerFor(offerId)).toMatchObject({ name, delivers });
});

test('own service: has the maker that its file names', () => {
  const [service] = sampleCatalogue.services;
  const [offer] = sampleCatalogue.offers;
  if (!service || !offer) throw new Error('the sample shop sells nothing');
  const current = () => ({
    services: [{ ...service, type: 100, production: { maker: 'hashtags' as const } }],
    offers: [{ ...offer, id: 'reels-1', serviceType: 100, isInstant: false }],
  });
  const own = openMakers({ config: readConfig({}).config, log: pino({ level: 'silent' }), catalogue: { current } }, { plugins });
  expect(own.makerFor('reels-1')).toMatchObject({ name: 'hashtags', delivers: false });
  expect(own.makerFor('reels-2')).toBeUndefined();
  own.stop();
});

test('texts have no program, or drafts by a language model if one is configured', () => {
  expect(makers.makerFor('quick-reads-300')).toBeUndefined();
  const configured = makersWith({ MAKER_URL: 'http://localhost:9/v1', MAKER_MODEL: 'small' });
  expect(configured.makerFor('quick-reads-300')).toMatchObject({ name: 'language-model', delivers: false });
  expect(configured.makerFor('enterprise-content-lab')).toBeUndefined();
});

describe('Content Checker', () => {
  const check = (language: TextLanguage, text: string, answers: Answers = {}, more: Partial<ProductionBrief> = {}) =>
    madeBy('text-checker', createBrief('content-checker-automatic', language, { text, ...answers }, more));
  const found = (made: Checked, text: string) =>
    made.report.checks.flatMap(({ name, findings }) =>
      findings.map(({ from, to, suggestions }) => [name, text.slice(from, to), suggestions[0]]),
    );

  test('English: spelling, grammar and repetition are found at their positions, also after an emoji', async () => {
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

  test('Japanese: grammar is checked, spelling is reported as unavailable', async () => {
    const text = '😀まず最初に生地をこねます。朝早くパンが食べれるので嬉しいです。';
    const made = await check('ja', text);
    expect(found(made, text)).toEqual([
      ['grammar', 'まず最初に', '最初に'],
      ['grammar', 'れ', 'られ'],
    ]);
    expect(made.report.checks.find(({ name }) => name === 'spelling')).toMatchObject({
      state: 'skipped',
      say: { code: 'spelling.unavailable' },
    });
    expect(made.text).toContain('保証');
  });

  test('Spanish: only the chosen checks run, grammar is reported as unavailable', async () => {
    const text = 'La panaderia abre a las siete, y el pan de la casa se acaba antes de que empiece la escuela de enfrente cada mañana.';
    const made = await check('es', text, { checks: ['spelling', 'grammar'], compareTexts: [text] }, { locale: 'jp' });
    expect(made.report.checks.map(({ name, state, say }) => [name, state, say.code])).toEqual([
      ['spelling', 'look', 'spelling.found'],
      ['grammar', 'skipped', 'grammar.unavailable'],
      ...['readability', 'repetition', 'overlap'].map((name) => [name, 'skipped', 'notAsked']),
    ]);
    expect(found(made, text)).toEqual([['spelling', 'panaderia', expect.any(String)]]);
    // The report is in the reader's language, not in that of the text.
    expect(made.text).toContain('スペル');
  });

  test('the report is JSON and a stable PDF, and shared passages are found', async () => {
    const text = 'Every morning at four somebody lights the oven, so that breakfast can be late and warm.';
    // Without spelling: how many words of a foreign text get suggestions depends on processor time.
    const answers = { checks: ['grammar', 'readability', 'repetition', 'overlap'], compareTexts: ['x', text] };
    const [one, two] = [await check('es', text, answers), await check('es', text, answers)];
    expect(checkReportShape.parse(JSON.parse(textIn(one, 'report.json')))).toEqual(one.report);
    expect(one.report.notes.map(({ code }) => code)).toEqual(['note.assistant', 'note.otherLanguage']);
    const pdf = textIn(one, 'report.pdf');
    expect(pdf.startsWith('%PDF-1.7')).toBe(true);
    expect(pdf).toContain('/Lang (es)');
    expect(pdf.match(/\/SMask \d+ 0 R/g)).toHaveLength(1);
    const { bytes = new Uint8Array() } = one.files.find(({ name }) => name === 'report.pdf') ?? {};
    expect(pdfInfo(bytes)).toEqual({ title: 'Informe sobre un texto', author: 'Loaf & Queue', created: 'D:20260323100000Z' });
    expect(pdf).toBe(textIn(two, 'report.pdf'));
    expect(one.report.checks.find(({ name }) => name === 'overlap')).toMatchObject({
      say: { values: { percent: 100 } },
      findings: [{ text: '2' }],
    });
  });

  test('a delivery is checked by the same program', async () => {
    const report = await makers.check?.('Dear [name], teh bread.', createBrief('quick-reads-300', 'en', {}), { accountId: 'ada' });
    expect(report).toMatchObject({ layout: 1 });
    expect(report && 'checks' in report && report.checks.filter(({ state }) => state === 'wrong').map(({ name }) => name)).toEqual([
      'length',
      'placeholders',
    ]);
  });
});
