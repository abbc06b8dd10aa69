// Navigation: pages change without a load, and the cases that need a full load.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { chunkOf, expect, hold, live, ownScripts, test } from '../support/journey.ts';

const mark = () => Object.assign(window, { same: true });
const isSame = () => 'same' in window;

describe('navigation between pages', () => {
  test('link: title, focus, scroll position and announcement follow, and Back restores the position', async ({ page, baseURL }) => {
    await page.goto(baseURL);
    await live(page);
    await page.evaluate(mark);
    await page.evaluate(() => scrollTo(0, 400));
    await page.waitForFunction(() => history.state?.scroll === 400);
    // Not by the mouse, because a click scrolls to its target.
    await page.locator('header').getByRole('link', { name: 'Services' }).first().dispatchEvent('click');
    await expect(page).toHaveTitle(/^Services and prices/);
    await expect(page.locator('main')).toBeFocused();
    await expect(page.locator('#root > p[role=status]')).toHaveText(/^Services and prices/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(`${baseURL}/`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
    expect(await page.evaluate(isSame)).toBe(true);
  });

  test('anchor on another page: scrolled to', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await live(page);
    await page.locator('header').getByRole('link', { name: 'How it works' }).first().click();
    await expect(page).toHaveURL(`${baseURL}/#how`);
    await expect(page.locator('#how')).toBeInViewport();
  });

  test('anchor on a page whose parts load late: shown with its parts, and in view', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await live(page);
    const arrived = Promise.withResolvers<void>();
    let late = 0;
    await page.route('**/assets/*.js', async (route) => {
      late++;
      await arrived.promise;
      await route.continue();
    });
    await page.locator('header').getByRole('link', { name: 'How it works' }).first().click();
    await expect.poll(() => late).toBeGreaterThan(0);
    await expect(page).toHaveURL(`${baseURL}/services`);
    arrived.resolve();
    await expect(page.locator('#how h2')).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'This is what you receive' })).toBeAttached();
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
    await expect(page.locator('#root > p[role=status]')).toHaveText(/^Fanfare/);
    await expect(page).toHaveURL(`${baseURL}/`);
  });
});

/** No request is pending, and the responses are rendered. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
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
    const guard = await hold(page, await chunkOf('src/web/app/session-redirect.ts'));
    await page.goto(`${baseURL}/contact`);
    await live(page);
    await addLink(page, '/cabinet/funds');
    await page.locator('#added').click();
    await guard.asked;
    await page.locator('header').getByRole('link', { name: 'Services' }).first().click();
    await expect(page).toHaveTitle(/^Services and prices/);
    await guard.release((route) => route.continue());
    await settled(page);
    await expect(page).toHaveURL(`${baseURL}/services`);
    await expect(page).toHaveTitle(/^Services and prices/);
  });

  test('slow guard chunk: the progress bar shows', async ({ page, baseURL }) => {
    const guard = await hold(page, await chunkOf('src/web/app/session-redirect.ts'));
    await page.goto(`${baseURL}/contact`);
    await live(page);
    await addLink(page, '/cabinet/funds');
    await page.locator('#added').click();
    const bar = page.locator('#root > [aria-hidden=true][data-busy]');
    await expect(bar).toHaveCount(1);
    await guard.release((route) => route.continue());
    await expect(page).toHaveURL(/\/account\/login\?redirect=/);
    await expect(bar).toHaveCount(0);
  });

  test('menu opened while the page loads: stays open, with the focus in it', async ({ page, baseURL }) => {
    const screen = await hold(page, await chunkOf('src/web/features/catalogue/services/services-page.tsx'));
    await page.goto(`${baseURL}/contact`);
    await live(page);
    await page.locator('header').getByRole('link', { name: 'Services' }).first().click();
    await screen.asked;
    const currency = page.locator('header summary:visible', { hasText: /:EUR$/ });
    await currency.click();
    await screen.release((route) => route.continue());
    await expect(page).toHaveTitle(/^Services and prices/);
    await expect(currency).toBeFocused();
    await expect(page.getByRole('button', { name: /^NOK/ })).toBeVisible();
  });

  test('lazy part fails after its page was left: no reload', async ({ page, baseURL, faults }) => {
    await page.goto(`${baseURL}/account/create-account`);
    await live(page);
    const part = await hold(page, await chunkOf('src/ui/forms/strength-meter.tsx'));
    await page.getByLabel('Password', { exact: true }).fill('twelve loaves');
    await part.asked;
    await page.locator('header').getByRole('link', { name: 'Services' }).first().click();
    await expect(page).toHaveTitle(/^Services and prices/);
    await page.evaluate(mark);
    await part.release((route) => route.abort());
    await settled(page);
    expect(await page.evaluate(isSame)).toBe(true);
    expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
  });
});

describe('full load', () => {
  test('newer build: with the next navigation', async ({ page, baseURL }) => {
    await page.goto(baseURL);
    await live(page);
    await page.evaluate(mark);
    await page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }));
    const told = page.waitForResponse('**/builds/latest.json*');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await told;
    expect(await page.evaluate(isSame)).toBe(true);
    await page.locator('header').getByRole('link', { name: 'Services' }).first().click();
    await expect(page).toHaveTitle(/^Services and prices/);
    expect(await page.evaluate(isSame)).toBe(false);
  });

  test('missing chunk: once', async ({ page, baseURL, faults }) => {
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route(await ownScripts(page, '/services'), (route) => route.abort());
    await page.goto(baseURL);
    await live(page);
    await page.locator('header').getByRole('link', { name: 'Services' }).first().click();
    await expect(page).toHaveTitle(/^Services and prices/);
    // The chunk is still missing: the server-rendered page stays readable without a reload loop.
    await page.locator('html[data-live="0"]').waitFor({ state: 'attached' });
    await expect(page.locator('#brand-stories-name')).toBeVisible();
    expect(documents).toBe(2);
    faults.length = 0;
  });
});

describe('unknown page', () => {
  test('link to it: 404 page with the path as text and a way on', async ({ page, baseURL, faults }) => {
    const answer = await page.goto(`${baseURL}/no%20such/<b>page</b>?x=1`);
    await live(page);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle('Page Not Found');
    await expect(page.getByText('Page not found: /no such/<b>page</b>', { exact: true })).toBeVisible();
    expect(faults.splice(0).every((fault) => fault.includes('404'))).toBe(true);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL(`${baseURL}/`);
  });
});

describe('before hydration', () => {
  const body = `<div id="root" data-entry="/entry.js"><button type="button" id="count">0</button><button popovertarget="pop">Open</button>
    <div id="pop" popover>Opened</div></div>`;

  test('clicks: replayed after hydration', async ({ page, baseURL }) => {
    const html = await (await page.request.get(baseURL)).text();
    const scripts = html.slice(html.indexOf('<template>'), html.indexOf('</body>'));
    await page.route('**/held', (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}${scripts}` }));
    const { promise: wait, resolve: come } = Promise.withResolvers<void>();
    await page.route('**/entry.js', async (route) => {
      await wait;
      const script =
        "const b=document.getElementById('count');b.onclick=()=>{b.textContent=+b.textContent+1};document.dispatchEvent(new Event('live'))";
      await route.fulfill({ contentType: 'text/javascript', body: script });
    });
    await page.goto(`${baseURL}/held`);
    const count = page.locator('#count');
    await count.click();
    await count.click();
    await count.press('Enter');
    await page.getByText('Open', { exact: true }).click();
    await expect(page.getByText('Opened')).toBeVisible();
    await expect(count).toHaveText('0');
    come();
    await expect(count).toHaveText('3');
  });
});
