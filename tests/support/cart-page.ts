// Carts in browser tests: stored cart lines and a logged-in customer.
import type { BrowserContext, Page } from '@playwright/test';
import { logIn, register } from './accounts.ts';
import { live } from './journey.ts';
import { setLocalStorage } from './reused-page.ts';
import type { Shop } from './shop.ts';

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
export const expected = (faults: string[], about: RegExp) =>
  faults.splice(0, faults.length, ...faults.filter((fault) => !about.test(fault)));
