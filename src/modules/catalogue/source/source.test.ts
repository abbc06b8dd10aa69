import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noWords } from '#lib/locale.ts';
import { readSource } from '#lib/yaml/parse.ts';
import { formatSourceError, isSourceErrors } from '#lib/yaml/source.ts';
import { parseCatalogue } from './parse.ts';
import type { CatalogueSource } from './shapes.ts';

const folder = join(import.meta.dirname, '../../../../shop/catalogue');
const files = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

const currencies = ['EUR', 'USD', 'AUD', 'NOK'];
const against = (priced: readonly string[]) => ({ currencies, services: [], platforms: [], priced });

/** The files of the shop with one of them changed. */
function parse(changed?: { file: string; from: string | RegExp; to: string }) {
  const all = files.map(({ file, text }) => {
    if (file !== changed?.file) return readSource(file, text);
    const edited = text.replace(changed.from, changed.to);
    expect(edited, 'the plant must change the file').not.toBe(text);
    return readSource(file, edited);
  });
  const common = all.find(({ file }) => file === 'common.yaml');
  if (!common) throw new Error('no common.yaml');
  return parseCatalogue(
    common,
    all.filter((each) => each !== common),
    against(files.map(({ file }) => file)),
  );
}

function validSource(outcome: ReturnType<typeof parse>): CatalogueSource {
  if (isSourceErrors(outcome)) throw new Error(outcome.map(formatSourceError).join('\n'));
  return outcome;
}

const lineWith = (file: string, text: string): number => {
  const found = files
    .find((each) => each.file === file)
    ?.text.split('\n')
    .findIndex((line) => line.includes(text));
  return (found ?? -1) + 1;
};

describe('sample catalogue', () => {
  const source = validSource(parse());
  const offers = source.services.flatMap((service) => service.offers);

  test.each([
    ['social-boosts-3', 2900],
    ['social-boosts-10', 7900],
    ['social-boosts-20', 14900],
    ['brand-stories-300', 5900],
    ['brand-stories-600', 9900],
    ['brand-stories-900', 13900],
    ['quick-reads-300', 2500],
    ['quick-reads-500', 3900],
    ['quick-reads-800', 5900],
    ['catchy-phrases-5', 1900],
    ['catchy-phrases-10', 2900],
    ['catchy-phrases-25', 5900],
    ['content-checker-automatic', 400],
    ['content-checker-reviewed', 1600],
    ['hashtag-magic-1', 900],
    ['hashtag-magic-3', 1900],
    ['hashtag-magic-5', 2900],
    ['growth-accelerator-bundle', 9900],
    ['brand-expansion-suite', 18900],
    ['authority-builder-pro', 25900],
    ['enterprise-content-lab', 119000],
  ])('%s costs %i in EUR', (id, cents) => {
    expect(offers.find((offer) => offer.id === id)?.prices.EUR).toBe(cents);
  });

  test('the catalogue has no other offers', () => expect(offers).toHaveLength(21));

  test.each(currencies)('a bundle costs less than its parts in %s', (code) => {
    for (const bundle of offers.filter((offer) => offer.pieces.length > 0)) {
      const parts = bundle.pieces.reduce(
        (sum, piece) => sum + piece.quantity * (offers.find(({ id }) => id === piece.offer)?.prices[code] ?? Number.NaN),
        0,
      );
      expect(bundle.prices[code], bundle.id).toBeLessThan(parts);
    }
  });
});

test('help of a question and the sample: may be absent, in one language or in all', () => {
  const storiesWithout = (from: RegExp) =>
    validSource(parse({ file: 'brand-stories.yaml', from, to: '' })).services.find(({ key }) => key === 'brandStories');
  expect(storiesWithout(/^sample:\n(?: .*\n)+/m)?.sample).toEqual({ caption: noWords, text: noWords });
  const partly = storiesWithout(/(?<= help:\n) {6}en: .*\n {6}es: .*\n/);
  expect(partly?.fields[0]?.help).toMatchObject({ en: '', es: '', jp: expect.stringContaining('始まり') });
  expect(storiesWithout(/ {4}help:\n {6}en: .*\n {6}es: .*\n {6}jp: .*\n/)?.fields[0]?.help).toEqual(noWords);
});

