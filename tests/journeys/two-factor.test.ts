// Two-step log-in: set up with an app, used at log-in, recovery codes, and turned off.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirmAddress, linkIn, PASSWORD, register, registerConfirmed } from '../support/accounts.ts';
import { isFirefox } from '../support/browser.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, shoot } from '../support/journey.ts';
import { appCode, memberWithApp } from '../support/passkeys.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const DETAILS = '/cabinet/account-details';
const section = (page: Page) => page.locator('section[aria-labelledby=two-factor]');
const summary = (page: Page) => page.locator('section[aria-labelledby=told]');
const submit = (page: Page) => page.locator('main button[type=submit]');
const codeField = (page: Page) => page.getByLabel('One-time code');
const expected = (pageErrors: string[], about: RegExp) =>
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !about.test(error)));
/** The next code of the app, because the last one was used. */
const nextCode = (shop: Shop, secret: string): string => {
  shop.clock.turn({ seconds: 30 });
  return appCode(shop, secret);
};

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await live(page);
}

async function sendPassword(page: Page, email: string): Promise<void> {
  await open(page, `/account/login?redirect=${encodeURIComponent(DETAILS)}`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await submit(page).click();
}

async function logOut(page: Page): Promise<void> {
  const menu = page.locator('header details', { hasText: 'Log out' }).first();
  await menu.locator('summary').click();
  await menu.getByRole('button', { name: 'Log out' }).click();
  // The account is left for the log-in.
  await page.waitForURL(/\/account\/login\?/);
}

/** Checks accessibility on every screen size in both themes. */
async function looksWell(page: Page, state: string): Promise<void> {
  for (const [width, colorScheme] of [[390, 'dark'] as const, [1280, 'light'] as const]) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await section(page).scrollIntoViewIfNeeded();
    await shoot(page, `two-factor/${state}-${width}-${colorScheme}`);
  }
  await look(page, { width: 320, colorScheme: 'light' });
  await expectNoSidewaysScroll(page, state);
  await look(page, { width: 1280, colorScheme: 'light' });
}

