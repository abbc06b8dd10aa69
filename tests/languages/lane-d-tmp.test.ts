import { join } from 'node:path';
import { languagesShop } from '../support/languages-shop.ts';
import { test as base, expect, live, look } from '../support/journey.ts';
import { buyer, order, priceOf, placed } from '../support/money.ts';
import { afterAll } from 'vitest';
import { mkdirSync } from 'node:fs';
const files = await languagesShop();
afterAll(() => files[Symbol.asyncDispose]());
const test = base.extend('shopOptions', { scope: 'file' }, { folder: files.folder, environment: { RATE_LIMITS: 'off' } });
mkdirSync('/tmp/lane-d-shots', { recursive: true });
test('shots', async ({ page, shop }) => {
  page.on('console', (m) => console.log('CONSOLE', m.type(), m.text()));
  for (const path of ['/', '/services', '/account/login', '/cart', '/privacy-policy']) {
    await page.goto(path + '?lang=ar');
    await live(page);
    const name = path === '/' ? 'home' : path.replaceAll('/', '-').slice(1);
    for (const [width, colorScheme] of [[390, 'dark'], [1280, 'light']] as const) {
      await look(page, { width, colorScheme });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      console.log(path, width, 'overflow', over);
      await page.screenshot({ path: `/tmp/lane-d-shots/${name}-${width}.png`, fullPage: name !== 'services' });
    }
  }
}, 120_000);
