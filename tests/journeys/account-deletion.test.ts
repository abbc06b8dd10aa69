// Data export and account deletion: request, email, download, waiting period and deletion.
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { letTheHourCome, logIn, PASSWORD, register } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, looks, shoot } from '../support/journey.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import type { Shop } from '../support/shop.ts';

const test = base
  .extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } })
  .extend('painted', { scope: 'file' }, true);

const DETAILS = '/cabinet/account-details';

/** A customer logged in in this browser with the clock of the shop. */
async function arrive(shop: Shop, context: BrowserContext) {
  const email = await register(shop, { firstName: 'Maya' });
  const { token, refreshToken } = await logIn(shop, email, { rememberMe: true });
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { accessToken: token, refreshToken, agreePrivacy: 'true' });
  return { email, token };
}

/** The date as the page shows it. */
const dayAfter = ({ clock }: Shop, days: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(clock.now().getTime() + days * 86_400_000);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await live(page);
}

/** Chromium logs refused calls; these are expected. */
const expected = (pageErrors: string[], about: RegExp) =>
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !about.test(error)));
const linkIn = (text: string): string => /http\S+\/account\/my-data\?\S+/.exec(text)?.[0] ?? '';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const mine = (page: Page) => section(page, 'Download my data');
const closing = (page: Page) => section(page, 'Delete my account');
const banner = (page: Page) => section(page, 'Your account will be deleted');
const password = (page: Page) => page.getByLabel('Current password');

async function askForData(page: Page): Promise<void> {
  await mine(page).getByRole('button', { name: 'Download my data' }).click();
  await password(page).fill(PASSWORD);
  await mine(page).getByRole('button', { name: 'Send me a link' }).click();
}

async function askToDelete(page: Page): Promise<void> {
  await closing(page).getByRole('button', { name: 'Delete my account' }).click();
  await password(page).fill(PASSWORD);
  await closing(page).getByRole('button', { name: 'Delete my account in 7 days' }).click();
}

describe('data export', () => {
  test('request with the password: announced by email and downloaded', async ({ page, context, shop, pageErrors }) => {
    const { email } = await arrive(shop, context);
    await open(page, DETAILS);
    const opener = mine(page).getByRole('button', { name: 'Download my data' });
    await opener.press('Enter');
    await expect(password(page)).toBeFocused();
    await expectAccessible(page);
    await mine(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await mine(page).getByRole('button', { name: 'Send me a link' }).click();
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
    await password(page).fill('not the one');
    await mine(page).getByRole('button', { name: 'Send me a link' }).click();
    await expect(password(page)).toHaveAccessibleDescription('This isn’t your current password.');
    await expectAccessible(page);
    expected(pageErrors, /400/);
    await password(page).fill(PASSWORD);
    await mine(page).getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.locator('[tabindex="-1"]:focus')).toContainText(`We’re sending a link to ${email}.`);
    await expectAccessible(page);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('herons');

    await open(page, linkIn((await shop.mail(email, /Your data/)).text));
    await expect(page).toHaveURL(/\/account\/my-data$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Get my data' }).click();
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeFocused();
    await expect(page).toHaveURL(/\/account\/my-data$/);
    const name = `fanfare-${shop.clock.now().toISOString().slice(0, 10)}.json`;
    for (let times = 0; times < 2; times++) {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download my data' }).click()]);
      expect(file.suggestedFilename()).toBe(name);
      const data = JSON.parse(await readFile(await file.path(), 'utf8'));
      // Firefox numbers files of one name.
      await file.delete();
      expect(data).toMatchObject({ account: [{ email, firstName: 'Maya' }], sessions: [{}], mails: [{}], tickets: [] });
    }
    await expectAccessible(page);
  });

  test('link: works once and for a day, then the page explains how to get another', async ({ page, context, shop, pageErrors }) => {
    const { email } = await arrive(shop, context);
    await open(page, DETAILS);
    await askForData(page);
    const link = linkIn((await shop.mail(email, /Your data/)).text);
    shop.clock.turn({ hours: 25 });
    await open(page, link);
    await page.getByRole('button', { name: 'Get my data' }).click();
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeFocused();
    await expect(page.getByText('This link has expired or was already used. Request a new one.')).toBeVisible();
    await expect(page.locator('main').getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', DETAILS);
    await expectAccessible(page);
    expected(pageErrors, /400/);
    await open(page, '/account/my-data');
    await expect(page.getByText('Open the link in our email.')).toBeVisible();
    await expectAccessible(page);
  });
});

describe('account deletion', () => {
  test('requested, cancelled, requested again: after the waiting period log-in is refused', async ({ page, context, shop, pageErrors }) => {
    const { email } = await arrive(shop, context);
    await open(page, DETAILS);
    await closing(page).getByRole('button', { name: 'Delete my account' }).press('Enter');
    await expect(password(page)).toBeFocused();
    await password(page).fill('not the one');
    await password(page).press('Enter');
    await expect(password(page)).toHaveAccessibleDescription('This isn’t your current password.');
    await expectAccessible(page);
    expected(pageErrors, /400/);
    await password(page).fill(PASSWORD);
    await password(page).press('Enter');
    await expect(banner(page).getByRole('heading')).toBeFocused();
    await expect(banner(page)).toContainText(dayAfter(shop, 7));
    await expect(closing(page).getByRole('button')).toHaveCount(0);
    await expectAccessible(page);

    await open(page, '/cabinet/change-password');
    await expectAccessible(page);
    await page.route('**/api/Accounts/keep-account', (route) => route.abort());
    await banner(page).getByRole('button', { name: 'Keep my account' }).click();
    await expect(banner(page).getByRole('alert')).toHaveText(/We couldn’t reach the shop/);
    expected(pageErrors, /ERR_FAILED/);
    await page.unroute('**/api/Accounts/keep-account');
    await banner(page).getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByText('Your account stays.')).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await open(page, DETAILS);
    await expect(page.getByLabel('First name')).toHaveValue('Maya');
    await expect(banner(page)).toHaveCount(0);

    await askToDelete(page);
    await expect(banner(page)).toBeVisible();
    shop.clock.turn({ days: 7 });
    await letTheHourCome(shop);
    await shop.mail(email, /is deleted/);
    await page.goto(DETAILS);
    await expect.poll(() => page.url()).toMatch(/\/account\/(login\?redirect|not-logged-in\?reason)=/);
    expected(pageErrors, /401/);
    await live(page);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('main button[type=submit]').click();
    await expect(page.getByText('The email or password is wrong.').first()).toBeVisible();
    await expectAccessible(page);
    expected(pageErrors, /400/);
  });
});

/** The layout shift without user input. */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) =>
          done(list.getEntries().reduce((sum, each) => sum + (each as unknown as { value: number }).value, 0)),
        ).observe({
          type: 'layout-shift',
          buffered: true,
        });
        // No entry means no shift.
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
      }),
  );

