// The filter of the services page: keyboard, history, languages, without script, and accessibility.

import type { BrowserContextOptions, Page } from '@playwright/test';
import { describe } from 'vitest';
import { expect, expectAccessible, expectNoSidewaysScroll, live, look, looks, test } from '../support/journey.ts';
import { setServicePlatforms } from '../support/rows/orders.ts';
import { shop as openShop } from '../support/shop.ts';

const mark = () => Object.assign(window, { same: true });
const isSame = () => 'same' in window;
const found = (page: Page) => page.locator('#services-found');
/** A service, opened by its name. */
async function open(page: Page, slug: string) {
  await page.locator(`summary:has(#${slug}-name)`).click();
  return page.locator(`#${slug}`);
}
const chip = (page: Page, name: string) => page.getByRole('search').getByRole('link', { name, exact: true });

describe('filter by keyboard', () => {
  test('choice: applied and announced immediately, in the address, undone by Back; focus and position stay', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services?from=mail`);
    await live(page);
    await page.evaluate(mark);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(() => scrollTo(0, 120));

    await chip(page, 'Text checks').focus();
    await page.keyboard.press('Tab');
    await expect(chip(page, 'Bundles')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${baseURL}/services?kind=bundle`);
    await expect(found(page)).toHaveText('4 bundles');
    await expect(found(page)).toHaveRole('status');
    await expect(chip(page, 'Bundles')).toHaveAttribute('aria-current', 'true');
    await expect(chip(page, 'Bundles')).toBeFocused();
    await expect(page.locator('main [data-kind]:visible')).toHaveCount(4);
    expect(await page.evaluate(() => scrollY)).toBe(120);

    await chip(page, 'Texts').press('Enter');
    await expect(page).toHaveURL(`${baseURL}/services?kind=texts`);
    await expect(found(page)).toHaveText('3 services');
    // Choosing the current value adds no history entry.
    await chip(page, 'Texts').press('Enter');

    await page.goBack();
    await expect(found(page)).toHaveText('4 bundles');
    await page.goBack();
    await expect(page).toHaveURL(`${baseURL}/services?from=mail`);
    await expect(found(page)).toHaveText('10 services');
    await expect(page.locator('main [data-kind]:visible')).toHaveCount(10);
    await page.goForward();
    await expect(found(page)).toHaveText('4 bundles');
    expect(await page.evaluate(isSame)).toBe(true);
    expect(asked.filter((address) => address.includes('/services'))).toEqual([]);
  });
});

describe('chosen filter', () => {
  test('change of language or currency and reload: stays', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await live(page);
    await chip(page, 'Bundles').click();
    await page.locator('header summary').filter({ hasText: /:EN$/ }).click();
    await page
      .getByRole('link', { name: /Español/ })
      .first()
      .click();
    await expect(found(page)).toHaveText('4 paquetes');
    await page.locator('header summary').filter({ hasText: /EUR$/ }).click();
    await page.getByRole('button', { name: /^USD/ }).first().click();
    await expect(page.locator('#brand-expansion-suite')).toContainText('US$');
    await expect(page).toHaveURL(`${baseURL}/services?kind=bundle`);
    await expect(page.locator('main [data-kind]:visible')).toHaveCount(4);
    await page.reload();
    await expect(found(page)).toHaveText('4 paquetes');
  });

  test('another page and Back: restored', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services?kind=bundle`);
    await live(page);
    await (await open(page, 'growth-accelerator-bundle')).getByRole('link', { name: 'Hashtag Magic' }).click();
    await expect(page).toHaveURL(`${baseURL}/services#hashtag-magic`);
    await expect(page.locator('#hashtag-magic')).toBeInViewport();
    await page.goBack();
    await expect(found(page)).toHaveText('4 bundles');
    await page.locator('header').getByRole('link', { name: 'FAQ' }).first().click();
    await expect(page).toHaveURL(`${baseURL}/faq`);
    await page.goBack();
    await expect(found(page)).toHaveText('4 bundles');
  });
});

