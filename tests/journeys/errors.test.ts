// Error pages: an unknown path, a failing page, file or server shows a page with a way on and never a reload
// loop.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Route } from '@playwright/test';
import { describe, inject } from 'vitest';
import { makeLog } from '#platform/logging/log.ts';
import { createApp } from '../../src/app.ts';
import { expect, expectAccessible, live, ownScripts, shoot, test } from '../support/journey.ts';
import { arriveToOrder, comeIn, openService } from '../support/orders.ts';

/** Chromium logs each error response and each aborted request. */
const forget = (pageErrors: string[], pattern: RegExp) =>
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !pattern.test(error)));
const services = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' });

describe('unknown path', () => {
  test.for([
    ['/no/such-page', 'Page not found: /no/such-page'],
    // Its page would ask for a log-in, but there is none.
    ['/services/nope', 'Page not found: /services/nope'],
    ['/%E3%81%82', 'Page not found: /あ'],
    ['/<b>bold</b>', 'Page not found: /<b>bold</b>'],
  ] as const)('%s: 404 page with the path as text', async ([path, words], { page, pageErrors }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await live(page);
    await expect(page).toHaveTitle('Page Not Found');
    await expect(page.locator('main')).toContainText(words);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveTitle(/^Fanfare — /);
    forget(pageErrors, /404/);
  });

  test('link on an open page: 404 page', async ({ page, pageErrors }) => {
    await page.goto('/');
    await live(page);
    await page.evaluate(() => {
      document.querySelector('main a')?.setAttribute('href', '/no/such-page');
    });
    await page.locator('main a').first().click();
    await expect(page).toHaveTitle('Page Not Found');
    forget(pageErrors, /404/);
  });
});

