// The policies and the accessibility statement: print, phone, keyboard, every language, with and without
// script.
import { describe } from 'vitest';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import { isFirefox } from '../support/browser.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, live, look, looksIn, test } from '../support/journey.ts';

const policies = {
  '/cookies-policy': { sections: 8, updated: 'November 26, 2026' },
  '/privacy-policy': { sections: 13, updated: 'November 24, 2026' },
  '/refund-and-chargeback-policy': { sections: 12, updated: 'November 28, 2026' },
  '/terms-and-conditions': { sections: 19, updated: 'November 24, 2026' },
  '/accessibility': { sections: 6, updated: 'November 28, 2026' },
} as const;
const paths = Object.keys(policies) as (keyof typeof policies)[];
const everywhere = paths.flatMap((path) => builtInLocales.map((locale) => ({ path, locale })));

const createHeaders = (locale: BuiltInLocale) => ({ headers: { cookie: `locale=${locale}` } });

describe('document', () => {
  test.for(everywhere)('$path in $locale: complete', async ({ path, locale }, { shop }) => {
    const answer = await fetch(shop.urls.storefront + path, createHeaders(locale));
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${locales[locale].html}"`);
    expect(html.match(/<h1/g)).toHaveLength(1);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const sections = [...main.matchAll(/<h2 id="(s\d+)">/g)].map(([, id]) => id);
    expect(sections).toHaveLength(policies[path].sections);
    // There is one table of contents for each width.
    expect([...main.matchAll(/<li><a href="#(s\d+)">/g)].map(([, id]) => id)).toEqual([...sections, ...sections]);
    expect(main).not.toMatch(/\{[a-z]+\.[A-Za-z]+\}/);
    expect(main).toContain(policies[path].updated);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,155}">/);
    for (const [, target = ''] of main.matchAll(/ href="(\/[^"]*)"/g))
      expect((await fetch(shop.urls.storefront + target)).status, target).toBe(200);
  });

  test('policy text: once in the page, and in the data of a navigation', async ({ shop }) => {
    const words = 'We don’t sell personal data';
    const html = await (await fetch(`${shop.urls.storefront}/privacy-policy`)).text();
    expect(html.split(words)).toHaveLength(2);
    const data = await (await fetch(`${shop.urls.storefront}/data/privacy-policy?lang=en&currency=0`)).text();
    expect(data.split(words)).toHaveLength(2);
  });

  test('canonical address: the address of the shop', async ({ shop }) => {
    const html = await (await fetch(`${shop.urls.storefront}/cookies-policy`)).text();
    expect(html).toContain(`This page lists what ${shop.urls.storefront} keeps`);
  });
});

describe('accessibility', () => {
  // layout.test.ts opens them in English.
  const translated = everywhere.filter(({ locale }) => locale !== 'en');
  test.for(translated)('$path in $locale: no violations', async ({ path, locale }, { page }) => {
    await page.goto(`${path}?lang=${locale}`);
    await live(page);
    for (const each of looksIn(locale)) {
      await look(page, each);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });

  test('wide table: scrolls in its own box by keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/cookies-policy');
    await live(page);
    const box = page.getByRole('group', { name: '2. What is kept in your browser' });
    // Pressed again until it scrolls: a key that is pressed during a layout is lost.
    await expect(async () => {
      await box.press('ArrowRight');
      expect(await box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    }).toPass();
  });
});

describe('table of contents', () => {
  test('wide screen: stays beside the text', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/terms-and-conditions');
    await live(page);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: '9. Revisions and acceptance' }).click();
    await expect(page).toHaveURL(/#s9$/);
    await expect(page.locator('#s9')).toBeInViewport();
    await expect(contents.getByRole('link', { name: '1. Who we are' })).toBeInViewport();
  });

  test.describe('without script', () => {
    test.override('contextOptions', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    test('phone: folded, and links to a section', async ({ page }) => {
      await page.goto('/terms-and-conditions');
      const link = page.locator('details').getByRole('link', { name: '9. Revisions and acceptance' });
      await expect(link).toBeHidden();
      await page.locator('summary', { hasText: 'On this page' }).click();
      await link.click();
      await expect(page.locator('#s9')).toBeInViewport();
    });
  });
});

test('policy text: there on another page, after Back and in another language', async ({ page }) => {
  await page.goto('/privacy-policy#s2');
  await live(page);
  const text = page.getByRole('article');
  await expect(text).toContainText('We don’t sell personal data');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and conditions' }).click();
  await expect(page).toHaveTitle('Terms and conditions — Fanfare');
  await expect(text).toContainText('We never sell followers');
  await page.goBack();
  await expect(page).toHaveTitle('Privacy policy — Fanfare');
  await expect(text).toContainText('We don’t sell personal data');
  await page.getByRole('banner').locator('summary', { hasText: 'Language:' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveTitle('Política de privacidad — Fanfare');
  await expect(text).toContainText('No vendemos datos personales');
  await expect(page).toHaveURL(/\/privacy-policy#s2$/);
});

test('policy text: stays after a change of currency', async ({ page }) => {
  await page.goto('/cookies-policy');
  await live(page);
  const chosen = page.getByRole('banner').locator('summary', { hasText: 'Currency:' });
  await chosen.click();
  await page.getByRole('banner').getByRole('button', { name: 'NOK' }).click();
  await expect(chosen).toContainText('NOK');
  await expect(page.getByRole('article')).toContainText('We use no advertising cookies');
});

test.skipIf(isFirefox)('print: the complete policy text and nothing else', async ({ page }) => {
  await page.goto('/refund-and-chargeback-policy');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const section of await page.getByRole('article').getByRole('heading', { level: 2 }).all()) await expect(section).toBeVisible();
});
