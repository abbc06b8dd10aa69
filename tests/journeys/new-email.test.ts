// The email address of an account: another confirmation, and a change confirmed at both addresses.
import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { AT_NEW, AT_OLD, another, codeIn, logIn, PASSWORD, register } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, looks, shoot } from '../support/journey.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import type { Shop } from '../support/shop.ts';
import { environment, somewhere } from '../support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const DETAILS = '/cabinet/account-details';
const section = (page: Page) => page.locator('section[aria-labelledby=new-email]');
const submit = (page: Page) => page.locator('main button[type=submit]');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const linkIn = (text: string): string => /http\S+\/account\/confirm\?\S+/.exec(text)?.[0] ?? '';
const forgetStatus = (pageErrors: string[], ...statuses: number[]) =>
  pageErrors.splice(
    0,
    pageErrors.length,
    ...pageErrors.filter((error) => !statuses.some((status) => error.includes(`status of ${status}`))),
  );

/** A new account, logged in in this browser with the clock of the shop. */
async function arrive(shop: Shop, context: BrowserContext) {
  const headers = { 'x-forwarded-for': somewhere() };
  await context.setExtraHTTPHeaders(headers);
  const email = await register(shop, {}, { headers });
  const { token, refreshToken } = await logIn(shop, email, { rememberMe: true }, { headers });
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { accessToken: token, refreshToken, agreePrivacy: 'true' });
  return { email, token };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await live(page);
}

async function ask(page: Page, email: string, password = PASSWORD): Promise<void> {
  await section(page).getByRole('button', { name: 'Enter a new address' }).click();
  await expect(page.getByLabel('New email address')).toBeFocused();
  await page.getByLabel('New email address').fill(email);
  await page.getByLabel('Current password').fill(password);
  await section(page).getByRole('button', { name: 'Send both links' }).click();
}

test('new email: applied after both links were opened, and used to log in', async ({ page, context, shop, pageErrors }) => {
  const [{ email }, next] = [await arrive(shop, context), another()];
  await open(page, DETAILS);
  await ask(page, next, 'wrong');
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This isn’t your current password.');
  await expectAccessible(page);
  forgetStatus(pageErrors, 400);
  await page.getByLabel('Current password').fill(PASSWORD);
  await section(page).getByRole('button', { name: 'Send both links' }).click();
  await expect(section(page).getByText('Not opened yet')).toHaveCount(2);
  await expect(section(page).getByRole('heading')).toBeFocused();
  await expectAccessible(page);

  const tab = await context.newPage();
  await open(tab, linkIn((await shop.mail(email, AT_OLD)).text));
  await expect(tab).toHaveURL(/\/account\/confirm$/);
  await expect(title(tab)).toHaveText('Change your email address?');
  await expectAccessible(tab);
  await submit(tab).click();
  await expect(title(tab)).toHaveText('One more link to open');
  await expect(title(tab)).toBeFocused();
  await expect(tab.getByText('open the link in the email to your new address')).toBeVisible();
  await expectAccessible(tab);
  // The first window shows the change too.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(section(page).locator('li').filter({ hasText: 'your current address' })).toContainText('Opened');

  await open(tab, linkIn((await shop.mail(next, AT_NEW)).text));
  await expect(title(tab)).toHaveText('Confirm your email address');
  // Its live updates would find the end of the session first.
  await page.close();
  await submit(tab).click();
  await expect(title(tab)).toHaveText('Your address has changed');
  await expectAccessible(tab);
  // One response arrives after others ended the session; it must not cause another redirect.
  const over = tab.waitForResponse(/Accounts\/refresh$/);
  await tab.route('**/api/Accounts/sessions', (route) => over.then(() => route.fulfill({ status: 401, json: {} })));
  await tab.getByRole('link', { name: 'Go to your account' }).click();
  await expect(title(tab)).toHaveText('You were logged out');
  await tab.unroute('**/api/Accounts/sessions');
  await tab.getByLabel('Email address').fill(next);
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await submit(tab).click();
  await expect(title(tab)).toHaveText('Account details');
  await expect(tab.locator('dl')).toContainText(next);
  await expect(tab.locator('dl')).toContainText('Confirmed');
  await expect(tab.getByRole('button', { name: 'Resend confirmation' })).toHaveCount(0);
  forgetStatus(pageErrors, 401);
});

test('new email cancelled: its links no longer work', async ({ page, context, shop, pageErrors }) => {
  const [{ email }, next] = [await arrive(shop, context), another()];
  await open(page, DETAILS);
  await ask(page, next);
  await section(page).getByRole('button', { name: 'Cancel this change' }).click();
  await expect(section(page).getByRole('button', { name: 'Enter a new address' })).toBeVisible();
  await expect(section(page).getByRole('heading')).toBeFocused();
  await expect(page.getByText('Your address stays the same.')).toBeVisible();
  await open(page, linkIn((await shop.mail(email, AT_OLD)).text));
  await submit(page).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await expectAccessible(page);
  forgetStatus(pageErrors, 400);
});

