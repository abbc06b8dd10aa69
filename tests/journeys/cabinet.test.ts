// Pages of the account area: own data, form errors, other devices, a new password and a bad connection.
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { getPageRow, pageNames } from '../../src/pages.ts';
import { isFirefox } from '../support/browser.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, looks, shoot } from '../support/journey.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import type { Shop } from '../support/shop.ts';

const test = base
  .extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } })
  .extend('painted', { scope: 'file' }, true);

const DETAILS = '/cabinet/account-details';
const PASSWORD = '/cabinet/change-password';
const SECRET = 'seven lanterns over the quay';
const paths = pageNames
  .map(getPageRow)
  .flatMap(({ who, path }) => (who === 'token' && path.startsWith('/cabinet') ? [path.replace(':number', 'F-00000000')] : []));

const elsewhere = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function login(
  { call }: Shop,
  email: string,
  userAgent = 'Chrome/140 Windows',
): Promise<{ accessToken: string; refreshToken: string }> {
  const answer = await call('POST /api/Accounts/login', { email, password: SECRET }, { headers: { 'user-agent': userAgent } });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** A new account for each test, logged in in this browser with the clock of the shop. */
async function arrive(shop: Shop, context: BrowserContext) {
  const email = `maya-${randomBytes(6).toString('hex')}@shop.example`;
  const { status } = await shop.call('POST /api/Accounts/register', {
    ...{ firstName: 'Maya', lastName: 'Ortega', email, password: SECRET, repeatedPassword: SECRET },
    agreedToPrivacyPolicy: true,
  });
  expect([200, 204]).toContain(status);
  const tokens = await login(shop, email);
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { ...tokens, agreePrivacy: 'true' });
  return { email, ...tokens };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await live(page);
}

/** The main content of the page or its empty state. */
const arrived = (page: Page) => page.locator('main :is(form, a[href="/services"], a[href*="/support?new="])').first();

/** Chromium logs refused calls; these are expected. */
const expected = (errors: string[], about: RegExp) => errors.splice(0, errors.length, ...errors.filter((error) => !about.test(error)));

/** The log-in address, of the page or of a link. One evaluation, because the link may disappear. */
async function wayIn(page: Page): Promise<string> {
  // Its links lead to the log-in alone; the page to return to is stored.
  if (page.url().includes('/account/not-logged-in?')) return page.url();
  const links = page.locator('main').getByRole('link', { name: 'Log in' });
  const find = links.evaluateAll((all) => all.flatMap((each) => (each.checkVisibility() ? [each.getAttribute('href')] : [])));
  // It fails if the page is left meanwhile.
  const [shown] = await find.catch(() => []);
  return shown ?? page.url();
}

const drafts = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
const saved = (page: Page) => page.getByText('Your details are saved.');

