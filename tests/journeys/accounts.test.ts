// Accounts in the browser: registration, log-in, sessions over several tabs and a forgotten password.

import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { linkIn } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, live } from '../support/journey.ts';
import { listSessions } from '../support/rows/accounts.ts';
import type { Shop } from '../support/shop.ts';
import { environment, somebody, somewhere } from '../support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const PASSWORD = 'three quiet herons';
const inHeader = (page: Page) => page.locator('header details', { hasText: 'Log out' }).first();
const summary = (page: Page) => page.locator('section[aria-labelledby="told"]');
const submit = (page: Page) => page.locator('main button[type=submit]');

async function open(page: Page, path: string): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': somewhere() });
  await page.goto(path);
  await live(page);
}

async function member(shop: Shop): Promise<string> {
  const email = somebody();
  const person = { firstName: 'Maya', lastName: 'Lindqvist', email, password: PASSWORD, repeatedPassword: PASSWORD };
  const headers = { 'x-forwarded-for': somewhere() };
  const { status } = await shop.call('POST /api/Accounts/register', { ...person, agreedToPrivacyPolicy: true }, { headers });
  expect(status).toBe(204);
  return email;
}

async function logIn(page: Page, email: string, { path = '/account/login', password = PASSWORD, remember = false } = {}): Promise<void> {
  await open(page, path);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (remember) await page.getByLabel('Remember me on this device').check();
  await submit(page).click();
}

/** Also waits for the page after the log-in: until then the page is about to be left. */
async function logInForFaq(page: Page, email: string, options: { remember?: boolean } = {}): Promise<void> {
  await logIn(page, email, { ...options, path: '/account/login?redirect=%2Ffaq' });
  await expect(page).toHaveURL(/\/faq$/);
  await live(page);
  await expect(inHeader(page)).toBeVisible();
}

const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken') ?? sessionStorage.getItem('accessToken'));
/** Chromium logs each response with an error status. */
const forgetStatus = (pageErrors: string[], status: number) =>
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !error.includes(`status of ${status}`)));

/** Makes the API refuse the old token, and counts the requests for a new one. */
async function makeOld(context: BrowserContext, old: string | null): Promise<() => number> {
  let refreshed = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/Accounts/refresh')) refreshed += 1;
  });
  await context.route('**/api/support/create-ticket', (route) =>
    route.request().headers().authorization === `Bearer ${old}` ? route.fulfill({ status: 401 }) : route.continue(),
  );
  return () => refreshed;
}

async function write(page: Page): Promise<void> {
  await open(page, '/contact');
  await page.getByLabel('Your name').fill('Maya');
  await page.getByLabel('Your email address').fill(somebody());
  await page.getByLabel('Your message').fill('How long does a story take?');
}

/** Is part of a style sheet when the header shows it. */
const NAME = `Maya "}\\ :root{--ink:red}`;

test('account: registered, confirmed by email, and logged out', async ({ page, shop }) => {
  const email = somebody();
  await open(page, '/account/create-account?redirect=%2Ffaq');
  await page.getByLabel('First name').fill(NAME);
  await page.getByLabel('Last name').fill('Lindqvist');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('maya1234');
  await expect(page.locator('#register-password-strength')).toContainText('Weak: easily guessed.');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(page.locator('#register-password-strength')).toHaveText('Strong');
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByLabel('I agree to the privacy policy.').check();
  await submit(page).click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(inHeader(page).locator('summary')).toHaveAccessibleName(`Account ${NAME}`);
  await page.reload();
  await expect(inHeader(page).locator('summary')).toHaveAccessibleName(`Account ${NAME}`);
  const { text } = await shop.mail(email);
  await page.goto(linkIn(text, '/account/confirm'));
  await live(page);
  await expect(page).toHaveURL(/\/account\/confirm$/);
  await submit(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('It’s now linked to your account.')).toBeVisible();
  await expect(page).toHaveURL(/\/account\/confirm$/);
  await inHeader(page).locator('summary').click();
  await inHeader(page).getByRole('button', { name: 'Log out' }).click();
  await expect(inHeader(page)).toBeHidden();
  expect(await token(page)).toBeNull();
  expect(await page.evaluate(() => [sessionStorage.length, 'named' in document.documentElement.dataset])).toEqual([0, false]);
  await expect.poll(async () => (await listSessions(shop, email)).filter(({ ended_at }) => ended_at !== null).length).toBe(1);
});

