// Navigation: links between documents and within the app, and the cases that need a full load.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { expect, findChunk, hold, live, ownScripts, test } from '../support/journey.ts';
import { comeIn } from '../support/orders.ts';

const mark = () => Object.assign(window, { same: true });
const isSame = () => 'same' in window;

describe('navigation between pages', () => {
  test('anchor on another page: scrolled to', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await live(page);
    await page.locator('header').getByRole('link', { name: 'How it works' }).first().click();
    await expect(page).toHaveURL(`${baseURL}/#how`);
    await expect(page.locator('#how')).toBeInViewport();
  });

  test('anchor on the same page: the page stays, and Back restores the position', async ({ page, baseURL }) => {
    await page.goto(baseURL);
    await live(page);
    await page.evaluate(mark);
    await page.locator('header').getByRole('link', { name: 'How it works' }).first().click();
    await expect(page.locator('#how')).toBeInViewport();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(isSame)).toBe(true);
  });

  test('redirect rule of the build: followed', async ({ page, baseURL }) => {
    await page.route('**/builds/meta/*.json', (route) =>
      route.fulfill({ json: { id: 'x', timestamp: 0, routeRules: { '/services': { redirect: '/' } } } }),
    );
    const told = page.waitForResponse('**/builds/meta/*.json');
    await page.goto(baseURL);
    await live(page);
    await told;
    await page.locator('header').getByRole('link', { name: 'Services' }).first().click();
    await expect(page).toHaveURL(`${baseURL}/`);
    await expect(page).toHaveTitle(/^Fanfare/);
  });
});

const accountLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name });

/** No request is pending, and the responses are rendered. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await painted(page);
}

async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Adds a link to a page that the menus do not link to. */
const addLink = (page: Page, to: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, id: 'added', textContent: href });
    document.querySelector('main')?.prepend(link);
  }, to);

describe('navigation with a slow chunk', () => {
  test('guard chunk arrives after a later navigation: the later page stays', async ({ page, baseURL }) => {
    const guard = await hold(page, await findChunk('src/ui/navigation/session-redirect.ts'));
    await page.goto(`${baseURL}/_ui`);
    await live(page);
    await addLink(page, '/cabinet/funds');
    await page.locator('#added').click();
    await guard.asked;
    await page.locator('header').getByRole('link', { name: 'Services' }).first().click();
    await expect(page).toHaveTitle(/^Services and prices/);
    await guard.release((route) => route.continue().catch(() => undefined));
    await settled(page);
    await expect(page).toHaveURL(`${baseURL}/services`);
    await expect(page).toHaveTitle(/^Services and prices/);
  });

  test('slow guard chunk: the progress bar shows', async ({ page, baseURL }) => {
    const guard = await hold(page, await findChunk('src/ui/navigation/session-redirect.ts'));
    await page.goto(`${baseURL}/_ui`);
    await live(page);
    await addLink(page, '/cabinet/funds');
    await page.locator('#added').click();
    const bar = page.locator('main > [aria-hidden=true][data-busy]');
    await expect(bar).toHaveCount(1);
    await guard.release((route) => route.continue());
    await expect(page).toHaveURL(/\/account\/login\?redirect=/);
    await expect(bar).toHaveCount(0);
  });

  test('menu opened while the page loads: stays open, with the focus in it', async ({ page, context, shop }) => {
    await comeIn(shop, context, []);
    const screen = await hold(page, await findChunk('src/account/features/support/support-page.tsx'));
    await page.goto('/cabinet/account-details');
    await live(page);
    await accountLink(page, 'Support').click();
    await screen.asked;
    const currency = page.locator('header summary:visible', { hasText: /:EUR$/ });
    await currency.click();
    await screen.release((route) => route.continue());
    await expect(page).toHaveTitle(/^Support/);
    await expect(currency).toBeFocused();
    await expect(page.getByRole('button', { name: /^NOK/ })).toBeVisible();
  });

  test('lazy part fails after its page was left: no reload', async ({ page, context, shop, pageErrors }) => {
    await comeIn(shop, context, []);
    const part = await hold(page, await findChunk('src/account/features/orders/subscriptions.tsx'));
    await page.goto('/cabinet/order-history');
    await live(page);
    await part.asked;
    await accountLink(page, 'Support').click();
    await expect(page).toHaveTitle(/^Support/);
    await page.evaluate(mark);
    await part.release((route) => route.abort());
    await expect.poll(() => pageErrors.length).toBeGreaterThan(0);
    await painted(page);
    expect(await page.evaluate(isSame)).toBe(true);
    expect(pageErrors.splice(0).every((error) => error.includes('ERR_FAILED'))).toBe(true);
  });
});

describe('full load', () => {
  test('newer build: with the next navigation of the app', async ({ page, context, shop }) => {
    await comeIn(shop, context, []);
    await page.goto('/cabinet/funds');
    await live(page);
    await page.evaluate(mark);
    await page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }));
    const told = page.waitForResponse('**/builds/latest.json*');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await told;
    expect(await page.evaluate(isSame)).toBe(true);
    await accountLink(page, 'Support').click();
    await expect(page).toHaveTitle(/^Support/);
    expect(await page.evaluate(isSame)).toBe(false);
  });

  test('missing chunk: once', async ({ page, context, shop, pageErrors }) => {
    await comeIn(shop, context, []);
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.goto('/cabinet/funds');
    await live(page);
    await page.route(await ownScripts(page, '/cabinet/support', '/cabinet/funds'), (route) => route.abort());
    await accountLink(page, 'Support').click();
    await expect(page).toHaveTitle(/^Support/);
    // The chunk is still missing: the page says so without a reload loop.
    await expect(page.getByRole('heading', { level: 1, name: 'This couldn’t be loaded.' })).toBeVisible();
    expect(documents).toBe(2);
    pageErrors.length = 0;
  });
});

describe('unknown page', () => {
  test('link to it: 404 page with the path as text and a way on', async ({ page, baseURL, pageErrors }) => {
    const answer = await page.goto(`${baseURL}/no%20such/<b>page</b>?x=1`);
    await live(page);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle('Page Not Found');
    await expect(page.getByText('Page not found: /no such/<b>page</b>', { exact: true })).toBeVisible();
    expect(pageErrors.splice(0).every((error) => error.includes('404'))).toBe(true);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL(`${baseURL}/`);
  });
});
