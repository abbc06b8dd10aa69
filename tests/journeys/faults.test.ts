// What people see when something is not there or fails: a page of ours in words, with a way on, and never a circle of loads.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { describe, inject } from 'vitest';
import { makeLog } from '../../src/infra/log.ts';
import { openHouse } from '../../src/server/create-app.ts';
import { comeIn } from '../support/cart.ts';
import { expect, expectAccessible, live, ownScripts, shoot, test } from '../support/journey.ts';

/** The browser notes every answer that is no success, and every request that was cut off. */
const forget = (faults: string[], pattern: RegExp) => faults.splice(0, faults.length, ...faults.filter((fault) => !pattern.test(fault)));
const services = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' });

describe('a path that is not there', () => {
  test.for([
    ['/no/such-page', 'Page not found: /no/such-page'],
    ['/%E3%81%82', 'Page not found: /あ'],
    ['/<b>bold</b>', 'Page not found: /<b>bold</b>'],
  ] as const)('%s is told as text', async ([path, words], { page, faults }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await live(page);
    await expect(page).toHaveTitle('Page Not Found');
    await expect(page.locator('main')).toContainText(words);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveTitle(/^Fanfare — /);
    forget(faults, /404/);
  });

  test('is not there for an open page either, however it is asked for', async ({ page, faults }) => {
    await page.goto('/');
    await live(page);
    await page.evaluate(() => {
      document.querySelector('main a')?.setAttribute('href', '/no/such-page');
    });
    await page.locator('main a').first().click();
    await expect(page).toHaveTitle('Page Not Found');
    forget(faults, /404/);
  });
});

test('a page that breaks in the browser says why, and leaves the frame', async ({ page, faults }) => {
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
  expect(faults.length).toBeGreaterThan(0);
  forget(faults, /broken on purpose/);
});

test.for([
  ['en', 'Something went wrong on our side. Nothing that you had done before is lost.'],
  ['es', 'Algo ha fallado por nuestra parte.'],
  ['jp', '問題が発生しました'],
] as const)(
  'an error of the script itself is told without its own words in %s',
  async ([locale, words], { page, context, shop, faults }) => {
    await comeIn(shop, context, []);
    await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
    await page.route('**/api/balance/funds', (route) => route.fulfill({ json: {} }));
    await page.goto('/cabinet/funds');
    await live(page);
    await expect(page.locator('main')).toContainText(words);
    await expect(page.locator('main')).not.toContainText('undefined');
    await expect.poll(() => faults.join()).toMatch(/TypeError/);
    forget(faults, /TypeError/);
  },
);

test('a fault of the server is a 500 with the id to quote', async ({ page, shop, faults }) => {
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
  const { config } = shop.ground;
  const house = await openHouse({
    config: { ...config, port: 0, deskPort: 0, sandboxPort: undefined },
    connection: shop.connection,
    log: makeLog({ level: 'silent', readable: false }),
    build: { ...build, folder },
    jobs: false,
  });
  try {
    const answer = await page.goto(`${house.urls.storefront}/services`);
    expect(answer?.status()).toBe(500);
    await live(page);
    await expect(page).toHaveTitle('Internal Server Error');
    await expect(page.locator('main')).toContainText(`please quote ${answer?.headers()['x-request-id']}`);
    await expect(page.locator('body')).not.toContainText('secret');
    await expectAccessible(page);
    await shoot(page, 'shell/fault-500');
    forget(faults, /500/);
  } finally {
    await house.stop();
    await rm(folder, { recursive: true });
  }
});

describe('a file that does not come', () => {
  test('is one full load of the wanted page, which can be read and tried again', async ({ page, faults }) => {
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    await page.goto('/');
    await live(page);
    await page.route(await ownScripts(page, '/services'), (route) => route.abort());
    await services(page).click();
    await page.locator('html[data-live="0"]').waitFor({ state: 'attached' });
    expect(loads).toEqual(['/', '/services']);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const again = page.getByRole('link', { name: 'Load it again' });
    await expect(again).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'shell/stalled');
    await page.unrouteAll();
    await again.click();
    await live(page);
    await expect(again).toBeHidden();
    expect(loads).toEqual(['/', '/services', '/services']);
    forget(faults, /ERR_FAILED|could not be made alive|was not found|dynamically imported|preload/);
  });

  test('twice within ten seconds leaves the page and offers to try again', async ({ page, faults }) => {
    await page.goto('/');
    await live(page);
    await page.evaluate(() => sessionStorage.setItem('reload:/services', String(Date.now())));
    await page.route(await ownScripts(page, '/services'), (route) => route.abort());
    await services(page).click();
    await expect(page.getByRole('alert')).toContainText('This could not be loaded.');
    await expect(page).toHaveTitle(/^Fanfare — /);
    await page.unrouteAll();
    // Long enough ago: a browser that remembers a file as missing gets it by a full load.
    await page.evaluate(() => sessionStorage.setItem('reload:/services', String(Date.now() - 10_000)));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveTitle('Services and prices — Fanfare');
    await live(page);
    forget(faults, /ERR_FAILED|dynamically imported/);
  });

  test('the entry itself: what was pressed is given back, and the page can be tried again', async ({ page, faults }) => {
    await page.route('**/assets/entry.client-*', (route) => route.abort());
    await page.goto('/');
    await page.locator('html[data-live="0"]').waitFor({ state: 'attached' });
    await expect(page.getByRole('link', { name: 'Load it again' })).toBeVisible();
    await services(page).click();
    await expect(page).toHaveURL(/\/services$/);
    // That page does without it too.
    await page.locator('html[data-live="0"]').waitFor({ state: 'attached' });
    forget(faults, /ERR_FAILED/);
  });
});

test('a server that cannot just now does not cost the page that is open', async ({ page, faults }) => {
  await page.goto('/');
  await live(page);
  await page.route('**/data/services?**', (route) => route.fulfill({ status: 503, headers: { 'retry-after': '2' } }));
  await services(page).click();
  await expect(page.getByRole('alert')).toContainText('This could not be loaded.');
  await expect(page).toHaveTitle(/^Fanfare — /);
  await page.unroute('**/data/services?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveTitle('Services and prices — Fanfare');
  forget(faults, /503/);
});
