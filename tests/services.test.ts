// The services page filtered by the server, and its caching.
import { describe } from 'vitest';
import { findKindInAddress } from '../src/site/pages/services/filter.ts';
import { setServicePlatforms } from './support/rows/orders.ts';
import { expect, shop as openShop, type Shop, test } from './support/shop.ts';

const page = async (shop: Shop, query: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${shop.urls.storefront}/services${query}`, { headers });
  const html = await answer.text();
  const services = html.split('<details ').filter((part) => !/^[^>]* hidden(=|>)/.test(part));
  const shown = services.flatMap((part) => /<article [^>]*id="([^"]+)"/.exec(part)?.[1] ?? []);
  const found = /<p id="services-found"[^>]*>(.*?)<\/p>/.exec(html)?.[1]?.replace(/<!-- -->/g, '');
  const chosen = [...html.matchAll(/<a class="[^"]+" href="(\/services[^"]*)" aria-current="true"/g)].map(([, address]) => address);
  return { html, shown, found, chosen, etag: answer.headers.get('etag'), status: answer.status };
};

const services = ['social-boosts', 'brand-stories', 'quick-reads', 'catchy-phrases', 'content-checker', 'hashtag-magic'];
const bundles = ['growth-accelerator-bundle', 'brand-expansion-suite', 'authority-builder-pro', 'enterprise-content-lab'];

describe('services page without JavaScript', () => {
  test.for([
    ['', [...services, ...bundles], '10 services'],
    ['?kind=posts', ['social-boosts', 'hashtag-magic'], '2 services'],
    ['?kind=texts', ['brand-stories', 'quick-reads', 'catchy-phrases'], '3 services'],
    ['?kind=checks', ['content-checker'], '1 service'],
    ['?kind=bundle', bundles, '4 bundles'],
    ['?kind=', [...services, ...bundles], '10 services'],
  ] as const)('filter: /services%s', async ([query, shown, found], { shop }) => {
    const answer = await page(shop, query);
    expect(answer.status).toBe(200);
    expect(answer.shown).toEqual(shown);
    expect(answer.found).toBe(found);
    expect(answer.chosen).toHaveLength(1);
  });

  test.for([
    ['es', '4 paquetes'],
    ['jp', 'セット4件'],
  ])('result count is in the language %s', async ([lang, found], { shop }) => {
    expect((await page(shop, `?kind=bundle&lang=${lang}`)).found).toBe(found);
  });

  test('bundle lists its parts and their total price', async ({ shop }) => {
    const { html } = await page(shop, '?kind=bundle');
    const suite = /<article [^>]*id="brand-expansion-suite".*?<\/article>/.exec(html)?.[0] ?? '';
    const text = suite.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(text).toMatch(/2 × Quick Reads , 500 words €78.00/);
    expect(text).toMatch(/Bought one by one: €225.00/);
    expect(text).toMatch(/€189.00/);
  });
});

describe('services page URL', () => {
  test('unknown filter values give the unfiltered page', async ({ shop }) => {
    const plain = await page(shop, '');
    for (const query of ['?kind=nonsense', '?platform=x', '?kind=Bundle', '?kind=bundle&kind=posts', '?utm_source=x', '?kind=%00'])
      expect((await page(shop, query)).etag, query).toBe(plain.etag);
  });

  test('unknown parameters do not change the page', async ({ shop }) => {
    const { etag } = await page(shop, '?kind=bundle');
    expect((await page(shop, '?utm_source=mail&kind=bundle&kind2=y')).etag).toBe(etag);
  });

  test('filtered page has the unfiltered page as canonical URL', async ({ shop }) => {
    const { html } = await page(shop, '?kind=bundle');
    expect(html).toContain(`<link rel="canonical" href="${shop.urls.storefront}/services">`);
  });

  test('all filters share one data response', async ({ shop }) => {
    const data = async (query: string) =>
      (await fetch(`${shop.urls.storefront}/data/services?lang=en&currency=0${query}`)).headers.get('etag');
    const plain = await data('');
    for (const query of ['&kind=bundle', '&kind=posts', '&kind=nonsense']) expect(await data(query)).toBe(plain);
  });

  test('browser and server parse the filter the same way', async ({ shop }) => {
    for (const query of ['?kind=bundle', '?kind=bundle&kind=posts', '?kind=b%75ndle', '?kind[]=bundle']) {
      const { chosen } = await page(shop, query);
      const kind = findKindInAddress(`/services${query}`);
      expect(chosen, query).toEqual([kind ? `/services?kind=${kind}` : '/services']);
    }
  });
});

test('services page: empty result is explained', async () => {
  await using shop = await openShop();
  await setServicePlatforms(shop, [], 'social-boosts', 'hashtag-magic');
  await expect.poll(async () => (await page(shop, '?kind=posts')).shown).toEqual([]);
  const nothing = await page(shop, '?kind=posts');
  expect(nothing.found).toBe('No services');
  expect(nothing.html).toContain('No service fits this choice.');
  expect(nothing.html).toMatch(/href="\/services#services-found"[^>]*>Show all services</);
});
