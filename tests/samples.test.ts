// The samples keep what their services promise: lengths, numbers of pieces, limits of the platforms, and no
// misspelled word.
import { describe, expect, test } from 'vitest';
import { countWords } from '#lib/markdown/word-count.ts';
import type { SamplePart } from '#lib/rendering.ts';
import { contentKind } from '#modules/content/pages.ts';
import { readContent } from '#modules/content/source/pages.ts';
import { defaultShop } from '#platform/paths.ts';
import { checkDelivery } from '../plugins/text-checks/check-delivery.ts';
import { readDemoSource } from '../src/server/demo-source.ts';
import { Platform, samplePlatform, storefrontOfFiles } from './support/owner-files.ts';

const DESCRIPTION_MAX = 160;
const samples = readContent(await contentKind.read(defaultShop)).samples;
const demoStory = (await readDemoSource(defaultShop))?.orders.accepted;
const getStorefront = await storefrontOfFiles();
const locales = [
  ['en', 'en'],
  ['es', 'es'],
  ['jp', 'ja'],
] as const;
type Locale = (typeof locales)[number][0];

type OfKind<Kind extends SamplePart['kind']> = Extract<SamplePart, { kind: Kind }>;
const toParts = <Kind extends SamplePart['kind']>(slug: string, locale: Locale, kind: Kind): OfKind<Kind>[] =>
  (samples[slug]?.[locale].parts ?? []).filter((part): part is OfKind<Kind> => part.kind === kind);
const characters = (text = '') => [...text.trim()].length;

const { services: all, prices } = getStorefront('en', 0);
const services = all.filter(({ state }) => state !== 'archived');
const slugs = services.map(({ slug }) => slug);
const bundles = services.filter(({ kind }) => kind === 'bundle').map(({ slug }) => slug);

/** How many of each service a bundle has: its kits, sets, phrases, thousands of words, or texts. */
function listPieces(bundle: string): Record<string, number> {
  const service = services.find(({ slug }) => slug === bundle);
  const offer = prices.offers.find(({ serviceType }) => serviceType === service?.serviceType);
  const counts: Record<string, number> = {};
  for (const { serviceType, offerId, quantity } of offer?.pieces ?? []) {
    const slug = services.find((each) => each.serviceType === serviceType)?.slug ?? '';
    const isText = slug === 'brand-stories' || slug === 'quick-reads';
    const size = isText ? 1 : Number(/\d+$/.exec(offerId)?.[0] ?? 1);
    counts[slug] = (counts[slug] ?? 0) + size * quantity;
  }
  return counts;
}

test('samples: one for each service', () => {
  expect(Object.keys(samples).toSorted()).toEqual(slugs.toSorted());
});

