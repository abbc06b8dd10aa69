// The samples keep what their services promise: lengths, numbers of versions, limits of the platforms, and no misspelled word.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shopFolder } from '../src/infra/paths.ts';
import { readSamples } from '../src/infra/shop-source/home-source.ts';
import { countWords } from '../src/lib/markdown/word-count.ts';
import type { SamplePart } from '../src/lib/rendering.ts';
import { checkDelivery } from '../src/modules/fulfilment/checks/check-delivery.ts';
import { platformFor } from '../src/modules/fulfilment/makers/hashtag-magic.ts';

const INSTAGRAM = 2;
const samples = await readSamples(join(shopFolder, 'samples'), []);
const slugs = ['brand-stories', 'catchy-phrases', 'content-checker', 'hashtag-magic', 'quick-reads', 'social-boosts'];
const locales = [
  ['en', 'en'],
  ['es', 'es'],
  ['jp', 'ja'],
] as const;

type OfKind<Kind extends SamplePart['kind']> = Extract<SamplePart, { kind: Kind }>;
const partsOf = <Kind extends SamplePart['kind']>(slug: string, locale: 'en' | 'es' | 'jp', kind: Kind): OfKind<Kind>[] =>
  (samples[slug]?.[locale].parts ?? []).filter((part): part is OfKind<Kind> => part.kind === kind);
const characters = (text = '') => [...text.trim()].length;

test('samples: one for each single service', () => {
  expect(Object.keys(samples)).toEqual(slugs);
});

describe.each(locales)('samples in %s', (locale, language) => {
  test('brand story: 300 words, a 50-word and a 160-character version, three headlines', () => {
    const [story, short, shorter] = partsOf('brand-stories', locale, 'text');
    expect(countWords(story?.text ?? '')).toBeGreaterThanOrEqual(300);
    expect(countWords(short?.text ?? '')).toBeGreaterThanOrEqual(45);
    // A Japanese word is two characters on average.
    expect(locale === 'jp' ? characters(short?.text) : countWords(short?.text ?? '')).toBeLessThanOrEqual(locale === 'jp' ? 110 : 50);
    expect(characters(shorter?.text)).toBeLessThanOrEqual(160);
    expect(partsOf('brand-stories', locale, 'list')[0]?.items).toHaveLength(3);
  });

  test('article: 300 words, titles, a meta description of up to 160 characters, sources', () => {
    const [article, description] = partsOf('quick-reads', locale, 'text');
    expect(countWords(article?.text ?? '')).toBeGreaterThanOrEqual(300);
    expect(characters(description?.text)).toBeLessThanOrEqual(160);
    expect(partsOf('quick-reads', locale, 'list')[0]?.items.length).toBeGreaterThan(1);
    expect(partsOf('quick-reads', locale, 'notes')[0]?.rows.length).toBeGreaterThan(0);
  });

  test('slogans: five, each with a reason and its nearness to the given slogans', () => {
    const rows = partsOf('catchy-phrases', locale, 'notes')[0]?.rows ?? [];
    expect(rows).toHaveLength(5);
    expect(partsOf('catchy-phrases', locale, 'table')[0]?.rows.map(([phrase]) => phrase)).toEqual(rows.map(([phrase]) => phrase));
  });

  test('hashtags: within the limit of the platform, each with a reason, and a rotation', () => {
    const rows = partsOf('hashtag-magic', locale, 'tags')[0]?.rows ?? [];
    expect(rows.length).toBeLessThanOrEqual(platformFor(INSTAGRAM).most);
    for (const [tag, reason] of rows) expect([/^#[\p{L}\p{N}]+$/u.test(tag ?? ''), reason]).toEqual([true, expect.any(String)]);
    expect(partsOf('hashtag-magic', locale, 'table')).toHaveLength(1);
  });

  test('post kits: three, with calendar, links and a set-up sheet', () => {
    expect(partsOf('social-boosts', locale, 'post')).toHaveLength(3);
    expect(partsOf('social-boosts', locale, 'table')).toHaveLength(2);
    for (const link of partsOf('social-boosts', locale, 'list')[0]?.items ?? [])
      expect(new URL(link).searchParams.has('utm_campaign')).toBe(true);
  });

  test.for(slugs)('%s: the spelling check finds nothing', async (slug) => {
    const written = samples[slug]?.[locale].parts.flatMap((part): readonly string[] => {
      if (part.kind === 'text') return [part.text];
      if (part.kind === 'post') return [part.caption, part.action, part.direction];
      if (part.kind === 'change') return [part.after];
      if (part.kind === 'notes' && slug !== 'quick-reads') return part.rows.flat();
      return part.kind === 'list' && slug !== 'social-boosts' ? part.items : [];
    });
    const brief = { serviceType: 1, offerId: 'none', quantity: 1, language, answers: {}, others: [] };
    const report = await checkDelivery((written ?? []).join('\n\n'), brief);
    const found = report.checks.find(({ name }) => name === 'spelling')?.findings ?? [];
    expect(found.filter(({ kind }) => kind === 'spelling').map(({ text }) => text)).toEqual([]);
  });
});
