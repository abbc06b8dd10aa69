// Layout shifts while a document and prices load, on phones and desktops.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe } from 'vitest';
import { test as base, expect } from '../support/journey.ts';
import { arrive, briefForm, items, kits, open, story } from '../support/orders.ts';

const test = base
  .extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } })
  .extend('painted', { scope: 'file' }, true);

/** A tenth of the layout shift that counts as good. */
const FELT = 0.01;

const pages = [
  { path: '/services/social-boosts', lines: [] },
  { path: '/services/content-checker', lines: [] },
  { path: '/cart', lines: [story] },
  { path: '/cart', lines: [story, kits, story, kits, story] },
] as const;

type Shift = PerformanceEntry & { readonly value: number; readonly sources: readonly { readonly node: Node | null }[] };
type Watched = { readonly shifts: { readonly value: number; readonly of: string }[] };

describe.for([390, 1280])('layout shift at %i px', (width) => {
  test.for(pages)('$path with $lines.length cart lines: below the limit', async ({ path, lines }, { page, context, shop }) => {
    await page.setViewportSize({ width, height: 844 });
    await arrive(shop, context, lines);
    await page.addInitScript(() => {
      const watched: Watched = { shifts: [] };
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          watched.shifts.push({ value, of: sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 20)}`).join() });
      }).observe({ type: 'layout-shift', buffered: true });
      Object.assign(globalThis, watched);
    });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    for (const call of ['**/api/prices', '**/api/orders/quote'])
      await page.route(call, async (route) => {
        await held;
        await route.fallback();
      });
    await open(page, path);
    await drawn();
    release();
    await (path === '/cart' ? expect(items(page)).toHaveCount(lines.length) : expect(briefForm(page)).toBeVisible());
    await page.waitForLoadState('networkidle');
    await drawn();
    const shifts = await page.evaluate(() => (globalThis as unknown as Watched).shifts);
    expect(shifts.filter(({ value }) => value > FELT)).toEqual([]);

    function drawn(): Promise<unknown> {
      return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
  });
});

test('document arrives in two parts: nothing is painted before the second', async ({ page, shop }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using proxy = createServer(({ url = '/' }, reply) => void forward(url, reply)).listen(0);
  await once(proxy, 'listening');
  await page.goto(`http://localhost:${(proxy.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
  // A frame cannot be awaited, because none may come: this is the time of thirty.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  release();
  const paint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await expect.poll(paint).toBeGreaterThan(0);
  const arrived = await page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseEnd);
  expect(await paint()).toBeGreaterThanOrEqual(arrived);
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');

  async function forward(url: string, reply: ServerResponse): Promise<void> {
    const answer = await fetch(new URL(url, shop.urls.storefront));
    const body = Buffer.from(await answer.arrayBuffer());
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    if (url !== '/') return void reply.end(body);
    const half = body.indexOf('</h1>');
    reply.write(body.subarray(0, half));
    await released;
    reply.end(body.subarray(half));
  }
});
