// The files of the sample shops: what the parsers do not check, because an owner may decide otherwise.
import { describe, expect, test } from 'vitest';
import { builtInLocales } from '#lib/locale.ts';
import { readCatalogueFiles } from '#modules/catalogue/source/files.ts';
import { readShopTexts } from '#modules/content/source/shop-texts.ts';
import { readDemoSource } from '../../src/server/demo-source.ts';
import { samplesFolder } from '../support/sample-shop.ts';

describe.each(['bureau', 'studio'])('files of %s', (name) => {
  const folder = `${samplesFolder}/${name}`;
  const files = () => readCatalogueFiles(`${folder}/catalogue`);
  const catalogue = async () => (await files()).source.services;

  test('bundles: cost less than their pieces in every currency', async () => {
    const { source, currencies } = await files();
    const { services } = source;
    const offers = new Map(services.flatMap((service) => service.offers.map((offer) => [offer.id, offer])));
    for (const { slug, offers: own } of services.filter(({ kind }) => kind === 'bundle'))
      for (const { prices, pieces } of own)
        for (const code of currencies) {
          const parts = pieces.reduce((total, piece) => total + (offers.get(piece.offer)?.prices[code] ?? Number.NaN) * piece.quantity, 0);
          expect(prices[code], `${slug} in ${code}`).toBeLessThan(parts);
        }
  });

  test('samples, home page and demo: name services and offers that are sold', async () => {
    const services = await catalogue();
    const slugs = services.map(({ slug }) => slug);
    const { samples, home } = await readShopTexts(folder, { shopUrl: 'http://localhost' });
    expect(Object.keys(samples).filter((slug) => !slugs.includes(slug))).toEqual([]);
    const shown = home.blocks.flatMap((block) => (block.kind === 'samples' ? block.services : []));
    expect(shown.filter((slug) => !Object.hasOwn(samples, slug))).toEqual([]);
    const entries = Object.values(samples).flatMap((sample) =>
      builtInLocales.flatMap((locale) => sample[locale].parts.flatMap((part) => (part.kind === 'month' ? part.entries : []))),
    );
    expect(entries.map(({ service }) => service).filter((slug) => !slugs.includes(slug))).toEqual([]);
    const offers = services.flatMap((service) => service.offers.map(({ id }) => id));
    const ordered = Object.values((await readDemoSource(folder))?.orders ?? {}).flatMap((order) => (order ? [order.offer] : []));
    expect(ordered.length).toBeGreaterThan(3);
    expect(ordered.filter((id) => !offers.includes(id))).toEqual([]);
  });

  test('company: is a sample, and no address can belong to anybody', async () => {
    const { brand, company } = await readShopTexts(folder, { shopUrl: 'http://localhost' });
    expect(company.sample).toBe(true);
    for (const address of [brand.supportEmail, brand.mailFrom, company.email]) expect(address).toMatch(/\.example>?$/);
  });
});