describe('log-in', () => {
  test('session: ends with the tab, or stays in the browser if it is remembered', async ({ openContext, page, shop }) => {
    const email = await member(shop);
    await logIn(page, email);
    await expect(inHeader(page)).toBeVisible();
    const kept = async (from: Page) => {
      const again = await openContext({ storageState: await from.context().storageState() });
      const tab = await again.newPage();
      await open(tab, '/');
      const isIn = await inHeader(tab).isVisible();
      await again.close();
      return isIn;
    };
    expect(await kept(page)).toBe(false);
    await page.evaluate(() => sessionStorage.clear());
    await logIn(page, email, { remember: true });
    await expect(inHeader(page)).toBeVisible();
    expect(await kept(page)).toBe(true);
    // A page for guests leads a customer on.
    await open(page, '/account/login?redirect=%2Ffaq');
    await expect(page).toHaveURL(/\/faq$/);
    await open(page, '/account/login');
    await expect(page).toHaveURL(/\/cabinet\/order-history$/);
  });

  test.for(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/no/such'])(
    'redirect to %s: ignored',
    async (redirect, { page, shop }) => {
      await logIn(page, await member(shop), { path: `/account/login?redirect=${encodeURIComponent(redirect)}` });
      await expect(inHeader(page)).toBeVisible();
      await expect(page).not.toHaveURL(/evil|alert|such|login/);
    },
  );

  test('failed: error at the top, and the email address stays in its field', async ({ page, shop, pageErrors }) => {
    const email = await member(shop);
    await logIn(page, email, { password: 'wrong' });
    await expect(summary(page)).toBeFocused();
    await expect(summary(page)).toContainText('The email or password is wrong.');
    await page.reload();
    await live(page);
    await expect(page.getByLabel('Email address')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    forgetStatus(pageErrors, 400);
  });

  test('second factor required: asks for a one-time code', async ({ page, pageErrors }) => {
    await page.route('**/api/Accounts/login', (route) =>
      route.fulfill({ status: 400, contentType: 'application/problem+json', body: '{"errors":{"code":["Enter the code."]}}' }),
    );
    await logIn(page, 'maya@shop.example');
    await expect(page.getByLabel('One-time code')).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(page.getByLabel('One-time code')).toBeFocused();
    await submit(page).click();
    await expect(summary(page).getByRole('link', { name: 'Enter the code.' })).toBeVisible();
    forgetStatus(pageErrors, 400);
  });

  test('submitted before its script is loaded: sent after it', async ({ page, shop }) => {
    const email = await member(shop);
    const held = Promise.withResolvers<void>();
    await open(page, '/account/login');
    await page.route('**/assets/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.locator('#login-email').fill(email);
    await page.locator('#login-password').fill(PASSWORD);
    await page.locator('#login-password').press('Enter');
    await expect(page.locator('main form')).toHaveAttribute('data-busy');
    held.resolve();
    await expect(inHeader(page)).toBeVisible();
  });
});

describe('session', () => {
  test('two tabs with an expired token: renewed once', async ({ page, context, shop, pageErrors }) => {
    // A page that sends no requests of its own.
    await logInForFaq(page, await member(shop), { remember: true });
    const before = await token(page);
    shop.clock.turn({ minutes: 6 });
    const refreshed = await makeOld(context, before);
    const other = await context.newPage();
    for (const tab of [page, other]) await write(tab);
    await Promise.all([page, other].map((tab) => submit(tab).click()));
    for (const tab of [page, other]) await expect(tab.getByText('Your ticket number')).toBeVisible();
    expect(refreshed()).toBe(1);
    expect(await token(page)).not.toBe(before);
    forgetStatus(pageErrors, 401);
  });

  test('duplicated tab: continues the session', async ({ page, context, shop, pageErrors }) => {
    await logInForFaq(page, await member(shop));
    const before = await token(page);
    const copied = await page.evaluate(() => ({ ...sessionStorage }));
    const other = await context.newPage();
    await other.goto('/contact');
    await other.evaluate((items) => {
      for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, String(value));
    }, copied);
    // Tokens issued in the same second are equal.
    shop.clock.turn({ seconds: 5 });
    const refreshed = await makeOld(context, before);
    await write(page);
    await submit(page).click();
    await expect(page.getByText('Your ticket number')).toBeVisible();
    // After the period in which the old token still returns the same new one.
    shop.clock.turn({ minutes: 2 });
    await write(other);
    await submit(other).click();
    await expect(other.getByText('Your ticket number')).toBeVisible();
    expect(await token(other)).toBe(await token(page));
    expect(refreshed()).toBe(1);
    forgetStatus(pageErrors, 401);
  });

  test('password reset: ends every session, and log-in returns to the last page', async ({ openContext, page, shop, pageErrors }) => {
    const email = await member(shop);
    // A page without live updates.
    await logInForFaq(page, email, { remember: true });
    const elsewhere = await openContext();
    const tab = await elsewhere.newPage();
    await open(tab, '/account/recovery-password');
    await tab.getByLabel('Email address').fill(email);
    await submit(tab).click();
    await expect(tab.getByText(`If there’s an account for ${email}`)).toBeVisible();
    const link = linkIn((await shop.mail(email, /password/i)).text, '/account/reset');
    await tab.goto(link);
    await live(tab);
    await expect(tab).toHaveURL(/\/account\/reset$/);
    await tab.getByLabel('Password', { exact: true }).fill('four quiet herons');
    await tab.getByLabel('Confirm password').fill('four quiet herons');
    await submit(tab).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Your new password is set');
    await tab.goto(link);
    await live(tab);
    await tab.getByLabel('Password', { exact: true }).fill('five quiet herons');
    await tab.getByLabel('Confirm password').fill('five quiet herons');
    await submit(tab).click();
    await expect(summary(tab)).toContainText('This link has expired or was already used.');
    forgetStatus(pageErrors, 400);
    await elsewhere.close();

    await makeOld(page.context(), await token(page));
    await write(page);
    await submit(page).click();
    await expect(page).toHaveURL(/\/account\/not-logged-in\?reason=You%20were%20logged%20out$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You were logged out');
    expect(await token(page)).toBeNull();
    await expectAccessible(page);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('four quiet herons');
    await submit(page).click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(page.getByLabel('Your message')).toHaveValue('How long does a story take?');
    forgetStatus(pageErrors, 401);
  });
});

test('logged-out page: an unknown reason in the address is not shown', async ({ page }) => {
  await open(page, '/account/not-logged-in?reason=Call%20this%20number');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re not logged in');
  await expect(page.getByText('Call this number')).toHaveCount(0);
  await open(page, '/account/not-logged-in?reason=You%20were%20logged%20out&lang=jp');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ログアウトされました');
});

test('registration in Spanish: errors at their fields', async ({ page, shop, pageErrors }) => {
  const email = await member(shop);
  await open(page, '/account/create-account?lang=es');
  await submit(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(page.locator('#register-firstName')).toHaveAccessibleDescription(/Escribe tu nombre\./);
  await expect(page.locator('#register-agreedToPrivacyPolicy')).toHaveAccessibleDescription(/acepta la política de privacidad/);
  await expectAccessible(page);
  for (const [name, value] of Object.entries({
    firstName: 'Maya',
    lastName: 'Lindqvist',
    email,
    password: PASSWORD,
    repeatedPassword: PASSWORD,
  }))
    await page.locator(`#register-${name}`).fill(value);
  await page.locator('#register-agreedToPrivacyPolicy').check();
  await page.locator('#register-password').fill('corto');
  await submit(page).click();
  await expect(summary(page).getByRole('link', { name: 'Contraseña: Usa al menos 8 caracteres.' })).toBeVisible();
  await page.locator('#register-password').fill(PASSWORD);
  await submit(page).click();
  await expect(page.locator('#register-email')).toHaveAccessibleDescription(/ya tiene una cuenta/);
  forgetStatus(pageErrors, 400);
});
