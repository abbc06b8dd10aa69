// A deploy under open pages: a second build, made from other sources, takes over the port. Who is reading stays where they are, keeps cart and
// half-typed words, still gets the old files, and has the new page with the next navigation.
import { execFile } from 'node:child_process';
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe } from 'vitest';
import { makeLog } from '../../src/infra/log.ts';
import type { Build } from '../../src/infra/web/build.ts';
import { type House, openHouse } from '../../src/server/create-app.ts';
import { expect, live, test } from '../support/journey.ts';
import { shop as openShop, type Shop } from '../support/shop.ts';

const root = join(import.meta.dirname, '../..');
const sources = ['src', 'locales', 'vite.config.ts', 'lingui.config.ts', 'package.json', 'tsconfig.json'];

/** The same pages with another word in them, so that its files have other names. */
async function buildAnother(folder: string): Promise<Build> {
  await Promise.all(sources.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for await (const path of glob('locales/**/en.po', { cwd: folder })) await reword(join(folder, path));
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'error'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: join(folder, 'built') },
  });
  return { id: 'another00000', timestamp: Date.now(), folder: join(folder, 'built') };
}

/** In every catalog that has it: the server and the browser must say the same. */
async function reword(catalog: string): Promise<void> {
  const text = await readFile(catalog, 'utf8');
  await writeFile(catalog, text.replace(/(msgid "Browse services"\nmsgstr ).*/, '$1"Browse the new services"'));
}

let folder: string;
let another: Build;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-build-'));
  another = await buildAnother(folder);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** The old house closes, the new one opens at the same address. */
async function deploy(shop: Shop): Promise<House> {
  await shop.stop();
  const { config, clock } = shop.ground;
  const log = makeLog({ level: 'silent', readable: false });
  return openHouse({ config, connection: shop.connection, clock, log, build: another, refuseEarly: false });
}

/** What the page does every five minutes, it does as well when it is seen again. */
const seenAgain = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }));
const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window);

describe('a deploy', () => {
  test('is taken at the next navigation; cart and half-typed words survive, old files are still served', async ({ context }) => {
    const shop = await openShop();
    let house: House | undefined;
    try {
      const page = await context.newPage();
      await page.goto(`${shop.urls.storefront}/_ui`);
      await live(page);
      await mark(page);
      await page.evaluate(() => localStorage.setItem('orders', '[{"offerId":"quick-reads-300"}]'));
      const field = page.locator('[data-theme-shown=light] input[name=typed]');
      await field.fill('half a sen');
      const oldEntry = await page.locator('#root').getAttribute('data-entry');

      house = await deploy(shop);
      const latest = page.waitForResponse(/\/builds\/latest\.json\?\d+$/);
      await seenAgain(page);
      expect(await (await latest).json()).toMatchObject({ id: 'another00000' });
      expect((await page.request.get(`${house.urls.storefront}${oldEntry}`)).status()).toBe(200);

      // In the middle of a page nothing changes under the reader.
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

      // From here on it is the new build's own page, without another full load.
      await mark(page);
      await page.getByRole('link', { name: 'Browse the new services' }).click();
      await expect(page).toHaveURL(/\/services$/);
      expect(await isMarked(page)).toBe(true);
    } finally {
      await house?.stop();
      await shop.close().catch(() => undefined);
    }
  });

  test('is noticed by the first answer of the new build, before any question about it', async ({ context }) => {
    const shop = await openShop();
    let house: House | undefined;
    try {
      const page = await context.newPage();
      // What a page asks when it comes alive is answered before the deploy.
      const known = page.waitForResponse(/\/builds\/meta\//);
      await page.goto(shop.urls.storefront);
      await Promise.all([live(page), known]);
      await mark(page);
      house = await deploy(shop);
      await page.locator('header summary', { hasText: /:EUR$/ }).click();
      await page.locator('header button[name=currency]:visible', { hasText: 'NOK' }).click();
      await expect(page.getByRole('link', { name: 'Browse the new services' })).toBeVisible();
      await live(page);
      await expect(page.locator('header summary', { hasText: /:NOK$/ })).toBeVisible();
      expect(await isMarked(page)).toBe(false);
    } finally {
      await house?.stop();
      await shop.close().catch(() => undefined);
    }
  });

  test('is asked about every five minutes', async ({ page }) => {
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

describe('the rules of a build', () => {
  const withRules = (page: Page, routeRules: unknown) =>
    page.route('**/builds/meta/*.json', (route) => route.fulfill({ json: { id: 'x', timestamp: 1, routeRules } }));
  const goTo = async (page: Page) => {
    const told = page.waitForResponse('**/builds/meta/*.json');
    await page.goto('/');
    await live(page);
    await told;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
  };

  test('redirect to a page of ours', async ({ page }) => {
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
    ['a page that is not there', { '/services': { redirect: '/no/such-page' } }],
    ['a circle', { '/services': { redirect: '/_ui' }, '/_ui': { redirect: '/services' } }],
    ['a number', { '/services': { redirect: 7 } }],
    ['nothing', { '/services': null }],
    ['a list', ['/services']],
    ['a text', 'redirect everything'],
  ])('that are hostile or broken are ignored: %s', async ([, rules], { page }) => {
    await withRules(page, rules);
    await goTo(page);
    await expect(page).toHaveURL(/\/services$/);
    await expect(page).toHaveTitle('Services and prices — Fanfare');
  });
});