describe('server-rendered shell', () => {
  test.for(paths)('%s: the same for every visitor and not indexed', async (path, { shop }) => {
    const address = shop.urls.storefront + path;
    const plain = await fetch(address);
    expect(plain.status).toBe(200);
    const html = await plain.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
    const known = await fetch(address, { headers: { authorization: 'Bearer anything', cookie: 'device=anything' } });
    expect(known.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(await known.text()).toBe(html);
    expect(await (await fetch(`${shop.urls.storefront}/sitemap.xml`)).text()).not.toContain('/cabinet');
  });

  test('without a token: links to the log-in without API calls', async ({ page, context }) => {
    const asked: string[] = [];
    context.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
    await open(page, DETAILS);
    await expect.poll(() => wayIn(page)).toContain(`/account/login?redirect=${encodeURIComponent(DETAILS)}`);
    await expect(page.locator('main').getByLabel('First name')).toBeHidden();
    expect(asked).toEqual([]);
  });

  test('token of an ended session: leads to the log-in instead of a retry', async ({ page, context, shop, pageErrors }) => {
    const { accessToken } = await arrive(shop, context);
    await shop.call('POST /api/Accounts/logout', undefined, { token: accessToken });
    await open(page, PASSWORD);
    await expect.poll(() => wayIn(page)).toMatch(/\/account\/(login\?redirect|not-logged-in\?reason)=/);
    await expect(page.locator('main').getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expected(pageErrors, /401/);
  });

  test.skipIf(isFirefox)('loading data: no layout shift', async ({ page, context, shop }) => {
    await arrive(shop, context);
    await page.setViewportSize({ width: 390, height: 844 });
    await context.addInitScript(() => {
      const moved = { most: 0 };
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.most += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of paths) {
      await open(page, path);
      await expect(arrived(page)).toBeVisible();
      expect(await page.evaluate(() => (window as unknown as { moved: { most: number } }).moved.most), path).toBeLessThan(0.02);
    }
  });
});

describe('account details', () => {
  test('change: saved and shown after a reload', async ({ page, context, shop }) => {
    const { email } = await arrive(shop, context);
    await open(page, DETAILS);
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await expect(page.locator('dl time')).toHaveText('May 12, 2026');
    await expect(page.getByRole('navigation', { name: 'Your account' }).locator('[aria-current=page]')).toHaveText('Account details');
    await page.getByLabel('First name').fill('  Maja ');
    await page.getByLabel('Country').selectOption({ label: 'Spain' });
    await page.getByLabel('City').fill('Cádiz');
    await page.getByLabel('Postal code').fill('11001');
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect(saved(page)).toBeVisible();
    await expect(page.getByRole('complementary').getByText('Maja')).toBeVisible();
    await expect(page.locator('header summary', { hasText: 'Account' })).toHaveAccessibleName('Account Maja');
    await expect(page.getByLabel('City')).toHaveValue('Cádiz');
    // The form stays open and works a second time.
    await page.getByRole('textbox', { name: 'Address (' }).fill('Calle Ancha 7');
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect(saved(page)).toHaveCount(2);
    await expect.poll(() => drafts(page)).toEqual([]);
    await page.reload();
    await live(page);
    await expect(page.getByLabel('First name')).toHaveValue('Maja');
    await expect(page.getByLabel('Country')).toHaveValue('ES');
    await expect(page.getByRole('textbox', { name: 'Address (' })).toHaveValue('Calle Ancha 7');
    expect(await drafts(page)).toEqual([]);
  });

  test('Japanese page: Japanese labels and name order', async ({ page, context, shop }) => {
    await arrive(shop, context);
    await open(page, `${DETAILS}?lang=jp`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('アカウント情報');
    await expect(page.locator('option').nth(0)).toHaveText('選択してください');
    await expect(page.locator('option').nth(1)).toHaveText('アイスランド');
    await page.locator('select[name=country]').selectOption({ label: '日本' });
    await page.locator('input[name=city]').fill('京都市');
    await page.getByRole('button', { name: '保存する' }).click();
    await expect(page.getByText('アカウント情報を保存しました。')).toBeVisible();
    await page.reload();
    await live(page);
    await expect(page.locator('select[name=country]')).toHaveValue('JP');
    await expect(page.locator('input[name=city]')).toHaveValue('京都市');
  });

  test('invalid values: errors at their fields, from the browser and from the server', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context);
    await open(page, DETAILS);
    await page.getByLabel('First name').fill(' ');
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Enter your first name.');
    await page.getByLabel('First name').fill('Maya');
    const errorResponse = { status: 400, contentType: 'application/problem+json', json: { errors: { city: ['We know no such city.'] } } };
    await page.route('**/api/accounts/update', (route) => route.fulfill(errorResponse));
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect(page.getByLabel('City')).toHaveAccessibleDescription('We know no such city.');
    await expect(page.getByLabel('City')).toHaveAttribute('aria-invalid', 'true');
    await expect(saved(page)).toHaveCount(0);
    expected(pageErrors, /400/);
  });

  test('loading fails: an error with a retry', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context);
    await page.route('**/api/Accounts/*', (route) => route.abort());
    await open(page, DETAILS);
    // The last request is for the lazy part.
    await expect(page.getByRole('alert').filter({ hasText: 'This couldn’t be loaded.' })).toHaveCount(6);
    await expectAccessible(page);
    await shoot(page, 'cabinet/failed');
    await page.unroute('**/api/Accounts/*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByLabel('First name')).toHaveValue('Maya');
    // Parts that reload with the connection need no second press.
    await page.evaluate(() => ['offline', 'online'].map((name) => dispatchEvent(new Event(name))));
    await expect(page.getByText('This device')).toBeVisible();
    expected(pageErrors, /ERR_FAILED/);
  });
});

describe('other devices', () => {
  test('list: marks this device, and logs another one out', async ({ page, context, shop }) => {
    const { email, accessToken } = await arrive(shop, context);
    const other = await login(shop, email, elsewhere);
    await open(page, DETAILS);
    const rows = page.locator('section[aria-labelledby=sessions] li');
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
    await expect(rows.filter({ hasText: 'Firefox' })).toContainText('Last used: now');
    await page.getByRole('button', { name: 'Log out there: Firefox' }).click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Where you’re logged in' })).toBeFocused();
    expect((await shop.call('GET /api/Accounts/profile', undefined, { token: other.accessToken })).status).toBe(401);
    expect((await shop.call('GET /api/Accounts/profile', undefined, { token: accessToken })).status).toBe(200);
  });

  test('several devices: logged out together', async ({ page, context, shop }) => {
    const { email } = await arrive(shop, context);
    for (const device of [elsewhere, elsewhere]) await login(shop, email, device);
    await open(page, DETAILS);
    await page.getByRole('button', { name: 'Log out all other devices' }).click();
    await expect(page.locator('section[aria-labelledby=sessions] li')).toHaveText([/This device/]);
  });

  test('log-out fails: the device stays in the list with an error', async ({ page, context, shop, pageErrors }) => {
    const { email } = await arrive(shop, context);
    await login(shop, email, elsewhere);
    await open(page, DETAILS);
    await page.route('**/api/Accounts/end-session', (route) => route.abort());
    const row = page.locator('section[aria-labelledby=sessions] li').filter({ hasText: 'Firefox' });
    await row.getByRole('button').click();
    await expect(row.getByRole('alert')).toHaveText(/We couldn’t reach the shop/);
    expected(pageErrors, /ERR_FAILED/);
  });
});

describe('password', () => {
  const fields = (page: Page) => ({
    current: page.getByLabel('Current password'),
    fresh: page.getByLabel('New password', { exact: true }),
    again: page.getByLabel('Confirm new password'),
    send: page.locator('main').getByRole('button', { name: 'Change password' }),
  });

  test('change with the current password: logs every other device out', async ({ page, context, shop, pageErrors }) => {
    const { email, accessToken } = await arrive(shop, context);
    const other = await login(shop, email, elsewhere);
    await open(page, PASSWORD);
    const { current, fresh, again, send } = fields(page);
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(email);
    await expect(current).toHaveAttribute('autocomplete', 'current-password');
    await current.fill('not the one');
    await fresh.fill('nine herons under the pier');
    await again.fill('nine herons under the bridge');
    await send.click();
    await expect(again).toHaveAccessibleDescription('The passwords don’t match.');
    await again.fill('nine herons under the pier');
    await send.click();
    await expect(current).toHaveAccessibleDescription('This isn’t your current password.');
    expected(pageErrors, /400/);
    await current.fill(SECRET);
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(current).toHaveAttribute('type', 'text');
    await send.click();
    await expect(page.getByText('Every other device was logged out.')).toBeVisible();
    await expect(page.locator('main [tabindex="-1"]:focus')).toContainText('Your password has changed.');
    for (const field of [current, fresh, again]) await expect(field).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('herons');
    expect((await shop.call('GET /api/Accounts/profile', undefined, { token: other.accessToken })).status).toBe(401);
    expect((await shop.call('GET /api/Accounts/profile', undefined, { token: accessToken })).status).toBe(200);
    const renewed = await shop.call('POST /api/Accounts/login', { email, password: 'nine herons under the pier' });
    expect(renewed.status).toBe(200);
  });
});

describe('accessibility', () => {
  const cases = paths.flatMap((path) => looks.map((each) => ({ path, ...each })));
  test.for(cases)('$path at $width px, $colorScheme: no violations', async ({ path, width, colorScheme }, { page, context, shop }) => {
    const { email } = await arrive(shop, context);
    await login(shop, email, elsewhere);
    await look(page, { width, colorScheme });
    await open(page, width === 390 ? `${path}?lang=jp` : path);
    await expect(arrived(page)).toBeVisible();
    await expectAccessible(page);
    await shoot(page, `cabinet/${path.split('/').at(-1)}-${width}-${colorScheme}`, { fullPage: true });
  });

  test.for(['en', 'es', 'jp'])('320 px, in %s: no horizontal scrolling', async (lang, { page, context, shop }) => {
    const { email } = await arrive(shop, context);
    await login(shop, email, elsewhere);
    await page.setViewportSize({ width: 320, height: 600 });
    for (const path of paths) {
      await open(page, `${path}?lang=${lang}`);
      await expect(arrived(page)).toBeVisible();
      await expectNoSidewaysScroll(page, path);
    }
  });
});
