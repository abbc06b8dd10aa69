// Every page in every language, as a visitor and as a customer: no error in the console, and valid HTML after
// hydration.
import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { localeNames } from '#lib/locale.ts';
import { pages } from '../../src/pages.ts';
import { findHtmlErrors } from '../support/html.ts';
import { test as base, expect, live } from '../support/journey.ts';
import { ordered, shopper, story } from '../support/orders.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const rows = Object.values(pages) as readonly { readonly path: string; readonly who: 'open' | 'token' }[];
const listPaths = (who: 'open' | 'token'): readonly string[] =>
  rows.filter((row) => row.who === who).map(({ path }) => path.replace(':id', 'brand-stories').replace(':number', 'F-00000000'));

const setLocale = (context: BrowserContext, shop: Shop, locale: string) =>
  context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await live(page);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // No request is pending.
  await expect(page.locator('main [inert]')).toHaveCount(0);
}

async function expectClean(page: Page, who: 'open' | 'token', pageErrors: readonly string[]): Promise<void> {
  const invalid: string[] = [];
  for (const path of listPaths(who)) {
    await visit(page, path);
    expect(pageErrors, path).toEqual([]);
    invalid.push(...findHtmlErrors(await page.content()).map((error) => `${path} ${error}`));
  }
  expect(invalid).toEqual([]);
}

describe('no error in the console and no invalid HTML', () => {
  // layout.test.ts opens the public pages in English.
  test.for(localeNames.filter((each) => each !== 'en'))('public pages in %s', async (locale, { page, context, shop, pageErrors }) => {
    await setLocale(context, shop, locale);
    await expectClean(page, 'open', pageErrors);
  });

  test.for(localeNames)('pages of a customer in %s', async (locale, { page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context, [story]);
    await ordered(shop, ada);
    await setLocale(context, shop, locale);
    await expectClean(page, 'token', pageErrors);
  });
});
