// Passkeys of operators, with the virtual authenticator of Chromium.
import { DESK_PASSWORD } from '../support/desk.ts';
import { test as base, expect, expectAccessible, look, shoot } from '../support/journey.ts';
import { addVirtualAuthenticator } from '../support/own-browser.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('operator passkey: used to join and to log in, renamed and removed', async ({ page, shop, pageErrors }) => {
  const authenticator = await addVirtualAuthenticator(page);
  await page.goto(await shop.linkToDesk({ email: 'owner@desk.example', name: 'Ada', role: 'owner' }));
  await page.getByLabel('Password').fill(DESK_PASSWORD);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();

  await page.goto(`${shop.urls.desk}/account`);
  await expect(page.getByRole('region', { name: 'My passkeys' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: /^Rename/ }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Red laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('cell', { name: 'Red laptop', exact: true })).toBeVisible();
  for (const [width, colorScheme] of [[390, 'dark'] as const, [1280, 'light'] as const]) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await shoot(page, `desk-passkeys/${width}-${colorScheme}`);
  }

  await page.context().clearCookies();
  await page.goto(`${shop.urls.desk}/account`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('cell', { name: 'Red laptop', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Red laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await authenticator.remove();

  await page.getByLabel('Current password').fill(DESK_PASSWORD);
  await page.getByLabel('New password').fill('seven grey herons');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expectAccessible(page);
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});
