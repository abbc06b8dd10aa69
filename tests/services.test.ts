// The services page filtered by the server, and its caching.
import { describe } from 'vitest';
import { filterOf } from '../src/web/features/catalogue/services/filter.ts';
import { setBundlePlatforms } from './support/rows/catalogue.ts';
import { expect, shop as openShop, type Shop, test } from './support/shop.ts';

const page = async (shop: Shop, query: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${shop.urls.storefront}/services${query}`, { headers });
  const html = await answer.text();
  const shown = [...html.matchAll(/<article [^>]*id="([^"]+)"/g)].map(([, slug = '']) => slug);
  const found = /<p id="services-found"[^>]*>(.*?)<\/p>/.exec(html)?.[1]?.replace(/<!-- -->/g, '');
  const chosen = [...html.matchAll(/<a class="[^"]*chip[^"]*" href="([^"]+)" aria-current="true"/g)].map(([, address]) => address);
  return { html, shown, found, chosen, etag: answer.headers.get('etag'), status: answer.status };
};

const services = ['social-boosts', 'brand-stories', 'quick-reads', 'catchy-phrases', 'content-checker', 'hashtag-magic'];
const bundles = ['growth-accelerator-bundle', 'brand-expansion-suite', 'authority-builder-pro', 'enterprise-content-lab'];

describe('services page without JavaScript', () => {
  test.for([
    ['', [...services, ...bundles], '10 services'],
    ['?kind=service', services, '6 services'],
    ['?kind=bundle', bundles, '4 bundles'],
    ['?platform=instagram', [...services, ...bundles], '10 services for Instagram'],
    ['?platform=linkedin&kind=bundle', bundles, '4 bundles for LinkedIn'],
    ['?kind=&platform=', [...services, ...bundles], '10 services'],
  ] as const)('filter: /services%s', async ([query, shown, found], { shop }) => {
    const answer = await page(shop, query);
    expect(answer.status).toBe(200);
    expect(answer.shown).toEqual(shown);
    expect(answer.found).toBe(found);
    expect(answer.chosen).toHaveLength(2);
  });

  test.for([
    ['es', '4 paquetes combinados para Instagram'],
    ['jp', 'Instagram：バンドル4件'],
  ])('result count is in the language %s', async ([lang, found], { shop }) => {
    expect((await page(shop, `?kind=bundle&platform=instagram&lang=${lang}`)).found).toBe(found);
  });

  test('bundle lists its parts and their total price', async ({ shop }) => {
    const { html } = await page(shop, '?kind=bundle');
    const suite = /<article [^>]*id="brand-expansion-suite".*?<\/article>/.exec(html)?.[0] ?? '';
    const text = suite.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(text).toMatch(/2 × Quick Reads , 500 words €78.00/);
    expect(text).toMatch(/The parts would cost €225.00/);
    expect(text).toMatch(/€189.00/);
  });
});

describe('services page URL', () => {
  test('unknown filter values give the unfiltered page', async ({ shop }) => {
    const plain = await page(shop, '');
    for (const query of ['?kind=nonsense', '?platform=myspace', '?kind=Bundle', '?kind=bundle&kind=service', '?utm_source=x', '?kind=%00'])
      expect((await page(shop, query)).etag, query).toBe(plain.etag);
  });

  test('order of parameters and unknown parameters do not change the page', async ({ shop }) => {
    const { etag } = await page(shop, '?kind=bundle&platform=x');
    for (const query of ['?platform=x&kind=bundle', '?utm_source=mail&platform=x&kind=bundle&kind2=y'])
      expect((await page(shop, query)).etag, query).toBe(etag);
  });

  test('filtered page has the unfiltered page as canonical URL', async ({ shop }) => {
    const { html } = await page(shop, '?kind=bundle&platform=x');
    expect(html).toContain(`<link rel="canonical" href="${shop.urls.storefront}/services">`);
  });

  test('all filters share one data response', async ({ shop }) => {
    const data = async (query: string) =>
      (await fetch(`${shop.urls.storefront}/data/services?lang=en&currency=0${query}`)).headers.get('etag');
    const plain = await data('');
    for (const query of ['&kind=bundle', '&kind=service&platform=x', '&kind=nonsense']) expect(await data(query)).toBe(plain);
  });

  test('browser and server parse the filter the same way', async ({ shop }) => {
    for (const query of ['?kind=bundle&platform=x', '?kind=bundle&kind=service', '?platform=x+', '?kind=b%75ndle', '?kind[]=bundle']) {
      const { html, chosen } = await page(shop, query);
      const address = /data-data="([^"]+)"/.exec(html)?.[1] ?? '';
      const { platforms } = (await (await fetch(shop.urls.storefront + address.replaceAll('&amp;', '&'))).json()).data;
      const { kind, platform } = filterOf(`/services${query}`, { platforms });
      expect(
        chosen.some((address) => address?.includes(`kind=${kind}`)),
        query,
      ).toBe(kind !== undefined);
      expect(
        chosen.some((address) => address?.includes(`platform=${platform?.key}`)),
        query,
      ).toBe(platform !== undefined);
    }
  });
});

test('services page: service without the platform is left out, and an empty result is explained', async () => {
  await using shop = await openShop();
  await setBundlePlatforms(shop, [5], 'social-boosts');
  await expect.poll(async () => (await page(shop, '?platform=x')).shown).toEqual(services.slice(1));
  const nothing = await page(shop, '?platform=x&kind=bundle');
  expect(nothing.shown).toEqual([]);
  expect(nothing.found).toBe('No bundle for X');
  expect(nothing.html).toContain('No service fits this choice.');
  expect(nothing.html).toMatch(/<a class="[^"]*main[^"]*" href="\/services"/);
});
