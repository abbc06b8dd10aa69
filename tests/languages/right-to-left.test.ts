// Arabic in a browser: the direction of pages, their width on a phone, their accessibility, and a change of
// the language without a reload.
import { afterAll } from 'vitest';
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, live, look, looks } from '../support/journey.ts';
import { funded, order } from '../support/money.ts';
import { kits, shopper, story } from '../support/orders.ts';
import { languagesShop } from '../support/owner-files.ts';

const files = await languagesShop();
afterAll(() => files[Symbol.asyncDispose]());
const test = base.extend('shopOptions', { scope: 'file' }, { folder: files.folder, environment: { RATE_LIMITS: 'off' } });

test('arabic: pages are from right to left, fit a phone and are accessible, with and without an account', async ({
  page,
  context,
  shop,
}) => {
  const paths = ['/', '/services', '/account/login'];
  const who = await shopper(shop, context, [story, kits]);
  await funded(shop, who);
  await order(shop, who, { payFromBalance: true }, { headers: { 'accept-language': 'ar' } });
  await order(shop, who);
  for (const path of [...paths, '/services/brand-stories', '/cart', '/cabinet/order-history', '/cabinet/funds']) {
    await page.goto(`${path}?lang=ar`);
    await live(page);
    await expect(page.locator('main h1, main h2').first()).toBeVisible();
    for (const each of looks) {
      await look(page, each);
      const { dir, overflow } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { dir: getComputedStyle(document.body).direction, overflow: scrollWidth - clientWidth };
      });
      expect([path, each.width, dir, overflow]).toEqual([path, each.width, 'rtl', 0]);
      await expectAccessible(page);
    }
  }
});

test('desk: forms name the files of languages for which they have no fields', async ({ page, shop, pageErrors }) => {
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, '/settings/support');
  await expect(page.getByText(/^In files only: .*Français \(languages\/fr\.shop\.po\)/).first()).toBeVisible();
  await page.goto(`${shop.urls.desk}/mails/ticket-received`);
  await expect(page.getByText(/Français \(mails\/ticket-received\.fr\.md\)/)).toBeVisible();
  await page.goto(`${shop.urls.desk}/policies/terms`);
  await expect(page.getByText(/Français \(policies\/terms\.fr\.md\)/)).toBeVisible();
  await expectAccessible(page);
  // Before the log-in.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !error.includes('status of 401')));
});

test('language menu: a change to an added language and back changes texts and direction in place', async ({ page }) => {
  await page.goto('/?lang=en');
  await live(page);
  await page.locator('header summary').filter({ hasText: 'Language:EN' }).click();
  await page.locator('header').getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('heading', { name: 'ست خدمات، لكل منها سعرها' })).toBeVisible();
  await page.locator('header summary').filter({ hasText: 'اللغة:AR' }).click();
  await page.locator('header').getByRole('link', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { name: 'Six services, chacun avec son prix' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr');
  await page.goto('/faq');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});
