// A page behind the log-in asks for each thing once when it is opened, also when the stream of news has begun.
import type { Page, Request } from '@playwright/test';
import { pages } from '../../src/pages.ts';
import { comeIn, open, story } from '../support/cart.ts';
import { test as base, expect } from '../support/journey.ts';
import { funded } from '../support/money.ts';
import { ordered } from '../support/orders.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const EVENTS = '/api/events';
/** Those that follow the news. */
const following: readonly string[] = [pages.orderHistory.path, pages.funds.path, pages.support.path];
const paths = Object.values(pages)
  .filter(({ who }) => who === 'token')
  .map(({ path }) => path.replace(':id', 'brand-stories'));

/** The calls of a page, and those that have no answer yet. */
function callsOf(page: Page) {
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

/** Opens the page, and when it follows the news, waits until it has heard some that it does not care about: what came before them is asked for by then. */
async function openWhole(page: Page, shop: Shop, email: string, path: string): Promise<void> {
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
  await shop.sql(`select pg_notify('live', 'account:' || id || ' drafts') from account where email = $1`, [email]);
  await heard;
}

test.for(paths)('%s asks for each thing once', async (path, { page, context, shop }) => {
  // Without the shop's clock: the age of the page is told by the browser's own.
  const ada = await comeIn(shop, context, [story]);
  await funded(shop, ada, 5_000);
  await ordered(shop, ada);
  const { asked, waiting } = callsOf(page);
  // What was bought a moment ago is asked for again, because the page may have been drawn before that.
  await expect(async () => {
    asked.length = 0;
    await openWhole(page, shop, ada.email, path);
    await expect.poll(() => waiting.size).toBe(0);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((call, index) => asked.indexOf(call) !== index)).toEqual([]);
  }).toPass({ timeout: 30_000 });
});
