// The browser page that the tests of a file share is empty at the start of each test. Each test here checks
// that, then leaves storage, cookies, routes, listeners and settings behind for the next one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe } from 'vitest';
import { expect, test as pageTest } from './support/page.ts';
import { setLocalStorage } from './support/reused-page.ts';

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': request.url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8' });
  response.end('<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><body>');
});
const { promise: origin, resolve: listening } = Promise.withResolvers<string>();
beforeAll(() => void server.listen(0, 'localhost', () => listening(`http://localhost:${(server.address() as AddressInfo).port}`)));
afterAll(() => void server.close());

const test = pageTest.extend('baseURL', { scope: 'file' }, () => origin);

const pages: Page[] = [];
/** The turn whose listener was called last. */
let heard = 0;

/** What a page can see of an earlier test. */
async function traces(page: Page): Promise<unknown> {
  await page.goto('/');
  return page.evaluate(async () => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).length,
    cookies: document.cookie,
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isPrint: matchMedia('print').matches,
    isOnline: navigator.onLine,
    year: new Date().getFullYear(),
    hasScript: 'planted' in window,
    body: document.body.textContent,
  }));
}

const clean = () => ({
  stored: [],
  databases: 0,
  cookies: '',
  width: 1_280,
  isDark: false,
  isPrint: false,
  isOnline: true,
  year: new Date().getFullYear(),
  hasScript: false,
  body: '',
});

describe('reused page', { shuffle: false }, () => {
  // Twice, so that what the first leaves is looked for by the second.
  test.for([1, 2])('nothing of an earlier test is left: %i', async (turn, { page, context }) => {
    expect(await traces(page)).toEqual(clean());
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    await page.goto('/page');
    await expect(page.locator('body')).toHaveText('');
    expect(context.pages()).toEqual([page]);
    pages.push(page);
    if (turn === 2) expect(pages[0]).toBe(page);
    expect(heard).toBe(0);

    await setLocalStorage(context, { token: 'secret' });
    await context.clock.setFixedTime(new Date('2030-01-01'));
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: 'intercepted' }));
    page.on('request', () => {
      heard = turn;
    });
    await page.evaluate(() => {
      sessionStorage.setItem('draft', 'typed');
      addEventListener('beforeunload', (event) => event.preventDefault());
      addEventListener('pagehide', () => sessionStorage.setItem('left', 'late'));
      indexedDB.open('kept');
    });
    await context.addCookies([{ name: 'choice', value: 'yes', url: page.url() }]);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await context.newPage();
    await context.setOffline(true);
  });

  test('script for later pages: the next test gets another page', async ({ page, context }) => {
    await context.addInitScript(() => Object.assign(window, { planted: true }));
    expect(await traces(page)).toMatchObject({ hasScript: true });
    pages.push(page);
  });

  test('script for later pages: is not in the next test', async ({ page }) => {
    expect(await traces(page)).toEqual(clean());
    expect(pages.at(-1)).not.toBe(page);
  });
});