async function setUp(page: Page, shop: Shop, pageErrors: string[]): Promise<string> {
  await section(page).getByRole('button', { name: 'Set up two-step log-in' }).click();
  await expect(section(page).getByRole('heading', { name: 'Set up two-step log-in' })).toBeFocused();
  await looksWell(page, 'password');
  await page.getByLabel('Current password').fill('wrong');
  await section(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This isn’t your current password.');
  await page.getByLabel('Current password').fill(PASSWORD);
  await section(page).getByRole('button', { name: 'Continue' }).click();
  await expect(section(page).getByRole('heading', { name: 'Add the key to your app' })).toBeFocused();
  await expect(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
  const shown = await section(page).locator('code').innerText();
  expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = shown.replaceAll(' ', '');
  await expect(page.getByRole('link', { name: 'Send it the key' })).toHaveAttribute('href', new RegExp(`^otpauth://totp/.+${secret}`));
  await looksWell(page, 'key');
  const field = page.getByLabel('Code from the app');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill('000 00');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/This code is wrong or has been used\./);
  await looksWell(page, 'key-refused');
  await field.fill(appCode(shop, secret).replace(/^.../, '$& '));
  await field.press('Enter');
  expected(pageErrors, /status of 400/);
  return secret;
}

async function expectCodesOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(section(page).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toBeHidden();
  await shoot(page, 'two-factor/codes-on-paper', { fullPage: true });
  await page.emulateMedia({ media: null });
}

async function takeCodes(page: Page): Promise<readonly string[]> {
  await expect(section(page).getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await section(page).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await looksWell(page, 'codes');
  if (!isFirefox) await expectCodesOnPaper(page);
  const [file] = await Promise.all([page.waitForEvent('download'), section(page).getByRole('button', { name: 'Download' }).click()]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  expect(await readFile(await file.path(), 'utf8')).toBe(`Recovery codes for Fanfare\n\n${codes.join('\n')}\n`);
  // Firefox lets nothing read the clipboard.
  if (!isFirefox) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await section(page).getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Codes copied.')).toBeVisible();
  if (!isFirefox) expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  return codes;
}

test('two-step log-in: set up, used at log-in, and turned off', async ({ page, shop, pageErrors }) => {
  const email = await registerConfirmed(shop);
  await sendPassword(page, email);
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  await looksWell(page, 'off');
  const secret = await setUp(page, shop, pageErrors);
  const codes = await takeCodes(page);
  await section(page).getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('Two-step log-in is on.')).toBeVisible();
  await expect(section(page).getByRole('heading', { name: 'Two-step log-in' })).toBeFocused();
  await expect(section(page)).toContainText('10 recovery codes left');
  await looksWell(page, 'on');

  await logOut(page);
  await sendPassword(page, email);
  await expect(codeField(page)).toBeFocused();
  await expect(summary(page)).toHaveCount(0);
  await expect(codeField(page)).toHaveAccessibleDescription(/one of your recovery codes/);
  await expectAccessible(page);
  await shoot(page, 'two-factor/log-in', { fullPage: true });
  await submit(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(codeField(page)).toHaveAccessibleDescription(/Enter the code from your authenticator app, or a recovery code\./);
  await codeField(page).fill('aaaaa-aaaaa');
  await codeField(page).press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription(/This code is wrong/);
  await expectAccessible(page);
  await shoot(page, 'two-factor/log-in-refused', { fullPage: true });
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toMatch(/aaaaa|herons/);
  await codeField(page).fill(nextCode(shop, secret));
  await codeField(page).press('Enter');
  await expect(section(page)).toContainText('10 recovery codes left');

  await logOut(page);
  await sendPassword(page, email);
  await codeField(page).fill((codes[0] ?? '').toUpperCase().replace('-', ' '));
  await codeField(page).press('Enter');
  await expect(section(page)).toContainText('9 recovery codes left');
  await section(page).getByRole('button', { name: 'Turn off' }).click();
  await looksWell(page, 'turning-off');
  await page.getByLabel('Current password').fill(PASSWORD);
  await codeField(page).fill(codes[1] ?? '');
  await section(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-step log-in is off.')).toBeVisible();
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  await logOut(page);
  await sendPassword(page, email);
  await expect(section(page)).toBeVisible();
  expected(pageErrors, /status of 400/);
});

test('unconfirmed email: the confirmation is offered first, then the set-up', async ({ page, shop }) => {
  const email = await register(shop);
  await sendPassword(page, email);
  await expect(section(page).getByText('Confirm your email address first')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Set up two-step log-in' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await section(page).getByRole('button', { name: 'Resend confirmation' }).click();
  await expect(section(page).getByRole('status')).toContainText(email);
  await looksWell(page, 'unconfirmed');
  await shop.mail(email, /^Confirm your address/);
  await confirmAddress(shop, email);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(section(page).getByRole('button', { name: 'Set up two-step log-in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
});

test('new recovery codes: shown after confirmation, and a cancelled form drops the password', async ({ page, shop, pageErrors }) => {
  const { email, secret, codes } = await memberWithApp(shop);
  await sendPassword(page, email);
  await codeField(page).fill(appCode(shop, secret));
  await codeField(page).press('Enter');
  const renew = section(page).getByRole('button', { name: 'New recovery codes' });
  await renew.click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await section(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(section(page).getByRole('heading', { name: 'Two-step log-in' })).toBeFocused();
  await renew.click();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('Code from the app').fill(nextCode(shop, secret));
  await section(page).getByRole('button', { name: 'Create new codes' }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(10);
  const fresh = await section(page).getByRole('listitem').allInnerTexts();
  expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
  await section(page).getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(section(page)).toContainText('10 recovery codes left');
  expected(pageErrors, /status of 400/);
});

test.for([
  ['jp', '2段階認証'],
  ['es', 'Verificación en dos pasos'],
] as const)('two-step log-in in %s: translated', async ([lang, title], { page, shop, pageErrors }) => {
  const { email, secret } = await memberWithApp(shop);
  await sendPassword(page, email);
  await codeField(page).fill(appCode(shop, secret));
  await codeField(page).press('Enter');
  await expect(section(page)).toBeVisible();
  await open(page, `${DETAILS}?lang=${lang}`);
  await expect(section(page).getByRole('heading', { name: title })).toBeVisible();
  await expect(section(page).getByRole('button')).toHaveCount(2);
  await looksWell(page, `on-${lang}`);
  await section(page).getByRole('button').last().click();
  await expect(section(page).locator('form')).toBeVisible();
  await looksWell(page, `turning-off-${lang}`);
  expected(pageErrors, /status of 400/);
});

test('log-in by a mailed link: requested on its page, used once, with the code of the app', async ({ page, shop, pageErrors }) => {
  const { email, secret } = await memberWithApp(shop);
  await open(page, '/account/login');
  await page.getByRole('link', { name: 'Log in by email' }).click();
  await live(page);
  for (const [width, colorScheme] of [[390, 'dark'] as const, [1280, 'light'] as const]) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await shoot(page, `login-link/request-${width}-${colorScheme}`);
  }
  await page.getByLabel('Email address').fill(email);
  await submit(page).click();
  await expect(page.getByText(`If there’s an account for ${email}`)).toBeVisible();
  await page.goto(linkIn((await shop.mail(email, /^Log in to /)).text, '/account/login-link'));
  await live(page);
  await expect(page).toHaveURL(/\/account\/login-link$/);
  await submit(page).click();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  await shoot(page, 'login-link/code-1280-light');
  await codeField(page).fill(nextCode(shop, secret));
  await submit(page).click();
  await expect(page).toHaveURL(/\/cabinet\/order-history$/);
  expected(pageErrors, /status of 400/);
});
