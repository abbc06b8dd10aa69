// Header, footer and navigation: keyboard, small screen, and a slow or broken connection.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { expect, expectAccessible, live, test } from '../support/journey.ts';
import { comeIn } from '../support/orders.ts';
import { setLocalStorage } from '../support/reused-page.ts';

const open = async (page: Page, path = '/') => {
  await page.goto(path);
  await live(page);
};
const services = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' });
/** The chosen value of a header menu, such as "Language:EN". */
const menu = (page: Page, shown: string) => page.locator('header summary', { hasText: new RegExp(`:${shown}$`) });
const accountLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name });
const focused = (page: Page) => page.locator(':focus');

describe('keyboard', () => {
  test('tab order: skip link, header menus and the questions', async ({ page, context }) => {
    await setLocalStorage(context, { agreePrivacy: 'false' });
    await open(page);
    await page.keyboard.press('Tab');
    await expect(focused(page)).toHaveText('Skip to the content');
    await expect(focused(page)).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();

    const language = menu(page, 'EN');
    await language.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(focused(page)).toHaveText('ESEspañol');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(menu(page, 'ES')).toBeFocused();

    const currency = menu(page, 'EUR');
    await currency.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(menu(page, 'USD')).toBeFocused();

    const question = page.locator('#questions summary').nth(1);
    await question.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#questions details').nth(1)).toHaveAttribute('open');
  });

  test('Escape: closes a menu and keeps the focus on it', async ({ page }) => {
    await open(page);
    const language = menu(page, 'EN');
    await language.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(language).toBeFocused();
    await expect(page.locator('header details[open]')).toHaveCount(0);
  });

  test('focus: visible at every tab stop', async ({ page }) => {
    await open(page);
    const unseen: string[] = [];
    for (let stops = 0; stops < 200; stops++) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(() => {
        const here = document.activeElement;
        if (!here || here === document.body) return 'end';
        const { top, bottom, left, right, width, height } = here.getBoundingClientRect();
        const inView = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
        const at = document.elementFromPoint(
          Math.min(Math.max((left + right) / 2, 0), innerWidth - 1),
          Math.min(Math.max((top + bottom) / 2, 0), innerHeight - 1),
        );
        const covered = at !== null && !here.contains(at) && !at.contains(here);
        return inView && !covered ? undefined : `${here.tagName} ${here.textContent?.slice(0, 40)}`;
      });
      if (found === 'end') break;
      if (found) unseen.push(found);
    }
    expect(unseen).toEqual([]);
  });
});

