// A deploy under open pages: a second build takes over the port. Open pages keep the cart, typed text and old
// files until the next navigation.
import { cp, glob, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { makeLog } from '#platform/logging/log.ts';
import type { Build } from '#site/builds/build.ts';
import { createApp, type ShopApp } from '../../src/app.ts';
import { expect, live, test } from '../support/journey.ts';
import { shop as openShop, type Shop } from '../support/shop.ts';

/**
 * The pages of the build with one changed message and other file names. To build them again would take 40 s
 * of the processor.
 */
async function makeAnother(build: Build, folder: string): Promise<Build> {
  await cp(build.folder, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = join(folder, 'client/assets');
  const names = new Map((await readdir(assets)).map((name) => [name, name.replace(/\.(?=\w+$)/, '-new.')]));
  for await (const path of glob('{client/{.vite,assets},server/assets}/*.{js,css,json}', { cwd: folder })) {
    const text = await readFile(join(folder, path), 'utf8');
    const renamed = path.startsWith('client') ? text.replaceAll(/[\w.-]+\.\w+/g, (name) => names.get(name) ?? name) : text;
    // In both, because server and browser must render the same.
    await writeFile(join(folder, path), renamed.replaceAll('Browse services', 'Browse the new services'));
  }
  for (const [old, name] of names) await rename(join(assets, old), join(assets, name));
  return { id: 'another00000', timestamp: Date.now(), folder };
}

let folder: string;
let another: Build;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-build-'));
  another = await makeAnother(inject('build'), join(folder, 'built'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Replaces the old server with a new one on the same port. */
async function deploy(shop: Shop): Promise<ShopApp> {
  await shop.stop();
  const { config, clock } = shop.ctx;
  const log = makeLog({ level: 'silent', readable: false });
  return createApp({ config, connection: shop.connection, clock, log, build: another, refuseEarly: false });
}

/** Triggers the check that also runs every five minutes. */
const becomeVisible = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }));
const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window);

describe('deploy', () => {
  test('open page: the new build comes with the next navigation, cart and typed text stay, old files are still served', async ({
    context,
  }) => {
    const shop = await openShop();
    let newer: ShopApp | undefined;
    try {
      const page = await context.newPage();
      await page.goto(`${shop.urls.storefront}/_ui`);
      await live(page);
      await mark(page);
      await page.evaluate(() => localStorage.setItem('orders', '[{"offerId":"quick-reads-300"}]'));
      const field = page.locator('[data-theme-shown=light] input[name=typed]');
      await field.fill('half a sen');
      const oldEntry = await page.locator('script[type=module]').first().getAttribute('src');

      newer = await deploy(shop);
      const latest = page.waitForResponse(/\/builds\/latest\.json\?\d+$/);
      await becomeVisible(page);
      expect(await (await latest).json()).toMatchObject({ id: 'another00000' });
      expect((await page.request.get(`${newer.urls.storefront}${oldEntry}`)).status()).toBe(200);

      // Nothing changes on the open page.
      await expect(field).toHaveValue('half a sen');
      await field.pressSequentially('tence');
      await expect(page.locator('[data-theme-shown=light] [data-specimen=Fields] output')).toHaveText('half a sentence');
      expect(await isMarked(page)).toBe(true);

      await page.getByRole('link', { name: 'Fanfare' }).first().click();
      await expect(page.getByRole('link', { name: 'Browse the new services' })).toBeVisible();
      await live(page);
      expect(await isMarked(page)).toBe(false);
      expect(await page.locator('#root').getAttribute('data-build')).toBe('another00000');
      expect(await page.evaluate(() => localStorage.getItem('orders'))).toContain('quick-reads-300');
    } finally {
      await newer?.stop();
      await shop.close().catch(() => undefined);
    }
  });

  test('first response of the new build: the app notices the deploy without a poll', async ({ context }) => {
    const shop = await openShop();
    let newer: ShopApp | undefined;
    try {
      const page = await context.newPage();
      // The requests at hydration are answered before the deploy.
      const known = page.waitForResponse(/\/builds\/meta\//);
      await page.goto(`${shop.urls.storefront}/_ui`);
      await Promise.all([live(page), known]);
      await mark(page);
      newer = await deploy(shop);
      await page.locator('header summary', { hasText: /:EUR$/ }).click();
      await page.locator('header button[name=currency]:visible', { hasText: 'NOK' }).click();
      await expect(page.locator('#root')).toHaveAttribute('data-build', 'another00000');
      await live(page);
      expect(await isMarked(page)).toBe(false);
      await expect(page.locator('header summary', { hasText: /:NOK$/ })).toBeVisible();
    } finally {
      await newer?.stop();
      await shop.close().catch(() => undefined);
    }
  });

  test('open page: polls for a new build every five minutes', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await live(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/builds/latest.json?')) asked.push(request.url());
    });
    await page.clock.fastForward('04:30');
    expect(asked).toHaveLength(0);
    await page.clock.fastForward('00:30');
    await expect.poll(() => asked.length).toBe(1);
  });
});

describe('redirect rules of a build', () => {
  const withRules = (page: Page, routeRules: unknown) =>
    page.route('**/builds/meta/*.json', (route) => route.fulfill({ json: { id: 'x', timestamp: 1, routeRules } }));
  const goTo = async (page: Page) => {
    const told = page.waitForResponse('**/builds/meta/*.json');
    await page.goto('/');
    await live(page);
    await told;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
  };

  test('page of the shop: redirected', async ({ page }) => {
    await withRules(page, { '/services': { redirect: '/_ui' } });
    await goTo(page);
    await expect(page).toHaveURL(/\/_ui$/);
  });

  test.for<[string, unknown]>([
    ['another origin', { '/services': { redirect: 'https://evil.example/' } }],
    ['another host without a scheme', { '/services': { redirect: '//evil.example/' } }],
    ['a backslash', { '/services': { redirect: '/\\evil.example/' } }],
    ['a tab', { '/services': { redirect: '/\t/evil.example/' } }],
    ['a script', { '/services': { redirect: 'javascript:alert(1)' } }],
    ['an unknown page', { '/services': { redirect: '/no/such-page' } }],
    ['a redirect loop', { '/services': { redirect: '/_ui' }, '/_ui': { redirect: '/services' } }],
    ['a number', { '/services': { redirect: 7 } }],
    ['nothing', { '/services': null }],
    ['a list', ['/services']],
    ['a string', 'redirect everything'],
  ])('hostile or invalid rule, %s: ignored', async ([, rules], { page }) => {
    await withRules(page, rules);
    await goTo(page);
    await expect(page).toHaveURL(/\/services$/);
    await expect(page).toHaveTitle('Services and prices — Fanfare');
  });
});