describe('invalid catalogue file', () => {
  test.each([
    ['brand-stories.yaml', 'EUR: 5900', 'EUR: "59"', 'EUR: 5900', /prices\.EUR: must be .*number/],
    ['brand-stories.yaml', 'EUR: 5900', 'EUR: 0', 'EUR: 5900', /prices\.EUR: must be at least 1/],
    ['brand-stories.yaml', 'EUR: 5900, ', '', 'EUR: 5900', /has no price in EUR/],
    ['brand-stories.yaml', 'slug: brand-stories', 'slug: brand-stories\ncolour: red', 'kind: service', /colour: is not known here/],
    ['brand-stories.yaml', 'id: brand-stories-300', 'id: brand-stories-600', 'id: brand-stories-300', /"brand-stories-600" is used twice/],
    ['brand-stories.yaml', 'key: brandStories', 'key: brand stories', 'key: brandStories', /key: must be letters and digits/],
    ['brand-stories.yaml', 'key: brandStories', 'key: quickReads', 'key: brandStories', /"quickReads" is used by two files/],
    ['brand-stories.yaml', 'slug: brand-stories', 'slug: 100', 'slug: brand-stories', /slug: must be/],
    ['brand-stories.yaml', 'kind: service', 'state: gone\nkind: service', 'kind: service', /state: must be one of/],
    ['brand-stories.yaml', 'kind: service', 'delivers: poems\nkind: service', 'kind: service', /delivers: must be one of/],
    ['brand-stories.yaml', 'name: facts', 'name: brandName', 'name: facts', /"brandName" is asked twice/],
    [
      'brand-expansion-suite.yaml',
      /offer: brand-stories-600/,
      'offer: brand-stories-601',
      'brand-stories-600',
      /"brand-stories-601" is no offer/,
    ],
    ['common.yaml', 'surchargePercent: 10', 'surchargePercent: 10.5', 'surchargePercent: 10', /must be a whole number/],
    ['common.yaml', 'kind: text\n', 'kind: texty\n', 'kind: text', /kind: must be one of/],
  ])('%s: replacing %s by %s is reported with line and reason', (file, from, to, at, reason) => {
    const outcome = parse({ file, from, to });
    if (!isSourceErrors(outcome)) throw new Error('it was taken');
    expect(outcome.map(({ reason }) => reason).join('\n')).toMatch(reason);
    expect(outcome.map((error) => `${error.file}:${error.line}`)).toContain(`${file}:${lineWith(file, at)}`);
  });

  test('broken YAML is reported with its file', () => {
    const outcome = parse({ file: 'quick-reads.yaml', from: 'platforms: []', to: 'platforms: [' });
    expect(isSourceErrors(outcome) && outcome[0]?.file).toBe('quick-reads.yaml');
  });

  test('all errors of all files are reported together', () => {
    const common = readSource('common.yaml', 'fields: 5');
    const outcome = parseCatalogue(common, [readSource('a.yaml', 'key: 1')], against([]));
    if (!isSourceErrors(outcome)) throw new Error('it was taken');
    expect(new Set(outcome.map(({ file }) => file))).toEqual(new Set(['common.yaml', 'a.yaml']));
  });

  test('a catalogue without any service is reported', () => {
    const common = files.find(({ file }) => file === 'common.yaml');
    const outcome = parseCatalogue(readSource('common.yaml', common?.text ?? ''), [], against([]));
    expect(isSourceErrors(outcome) && outcome.map(({ reason }) => reason).join()).toContain('describes a service');
  });
});

describe('how a service is made', () => {
  test.each([
    ['common.yaml', 'brandStories: 1', 'brandStories: 0', /common\.yaml:\d+: numbers\.brandStories: 0 is used twice/],
    ['common.yaml', 'brandStories: 1', 'brandStories: 100', /numbers\.brandStories: must be/],
    ['common.yaml', '    number: 1\n', '    number: 0\n', /platforms\.1\.number: "0" is used twice/],
    ['common.yaml', '    number: 1\n', '', /platforms\.1\.number: must be/],
    ['hashtag-magic.yaml', 'platforms: [x,', 'platforms: [mastodon,', /platforms\.0: "mastodon" is no platform of common\.yaml/],
    ['hashtag-magic.yaml', 'maker: hashtags', 'maker: magic', /maker: must be one of/],
    ['hashtag-magic.yaml', 'countedIn: sets\n', '', /offers\.0\.count: needs countedIn of the service/],
    ['hashtag-magic.yaml', '    count: 1\n', '    count: 1\n    isInstant: true\n', /offers\.0\.isInstant: needs the maker text-checker/],
    ['content-checker.yaml', 'quantityFrom: text', 'quantityFrom: texts', /quantityFrom: "texts" is no required longText question/],
    ['content-checker.yaml', 'maker: text-checker', 'maker: text-checker\ninstructions: a report', /only the maker language-model takes/],
  ])('%s with "%s" as "%s" is refused', (file, from, to, reason) => {
    const outcome = parse({ file, from, to });
    expect(isSourceErrors(outcome) && outcome.map(formatSourceError).join('\n')).toMatch(reason);
  });
});

