// Passkeys of customers, with the virtual authenticators of Chromium.
import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, shoot } from '../support/journey.ts';
import { addVirtualAuthenticator } from '../support/own-browser.ts';
import { confirmedOwner } from '../support/passkeys.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const DETAILS = '/cabinet/account-details';
const section = (page: Page) => page.locator('section[aria-labelledby=passkeys]');
const expected = (pageErrors: string[], about: RegExp) =>
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !about.test(error)));

async function logInByPassword(page: Page, email: string): Promise<void> {
  await page.goto(`/account/login?redirect=${encodeURIComponent(DETAILS)}`);
  await live(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('main button[type=submit]').click();
  await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toBeVisible();
}

/** Checks accessibility on every screen size in both themes. */
async function looksWell(page: Page, state: string): Promise<void> {
  for (const [width, colorScheme] of [[390, 'dark'] as const, [1280, 'light'] as const]) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await shoot(page, `passkeys/${state}-${width}-${colorScheme}`);
  }
  await look(page, { width: 320, colorScheme: 'light' });
  await expectNoSidewaysScroll(page, state);
  await look(page, { width: 1280, colorScheme: 'light' });
}

test('passkeys: added after a confirmation, used to log in, renamed and removed', async ({ page, shop, pageErrors }) => {
  const { email } = await confirmedOwner(shop);
  await addVirtualAuthenticator(page);
  await logInByPassword(page, email);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(dialog).toBeVisible();
  await looksWell(page, 'confirm');
  await dialog.getByLabel('Current password').fill('wrong');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription('This isn’t your current password.');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await expect(section(page).getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await section(page)
    .getByRole('button', { name: /^Rename/ })
    .click();
  await section(page).getByLabel('Passkey name').fill('Red laptop');
  await section(page).getByRole('button', { name: 'Save name' }).click();
  await expect(section(page).getByText('Red laptop')).toBeVisible();
  await looksWell(page, 'one');

  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/account/login?redirect=${encodeURIComponent(DETAILS)}`);
  await live(page);
  await looksWell(page, 'log-in');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(section(page).getByText('Red laptop')).toBeVisible();

  await section(page).getByRole('button', { name: 'Remove Red laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  expected(pageErrors, /status of 400/);
});

test('passkeys: a customer with a lost device logs in with the password and adds another one', async ({ page, shop, pageErrors }) => {
  const { email } = await confirmedOwner(shop);
  const lost = await addVirtualAuthenticator(page);
  await logInByPassword(page, email);
  const add = async () => {
    await section(page).getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  };
  await add();
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await lost.remove();
  await page.evaluate(() => sessionStorage.clear());
  await addVirtualAuthenticator(page);
  await logInByPassword(page, email);
  await add();
  await expect(section(page).getByRole('listitem')).toHaveCount(2);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/account/login?redirect=${encodeURIComponent(DETAILS)}`);
  await live(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(2);
  expected(pageErrors, /status of 400/);
});
