// Browser storage with invalid values, full or forbidden: the page works with its defaults. And its token: it
// goes to the API alone, and is removed if there is no refresh token.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { PASSWORD, register } from '../support/accounts.ts';
import { expect, live, test } from '../support/journey.ts';
import { freePorts } from '../support/process.ts';
import { shop as openShop } from '../support/shop.ts';

const works = async (page: Page) => {
  await page.goto('/');
  await live(page);
  await expect(page.locator('header summary', { hasText: /:EUR$/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await page.locator('header summary', { hasText: /:EUR$/ }).click();
  await page.locator('header button[name=currency]:visible', { hasText: 'NOK' }).click();
  await expect(page.locator('header summary', { hasText: /:NOK$/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  // The server uses the cookie, independent of the storage.
  await page.reload();
  await live(page);
  await expect(page.locator('header summary', { hasText: /:NOK$/ })).toBeVisible();
};

describe('invalid stored values', () => {
  test.for<Record<string, string>>([
    { currency: 'banana', orders: '{{{' },
    { currency: '2', orders: 'null', agreePrivacy: '[]' },
    { currency: '-1', orders: '"text"', 'reload:/': 'soon' },
    { currency: '1e0x', orders: '{"length":3}' },
    { currency: ' ', orders: '[null, 1, "x", [], {}]' },
  ])('%j: the page works with its defaults', async (rubbish, { page, context }) => {
    // Set once, because the page stores valid values afterwards.
    await page.goto('/healthz');
    await page.evaluate((all) => {
      for (const [key, value] of Object.entries(all)) {
        localStorage.setItem(key, value);
        sessionStorage.setItem(key, value);
      }
    }, rubbish);
    await context.addCookies([{ name: 'currency', value: 'banana', url: page.url() }]);
    await works(page);
  });
});

test('full storage: the page works with its defaults', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await works(page);
});

test('full storage and a new value: the older one is not restored', async ({ page }) => {
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.setItem('currency', '0'));
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await works(page);
});

test('forbidden storage: the page works with its defaults', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await works(page);
});

describe('log-in that cannot be stored', () => {
  const storageErrors = {
    full: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
    forbidden: () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
    },
  } as const;

  test.for(['full', 'forbidden'] as const)(
    'storage %s: lasts until the page is closed, and the page says so',
    async (how, { page, shop }) => {
      const email = await register(shop);
      await page.addInitScript(storageErrors[how]);
      await page.goto('/account/login');
      await live(page);
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Remember me on this device').check();
      await page.locator('main button[type=submit]').click();
      await expect(page).toHaveURL(/order-history$/);
      await expect(page.getByText('This browser can’t store your log-in.')).toBeVisible();
      await expect(page.getByText('No orders yet.')).toBeVisible();
      await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Funds' }).click();
      await expect(page.getByRole('heading', { name: 'Add funds' })).toBeVisible();
      await expect(page.getByText('This browser can’t store your log-in.')).toBeVisible();
    },
  );
});

test('access token without a refresh token: logged out, and the page says so', async ({ page, pageErrors }) => {
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.setItem('accessToken', 'old'));
  await page.goto('/cabinet/change-password');
  await expect(page).toHaveURL(/\/account\/not-logged-in\?reason=You%20were%20logged%20out$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You were logged out');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !error.includes('status of 401')));
});

test('API on another origin: has every call, and the token goes there alone, in a header', async ({ openContext }) => {
  const [port = 0] = await freePorts(1);
  const [pages, api] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  await using shop = await openShop({
    environment: { PORT: String(port), SHOP_URL: pages, API_BASE: api, CORS_ORIGINS: pages },
  });
  const email = await register(shop);
  const context = await openContext({ baseURL: pages });
  const page = await context.newPage();
  const [calls, elsewhere]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const { authorization = '' } = request.headers();
    if (pathname.startsWith('/api/') && origin === api) calls.push(`${pathname} ${authorization.slice(0, 6)}`.trim());
    else if (pathname.startsWith('/api/') || authorization !== '') elsewhere.push(request.url());
  });
  const streams = page.waitForRequest(/\/api\/events/);
  await page.goto('/account/login');
  await live(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('main button[type=submit]').click();
  await expect(page.getByText('No orders yet.')).toBeVisible();
  const stream = await streams;
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  expect(stream.headers().authorization).toBe(`Bearer ${token}`);
  expect(stream.url()).not.toContain(token);
  await page.locator('header summary', { hasText: 'Account' }).click();
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect.poll(() => calls).toContain('/api/Accounts/logout Bearer');
  expect(calls[0]).toBe('/api/Accounts/login');
  expect(calls).toEqual(expect.arrayContaining(['/api/Accounts/profile Bearer', '/api/orders Bearer', '/api/events Bearer']));
  expect(elsewhere).toEqual([]);
  await context.close();
});
