// Every page of the storefront and every main page of the desk, on a phone: targets for a finger, reading
// order, forced colours, 320 px, text at 200 %, and print; and at 1280 px. All in one visit of each page,
// because loading takes longer than measuring.
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { localeNames } from '#lib/locale.ts';
import { deskPages } from '../../src/desk/app/pages.ts';
import { getPageRow, pageNames } from '../../src/pages.ts';
import { kits, story, suite } from '../support/cart-lines.ts';
import { operating } from '../support/desk.ts';
import {
  findCutOff,
  findReordered,
  findSmallTargets,
  findStackedLetters,
  findUnmarked,
  findUnprintable,
  findWrapped,
} from '../support/html.ts';
import { test as base, expect, live } from '../support/journey.ts';
import { billing, buyer, funded } from '../support/money.ts';
import { atRest } from '../support/page.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import { setAnswers } from '../support/rows/orders.ts';
import { getDemo } from '../support/sample-shop.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const MIN_TOUCH_PX = 44;
const LARGE_TEXT_PX = 32;
const TEXT_PX = 16;
/** An order of the list on a phone. */
const MAX_ROW_PX = 150;

const test = base
  .extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } })
  .extend('contextOptions', { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as BrowserContextOptions)
  .extend('demo', { scope: 'file' }, async ({ shop }) => {
    const demo = await getDemo(shop);
    const { body } = await shop.call('POST /api/Accounts/login', demo);
    const orders = await shop.call('GET /api/orders', undefined, { token: body.accessToken });
    return { tokens: { accessToken: body.accessToken, refreshToken: body.refreshToken }, orders: orders.body };
  });

const plainPaths = (who: 'open' | 'token') =>
  pageNames.map(getPageRow).flatMap((row) => (row.who === who && !row.workshop && !row.path.includes(':') ? [row.path] : []));
const plainDeskPaths = Object.keys(deskPages).filter((path) => !path.includes('$'));

/** Pages that are printed as documents. */
const documents = /\/cabinet\/(funds|order-history)|-policy$|terms-and-conditions$/;

// In Spanish, whose words are the longest, and before the notice on privacy is answered.
test('visitor: every page', async ({ page, context, pageErrors, shop }) => {
  await context.addCookies([{ name: 'locale', value: 'es', url: shop.urls.storefront }]);
  const about = ['brand-stories', 'social-boosts', 'growth-accelerator-bundle'].map((slug) => `/services/${slug}/about`);
  expect(await getErrors(page, [...plainPaths('open'), ...about, '/no/such-page'], live)).toEqual([]);
  // Chromium logs the status of the page that does not exist.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !error.includes('404')));
});

test.for(localeNames)('customer in %s: every page', async (locale, { page, context, demo, shop }) => {
  await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
  const cart = { orders: JSON.stringify([story(), suite(), kits()]) };
  await store(context, { ...demo.tokens, ...cart });
  const services = ['brand-stories', 'content-checker', 'authority-builder-pro'].map((slug) => `/services/${slug}`);
  const orders = demo.orders.map(({ number }) => `/cabinet/order-history/${number}`);
  const delivered = demo.orders.find(({ deliveries }) => deliveries.length > 0)?.number;
  const parts = ['brief', 'messages', 'invoice', 'timeline'].map((part) => `/cabinet/order-history/${delivered}?part=${part}`);
  expect(await getErrors(page, [...plainPaths('token'), ...services, ...orders, ...parts], loaded)).toEqual([]);
});

test('two messages on a phone: the newest is shown whole, also in large text, and leaves the total of the cart free', async ({
  page,
  context,
  demo,
}) => {
  await store(context, { ...demo.tokens, orders: JSON.stringify([story(), suite(), kits()]) });
  await page.goto('/cart');
  await loaded(page);
  for (const rest of [2, 1]) {
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(rest);
  }
  const undo = page.getByRole('button', { name: 'Undo' });
  for (const size of ['', '200%']) {
    await setRootSize(page, size);
    await expect(undo).toHaveCount(1);
    expect(await page.evaluate(findCutOff)).toEqual([]);
    const total = await page.locator('dl').filter({ hasText: 'Total' }).last().boundingBox();
    for (const each of [undo, page.getByRole('button', { name: 'Dismiss' })]) {
      const { y = 0, height = 0, x = 0, width = 0 } = (await each.boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual(total?.y ?? 0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    }
  }
});

test('order: is printed with all its parts', async ({ page, context, demo }) => {
  await store(context, demo.tokens);
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const delivered = demo.orders.find(({ deliveries }) => deliveries.length > 0)?.number;
  await page.goto(`/cabinet/order-history/${delivered}`);
  await live(page);
  await page.getByRole('button', { name: 'Print order' }).click();
  await page.locator('html[data-printed]').waitFor({ state: 'attached' });
  const printed = await page.locator('main').innerText();
  for (const text of ['Delivered on', 'The facts', 'In progress', 'How this was made']) expect(printed).toContain(text);
  expect(printed).not.toContain('Loading');
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(findUnprintable)).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('tablist', { name: 'Parts of the order' })).toHaveCount(1);
});

test.for(localeNames)('customer in %s: rows of orders stay low, and large text fits', async (locale, { page, context, shop, demo }) => {
  const brandName = 'Bäckerei Müller & Töchter, Brot und Feinstes aus dem Steinofen';
  for (const { id } of demo.orders) await setAnswers(shop, id, { brandName });
  await store(context, demo.tokens);
  await page.goto(`/cabinet/order-history?lang=${locale}`);
  await live(page);
  await expect(page.locator('main [inert]')).toHaveCount(0);
  const rows = page.locator('article[aria-labelledby^=order-]');
  await expect(rows).toHaveCount(demo.orders.length);
  for (const row of await rows.all()) {
    const { height = 0, x = 0, width = 0 } = (await row.boundingBox()) ?? {};
    expect(height, await row.innerText()).toBeLessThanOrEqual(MAX_ROW_PX);
    for (const time of await row.locator('time').all()) {
      const day = await time.boundingBox();
      if (day) expect(day.x + day.width, await row.innerText()).toBeLessThanOrEqual(x + width);
    }
  }
  if (locale === 'jp') await expect(rows.getByRole('link', { name: 'ブランドストーリー（約1,200字）' })).toHaveCount(1);
  const browser = await context.newCDPSession(page);
  await setTextSize(browser, LARGE_TEXT_PX);
  expect([...(await page.evaluate(findCutOff)), ...(await page.evaluate(findStackedLetters))]).toEqual([]);
});

test('customer with a long name on a small phone, in Spanish: the words of the name stay whole', async ({ page, context, shop }) => {
  const customer = await buyer(shop);
  const name = { firstName: 'Maximiliana', lastName: 'Fernández-Villaverde' };
  await shop.call('POST /api/accounts/update', { ...billing, ...name }, customer);
  await funded(shop, customer, 123_450);
  await store(context, { accessToken: customer.token });
  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto('/cabinet/funds?lang=es');
  await live(page);
  await expect(page.getByRole('complementary').getByText('Villaverde')).toBeVisible();
  expect(await page.evaluate(findStackedLetters)).toEqual([]);
});

test('operator: every main page', async ({ page, context, shop, demo }) => {
  const owner = await operating(shop, 'owner');
  const [name = '', value = ''] = owner.cookie.split('=');
  await context.addCookies([{ name, value, url: 'https://localhost', secure: true, httpOnly: true, sameSite: 'Strict' }]);
  const { body } = await owner.call('GET /api/queue', {});
  const paths = [...plainDeskPaths, `/queue/${body.rows[0]?.id}`, `/orders/${demo.orders[0]?.id}`];
  const settled = () => page.waitForLoadState('networkidle');
  expect(
    await getErrors(
      page,
      paths.map((path) => shop.urls.desk + path),
      settled,
    ),
  ).toEqual([]);
});

/** The cart asks for the account and the prices before it shows how to pay. */
async function loaded(page: Page): Promise<void> {
  await live(page);
  if (page.url().endsWith('/cart')) await page.locator('[id$=payFromLink]').waitFor({ state: 'attached' });
}

async function store(context: BrowserContext, items: Readonly<Record<string, string>>): Promise<void> {
  await setLocalStorage(context, { agreePrivacy: 'true', ...items });
}

/** Opens each page once and measures it in every condition. */
async function getErrors(page: Page, paths: readonly string[], ready: (page: Page) => Promise<void>): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const pageErrors: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main [inert]')).toHaveCount(0);
    await page.evaluate(atRest);
    const found = await measure(page, browser, documents.test(path));
    pageErrors.push(...found.map((error) => `${path}, ${error}`));
  }
  return pageErrors;
}