test('new email form left: the draft has the address but not the password', async ({ page, context, shop, pageErrors }) => {
  await arrive(shop, context);
  await open(page, DETAILS);
  await ask(page, 'not an address', '');
  await expect(page.getByLabel('New email address')).toHaveAccessibleDescription(/such as name@example\.com/);
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('Fill in this field.');
  await page.getByLabel('New email address').fill('maya@shop.example');
  await page.getByLabel('Current password').fill(PASSWORD);
  await section(page).getByRole('button', { name: 'Not now' }).click();
  await section(page).getByRole('button', { name: 'Enter a new address' }).click();
  await expect(page.getByLabel('New email address')).toHaveValue('maya@shop.example');
  await expect(page.getByLabel('Current password')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(PASSWORD);
  expect(pageErrors).toEqual([]);
});

describe('email confirmation', () => {
  test('resend: works until the rate limit', async ({ page, context, shop, pageErrors }) => {
    const { email } = await arrive(shop, context);
    await open(page, DETAILS);
    const again = page.getByRole('button', { name: 'Resend confirmation' }).first();
    for (let times = 0; times < 5; times++) {
      const answered = page.waitForResponse('**/api/Accounts/send-verification');
      await again.click();
      expect((await answered).status()).toBe(204);
      await expect(page.getByRole('status').filter({ hasText: `We’re sending a link to ${email}.` })).toBeVisible();
      await expect(again).not.toHaveAttribute('aria-disabled');
    }
    await expectAccessible(page);
    await again.click();
    await expect(page.locator('dl').getByRole('alert')).toHaveText('Too many requests. Try again in 60 minutes.');
    await expect(page.getByText('is on its way to')).toHaveCount(0);
    await expectAccessible(page);
    forgetStatus(pageErrors, 429);
  });

  test('confirmed in the meantime: resend sends no email', async ({ page, context, shop }) => {
    const { email } = await arrive(shop, context);
    await open(page, DETAILS);
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await shop.call('POST /api/Accounts/confirm-email', { code: codeIn((await shop.mail(email)).text) });
    await page.getByRole('button', { name: 'Resend confirmation' }).first().click();
    await expect(page.locator('dl').getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(page.getByText('is on its way to')).toHaveCount(0);
  });
});

describe('accessibility', () => {
  test.for(looks)('$width px, $colorScheme: no violations', async ({ width, colorScheme }, { page, context, shop }) => {
    const [{ email, token }, next] = [await arrive(shop, context), another()];
    const name = `new-email/${width}-${colorScheme}`;
    const lang = width === 390 ? '?lang=jp' : '';
    await look(page, { width, colorScheme });
    await open(page, DETAILS + lang);
    await section(page).getByRole('button').click();
    await expectAccessible(page);
    await shoot(page, `${name}-ask`, { fullPage: true });
    await shop.call('POST /api/Accounts/change-email', { email: next, currentPassword: PASSWORD }, { token });
    await open(page, DETAILS + lang);
    await expect(section(page).locator('li')).toHaveCount(2);
    await expectAccessible(page);
    await shoot(page, `${name}-pending`, { fullPage: true });
    await open(page, `${linkIn((await shop.mail(email, AT_OLD)).text)}${lang.replace('?', '&')}`);
    await expect(page).toHaveURL(/\/account\/confirm/);
    await shoot(page, `${name}-agree`);
    await submit(page).click();
    await expect(title(page)).toBeFocused();
    await expectAccessible(page);
    await shoot(page, `${name}-half`);
    await open(page, `${linkIn((await shop.mail(next, AT_NEW)).text)}${lang.replace('?', '&')}`);
    await submit(page).click();
    await expect(title(page)).toBeFocused();
    await expectAccessible(page);
    await shoot(page, `${name}-changed`);
  });

  test.for(['en', 'es', 'jp'])('320 px, in %s: no horizontal scrolling', async (lang, { page, context, shop }) => {
    const { token } = await arrive(shop, context);
    await page.setViewportSize({ width: 320, height: 600 });
    const narrow = () => expectNoSidewaysScroll(page);
    await open(page, `${DETAILS}?lang=${lang}`);
    await section(page).getByRole('button').click();
    await narrow();
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
    await shop.call('POST /api/Accounts/change-email', { email, currentPassword: PASSWORD }, { token });
    await open(page, `${DETAILS}?lang=${lang}`);
    await expect(section(page).locator('li')).toHaveCount(2);
    await narrow();
  });
});