describe.each(locales)('samples in %s', (locale, language) => {
  const expectShortVersions = (short: string | undefined, shorter: string | undefined) => {
    expect(countWords(short ?? '')).toBeGreaterThanOrEqual(45);
    // A Japanese word is two characters on average.
    expect(locale === 'jp' ? characters(short) : countWords(short ?? '')).toBeLessThanOrEqual(locale === 'jp' ? 110 : 50);
    expect(characters(shorter)).toBeLessThanOrEqual(DESCRIPTION_MAX);
  };

  test('brand story: 300 words, a 50-word and a 160-character version, three headlines', () => {
    const [story, short, shorter] = toParts('brand-stories', locale, 'text');
    expect(countWords(story?.text ?? '')).toBeGreaterThanOrEqual(300);
    expectShortVersions(short?.text, shorter?.text);
    expect(toParts('brand-stories', locale, 'list')[0]?.items).toHaveLength(3);
  });

  test('article: 300 words, titles, a meta description of up to 160 characters, sources', () => {
    const [article, description] = toParts('quick-reads', locale, 'text');
    expect(countWords(article?.text ?? '')).toBeGreaterThanOrEqual(300);
    expect(characters(description?.text)).toBeLessThanOrEqual(DESCRIPTION_MAX);
    expect(toParts('quick-reads', locale, 'list')[0]?.items.length).toBeGreaterThan(1);
    expect(toParts('quick-reads', locale, 'notes')[0]?.rows.length).toBeGreaterThan(0);
  });

  test('slogans: five, each with a reason and its nearness to the given slogans', () => {
    const rows = toParts('catchy-phrases', locale, 'board')[0]?.rows ?? [];
    expect(rows).toHaveLength(5);
    expect(toParts('catchy-phrases', locale, 'table')[0]?.rows.map(([phrase]) => phrase)).toEqual(rows.map(([phrase]) => phrase));
  });

  test.for(slugs)('%s: hashtags keep to the limit of the platform, and each has a reason', (slug) => {
    for (const { rows } of toParts(slug, locale, 'tags')) {
      expect(rows.length).toBeLessThanOrEqual(samplePlatform(Platform.Instagram).hashtags ?? 0);
      expect(new Set(rows.map(([tag]) => tag)).size).toBe(rows.length);
      for (const [tag, reason] of rows) expect([/^#[\p{L}\p{N}]+$/u.test(tag ?? ''), reason]).toEqual([true, expect.any(String)]);
    }
  });

  test('hashtags: one set with a rotation', () => {
    expect(toParts('hashtag-magic', locale, 'tags')).toHaveLength(1);
    expect(toParts('hashtag-magic', locale, 'table')).toHaveLength(1);
  });

  test('post kits: three, with calendar, links and a set-up sheet', () => {
    expect(toParts('social-boosts', locale, 'post')).toHaveLength(3);
    expect(toParts('social-boosts', locale, 'month')[0]?.entries).toHaveLength(3);
    expect(toParts('social-boosts', locale, 'table')).toHaveLength(1);
    const links = toParts('social-boosts', locale, 'list')[0]?.items ?? [];
    expect(links).toHaveLength(3);
    for (const link of links) expect(new URL(link).searchParams.has('utm_campaign')).toBe(true);
  });

  test('checked text: every finding is marked where it stands, and taking all suggestions gives the text after', () => {
    const [change] = toParts('content-checker', locale, 'change');
    const taken = change?.marks.reduce((text, [found = '', suggestion = '']) => text.replace(found, suggestion), change.before);
    expect(change?.marks.length).toBeGreaterThan(1);
    expect(taken).toBe(change?.after);
  });

  test.for(bundles)('%s: the month has exactly the pieces of the bundle', (bundle) => {
    const counts: Record<string, number> = {};
    for (const { service, count = 1 } of toParts(bundle, locale, 'month')[0]?.entries ?? [])
      counts[service] = (counts[service] ?? 0) + count;
    expect(counts).toEqual(listPieces(bundle));
  });

  test.for(bundles)('%s: sets, phrases and articles are all there', (bundle) => {
    const pieces = listPieces(bundle);
    expect(toParts(bundle, locale, 'tags')).toHaveLength(pieces['hashtag-magic'] ?? 0);
    expect(toParts(bundle, locale, 'board').flatMap(({ rows }) => rows)).toHaveLength(pieces['catchy-phrases'] ?? 0);
    const articles = toParts(bundle, locale, 'notes').flatMap(({ rows }) => rows);
    expect(articles).toHaveLength(pieces['quick-reads'] ?? 0);
    for (const [, description] of articles) expect(characters(description)).toBeLessThanOrEqual(DESCRIPTION_MAX);
    if (!pieces['brand-stories']) return;
    const [short, shorter] = toParts(bundle, locale, 'text');
    expectShortVersions(short?.text, shorter?.text);
    expect(toParts(bundle, locale, 'list')[0]?.items).toHaveLength(3);
  });

  test.for(slugs)('%s: the spelling check finds nothing', async (slug) => {
    const written = samples[slug]?.[locale].parts.flatMap((part): readonly string[] => {
      if (part.kind === 'text') return [part.text];
      if (part.kind === 'post') return [part.caption, part.action, part.direction];
      if (part.kind === 'change') return [part.after];
      if (part.kind === 'month') return part.entries.map(({ title }) => title);
      if (part.kind === 'board' || (part.kind === 'notes' && slug !== 'quick-reads')) return part.rows.flat();
      return part.kind === 'list' && slug !== 'social-boosts' ? part.items : [];
    });
    const brief = { ordered: undefined, language, answers: {}, others: [] };
    const report = await checkDelivery((written ?? []).join('\n\n'), brief);
    const found = report.checks.find(({ name }) => name === 'spelling')?.findings ?? [];
    expect(found.filter(({ kind }) => kind === 'spelling').map(({ text }) => text)).toEqual([]);
  });
});

test.for([
  ['first', demoStory?.first ?? ''],
  ['second', demoStory?.second ?? ''],
] as const)('%s delivery of the demo has what Brand Stories promises, and no misspelled word', async ([, text]) => {
  const [story = '', short = '', shorter = '', headlines = ''] = text.split(/^## .*$/m);
  expect(countWords(story)).toBeGreaterThanOrEqual(600);
  expect(countWords(short)).toBeGreaterThanOrEqual(45);
  expect(countWords(short)).toBeLessThanOrEqual(50);
  expect(characters(shorter)).toBeLessThanOrEqual(DESCRIPTION_MAX);
  expect(headlines.match(/^- /gm)).toHaveLength(3);
  const answers = { brandName: 'Loaf & Queue', facts: String(demoStory?.answers.facts) };
  const brief = { ordered: { count: 600, of: 'words' }, language: 'en', answers, others: [] } as const;
  const { checks } = await checkDelivery(text, brief);
  for (const name of ['spelling', 'language', 'leftovers', 'links'] as const) {
    const found = checks.find((check) => check.name === name)?.findings ?? [];
    expect([name, found.filter(({ kind }) => kind !== 'name')]).toEqual([name, []]);
  }
});
