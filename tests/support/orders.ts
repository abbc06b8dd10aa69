// Customers who buy in a browser: cart, billing form and bank page.

import { randomBytes } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { logIn, register } from './accounts.ts';
import { expect, live } from './journey.ts';
import { type Buyer, order } from './money.ts';
import { setLocalStorage } from './reused-page.ts';
import type { Shop } from './shop.ts';

export const HISTORY = '/cabinet/order-history';

/**
 * A logged-in customer in this browser, with these cart lines. The token is for calls of the same customer.
 */
export async function shopper(
  shop: Shop,
  context: BrowserContext,
  lines: unknown = [],
  more: Readonly<Record<string, string>> = {},
): Promise<Buyer> {
  // The browser uses the shop's time; otherwise payment links could look expired.
  await context.clock.setFixedTime(shop.clock.now());
  return comeIn(shop, context, lines, more);
}

const labels = {
  en: { country: 'Country', city: 'City', address: 'Address', agree: /^I agree to the terms/, start: /^Start now:/ },
  es: { country: 'País', city: 'Ciudad', address: 'Dirección', agree: /^Acepto los/, start: /^Empezar ya:/ },
  jp: { country: '国・地域', city: '市区町村', address: '住所', agree: /利用規約/, start: /^すぐに開始：/ },
} as const;

/** Fills in everything that the order button requires. */
export async function fillIn(page: Page, locale: keyof typeof labels = 'en'): Promise<void> {
  const { country, city, address, agree, start } = labels[locale];
  const billing = page.locator('section[aria-labelledby=billing]');
  await billing.waitFor();
  // The address of an earlier purchase is one line until it is changed.
  if ((await page.getByLabel(country).count()) === 0) await billing.getByRole('button').click();
  await page.getByLabel(country).selectOption('NO');
  await page.getByLabel(city).fill('Oslo');
  await page.getByRole('textbox', { name: address }).fill('Sample Street 1');
  await page.getByRole('radio', { name: start }).check();
  await page.getByLabel(agree).check();
}

export const orderButton = (page: Page, price = '€99.00') => page.getByRole('button', { name: `Order and pay ${price}`, exact: true });

export async function toBank(page: Page): Promise<void> {
  await open(page);
  await fillIn(page);
  await orderButton(page).click();
  await atBank(page);
}

export async function atBank(page: Page): Promise<void> {
  await page.waitForURL(/\/pay\//);
  await expect(page.locator('button[value=success]')).toBeVisible();
}

/** A time as the pages show it in English. */
export const inZone = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(iso));

export const row = (page: Page, name: RegExp | string) => page.getByRole('article', { name });
/** Opens the page of an order of the list. */
export async function openOrder(page: Page, name: RegExp | string): Promise<void> {
  await row(page, name).getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('tablist')).toBeVisible();
}

/** The menu of an order, in the list or on its page. */
export const getOrderMenu = (place: Page | Locator) => place.locator('summary', { hasText: '···' });

export async function fromMenu(place: Page | Locator, name: RegExp | string): Promise<void> {
  await getOrderMenu(place).click();
  await place.getByRole('button', { name }).click();
}

/** Comments on the first paragraph of the delivery that is shown, and sends it back. */
export async function requestChange(page: Page, words: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Comment on “/ })
    .first()
    .press('Enter');
  await page
    .getByRole('textbox', { name: /^Comment on “/ })
    .first()
    .fill(words);
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
}

export const said = (page: Page) => page.locator('main section[role=status]');

/** Places the order by the API, as another tab would. */
export async function ordered(shop: Shop, who: Buyer, request: Parameters<typeof order>[2] = {}) {
  const { status, body } = await order(shop, who, request);
  if (status !== 200) throw new Error(`the order was refused: ${JSON.stringify(body)}`);
  return body;
}

// Carts in browser tests: stored cart lines and a logged-in customer.

const brief = {
  brandName: 'Loaf & Queue',
  language: 'en',
  tone: 'warm',
  rightsConfirmed: true,
  facts: 'A bakery on a corner, open since before anybody can remember. '.repeat(3).trim(),
};
export const story = { offerId: 'brand-stories-600', quantity: 1, platform: null, answers: brief, currency: 0, unitPriceSeen: 99_00 };
const { facts: _, ...common } = brief;
export const kits = {
  offerId: 'social-boosts-10',
  quantity: 2,
  platform: 5,
  currency: 0,
  unitPriceSeen: 79_00,
  answers: { ...common, profileUrl: 'https://www.linkedin.com/company/loaf', objective: 'traffic' },
};

type Kept = Readonly<Record<string, string>>;

export const arrive = async (shop: Shop, context: BrowserContext, lines: unknown, more: Kept = {}): Promise<void> =>
  void (await comeIn(shop, context, lines, more));

/** Logs in and stores the cart. */
export async function comeIn(
  shop: Shop,
  context: BrowserContext,
  lines: unknown,
  more: Kept = {},
): Promise<{ email: string; token: string }> {
  // Creates the coupons too, once.
  await shop.makeDemo();
  const email = await register(shop);
  const { token, refreshToken } = await logIn(shop, email);
  const orders = typeof lines === 'string' ? lines : JSON.stringify(lines);
  await setLocalStorage(context, { accessToken: token, refreshToken, agreePrivacy: 'true', orders, ...more });
  return { email, token };
}

export async function open(page: Page, path = '/cart'): Promise<void> {
  await page.goto(path);
  await live(page);
}

export const items = (page: Page) => page.locator('main ol > li');
export const total = (page: Page) => page.locator('aside dl > div').last().locator('dd');
export const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('orders') ?? '[]'));
export const expected = (errors: string[], about: RegExp) =>
  errors.splice(0, errors.length, ...errors.filter((error) => !about.test(error)));

// A service page with a customer who may order.

export const SECRET = 'seven lanterns over the quay';

export async function makeAccount(shop: Shop): Promise<string> {
  const email = `maya-${randomBytes(6).toString('hex')}@shop.example`;
  await shop.call('POST /api/Accounts/register', {
    firstName: 'Maya',
    lastName: 'Ortega',
    email,
    password: SECRET,
    repeatedPassword: SECRET,
    agreedToPrivacyPolicy: true,
  });
  return email;
}

export async function arriveToOrder(shop: Shop, context: BrowserContext): Promise<void> {
  const email = await makeAccount(shop);
  const { body } = await shop.call('POST /api/Accounts/login', { email, password: SECRET });
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { ...(body as Record<string, string>), agreePrivacy: 'true' });
}

export async function openService(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await live(page);
  await expect(briefForm(page)).toBeVisible();
}

/** With the optional questions, which are folded. */
export async function openWholeBrief(page: Page, address: string): Promise<void> {
  await openService(page, address);
  const folds = briefForm(page).locator('details:not([open]) > summary');
  for (let count = await folds.count(); count > 0; count -= 1) {
    await folds.first().click();
    await expect(folds).toHaveCount(count - 1);
  }
}

export const briefForm = (page: Page) => page.locator('form#brief');
export const putButton = (page: Page) => page.locator('button[form=brief]:visible');
export const nextButton = (page: Page) => page.getByRole('button', { name: /^(Next|Siguiente|次へ)$/ });