describe('percentage add-on', () => {
  const express = (rest: string) => `  - { id: express, name: { en: Express, es: Exprés, jp: 特急 }, ${rest} }\n`;
  const withAddOn = (rest: string) => parse({ file: 'quick-reads.yaml', from: 'offers:\n', to: `addOns:\n${express(rest)}offers:\n` });

  test('it needs no prices', () => expect(isSourceErrors(withAddOn('charged: percent, percent: 25'))).toBe(false));

  test.each([
    ['charged: percent', /addOns\.0\.percent: is needed if a percentage is charged/],
    ['charged: percent, percent: 0', /addOns\.0\.percent: must be at least 1/],
    ['charged: percent, percent: 25, prices: { EUR: 100, USD: 100, AUD: 100, NOK: 100 }', /addOns\.0\.prices: are only for what is no/],
    ['charged: percent, percent: 25, maxQuantity: 2', /addOns\.0\.maxQuantity: is only for what is counted/],
    ['charged: once, percent: 25, prices: { EUR: 100, USD: 100, AUD: 100, NOK: 100 }', /addOns\.0\.percent: is only for a percentage/],
    ['charged: once', /addOns\.0\.prices: has no price in EUR/],
  ])('{ %s } is refused', (rest, reason) => {
    const outcome = withAddOn(rest);
    expect(isSourceErrors(outcome) && outcome.map(formatSourceError).join('\n')).toMatch(reason);
  });
});

describe('condition of a question', () => {
  const industry = '  - name: industry\n';
  const founded = '  - name: founded\n';
  const on = (condition: string) => `    askedIf: { ${condition} }\n`;

  test.each([
    ['question: tone, isOneOf: [warm]'],
    ['question: founded, isAtLeast: 1990'],
    ['question: brandName, isAnswered: true'],
    ['question: founded, isAnswered: false'],
  ])('{ %s }: accepted', (condition) => {
    const outcome = parse({ file: 'brand-stories.yaml', from: industry, to: industry + on(condition) });
    expect(isSourceErrors(outcome) && outcome.map(formatSourceError)).toBe(false);
  });

  test.each([
    ['question: colour, isAnswered: true', /askedIf\.question: "colour" is no question of this brief/],
    ['question: industry, isAnswered: true', /askedIf\.question: the question depends on itself/],
    ['question: founded', /askedIf: needs one of isOneOf, isAnswered and isAtLeast/],
    ['question: founded, isAnswered: true, isAtLeast: 5', /askedIf: needs one of/],
    ['question: facts, isAtLeast: 5', /askedIf: "facts" is no number/],
    ['question: facts, isOneOf: [a]', /askedIf: "facts" is no choice/],
    ['question: tone, isOneOf: []', /askedIf\.isOneOf: needs an answer/],
    ['question: tone, isOneOf: [warm, loud]', /askedIf\.isOneOf: "loud" is no option of "tone"/],
    ['question: tone, equals: warm', /askedIf\.equals: is not known here/],
  ])('{ %s }: refused with its line', (condition, reason) => {
    const outcome = parse({ file: 'brand-stories.yaml', from: industry, to: industry + on(condition) });
    if (!isSourceErrors(outcome)) throw new Error('it was taken');
    expect(outcome.map((error) => error.reason).join('\n')).toMatch(reason);
    expect(outcome.map(({ line }) => line)).toEqual([lineWith('brand-stories.yaml', 'name: industry') + 1]);
  });

  test('circle over several questions: each is named', () => {
    const text = files.find(({ file }) => file === 'brand-stories.yaml')?.text ?? '';
    const to = text
      .replace(industry, industry + on('question: founded, isAnswered: true'))
      .replace(founded, founded + on('question: industry, isAnswered: true'));
    const outcome = parse({ file: 'brand-stories.yaml', from: text, to });
    expect(isSourceErrors(outcome) && outcome.map(({ path }) => path)).toEqual(['fields.1.askedIf.question', 'fields.2.askedIf.question']);
  });

  test('a common question depends on common questions only', () => {
    const audience = '  - name: audience\n';
    const outcome = (condition: string) => parse({ file: 'common.yaml', from: audience, to: audience + on(condition) });
    expect(isSourceErrors(outcome('question: tone, isOneOf: [warm]'))).toBe(false);
    const refused = outcome('question: industry, isAnswered: true');
    expect(isSourceErrors(refused) && refused.map(({ file }) => file)).toEqual(['common.yaml']);
  });

  test('a question that determines the quantity is always asked', () => {
    const from = '  - name: text\n';
    const outcome = parse({ file: 'content-checker.yaml', from, to: from + on('question: brandName, isAnswered: true') });
    expect(isSourceErrors(outcome) && outcome.map(({ path }) => path)).toContain('quantityFrom');
  });

  test('an offer that omits a common question: nothing that it asks depends on it', () => {
    const id = '  - id: brand-stories-300\n';
    const asks = parse({ file: 'brand-stories.yaml', from: id, to: `${id}    asks: [language]\n` });
    expect(isSourceErrors(asks)).toBe(false);
    const text = files.find(({ file }) => file === 'brand-stories.yaml')?.text ?? '';
    const to = text.replace(id, `${id}    asks: [language]\n`).replace(industry, industry + on('question: tone, isOneOf: [warm]'));
    const outcome = parse({ file: 'brand-stories.yaml', from: text, to });
    expect(isSourceErrors(outcome) && outcome.map(({ reason }) => reason)).toEqual([
      'fields.1.askedIf.question: "tone" is not asked by the offer brand-stories-300',
    ]);
  });
});

