// The main journeys in the system's Firefox, in the full run. Fields are found by their names, because the words are tested in Chromium.
import type { Page } from '@playwright/test';
import { story } from './support/cart-lines.ts';
import { open } from './support/cart-page.ts';
import { atDesk, DESK_PASSWORD, operating } from './support/desk.ts';
import { findFirefox, launchFirefox } from './support/firefox.ts';
import { expect, test as journey } from './support/journey.ts';
import { balanceOf, billing, funded, ordersOf } from './support/money.ts';
import { atBank, fillIn, HISTORY, orderButton, ordered, shopper } from './support/orders.ts';
import { arriveToOrder, briefForm, makeAccount, openService, putButton, SECRET } from './support/service-page.ts';
import { somebody } from './support/tickets.ts';

const base = journey.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } }).extend(
  'browser',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  async ({}, { onCleanup }) => {
    const browser = await launchFirefox();
    onCleanup(() => browser.close());
    return browser;
  },
);
const test = findFirefox() ? base : base.skip;

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
/** Keystrokes, because Playwright's `fill` does not reach React in Firefox. */
const type = (page: Page, name: string, text: string) => field(page, name).pressSequentially(text);
const submit = (page: Page) => page.locator('main button[type=submit]:visible').last().click();
const account = (page: Page) => page.locator('header details', { hasText: 'Log out' }).first();

test('Firefox: page that opens at an anchor is hydrated', async ({ page }) => {
  await open(page, '/services#brand-stories');
});

test('Firefox: change of language keeps the page', async ({ page }) => {
  await open(page, '/faq');
  await page.locator('header summary').filter({ hasText: 'Language:EN' }).click();
  await page
    .getByRole('link', { name: /日本語/ })
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page).toHaveURL(/\/faq$/);
});

test('Firefox: account is created and logged in', async ({ page }) => {
  await open(page, '/account/create-account?redirect=%2Ffaq');
  const values = { firstName: 'Maya', lastName: 'Ortega', email: somebody(), password: SECRET, repeatedPassword: SECRET };
  for (const [name, value] of Object.entries(values)) await type(page, name, value);
  await field(page, 'agreedToPrivacyPolicy').check();
  await submit(page);
  await expect(page).toHaveURL(/\/faq$/);
  await expect(account(page)).toBeVisible();
});

test('Firefox: log-in returns to the page that asked for it', async ({ page, shop }) => {
  const email = await makeAccount(shop);
  await page.goto(HISTORY);
  await type(page, 'email', email);
  await type(page, 'password', SECRET);
  await submit(page);
  await expect(page).toHaveURL(new RegExp(`${HISTORY}$`));
});

test('Firefox: brief with a missing answer names it', async ({ page, context, shop }) => {
  await arriveToOrder(shop, context);
  await openService(page, '/services/brand-stories');
  await putButton(page).click();
  await expect(briefForm(page).locator('[aria-invalid=true]').first()).toBeVisible();
  await expect(page).toHaveTitle(/^Error:/);
});

test('Firefox: cart is ordered and paid at the bank', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context, [story()]);
  await open(page);
  await fillIn(page);
  await type(page, 'city', 'Oslo');
  await type(page, 'address', 'Sample Street 1');
  await orderButton(page).click();
  await atBank(page);
  await page.locator('button[value=success]').click();
  await expect(page).toHaveURL(/localhost/);
  await expect.poll(async () => (await ordersOf(shop, ada))[0]?.status).toBeGreaterThanOrEqual(1);
});

test('Firefox: deposit reaches the balance', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context);
  await shop.call('POST /api/accounts/update', billing, { token: ada.token });
  await open(page, '/cabinet/funds');
  await page.getByLabel('Amount', { exact: true }).pressSequentially('50');
  await page.getByLabel(/^I agree/).check();
  await page.getByRole('button', { name: '€50.00' }).last().click();
  await atBank(page);
  await page.locator('button[value=success]').click();
  await expect.poll(() => balanceOf(shop, ada)).toBe(5_000);
});

test('Firefox: order history lists an order and opens it', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context);
  await funded(shop, ada, 50_000);
  await ordered(shop, ada, { lines: [story()], payFromBalance: true });
  await open(page, HISTORY);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('Firefox: message to support is sent', async ({ page }) => {
  await open(page, '/contact');
  await type(page, 'name', 'Maya');
  await type(page, 'email', somebody());
  await type(page, 'message', 'How long does a story take?');
  await submit(page);
  await expect(page).toHaveURL(/sent=/);
});

test('Firefox: operator logs in and sees the queue', async ({ page, shop }) => {
  const operator = await operating(shop, 'manager');
  expect((await atDesk(shop, 'GET /api/me', undefined, { cookie: operator.cookie })).status).toBe(200);
  await page.goto(shop.urls.desk);
  await page.locator('[type=email]').pressSequentially(operator.email);
  await page.locator('[type=password]').pressSequentially(DESK_PASSWORD);
  await page.locator('[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
});