test('page that fails in the browser: shows the error and keeps header and footer', async ({ page, pageErrors }) => {
  await page.goto('/_ui');
  await live(page);
  await page.getByRole('button', { name: 'Break this page' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internal Server Error');
  await expect(page).toHaveTitle('Internal Server Error');
  await expect(page.locator('main')).toContainText('This page was broken on purpose.');
  await expectAccessible(page);
  await services(page).click();
  await expect(page).toHaveTitle('Services and prices — Fanfare');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Internal Server Error');
  expect(pageErrors.length).toBeGreaterThan(0);
  forget(pageErrors, /broken on purpose/);
});

test.for([
  ['en', 'Something went wrong on our side. Your cart and your orders are safe.'],
  ['es', 'Algo ha fallado por nuestra parte.'],
  ['jp', '当店側で問題が起きました。カートとご注文はそのままです。'],
] as const)(
  'error in a script, in %s: a general message without its text',
  async ([locale, words], { page, context, shop, pageErrors }) => {
    await comeIn(shop, context, []);
    await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
    await page.route('**/api/balance/funds', (route) => route.fulfill({ json: {} }));
    await page.goto('/cabinet/funds');
    await live(page);
    await expect(page.locator('main')).toContainText(words);
    await expect(page.locator('main')).not.toContainText('undefined');
    await expect.poll(() => pageErrors.join()).toMatch(/TypeError/);
    forget(pageErrors, /TypeError/);
  },
);

test('error of the server: 500 page with the request id', async ({ page, shop, pageErrors }) => {
  const build = inject('build');
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-broken-'));
  await mkdir(join(folder, 'server'));
  for (const part of ['client', 'desk']) await symlink(join(build.folder, part), join(folder, part));
  const whole = pathToFileURL(join(build.folder, 'server/entry.server.js')).href;
  await writeFile(
    join(folder, 'server/entry.server.js'),
    `import { renderer as whole } from ${JSON.stringify(whole)};
     const render = (ask) => { if (ask.screen === 'services') throw new Error('the secret inside'); return whole.render(ask); };
     export const renderer = { ...whole, render };`,
  );
  const { config } = shop.ctx;
  const app = await createApp({
    config: { ...config, port: 0, deskPort: 0, sandboxPort: undefined },
    connection: shop.connection,
    log: makeLog({ level: 'silent', readable: false }),
    build: { ...build, folder },
    jobs: false,
  });
  try {
    const answer = await page.goto(`${app.urls.storefront}/services`);
    expect(answer?.status()).toBe(500);
    await live(page);
    await expect(page).toHaveTitle('Internal Server Error');
    await expect(page.locator('main')).toContainText(`please quote ${answer?.headers()['x-request-id']}`);
    await expect(page.locator('body')).not.toContainText('secret');
    await expectAccessible(page);
    await shoot(page, 'shell/fault-500');
    // The page may ask for the rules of its build while the app stops.
    forget(pageErrors, /500|builds\/meta/);
  } finally {
    await app.stop();
    await rm(folder, { recursive: true });
  }
});

describe('script file that fails to load', () => {
  const support = (page: Page) => page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Support' });

  test('first failure: one full load of the target page, which is readable and offers a retry', async ({
    page,
    context,
    shop,
    pageErrors,
  }) => {
    await comeIn(shop, context, []);
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    await page.goto('/cabinet/funds');
    await live(page);
    await page.route(await ownScripts(page, '/cabinet/support', '/cabinet/funds'), (route) => route.abort());
    await support(page).click();
    await expect.poll(() => loads).toEqual(['/cabinet/funds', '/cabinet/support']);
    await live(page);
    await expect(page.getByRole('heading', { level: 1, name: 'This couldn’t be loaded.' })).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again' });
    await expectAccessible(page);
    await shoot(page, 'shell/stalled');
    await page.unrouteAll();
    await again.click();
    await live(page);
    await expect(again).toBeHidden();
    expect(loads).toEqual(['/cabinet/funds', '/cabinet/support', '/cabinet/support']);
    forget(pageErrors, /ERR_FAILED|NoData/);
  });

  test('second failure within ten seconds: no reload, and the page offers a retry', async ({ page, context, shop, pageErrors }) => {
    await comeIn(shop, context, []);
    await page.goto('/cabinet/funds');
    await live(page);
    await page.route(await ownScripts(page, '/cabinet/support', '/cabinet/funds'), (route) => route.abort());
    await page.evaluate(() => {
      sessionStorage.setItem('reload:/cabinet/support', String(Date.now()));
      Object.assign(window, { isSame: true });
    });
    await support(page).click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'This couldn’t be loaded.' })).toBeVisible();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
    await live(page);
    forget(pageErrors, /ERR_FAILED|NoData/);
  });

  // Firefox fails what still loads when a page is left, and Chromium does not.
  test('part of a page that is left: the next page opens', async ({ page, context, shop, pageErrors }) => {
    await arriveToOrder(shop, context);
    for (const slug of ['brand-stories', 'hashtag-magic', 'content-checker', 'quick-reads', 'brand-stories', 'hashtag-magic'])
      await openService(page, `/services/${slug}`);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('reload:')))).toEqual([]);
    forget(pageErrors, /dynamically imported/);
  });

  test('entry file: clicks work without script, and the page offers a retry', async ({ page, pageErrors }) => {
    await page.route('**/assets/page-*', (route) => route.abort());
    await page.goto('/_ui');
    await page.locator('html[data-live="0"]').waitFor({ state: 'attached' });
    await expect(page.getByRole('link', { name: 'Reload' })).toBeVisible();
    await services(page).click();
    await expect(page).toHaveURL(/\/services$/);
    // A document works without its script.
    await page.locator('summary:has(#quick-reads-name)').click();
    await page.getByRole('link', { name: 'Order Quick Reads' }).click();
    await expect(page).toHaveURL(/\/services\/quick-reads$/);
    forget(pageErrors, /ERR_FAILED/);
  });
});

test('server unavailable: the page says so and offers a retry', async ({ page, context, shop, pageErrors }) => {
  await comeIn(shop, context, []);
  await page.goto('/cabinet/funds');
  await live(page);
  let isDown = true;
  const answer = (route: Route) => (isDown ? route.fulfill({ status: 503, headers: { 'retry-after': '2' } }) : route.continue());
  await page.route('**/data/services/quick-reads?**', answer);
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('a'), { id: 'added', href: '/services/quick-reads', textContent: 'Added' })),
  );
  await page.locator('#added').click();
  await expect(page.getByRole('heading', { level: 1, name: 'This couldn’t be loaded.' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  // The route stays: to remove it while the page's script loads would lose that response.
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveTitle(/^Quick Reads/);
  forget(pageErrors, /503/);
});
