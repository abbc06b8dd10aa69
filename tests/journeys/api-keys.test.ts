// API keys in the account: created after a confirmation, shown once, used, rotated and revoked.
import type { Page } from '@playwright/test';
import { logIn, PASSWORD } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, shoot } from '../support/journey.ts';
import { callApi } from '../support/keys.ts';
import { buyer } from '../support/money.ts';
import { setLocalStorage } from '../support/reused-page.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const section = (page: Page) => page.locator('section[aria-labelledby=api-keys]');

async function looksWell(page: Page, state: string): Promise<void> {
  for (const [width, colorScheme] of [[390, 'dark'] as const, [1280, 'light'] as const]) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await shoot(page, `api-keys/${state}-${width}-${colorScheme}`);
  }
}

test('API keys: created, shown once, rotated and revoked', async ({ page, context, shop, pageErrors }) => {
  const who = await buyer(shop);
  const { token, refreshToken } = await logIn(shop, who.email, { rememberMe: true });
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { accessToken: token, refreshToken, agreePrivacy: 'true' });
  await page.goto('/cabinet/account-details#api-keys');
  await live(page);
  await section(page).getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await form.getByLabel('Key name').fill('Nightly report');
  await form.getByRole('button', { name: 'Create key' }).click();
  await confirm.getByLabel('Current password').fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.getByText('Choose at least one thing')).toBeVisible();
  await form.getByLabel('see orders and deliveries').check();
  await form.getByLabel('Only from these IP addresses').fill('127.0.0.0/8, x');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByLabel('Only from these IP addresses')).toHaveAccessibleDescription(/Enter IP addresses or ranges/);
  await looksWell(page, 'form');
  await form.getByLabel('Only from these IP addresses').fill('127.0.0.0/8, ::1');
  await form.getByRole('button', { name: 'Create key' }).click();
  const made = page.getByRole('dialog', { name: 'Your new API key' });
  const key = await made.locator('code').innerText();
  expect((await callApi(shop, key, 'GET /orders')).status).toBe(200);
  await looksWell(page, 'shown');
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(section(page).getByText('Nightly report')).toBeVisible();

  await section(page).getByRole('button', { name: 'Rotate Nightly report' }).click();
  await page.getByRole('dialog').getByLabel('The old key still works').selectOption('not at all');
  await looksWell(page, 'rotate');
  await page.getByRole('dialog').getByRole('button', { name: 'Create new key' }).click();
  const next = await made.locator('code').innerText();
  await made.getByRole('button', { name: 'Done' }).click();
  expect([(await callApi(shop, key, 'GET /orders')).status, (await callApi(shop, next, 'GET /orders')).status]).toEqual([401, 200]);
  for (const lang of ['jp', 'es', 'en']) {
    await page.goto(`/cabinet/account-details?lang=${lang}#api-keys`);
    await live(page);
    await expect(section(page).locator('li')).toHaveCount(2);
    await section(page).scrollIntoViewIfNeeded();
    await looksWell(page, `list-${lang}`);
  }
  await look(page, { width: 320, colorScheme: 'light' });
  await expectNoSidewaysScroll(page, 'list');

  await section(page).getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('API key revoked.')).toBeVisible();
  await expect(section(page).getByRole('heading', { name: 'API keys' })).toBeFocused();
  expect((await callApi(shop, next, 'GET /orders')).status).toBe(401);
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 400/.test(error)));
});