describe('without script', () => {
  test.override('contextOptions', { javaScriptEnabled: false } as BrowserContextOptions);

  test('filter: each choice is a link, and a change of language keeps it', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await chip(page, 'Bundles').click();
    await expect(page).toHaveURL(`${baseURL}/services?kind=bundle`);
    await expect(found(page)).toHaveText('4 bundles');
    await page.locator('header summary').filter({ hasText: /:EN$/ }).click();
    await page
      .getByRole('link', { name: /日本語/ })
      .first()
      .click();
    await expect(found(page)).toHaveText('セット4件');
    await page.getByRole('link', { name: 'すべて', exact: true }).click();
    await expect(page.locator('main [data-kind]:visible')).toHaveCount(10);
  });

  test('sample: quoted, and the rest of a whole sample is one link away', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services#catchy-phrases`);
    const service = page.locator('#catchy-phrases');
    await expect(service.locator('blockquote')).toContainText('Worth standing in line for.');
    await service.getByRole('link', { name: 'See a whole sample' }).click();
    const sample = page.locator('#sample-catchy-phrases');
    await expect(sample).toBeInViewport();
    await sample.locator('summary').click();
    await expect(sample.getByRole('table')).toHaveCount(0);
    await sample.getByRole('link', { name: 'Show the whole sample' }).click();
    await expect(page).toHaveURL(`${baseURL}/samples?whole=catchy-phrases#sample-catchy-phrases`);
    await expect(sample.getByRole('table')).toBeVisible();
  });
});

describe('services page', () => {
  test.for(looks)('each state at $width px, $colorScheme: no accessibility violations', async (each, { page, baseURL }) => {
    await look(page, each);
    for (const query of ['?kind=bundle#growth-accelerator-bundle', '?kind=texts#brand-stories']) {
      await page.goto(`${baseURL}/services${query}`);
      await live(page);
      await expectAccessible(page);
    }
  });

  test.for(['en', 'es', 'jp'])('small phone in %s: no horizontal scrolling', async (lang, { page, baseURL }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const query of ['?kind=bundle', '?kind=posts']) {
      await page.goto(`${baseURL}/services${query}&lang=${lang}`);
      await live(page);
      await expectNoSidewaysScroll(page);
    }
  });

  test('whole sample: its rest is there when it is opened', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/samples`);
    await live(page);
    const sample = page.locator('#sample-catchy-phrases');
    await expect(sample.locator('table')).toHaveCount(0);
    await sample.locator('summary').click();
    await expect(sample.getByRole('table')).toBeVisible();
    await expect(sample.locator('details a')).toHaveCount(0);
  });

  test('sample: quoted in a service that the address opens, and drawn in one that the visitor opens', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services#hashtag-magic`);
    await live(page);
    const phrases = page.locator('#catchy-phrases');
    await page.locator('summary:has(#catchy-phrases-name)').click();
    await expect(phrases.getByText('Slow dough. Fast friends.')).toBeVisible();
    await expect(phrases.locator('blockquote')).toHaveCount(0);
    await expect(page.locator('#hashtag-magic blockquote')).toBeVisible();
  });

  test('bundle on the home page: its link fits one line', async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(baseURL);
    const height = await page
      .getByRole('link', { name: 'View Growth Accelerator' })
      .evaluate((link) => link.getBoundingClientRect().height);
    expect(height).toBeLessThan(50);
  });

  test('service: opens in place with its address, which opens it without JavaScript too', async ({ page, baseURL, openContext }) => {
    await page.goto(`${baseURL}/services`);
    await live(page);
    await expect(page.locator('#quick-reads')).toBeHidden();
    await expect((await open(page, 'quick-reads')).getByRole('link', { name: 'Order Quick Reads' })).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}/services#quick-reads`);
    const scriptless = await (await openContext({ javaScriptEnabled: false })).newPage();
    await scriptless.goto(`${baseURL}/services#brand-stories`);
    await expect(scriptless.locator('#brand-stories')).toBeInViewport();
    await expect(scriptless.locator('#quick-reads')).toBeHidden();
  });

  test('no match: says so, and one link shows all services', async ({ page }) => {
    await using shop = await openShop();
    const baseURL = shop.urls.storefront;
    await setServicePlatforms(shop, [], 'social-boosts', 'hashtag-magic');
    await expect.poll(async () => (await fetch(`${baseURL}/services?kind=posts`)).text()).toContain('No service fits this choice.');
    // Only a link from before leads there: the filter offers no kind that the shop does not sell.
    await page.goto(`${baseURL}/services?kind=posts`);
    await live(page);
    await expect(found(page)).toHaveText('No services');
    for (const each of looks) {
      await look(page, each);
      await expectAccessible(page);
    }
    await page.locator('main').getByRole('link', { name: 'Show all services' }).click();
    await expect(found(page)).toHaveText('10 services');
    await expect(found(page)).toBeFocused();
    await expect(chip(page, 'Texts')).toBeVisible();
    await expect(chip(page, 'Social posts')).toHaveCount(0);
  });
});