describe('accessibility', () => {
  const cases = looks.map((each) => ({ ...each, lang: each.width === 390 ? 'jp' : 'en' }));
  test.for(cases)('$width px, $colorScheme, in $lang: no violations', async ({ width, colorScheme, lang }, { page, context, shop }) => {
    const { email, token } = await arrive(shop, context);
    const name = (state: string) => `leaving/${state}-${width}-${colorScheme}-${lang}`;
    await look(page, { width, colorScheme });
    await open(page, `${DETAILS}?lang=${lang}`);
    await expect(page.locator('main form')).toHaveCount(3);
    for (const id of ['my-data', 'closing']) await page.locator(`section[aria-labelledby=${id}] button`).click();
    await expect(page.locator('main form')).toHaveCount(5);
    await expectAccessible(page);
    await shoot(page, name('forms'), { fullPage: true });
    await shop.call('POST /api/Accounts/ask-export', { currentPassword: PASSWORD }, { token });
    await shop.call('POST /api/Accounts/ask-deletion', { currentPassword: PASSWORD }, { token });
    // A new visit. A reload restores the place at the end, where the footer makes room for the banner.
    await page.goto('about:blank');
    await open(page, `${DETAILS}?lang=${lang}`);
    await expect(page.locator('section[aria-labelledby=leaving]')).toBeVisible();
    expect(await moved(page)).toBeLessThan(0.05);
    await expectAccessible(page);
    await shoot(page, name('closing'), { fullPage: true });
    await open(page, linkIn((await shop.mail(email, /data/)).text));
    await shoot(page, name('file-button'));
    await page.locator('main button[type=submit]').click();
    await expect(page.locator('main a[href$="/file"]')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, name('file'));
  });

  test.for(['en', 'es', 'jp'])('320 px, in %s: no horizontal scrolling', async (lang, { page, context, shop }) => {
    const { token } = await arrive(shop, context);
    const fits = () => expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 320, height: 600 });
    await open(page, `${DETAILS}?lang=${lang}`);
    await expect(page.locator('main form')).toHaveCount(3);
    for (const id of ['my-data', 'closing']) await page.locator(`section[aria-labelledby=${id}] button`).click();
    await fits();
    await shop.call('POST /api/Accounts/ask-deletion', { currentPassword: PASSWORD }, { token });
    await open(page, `${DETAILS}?lang=${lang}`);
    await expect(page.locator('section[aria-labelledby=leaving]')).toBeVisible();
    await fits();
  });
});