async function measure(page: Page, browser: CDPSession, isDocument: boolean): Promise<string[]> {
  const found: string[] = [];
  const note = (condition: string, names: readonly string[]) => found.push(...names.map((name) => `${condition}: ${name}`));
  note('touch', await page.evaluate(findSmallTargets, MIN_TOUCH_PX));
  note('order', await page.evaluate(findReordered));
  await page.emulateMedia({ forcedColors: 'active' });
  note('forced colours', await page.evaluate(findUnmarked));
  await page.emulateMedia({ forcedColors: 'none' });
  await setTextSize(browser, LARGE_TEXT_PX);
  note('200 %', await page.evaluate(findCutOff));
  note('200 %, letters', await page.evaluate(findStackedLetters));
  await setTextSize(browser, TEXT_PX);
  await setRootSize(page, '200%');
  note('200 %, text alone', await page.evaluate(findCutOff));
  note('200 %, text alone, letters', await page.evaluate(findStackedLetters));
  await setRootSize(page, '');
  await page.setViewportSize(DESKTOP);
  note('1280 px', await page.evaluate(findCutOff));
  note('1280 px, header', await page.evaluate(findWrapped));
  await page.setViewportSize(PHONE);
  if (isDocument) {
    await page.emulateMedia({ media: 'print' });
    note('print', await page.evaluate(findUnprintable));
    await page.emulateMedia({ media: 'screen' });
  }
  return found;
}

/** The font size of the browser's settings, which is what rem means in lengths and media queries. */
async function setTextSize(browser: CDPSession, px: number): Promise<void> {
  await browser.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
}

/** Of the text alone: media queries stay as they are. */
async function setRootSize(page: Page, size: string): Promise<void> {
  await page.evaluate((each) => {
    document.documentElement.style.fontSize = each;
  }, size);
}
