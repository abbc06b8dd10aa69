// The home page: with and without script, in each language and currency, on a phone and by keyboard.
import type { BrowserContextOptions } from '@playwright/test';
import { describe } from 'vitest';
import { expect, expectAccessible, expectNoSidewaysScroll, live, ownScripts, test } from '../support/journey.ts';
import { setLocalStorage } from '../support/reused-page.ts';

const languages = [
  { locale: 'en-US', html: 'en', from: 'from €29', services: 'Services' },
  { locale: 'es-ES', html: 'es', from: 'desde 29 €', services: 'Servicios' },
  { locale: 'ja-JP', html: 'ja', from: '€29から', services: 'サービス' },
] as const;

describe.each(languages)('browser language $locale', ({ locale, html, from, services }) => {
  test.override('contextOptions', { locale } as BrowserContextOptions);

  test('page: complete before scripts run, and the same with them', async ({ page, baseURL }) => {
    await page.goto(baseURL);
    const before = await page.evaluate(async (address) => {
      const text = await (await fetch(address)).text();
      return new DOMParser().parseFromString(text, 'text/html').getElementById('root')?.innerHTML;
    }, baseURL);
    await live(page);
    expect(await page.locator('html').getAttribute('lang')).toBe(html);
    await expect(page.getByText(from, { exact: true })).toBeVisible();
    // Pictures have their address once the page is live.
    const loaded = before?.replaceAll(/data-href=("[^"]*")/g, 'data-href=$1 href=$1');
    expect(loaded).not.toBe(before);
    expect(await page.locator('#root').innerHTML()).toBe(loaded);
  });

  test('services: shown with their prices', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await live(page);
    await expect(page.getByRole('navigation').getByText(services).first()).toBeVisible();
    await expect(page.locator('#brand-stories')).toContainText(/59[.,]00/);
    await expect(page.locator('h1')).toHaveCount(1);
  });
});

