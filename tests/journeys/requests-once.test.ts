// A page of the account area sends each request once when it opens, also after live updates have started.

import type { Page, Request } from '@playwright/test';
import { pages } from '../../src/pages.ts';
import { test as base, expect } from '../support/journey.ts';
import { funded } from '../support/money.ts';
import { comeIn, open, ordered, story } from '../support/orders.ts';
import { notifyDrafts } from '../support/rows/database.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const EVENTS = '/api/events';
/** Pages with live updates. */
const following: readonly string[] = [pages.orderHistory.path, pages.funds.path, pages.support.path];
const paths = Object.values(pages)
  .filter(({ who }) => who === 'token')
  .map(({ path }) => path.replace(':id', 'brand-stories').replace(':number', 'F-00000000'));

/** The API calls of a page, and those still pending. */
function watchCalls(page: Page) {
  const asked: string[] = [];
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === EVENTS) return;
    asked.push(`${request.method()} ${pathname}${search}`);
    waiting.add(request);
  });
  page.on('requestfinished', (request) => void waiting.delete(request));
  page.on('requestfailed', (request) => void waiting.delete(request));
  return { asked, waiting };
}

/**
 * Opens the page. With live updates it waits for an irrelevant one, so that requests caused by earlier ones
 * were sent.
 */
async function openDetails(page: Page, shop: Shop, email: string, path: string): Promise<void> {
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === EVENTS);
  if (!following.includes(path)) stream.catch(() => undefined);
  await open(page, path);
  await expect(page.locator('main [inert]')).toHaveCount(0);
  if (!following.includes(path)) return;
  await stream;
  const heard = page.evaluate(() => {
    const [session = ''] = (localStorage.getItem('sessionTurn') ?? '').split(' ');
    const { promise, resolve } = Promise.withResolvers<void>();
    new BroadcastChannel(`live ${session}`).onmessage = ({ data }) => data.includes('drafts') && resolve();
    return promise;
  });
  await page.evaluate(() => undefined);
  await notifyDrafts(shop, email);
  await heard;
}

test.for(paths)('%s: each request is sent once', async (path, { page, context, shop }) => {
  // No fake clock, because the browser's own clock decides the age of the page.
  const ada = await comeIn(shop, context, [story]);
  await funded(shop, ada, 5_000);
  await ordered(shop, ada);
  const { asked, waiting } = watchCalls(page);
  // A purchase in the last moments is requested again, because the page may have been rendered before it.
  await expect(async () => {
    asked.length = 0;
    await openDetails(page, shop, ada.email, path);
    await expect.poll(() => waiting.size).toBe(0);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((call, index) => asked.indexOf(call) !== index)).toEqual([]);
  }).toPass();
});
