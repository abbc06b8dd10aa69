// Search engines and sharing: meta tags in every language, sitemap, robots.txt, icons, preview images.
import { createHash } from 'node:crypto';
import { describe } from 'vitest';
import { builtInLocales, locales } from '#lib/locale.ts';
import { Currency, getCurrencyCode } from '#lib/money/money.ts';
import { isInSitemap } from '#site/seo/listing.ts';
import { speculationRules } from '#site/speculation.ts';
import { getPageRow, type PageName, pageNames } from '../src/pages.ts';
import { expect, type Shop, test } from './support/shop.ts';

const open = pageNames.filter((name) => isInSitemap(getPageRow(name)));
const getPath = (name: PageName, service = 'brand-stories'): string => getPageRow(name).path.replace(':id', service);
const each = open.flatMap((name) => builtInLocales.map((locale) => ({ name, locale })));
const HOSTILE = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'" };
const text = (html: string): string => html.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity] ?? entity);

/** Every tag of a kind in the head, as its attributes. */
function tags(html: string, kind: 'meta' | 'link'): Record<string, string>[] {
  const head = html.slice(0, html.indexOf('</head>'));
  return [...head.matchAll(new RegExp(`<${kind} ([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, text(value)])),
  );
}

const meta = (html: string, name: string): string[] =>
  tags(html, 'meta')
    .filter((tag) => tag.name === name || tag.property === name)
    .map(({ content = '' }) => content);
const rel = (html: string, name: string): Record<string, string>[] => tags(html, 'link').filter((tag) => tag.rel === name);

const read = async (address: string, headers: Record<string, string> = {}): Promise<string> => (await fetch(address, { headers })).text();

type Thing = { readonly '@type': string } & Record<string, unknown>;
function structured(html: string): Thing[] {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return json ? (JSON.parse(json) as { '@graph': Thing[] })['@graph'] : [];
}

/** Width and height from the PNG header. */
function pixels(bytes: Buffer): [number, number] {
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const collectBytes = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const getUrl = ({ urls }: Shop, name: PageName): string => urls.storefront + getPath(name);

describe('meta tags of public pages', () => {
  test.for(each)('$name in $locale', async ({ name, locale }, { shop }) => {
    const base = getUrl(shop, name);
    const html = await read(`${base}?lang=${locale}`);
    const title = text(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '');
    const [about = ''] = meta(html, 'description');
    expect(title).not.toBe('');
    expect(about.length).toBeGreaterThan(20);
    expect(html).toContain(`<html lang="${locales[locale].html}">`);
    expect(rel(html, 'canonical').map(({ href }) => href)).toEqual([`${base}?lang=${locale}`]);
    expect(rel(html, 'alternate').map(({ hreflang, href }) => [hreflang, href])).toEqual([
      ...builtInLocales.map((each) => [locales[each].html, `${base}?lang=${each}`]),
      ['x-default', base],
    ]);
    const [picture = ''] = meta(html, 'og:image');
    const expected = {
      'og:type': 'website',
      'og:site_name': 'Fanfare',
      'og:title': title,
      'og:description': about,
      'og:url': `${base}?lang=${locale}`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:locale': locales[locale].intl.replace('-', '_'),
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': about,
      'twitter:image': picture,
      'twitter:image:alt': title,
    };
    for (const [tag, content] of Object.entries(expected)) expect(meta(html, tag), tag).toEqual([content]);
    expect(meta(html, 'og:locale:alternate')).toHaveLength(builtInLocales.length - 1);
    const shown = await fetch(picture);
    const bytes = await collectBytes(shown);
    expect(pixels(bytes)).toEqual([1200, 630]);
    expect(bytes.length).toBeLessThanOrEqual(60_000);
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('home, services, FAQ and contact have a preview image per language', async ({ shop }) => {
    const pictures = new Set<string>();
    for (const name of ['home', 'services', 'faq', 'contact'] as const)
      for (const locale of builtInLocales) pictures.add(meta(await read(`${getUrl(shop, name)}?lang=${locale}`), 'og:image')[0] ?? '');
    expect(pictures.size).toBe(12);
  });

  test('canonical URL has no query, in any language of the visitor', async ({ shop }) => {
    const base = getUrl(shop, 'services');
    for (const headers of [{}, { 'accept-language': 'ja' }, { cookie: 'locale=es' }])
      for (const query of ['', '?utm_source=x', '?lang=xx', '?lang=es&lang=jp'])
        expect(rel(await read(base + query, headers), 'canonical').map(({ href }) => href)).toEqual([base]);
  });

  test('missing page and FAQ search are noindex and have no canonical URL', async ({ shop }) => {
    for (const path of ['/nowhere', '/faq?q=refund', '/services/brand-stories/about?quantity=2']) {
      const html = await read(shop.urls.storefront + path);
      expect(meta(html, 'robots')).toEqual(['noindex']);
      expect(rel(html, 'canonical')).toEqual([]);
      expect(html).not.toContain('ld+json');
    }
  });
});

describe('content security policy allows exactly the inline code of the page and the speculation rules', () => {
  test.for(open)('%s', async (name, { shop }) => {
    const answer = await fetch(getUrl(shop, name));
    const policy = answer.headers.get('content-security-policy') ?? '';
    const html = await answer.text();
    const hash = (inline: string): string => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
    const inlines = (tag: string) => [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, inline = '']) => hash(inline));
    const directive = (of: string) =>
      policy
        .split('; ')
        .find((each) => each.startsWith(`${of} `))
        ?.split(' ')
        .slice(1) ?? [];
    expect(inlines('style')).toHaveLength(1);
    expect(directive('style-src')).toEqual(["'self'", ...inlines('style')]);
    expect(directive('script-src')).toEqual(["'self'", ...inlines('script'), hash(speculationRules)]);
    expect(html.slice(0, html.indexOf('</head>'))).not.toMatch(/rel="(stylesheet|modulepreload)"/);
  });
});

describe('absolute URLs use SHOP_URL, not the Host header', () => {
  test.for([...open.map((name) => getPath(name)), '/sitemap.xml', '/robots.txt'])('%s', async (path, { shop }) => {
    const port = Number(new URL(shop.urls.storefront).port);
    const { request } = await import('node:http');
    const body = await new Promise<string>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers: HOSTILE }, (answer) => {
        answer.toArray().then((chunks) => resolve(Buffer.concat(chunks).toString()), reject);
      })
        .on('error', reject)
        .end();
    });
    expect(body).toContain(shop.urls.storefront);
    expect(body).not.toContain('evil.example');
  });
});

describe('structured data', () => {
  test('home describes the organization without the sample legal name', async ({ shop }) => {
    const [organization, website] = structured(await read(getUrl(shop, 'home')));
    expect(organization).toMatchObject({ '@type': 'Organization', name: 'Fanfare', url: `${shop.urls.storefront}/` });
    expect(Object.keys(organization ?? {})).not.toContain('legalName');
    expect(website).toMatchObject({ '@type': 'WebSite', publisher: { '@id': organization?.['@id'] }, inLanguage: ['en', 'es', 'ja'] });
    expect(pixels(await collectBytes(await fetch(String(organization?.logo))))).toEqual([512, 512]);
  });

  test.for(Object.values(Currency))('services have the prices of the API in currency %i', async (currency, { shop }) => {
    const html = await read(getUrl(shop, 'services'), { cookie: `currency=${currency}` });
    const sold = structured(html).filter((thing) => thing['@type'] === 'Service') as (Thing & {
      offers: { sku: string; price: string; priceCurrency: string; priceSpecification?: { price: string } }[];
    })[];
    const { body } = await shop.call('POST /api/prices', { currency });
    const said = sold.flatMap(({ offers }) => offers).map(({ sku, price, priceCurrency }) => [sku, price, priceCurrency]);
    const expected = body.offers.map(({ id, unitPrice }) => [id, (unitPrice / 100).toFixed(2), getCurrencyCode(currency)]);
    expect(said.sort()).toEqual(expected.sort());
    const monthly = sold.flatMap(({ offers }) => offers).filter(({ priceSpecification }) => priceSpecification);
    expect(monthly.map(({ sku }) => sku).sort()).toEqual(
      body.offers
        .filter(({ interval }) => interval === 'month')
        .map(({ id }) => id)
        .sort(),
    );
    for (const thing of sold) expect(html).toContain(`id="${String(thing.url).split('#')[1]}"`);
  });

  test.for(builtInLocales)('FAQ in %s has every question and its answer without link markup', async (locale, { shop }) => {
    const html = await read(`${getUrl(shop, 'faq')}?lang=${locale}`);
    const page = structured(html).find((thing) => thing['@type'] === 'FAQPage') as Thing & {
      mainEntity: { name: string; url: string; acceptedAnswer: { text: string } }[];
    };
    expect(page.mainEntity.length).toBeGreaterThan(10);
    const shown = text(html.slice(html.indexOf('<main'), html.indexOf('</main>')).replace(/<[^>]*>/g, ''));
    for (const { name, url, acceptedAnswer } of page.mainEntity) {
      expect(shown).toContain(name);
      expect(shown).toContain(acceptedAnswer.text);
      expect(html).toContain(`id="${url.split('#')[1]}"`);
    }
  });

  test.for(['services', 'about', 'faq', 'contact', 'termsAndConditions'] as const)('%s has a breadcrumb', async (name, { shop }) => {
    const trail = structured(await read(getUrl(shop, name))).find((thing) => thing['@type'] === 'BreadcrumbList');
    expect(trail?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Fanfare', item: `${shop.urls.storefront}/` },
      { '@type': 'ListItem', position: 2, name: expect.stringMatching(/\w/), item: getUrl(shop, name) },
    ]);
  });
});

describe('sitemap, robots.txt, manifest and icons', () => {
  test('sitemap lists exactly the public pages in each language, and each answers 200', async ({ shop }) => {
    const xml = await read(`${shop.urls.storefront}/sitemap.xml`);
    const entries = xml.split('<url>').slice(1);
    const listed = entries.map((entry) => /<loc>(.*?)<\/loc>/.exec(entry)?.[1] ?? '');
    const sold = shop.catalogue.current().services.filter(({ state }) => state !== 'archived');
    const services = sold.map(({ slug }) => getPath('about', slug));
    const paths = [...open.map((name) => getPath(name)).filter((path) => !services.includes(path)), ...services];
    const queries = ['', ...builtInLocales.map((locale) => `?lang=${locale}`)];
    const wanted = paths.flatMap((path) => queries.map((query) => shop.urls.storefront + path + query));
    const reference = `${shop.urls.storefront}/developers`; // In English only.
    expect(listed.toSorted()).toEqual([...wanted, reference].toSorted());
    for (const entry of entries.filter((each) => !each.includes(`${reference}<`))) {
      const beside = [...entry.matchAll(/<xhtml:link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"\/>/g)];
      expect(beside.map(([, language]) => language)).toEqual(['en', 'es', 'ja', 'x-default']);
      for (const [, , address = ''] of beside) expect(listed).toContain(address);
    }
    for (const address of listed) {
      const answer = await fetch(address, { redirect: 'manual' });
      expect(answer.status, address).toBe(200);
      expect(rel(await answer.text(), 'canonical')[0]?.href).toBe(address);
    }
    expect(entries.find((entry) => entry.includes('/terms-and-conditions<'))).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  });

  test('robots.txt allows public pages and disallows account, cart and API', async ({ shop }) => {
    const lines = (await read(`${shop.urls.storefront}/robots.txt`)).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['User-agent: *', 'Allow: /', 'Disallow: /cabinet', 'Disallow: /cart', 'Disallow: /api']));
    expect(lines).toContain(`Sitemap: ${shop.urls.storefront}/sitemap.xml`);
  });

  test('manifest icons have the declared sizes', async ({ shop }) => {
    const manifest = (await (await fetch(`${shop.urls.storefront}/manifest.webmanifest`)).json()) as {
      name: string;
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest.name).toBe('Fanfare');
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual(
      ['192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable'].toSorted(),
    );
    for (const { src, sizes } of manifest.icons)
      expect(pixels(await collectBytes(await fetch(new URL(src, shop.urls.storefront)))).join('x')).toBe(sizes);
  });

  test('favicons have the declared types and sizes', async ({ shop }) => {
    const html = await read(shop.urls.storefront);
    expect(rel(html, 'icon').map(({ href }) => href)).toEqual(['/favicon.ico', '/icon.svg']);
    expect(rel(html, 'manifest').map(({ href }) => href)).toEqual(['/manifest.webmanifest']);
    expect(meta(html, 'theme-color')).toEqual([expect.stringMatching(/^#[0-9a-f]{6}$/), expect.stringMatching(/^#[0-9a-f]{6}$/)]);
    const apple = await collectBytes(await fetch(shop.urls.storefront + rel(html, 'apple-touch-icon')[0]?.href));
    expect(pixels(apple)).toEqual([180, 180]);
    const ico = await collectBytes(await fetch(`${shop.urls.storefront}/favicon.ico`));
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 2]);
    for (const [index, size] of [16, 32].entries()) {
      const entry = 6 + 16 * index;
      expect([ico[entry], ico[entry + 1]]).toEqual([size, size]);
      const at = ico.readUInt32LE(entry + 12);
      expect(pixels(ico.subarray(at, at + ico.readUInt32LE(entry + 8)))).toEqual([size, size]);
    }
    const svg = await fetch(`${shop.urls.storefront}/icon.svg`);
    expect(svg.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await svg.text()).toContain('prefers-color-scheme:dark');
  });

  test.for([
    ['/favicon.ico', 'image/x-icon'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ] as const)('%s: any letter case, HEAD, no cookie, 304 when unchanged', async ([path, type], { shop }) => {
    const whole = await fetch(shop.urls.storefront + path, { headers: { 'accept-encoding': 'identity' } });
    const length = (await whole.arrayBuffer()).byteLength;
    expect(length).toBeGreaterThan(50);
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(shop.urls.storefront + path.toUpperCase(), {
        method,
        headers: { 'accept-encoding': 'identity', cookie: 'locale=es' },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
      expect(answer.headers.get('content-length')).toBe(String(length));
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    const known = await fetch(shop.urls.storefront + path, {
      headers: { 'accept-encoding': 'identity', 'if-none-match': whole.headers.get('etag') ?? '' },
    });
    expect(known.status).toBe(304);
  });

  test('missing preview image is a 404 that is not cached', async ({ shop }) => {
    const answer = await fetch(`${shop.urls.storefront}/drawings/home-en-000000000000.png`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
