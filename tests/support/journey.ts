// A browser with a shop of its own, for tests of the storefront's pages.
//
//   import { expect, test } from '../support/journey.ts';
//   test('the home page sells', async ({ page, shop }) => {
//     await page.goto('/');
//     await live(page);
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { inject } from 'vitest';
import type { Locale } from '#lib/locale.ts';
import { atRest, expect as expectPage, test as pageTest } from './page.ts';
import { type ShopOptions, shopFixture } from './shop.ts';

export { expect, expectAccessible, expectNoSidewaysScroll, shoot } from './page.ts';

export const test = pageTest
  .extend('shopOptions', { scope: 'file' }, {} as ShopOptions)
  .extend('shop', { scope: 'file' }, shopFixture)
  .extend('baseURL', { scope: 'file' }, ({ shop }) => shop.urls.storefront);

/** Waits until the script of the page has run. */
export async function live(page: Page): Promise<void> {
  await page.locator('html[data-live="1"]').waitFor({ state: 'attached' });
}

/** Waits for the script of a form, which loads when a field has the focus. */
export async function formReady(page: Page): Promise<void> {
  await page.locator('main form[data-live]').waitFor({ state: 'attached' });
}

type Look = { readonly width: number; readonly colorScheme: 'light' | 'dark' };

/**
 * The looks of an accessibility check: phones in the dark and desktops in the light; in the full run all
 * four.
 */
export const looks: readonly Look[] = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  ...(process.env.FULL
    ? ([
        { width: 390, colorScheme: 'light' },
        { width: 1280, colorScheme: 'dark' },
      ] as const)
    : []),
];

/**
 * English has every look. In the ordinary run Spanish has the first one only and Japanese the last: texts and
 * fonts differ, colours do not.
 */
export function looksIn(locale: Locale): readonly Look[] {
  if (process.env.FULL || locale === 'en') return looks;
  return locale === 'es' ? looks.slice(0, 1) : looks.slice(-1);
}

/** Changes width or theme of an open page and waits for its transitions. */
export async function look(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(atRest);
}

/** Waits until the closed element is removed, because only then it can be opened again. */
export async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expectPage(page.locator('dialog[open]')).toHaveCount(0);
}

/** Matches the scripts that `path` loads and `other` does not, so that a test can block them. */
export async function ownScripts(page: Page, path: string, other = '/'): Promise<(url: URL) => boolean> {
  const listScripts = async (of: string): Promise<string[]> =>
    (await (await page.request.get(of)).text()).match(/\/assets\/[\w.-]+\.js/g) ?? [];
  const all = await listScripts(path);
  // Requests the other page last, so that the browser's storage has its state.
  const shared = await listScripts(other);
  const own = all.filter((file) => !shared.includes(file));
  expectPage(own).not.toEqual([]);
  return ({ pathname }) => own.includes(pathname);
}

/** Matches the built file of a lazily loaded source. */
export async function findChunk(source: string): Promise<(url: URL) => boolean> {
  const manifest = await readFile(join(inject('build').folder, 'client/.vite/manifest.json'), 'utf8');
  const file = (JSON.parse(manifest) as Readonly<Record<string, { readonly file: string }>>)[source]?.file;
  if (!file) throw new Error(`${source} has no file of its own in this build`);
  return ({ pathname }) => pathname === `/${file}`;
}

type Held = { readonly asked: Promise<void>; readonly release: (answer: (route: Route) => Promise<void>) => Promise<void> };

/** Delays requests to an address until they are released. */
export async function hold(page: Page, url: (url: URL) => boolean): Promise<Held> {
  const asked = Promise.withResolvers<void>();
  const waiting: Route[] = [];
  let answerNow: ((route: Route) => Promise<void>) | undefined;
  await page.route(url, async (route) => {
    asked.resolve();
    if (answerNow) await answerNow(route);
    else waiting.push(route);
  });
  return {
    asked: asked.promise,
    release: async (answer) => {
      answerNow = answer;
      await Promise.all(waiting.splice(0).map(answer));
    },
  };
}
