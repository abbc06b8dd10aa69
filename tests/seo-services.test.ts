// What a link to a service shows: where it is ordered, behind the log-in, and on its open page.
import { expect, test } from './support/shop.ts';

const content = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const link = (html: string, attributes: string): string | undefined => new RegExp(`<link rel="${attributes}`).exec(html)?.[1];

/** Width from the PNG header. */
async function fetchWidth(address: string): Promise<number> {
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(bytes.length).toBeLessThanOrEqual(60_000);
  return bytes.readUInt32BE(16);
}

test.for([
  ['brand-stories', 'en', 'Brand Stories'],
  ['growth-accelerator-bundle', 'jp', 'グロースアクセラレーター'],
] as const)('service page %s in %s: a preview image and icons of its own, not listed', async ([slug, locale, name], { shop }) => {
  const at = shop.urls.storefront;
  const html = await (await fetch(`${at}/services/${slug}?lang=${locale}`)).text();
  expect(content(html, 'robots')).toBe('noindex');
  expect(content(html, 'og:title')).toContain(name);
  const picture = content(html, 'og:image') ?? '';
  expect(picture).toMatch(new RegExp(`/drawings/${slug}-${locale}-\\w{12}\\.png$`));
  expect(await fetchWidth(picture)).toBe(1200);
  expect(await fetchWidth(at + link(html, 'apple-touch-icon" href="([^"]+)"'))).toBe(180);
  const favicon = link(html, 'icon" href="([^"]+)" type="image/svg') ?? '';
  expect(favicon).toBe(`/icon-${slug}.svg`);
  const icon = await fetch(at + favicon);
  expect(icon.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(await icon.text()).toContain('prefers-color-scheme:dark');
});

test('icon of an unknown service, and a share image with an unknown hash: 404', async ({ shop }) => {
  for (const path of ['/icon-nothing.svg', '/drawings/brand-stories-en-000000000000.png'])
    expect((await fetch(shop.urls.storefront + path)).status).toBe(404);
});

test('open page of a service: listed, with its name, its address and its prices as data', async ({ shop }) => {
  const address = `${shop.urls.storefront}/services/brand-stories/about`;
  const html = await (await fetch(address)).text();
  expect(content(html, 'robots')).toBeUndefined();
  expect(content(html, 'og:image')).toMatch(/\/drawings\/brand-stories-en-\w{12}\.png$/);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const graph = (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'];
  const [, seller, service] = graph;
  expect(service).toMatchObject({ '@type': 'Service', name: 'Brand Stories', url: address, provider: { '@id': seller?.['@id'] } });
  expect(service?.offers).toMatchObject([{ price: '59.00' }, { price: '99.00' }, { price: '139.00' }]);
});