describe('navigation', () => {
  test('page of the app: title, focus and announcement change at the top, and Back restores the position', async ({
    page,
    shop,
    context,
  }) => {
    await comeIn(shop, context, []);
    await open(page, '/cabinet/account-details');
    await page.evaluate(() => scrollTo(0, 300));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    // The router remembers the place after the scroll event.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // Not by the mouse, because a click scrolls to its target.
    await accountLink(page, 'Support').dispatchEvent('click');
    await expect(page).toHaveTitle('Support — Fanfare');
    await expect(page.locator('main')).toBeFocused();
    await expect(page.locator('p[role=status].unseen')).toHaveText('Support — Fanfare');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveTitle('Account details — Fanfare');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  });

  test('progress bar: shown for a slow page of the app only', async ({ page, context, shop }) => {
    await comeIn(shop, context, []);
    const held = Promise.withResolvers<void>();
    await page.route('**/data/services/quick-reads?**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await open(page, '/cabinet/funds');
    const bar = page.locator('main > [aria-hidden=true][data-busy]');
    await expect(bar).toHaveCount(0);
    await page.evaluate(() =>
      document.body.append(
        Object.assign(document.createElement('a'), { id: 'added', href: '/services/quick-reads', textContent: 'Added' }),
      ),
    );
    await page.locator('#added').click();
    await expect(bar).toHaveCount(1);
    held.resolve();
    await expect(page).toHaveTitle(/^Quick Reads/);
    await expect(bar).toHaveCount(0);
  });

  test.for(['/cabinet/order-history', '/cabinet/account-details', '/cabinet/support', '/services/quick-reads', '/cart'])(
    '%s before the app is loaded: has nothing to type into or press',
    async (path, { page, baseURL }) => {
      const html = await (await page.request.get(`${baseURL}${path}`)).text();
      const controls = await page.evaluate((text) => {
        const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
        return [...(main?.querySelectorAll('button, input, select, textarea') ?? [])].filter((control) => !control.closest('[inert]'))
          .length;
      }, html);
      expect(controls).toBe(0);
    },
  );
});

describe('offline', () => {
  test('navigation: a notice, the page stays, and the target loads once online', async ({ page, context, pageErrors }) => {
    await open(page);
    await context.setOffline(true);
    const status = page.getByText('You’re offline.');
    await expect(status).toBeVisible();
    await services(page).click();
    await expect(page.getByRole('alert')).toContainText('This couldn’t be loaded.');
    await expect(page).toHaveURL(/\/$/);
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/services$/);
    await expect(status).toHaveCount(0);
    await expect(page.locator('[role=alert]:visible')).toHaveCount(0);
    // Chromium logs each failed request.
    expect(pageErrors.every((error) => error.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
    pageErrors.length = 0;
  });
});

describe('session in the header', () => {
  const account = (page: Page) => page.locator('header details', { hasText: 'Log out' }).first();

  test.for(['localStorage', 'sessionStorage'] as const)('token in %s: account menu from the first paint', async (storage, { page }) => {
    await page.addInitScript((where) => window[where].setItem('accessToken', 'token'), storage);
    // Scripts are blocked, so only the HTML and the inline script act.
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto('/');
    await expect(account(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  });

  test('visitor: no account menu, and follows log-in and log-out of another tab', async ({ page, context }) => {
    await open(page);
    await expect(account(page)).toBeHidden();
    const other = await context.newPage();
    await open(other);
    await other.evaluate(() => localStorage.setItem('accessToken', 'token'));
    await expect(account(page)).toBeVisible();
    await account(page).locator('summary').click();
    await account(page).getByRole('button', { name: 'Log out' }).click();
    await expect(account(page)).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await expect.poll(() => other.evaluate(() => 'session' in document.documentElement.dataset)).toBe(false);
  });

  test('log-out of a session that is not remembered: clears the cart', async ({ page }) => {
    await open(page);
    const leave = async (storage: 'localStorage' | 'sessionStorage') => {
      await page.evaluate((where) => {
        localStorage.setItem('orders', '[{"offerId":"quick-reads-300"}]');
        window[where].setItem('accessToken', 'token');
      }, storage);
      await page.reload();
      await live(page);
      await account(page).locator('summary').click();
      await account(page).getByRole('button', { name: 'Log out' }).click();
      await expect(account(page)).toBeHidden();
      return page.evaluate(() => localStorage.getItem('orders'));
    };
    expect(await leave('sessionStorage')).toBeNull();
    expect(await leave('localStorage')).toContain('quick-reads-300');
  });
});

test('change of currency with a cart: asks before it empties the cart, and undo restores it', async ({ page }) => {
  const orders = '[{"offerId":"quick-reads-300","quantity":1}]';
  await open(page);
  await page.evaluate((lines) => localStorage.setItem('orders', lines), orders);
  const choose = async (from: string, to: string) => {
    await menu(page, from).click();
    await page.locator('header button[name=currency]', { hasText: to }).first().click();
  };
  const kept = () => page.evaluate(() => [localStorage.getItem('orders'), localStorage.getItem('currency')]);

  await choose('EUR', 'USD');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(menu(page, 'EUR')).toBeFocused();
  expect(await kept()).toEqual([orders, null]);

  await choose('EUR', 'USD');
  await page.getByRole('button', { name: 'Change and empty cart' }).click();
  await expect(menu(page, 'USD')).toBeVisible();
  expect(await kept()).toEqual([null, '1']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(menu(page, 'EUR')).toBeVisible();
  await expect.poll(kept).toEqual([orders, '0']);
});
