// Moving about: pages that come without a load, and the moments in which one is needed after all.
import { describe } from 'vitest';
import { expect, live, ownScripts, test } from '../support/journey.ts';

const mark = () => Object.assign(window, { same: true });
const isSame = () => 'same' in window;

describe('from page to page', () => {
  test('title, focus, place and announcement follow, and Back restores the place', async ({ page, baseURL }) => {
    await page.goto(baseURL);
    await live(page);
    await page.evaluate(mark);
    await page.evaluate(() => scrollTo(0, 400));
    await page.waitForFunction(() => history.state?.scroll === 400);
    // Not by the mouse, which would scroll to what it clicks.
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

  test('a place on another page is gone to', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await live(page);
    await page.locator('header').getByRole('link', { name: 'How it works' }).first().click();
    await expect(page).toHaveURL(`${baseURL}/#how`);
    await expect(page.locator('#how')).toBeInViewport();
  });

  test('a place on the same page keeps the page, and Back leads to where one was', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await live(page);
    await page.evaluate(mark);
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Hashtag Magic' }).click();
    await expect(page.locator('#hashtag-magic')).toBeInViewport();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(isSame)).toBe(true);
  });

  test('a redirect of the build is followed', async ({ page, baseURL }) => {
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

describe('a full load', () => {
  test('comes with the next page when a newer build is served', async ({ page, baseURL }) => {
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

  test('comes once when a chunk does not', async ({ page, baseURL, faults }) => {
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route(await ownScripts(page, '/services'), (route) => route.abort());
    await page.goto(baseURL);
    await live(page);
    await page.locator('header').getByRole('link', { name: 'Services' }).first().click();
    await expect(page).toHaveTitle(/^Services and prices/);
    // The chunk is still missing: the server's page stays, can be read, and is not loaded for ever.
    await page.locator('html[data-live="0"]').waitFor({ state: 'attached' });
    await expect(page.locator('#brand-stories')).toBeVisible();
    expect(documents).toBe(2);
    faults.length = 0;
  });
});

describe('a page that is not there', () => {
  test('says so with its path as text, and leads on', async ({ page, baseURL, faults }) => {
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

describe('before the page is alive', () => {
  const body = `<div id="root" data-entry="/entry.js"><button type="button" id="count">0</button><button popovertarget="pop">Open</button>
    <div id="pop" popover>Opened</div></div>`;

  test('clicks are kept and given back', async ({ page, baseURL }) => {
    const html = await (await page.request.get(baseURL)).text();
    const loader = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].at(-1)?.[1] ?? '';
    await page.route('**/held', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}<script>${loader}</script>` }),
    );
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