describe('without script', () => {
  test.override('contextOptions', { javaScriptEnabled: false } as BrowserContextOptions);

  test('language, currency and questions: work by links, forms and details', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/services`);
    await page.locator('header summary').filter({ hasText: 'Currency:EUR' }).click();
    await page.getByRole('button', { name: /^USD/ }).first().click();
    await expect(page).toHaveURL(`${baseURL}/services`);
    await expect(page.locator('#brand-stories')).toContainText('US$');

    await page.locator('header summary').filter({ hasText: 'Language:EN' }).click();
    await page
      .getByRole('link', { name: /Español/ })
      .first()
      .click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.locator('#brand-stories')).toContainText('US$');

    await page.goto(baseURL);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    const second = page.locator('#questions details').nth(1);
    await second.locator('summary').click();
    await expect(second.locator('p')).toBeVisible();
  });

  test('log-in, order and account: say that they need it', async ({ page, baseURL }) => {
    for (const [path, words] of [
      ['/account/login', 'Turn on JavaScript to log in.'],
      ['/services/brand-stories', 'Turn on JavaScript to order.'],
      ['/cabinet/funds', 'Turn on JavaScript to see your account.'],
    ] as const) {
      await page.goto(baseURL + path);
      // Not by its text alone: Playwright leaves what is in a noscript out of that.
      await expect(page.locator('p', { hasText: words })).toBeVisible();
    }
  });
});

describe('with script', () => {
  test('change of language: path, query and anchor stay, and so does the language', async ({ page, baseURL, context }) => {
    await page.goto(`${baseURL}/services?from=mail#quick-reads`);
    await live(page);
    await page.locator('header summary').filter({ hasText: 'Language:EN' }).click();
    await page
      .getByRole('link', { name: /日本語/ })
      .first()
      .click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await expect(page).toHaveTitle(/サービスと料金/);
    await expect(page).toHaveURL(`${baseURL}/services?from=mail#quick-reads`);
    const cookie = (await context.cookies()).find(({ name }) => name === 'locale');
    expect(cookie).toMatchObject({ value: 'jp', path: '/', sameSite: 'Lax' });
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  });

  test('language whose texts fail to load: the app says so, and offers a reload', async ({ page, baseURL, pageErrors }) => {
    const texts = await ownScripts(page, '/_ui?lang=es', '/_ui?lang=en');
    await page.route(texts, (route) => route.abort());
    await page.goto(`${baseURL}/_ui`);
    await live(page);
    await page.locator('header summary').filter({ hasText: 'Language:EN' }).click();
    await page
      .getByRole('link', { name: /Español/ })
      .first()
      .click();
    const again = page.getByRole('link', { name: 'Volver a cargar' });
    await expect(again).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.unroute(texts);
    await again.click();
    await live(page);
    await expect(again).toBeHidden();
    pageErrors.length = 0;
  });

  test('change of currency: stored, and applied in the other tab', async ({ page, baseURL, context }) => {
    await page.goto(baseURL);
    await live(page);
    const other = await context.newPage();
    await other.goto(`${baseURL}/services`);
    await live(other);
    await page.bringToFront();
    await page.locator('header summary').filter({ hasText: 'Currency:EUR' }).click();
    await page.getByRole('button', { name: /^AUD/ }).first().click();
    await expect(page.getByText(/^from A\$/).first()).toBeVisible();
    await expect(other.locator('#brand-stories')).toContainText('A$');
    expect(await page.evaluate(() => localStorage.currency)).toBe('3');
    expect((await context.cookies()).find(({ name }) => name === 'currency')?.value).toBe('3');
    const html = await (await page.request.get(baseURL)).text();
    expect(html).toContain('from A$');
  });

  test('currency in the storage only: applied and sent to the server', async ({ page, baseURL, context }) => {
    await setLocalStorage(context, { currency: '4' });
    await page.goto(baseURL);
    await expect(page.getByText(/^from NOK/).first()).toBeVisible();
    expect((await context.cookies()).find(({ name }) => name === 'currency')?.value).toBe('4');
  });

  test('change of currency with a cart: asks first', async ({ page, baseURL }) => {
    await page.goto(baseURL);
    await live(page);
    await page.evaluate(() => localStorage.setItem('orders', '[{"offerId":"quick-reads-300"}]'));
    const choose = async () => {
      await page.locator('header summary').filter({ hasText: 'Currency:EUR' }).click();
      await page.getByRole('button', { name: /^USD/ }).first().click();
    };
    await choose();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep cart' }).click();
    await expect(page.getByText('from €29', { exact: true })).toBeVisible();
    await choose();
    await page.getByRole('dialog').getByRole('button', { name: 'Change and empty cart' }).click();
    await expect(page.getByText(/^from US\$/).first()).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('orders'))).toBeNull();
  });
});

describe('accessibility', () => {
  // layout.test.ts opens them in English.
  test.for(['/', '/services', '/nope'])('%s, dark in Japanese: no violations', async (path, { page, baseURL, pageErrors }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${baseURL}${path}?lang=jp`);
    await live(page);
    await expectAccessible(page);
    if (path === '/nope') pageErrors.length = 0;
  });

  test.for(['es', 'jp'])('small phone in %s: no horizontal scrolling', async (lang, { page, baseURL }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/', '/services']) {
      await page.goto(`${baseURL}${path}?lang=${lang}`);
      await live(page);
      await expectNoSidewaysScroll(page);
    }
  });

  test('phone menu: has every link, and Escape returns the focus', async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(baseURL);
    await live(page);
    const menu = page.locator('header summary').filter({ hasText: 'Menu' });
    await menu.press('Enter');
    await expect(page.getByRole('link', { name: 'How it works' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await menu.press('Enter');
    await page.getByRole('link', { name: 'Services' }).first().click();
    await expect(page).toHaveURL(`${baseURL}/services`);
  });

  test('keyboard: two keystrokes to the content', async ({ page, baseURL }) => {
    await page.goto(baseURL);
    await live(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
  });
});