describe('volume prices', () => {
  const id = '  - id: brand-stories-300\n';
  const tier = (from: number, eur: number, more = 'USD: 1, AUD: 1, NOK: 1') =>
    `      - from: ${from}\n        prices: { EUR: ${eur}, ${more} }\n`;
  const withTiers = (tiers: string) => parse({ file: 'brand-stories.yaml', from: id, to: `${id}    tiers:\n${tiers}` });

  test('ascending and cheaper each time: accepted', () =>
    expect(isSourceErrors(withTiers(tier(3, 5_000, 'USD: 2, AUD: 2, NOK: 2') + tier(5, 4_000)))).toBe(false));

  test.each([
    [tier(1, 5_000), /tiers\.0\.from: must be at least 2/],
    [tier(5, 5_000) + tier(5, 4_000), /tiers\.1\.from: is not more than 5/],
    [tier(5, 5_900), /tiers\.0\.prices\.EUR: is not less than the price before/],
    [tier(5, 5_000) + tier(9, 5_100), /tiers\.1\.prices\.EUR: is not less than the price before/],
    [tier(5, 5_000, 'USD: 1, AUD: 1'), /tiers\.0\.prices: has no price in NOK/],
    [tier(5, 0), /tiers\.0\.prices\.EUR: must be at least 1/],
  ])('%s: refused', (tiers, reason) => {
    const outcome = withTiers(tiers);
    expect(isSourceErrors(outcome) && outcome.map((error) => error.reason).join('\n')).toMatch(reason);
  });
});

describe('add-ons', () => {
  const addOn = (more = '', id = 'gift') =>
    `  - { id: ${id}, name: { en: A, es: B, jp: C }, charged: once, prices: { EUR: 1, USD: 1, AUD: 1, NOK: 1 }${more} }\n`;
  const withAddOns = (list: string) => parse({ file: 'brand-stories.yaml', from: '\noffers:\n', to: `\naddOns:\n${list}\noffers:\n` });
  const counted = (more: string) => addOn(more).replace('once', 'counted');

  test('ticked, counted, per unit and of some offers: accepted', () => {
    const list = [addOn(), counted(', maxQuantity: 5').replace('gift', 'copy'), addOn(', offers: [brand-stories-300]', 'rush')].join('');
    expect(validSource(withAddOns(list)).services.find(({ slug }) => slug === 'brand-stories')?.addOns).toHaveLength(3);
  });

  test.each([
    [addOn() + addOn(), /addOns\.1\.id: "gift" is used twice/],
    [addOn('', 'Gift_1'), /addOns\.0\.id: must be small letters/],
    [addOn().replace(', NOK: 1', ''), /addOns\.0\.prices: has no price in NOK/],
    [addOn().replace('EUR: 1', 'EUR: 0'), /addOns\.0\.prices\.EUR: must be at least 1/],
    [addOn().replace('once', 'sometimes'), /addOns\.0\.charged: must be one of/],
    [counted(''), /addOns\.0\.maxQuantity: is needed if it is counted/],
    [addOn(', maxQuantity: 5'), /addOns\.0\.maxQuantity: is only for what is counted/],
    [counted(', maxQuantity: 0'), /addOns\.0\.maxQuantity: must be at least 1/],
    [addOn(', offers: [quick-reads-300]'), /addOns\.0\.offers\.0: "quick-reads-300" is no offer of this service/],
    [addOn(', offers: []'), /addOns\.0\.offers: needs an offer/],
    [addOn().replace(', jp: C', ''), /addOns\.0\.name\.jp/],
  ])('%s: refused', (list, reason) => {
    const outcome = withAddOns(list);
    expect(isSourceErrors(outcome) && outcome.map((error) => error.reason).join('\n')).toMatch(reason);
  });
});
