// HTTP behaviour of pages: caching, encodings, redirects, cookies and errors.

import { describe } from 'vitest';
import { setUnitPrice } from './support/rows/orders.ts';
import { expect, shop as openShop, test } from './support/shop.ts';

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address, { method, headers, redirect: 'manual' });

describe('page', () => {
  test('each encoding has its own ETag, and an unchanged page is a 304', async ({ shop }) => {
    const tags = new Set<string | null>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await get(shop.urls.storefront, { 'accept-encoding': encoding });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toBe('Cookie, Accept-Language, Accept-Encoding');
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
      expect(await answer.text()).toContain('<h1>');
      const etag = answer.headers.get('etag') ?? '';
      tags.add(etag);
      const again = await get(shop.urls.storefront, { 'accept-encoding': encoding, 'if-none-match': etag });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('x-request-id')).toBeTruthy();
    }
    expect(tags.size).toBe(3);
  });

  test('cached page answers repeated requests with the same headers, and each is counted', async ({ shop }) => {
    const headers = { 'accept-encoding': 'gzip', 'accept-language': 'es' };
    const answers = [];
    for (let time = 0; time < 4; time++) answers.push(await get(`${shop.urls.storefront}/services`, headers));
    const heads = answers.map((answer) => [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'));
    expect(heads[0]).toContainEqual(['content-encoding', 'gzip']);
    for (const head of heads) expect(head).toEqual(heads[0]);
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(4);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    const metrics = await (await fetch(`${shop.urls.desk}/metrics`)).text();
    expect(metrics).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/services",status="2xx"\} 4\n/);
  });

  test('HEAD is answered without a body', async ({ shop }) => {
    const answer = await get(`${shop.urls.storefront}/services`, {}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1000);
    expect(await answer.text()).toBe('');
  });

  test('letter case is ignored, and a trailing slash is redirected', async ({ shop }) => {
    expect((await get(`${shop.urls.storefront}/SERVICES`)).status).toBe(200);
    const answer = await get(`${shop.urls.storefront}/services/?a=1`);
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe('/services?a=1');
  });

  test('unknown query does not change the page; lang, cookie and Accept-Language choose the language', async ({ shop }) => {
    const plain = await get(shop.urls.storefront);
    const campaign = await get(`${shop.urls.storefront}/?utm_source=x&q=%00`);
    expect(campaign.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(campaign.headers.get('set-cookie')).toBeNull();
    const chosen = await get(`${shop.urls.storefront}/?lang=jp`, { cookie: 'locale=es', 'accept-language': 'es' });
    expect(chosen.headers.get('set-cookie')).toBe('locale=jp; Max-Age=31536000; Path=/; SameSite=Lax');
    expect(await chosen.text()).toContain('<html lang="ja">');
    expect(await (await get(shop.urls.storefront, { cookie: 'locale=es', 'accept-language': 'ja' })).text()).toContain('<html lang="es">');
    expect(await (await get(shop.urls.storefront, { 'accept-language': 'ja' })).text()).toContain('<html lang="ja">');
  });

  test('language and currency form is accepted only from the same origin', async ({ shop }) => {
    const post = (origin: string | undefined) =>
      fetch(`${shop.urls.storefront}/services?x=1&lang=es`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin ? { origin } : {}) },
        body: 'currency=1&lang=jp',
      });
    const taken = await post(new URL(shop.urls.storefront).origin);
    expect(taken.status).toBe(303);
    expect(taken.headers.get('location')).toBe('/services?x=1');
    expect(taken.headers.getSetCookie()).toEqual([expect.stringMatching(/^locale=jp;/), expect.stringMatching(/^currency=1;/)]);
    for (const origin of ['https://evil.example', 'null', undefined]) expect((await post(origin)).status).toBe(403);
  });

  test('changed price appears without a restart', async () => {
    await using shop = await openShop();
    const price = async () => /from (€\d+)/.exec(await (await get(shop.urls.storefront)).text())?.[1];
    expect(await price()).toBe('€29');
    await setUnitPrice(shop, 'social-boosts-3', 0, 3_100);
    await expect.poll(price).toBe('€31');
  });
});

describe('missing page', () => {
  test('404 page is not cached and shows the path as text', async ({ shop }) => {
    const answer = await get(`${shop.urls.storefront}/nope/%3Cscript%3Ealert(1)%3C%2Fscript%3E`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    const html = await answer.text();
    expect(html).toContain('<title>Page Not Found</title>');
    expect(html).toContain('Page not found: /nope/&lt;script&gt;alert(1)&lt;');
    expect(html).not.toContain('<script>alert');
  });

  test.for([
    ['with an invalid escape', '/%zz'],
    ['of a null byte', '/%00'],
    ['of slashes', '//'],
    ['with encoded parent folders', '/..%2f..%2fetc%2fpasswd'],
    ['of 5,000 characters', `/${'a'.repeat(5000)}`],
  ] as const)('path %s gets the 404 page', async ([, path], { shop }) => {
    const answer = await get(shop.urls.storefront + path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    const html = await answer.text();
    expect(html).toContain('<title>Page Not Found</title>');
    expect(html.replace(/<style>.*?<\/style>/s, '').length).toBeLessThan(20_000);
  });

  test('missing asset is an uncached 404', async ({ shop }) => {
    for (const path of ['/assets/gone-123.js', '/assets/../server/entry.server.js', '/assets/%2e%2e/build.json']) {
      const answer = await get(shop.urls.storefront + path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('files and builds', () => {
  test('asset is cached as immutable, in the best encoding', async ({ shop }) => {
    const html = await (await get(shop.urls.storefront)).text();
    const [file = ''] = html.match(/\/assets\/[^"]+\.js/) ?? [];
    const answer = await get(shop.urls.storefront + file, { 'accept-encoding': 'br' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  });

  test('build id is never cached and matches the page', async ({ shop }) => {
    const latest = await get(`${shop.urls.storefront}/builds/latest.json?${Date.now()}`);
    expect(latest.headers.get('cache-control')).toBe('no-store');
    const { id, timestamp } = (await latest.json()) as { id: string; timestamp: number };
    expect(timestamp).toBeTypeOf('number');
    const meta = (await (await get(`${shop.urls.storefront}/builds/meta/${id}.json`)).json()) as { id: string; routeRules: object };
    expect(meta).toMatchObject({ id, timestamp, routeRules: { '/': { prerender: true } } });
    expect((await get(`${shop.urls.storefront}/builds/meta/other.json`)).status).toBe(404);
    expect(await (await get(shop.urls.storefront)).text()).toContain(`data-build="${id}"`);
  });
});
