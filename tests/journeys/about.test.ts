// A service's own page: read and calculated without script, in three languages, and never another price than
// the order page's, the cart's and the server's.
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { describe } from 'vitest';
import { builtInLocales, locales } from '#lib/locale.ts';
import { root } from '#platform/paths.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, looks, looksIn } from '../support/journey.ts';
import { buyer, fetchPrice } from '../support/money.ts';
import { arrive, arriveToOrder, briefForm, kits, open as openCart, openService, total } from '../support/orders.ts';
import { setServiceState } from '../support/rows/orders.ts';
import { translatedPages } from '../support/sample-shop.ts';
import { shop as openShop } from '../support/shop.ts';
import { deliverStories } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const ABOUT = '/services/social-boosts/about';
/** What `kits` of the cart is. */
const KITS = '?offer=social-boosts-10&platform=5&quantity=2';
const KITS_TOTAL = '€173.80';

const sum = (page: Page) => page.locator('#calculator-total dl > div').last().locator('dd');
const names = { en: 'Brand Stories', es: 'Historias de marca', jp: 'ブランドストーリー' };

describe('without script', () => {
  test.override('contextOptions', { javaScriptEnabled: false } as BrowserContextOptions);

  test.for(builtInLocales)('page in %s: complete, accessible in every look, and never wider than a phone', async (locale, { page }) => {
    await page.goto(`/services/brand-stories/about?lang=${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locales[locale].html);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[locale]);
    await expect(page.locator('#early-brief'), 'the brief before the account needs a script').toBeHidden();
    for (const part of ['main figure', '#price', 'main details:not([hidden])']) await expect(page.locator(part).first()).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });

  test('calculator by keyboard: the total is that of the choices, which stay and survive a change of language', async ({
    page,
    baseURL,
  }) => {
    await page.goto(ABOUT);
    await expect(sum(page)).toHaveText('€29.00');
    await page.getByRole('radio', { name: /^3 post kits/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Quantity')).toBeFocused();
    await page.keyboard.type('2');
    await page.getByLabel('Where will it be read?').selectOption({ label: 'LinkedIn (+10%)' });
    await page.getByRole('button', { name: 'Calculate the price' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${baseURL}${ABOUT}?offer=social-boosts-10&quantity=2&platform=5#price`);
    await expect(sum(page)).toHaveText(KITS_TOTAL);
    await expect(page.getByRole('radio', { checked: true })).toHaveValue('social-boosts-10');
    await page.locator('header summary').filter({ hasText: /:EN$/ }).click();
    await page
      .getByRole('link', { name: /Español/ })
      .first()
      .click();
    await expect(sum(page)).toHaveText(/173,80/);
  });

  test('quantity that is none: the error names the field, nothing typed is lost, and no total is shown', async ({ page }) => {
    await page.goto(`${ABOUT}?quantity=lots&platform=5`);
    const quantity = page.getByLabel('Quantity');
    await expect(quantity).toHaveValue('lots');
    await expect(quantity).toHaveAttribute('aria-invalid', 'true');
    await expect(quantity).toHaveAccessibleDescription(/^Enter a whole number from 1 to \d+\.$/);
    await expect(page.locator('#calculator-total dl')).toHaveCount(0);
    await page.getByRole('link', { name: 'Correct the number to see the total.' }).click();
    await expect(page.getByLabel('Where will it be read?')).toHaveValue('5');
  });

  test('delivery times: shown from 20 deliveries on, in words, and no sooner', async ({ page }) => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' }, jobs: false });
    const times = async () => {
      await shop.fulfilment.deliveryTimes.refresh();
      await page.goto(`${shop.urls.storefront}/services/brand-stories/about`);
      return page.locator('#delivery-times');
    };
    await deliverStories(shop, 19);
    await expect(await times()).toHaveCount(0);
    await deliverStories(shop, 1);
    await expect(await times()).toContainText('Half of the last 20 were delivered within 1 h, nine of ten within 1 h.');
  });

  test('order: leads to the log-in of the service, and questions open', async ({ page, baseURL }) => {
    await page.goto(ABOUT);
    await page.getByText('What will you ask me?').click();
    await expect(page.getByText('Your profile', { exact: false }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Order Social Boosts' }).first().click();
    await expect(page).toHaveURL(`${baseURL}/services/social-boosts`);
  });
});

test.for(builtInLocales)('page in %s with script: accessible on phones and desktops, light and dark', async (locale, { page }) => {
  await page.goto(`${ABOUT}${KITS}&lang=${locale}`);
  await live(page);
  for (const each of looksIn(locale)) {
    await look(page, each);
    await expectAccessible(page);
  }
});

describe('price', () => {
  test('the same at the calculator, the order page and the cart', async ({ page, context, shop }) => {
    await page.goto(ABOUT + KITS);
    await expect(sum(page)).toHaveText(KITS_TOTAL);
    await arriveToOrder(shop, context);
    await openService(page, '/services/social-boosts');
    await briefForm(page)
      .getByRole('radio', { name: /^10 post kits/ })
      .check();
    await briefForm(page)
      .getByRole('radio', { name: /LinkedIn/ })
      .check();
    await briefForm(page).getByLabel('Quantity').fill('2');
    await expect(page.getByRole('complementary', { name: 'Summary' }).locator('dl > div').last()).toContainText(KITS_TOTAL);
    await arrive(shop, context, [kits]);
    await openCart(page);
    await expect(total(page)).toHaveText(KITS_TOTAL);
  });

  test('volume prices and add-ons: the quote of the server', async ({ page }) => {
    await using shop = await openShop({ folder: join(root, 'examples/shops/bureau'), environment: { RATE_LIMITS: 'off' } });
    const who = await buyer(shop);
    const price = await fetchPrice(shop, who, [await translatedPages(shop, who, [{ id: 'two-columns', quantity: 1 }])]);
    await page.goto(`${shop.urls.storefront}/services/translation/about`);
    await page.getByLabel('Quantity').fill('60');
    await page.getByRole('checkbox', { name: /side by side/ }).check();
    await page.getByRole('button', { name: 'Calculate the price' }).click();
    await expect(sum(page)).toHaveText(`€${(price / 100).toFixed(2)}`);
    await expect(page.locator('#calculator-total')).toContainText('50 × €14.00');
    for (const each of looks) {
      await look(page, each);
      await expectAccessible(page);
    }
    // Its scripts would miss the shop when that closes.
    await page.goto('about:blank');
  });

  test('script of the calculator: each change shows its total, and an error at its field', async ({ page }) => {
    await page.goto(ABOUT);
    await live(page);
    const quantity = page.getByLabel('Quantity');
    await quantity.fill('3');
    await expect(sum(page)).toHaveText('€87.00');
    await expect(quantity).toBeFocused();
    await quantity.fill('x');
    await expect(quantity).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#calculator-total dl')).toHaveCount(0);
    await quantity.fill('2');
    await page.getByLabel('Where will it be read?').selectOption('5');
    await expect(sum(page)).toHaveText('€63.80');
    await expect(quantity).not.toHaveAttribute('aria-invalid', 'true');
  });
});

describe('address', () => {
  test('unknown service: 404; number or other letter case: redirected', async ({ shop }) => {
    const get = (path: string) => fetch(shop.urls.storefront + path, { redirect: 'manual' });
    expect((await get('/services/nothing/about')).status).toBe(404);
    for (const id of ['1', 'Brand-Stories']) {
      const { status, headers } = await get(`/services/${id}/about`);
      expect([status, headers.get('location')]).toEqual([302, '/services/brand-stories/about']);
    }
  });

  test('archived service: 404; hidden one: there, but not for search engines', async ({ shop: _ }) => {
    await using shop = await openShop();
    const read = async (slug: string) => {
      const answer = await fetch(`${shop.urls.storefront}/services/${slug}/about`);
      return [answer.status, (await answer.text()).includes('content="noindex"')] as const;
    };
    expect(await read('quick-reads')).toEqual([200, false]);
    await setServiceState(shop, 'quick-reads', 'hidden');
    await expect.poll(() => read('quick-reads')).toEqual([200, true]);
    expect(await (await fetch(`${shop.urls.storefront}/sitemap.xml`)).text()).not.toContain('quick-reads');
    await setServiceState(shop, 'quick-reads', 'archived');
    await expect.poll(async () => (await read('quick-reads'))[0]).toBe(404);
  });

  test('from the list of services: a link in each', async ({ page, baseURL }) => {
    await page.goto('/services#brand-stories');
    await live(page);
    await page.getByRole('link', { name: 'More about Brand Stories' }).click();
    await expect(page).toHaveURL(`${baseURL}/services/brand-stories/about`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brand Stories');
  });
});
