// One order is one purchase, also after a lost response, a reload, a crashed tab or an order in a second tab.

import type { BrowserContext, Page, Route } from '@playwright/test';
import { describe } from 'vitest';
import { getBody } from '../support/browser.ts';
import { test as base, expect, expectAccessible, live } from '../support/journey.ts';
import { type Buyer, billing, expectAudited, funded, getBalance, statuses } from '../support/money.ts';
import { atBank, expected, fillIn, HISTORY, kept, open, orderButton, shopper, story } from '../support/orders.ts';
import { allDepositCount } from '../support/rows/wallet.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

const ORDERS = '**/api/orders';
const DEPOSITS = '**/api/balance/deposit';
const FUNDS = '/cabinet/funds';

/**
 * Drops the first response to such a POST; `arrives`: the shop received the request. Resolves with the keys
 * sent.
 */
async function loseFirst(context: BrowserContext, url: string, { arrives = true } = {}): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await context.route(url, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.fallback();
    if (arrives) await route.fetch({ postData: getBody(route.request()) });
    return route.abort();
  });
  return keys;
}

const attempts = (page: Page) => page.evaluate(() => localStorage.getItem('attempts'));
const waits = (page: Page, what: 'order' | 'deposit') => page.getByText(`We’re confirming your ${what}`);
const summary = (page: Page) => page.locator('main form section[tabindex="-1"]');

/** Consents and the start of the work are not restored. */
async function agreeAgain(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Start now:/ }).check();
  await page.getByLabel(/^I agree to the terms/).check();
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await live(page);
}

describe('order with a lost response', () => {
  test('same order after a reload: one purchase, and the message links to the order history', async ({
    page,
    context,
    shop,
    pageErrors,
  }) => {
    const ada = await shopper(shop, context, [story]);
    const keys = await loseFirst(context, ORDERS);
    await open(page);
    await fillIn(page);
    await orderButton(page).click();
    await expect(summary(page)).toContainText('Your order isn’t confirmed yet.');
    await expect(summary(page).getByRole('link', { name: 'order history' })).toHaveAttribute('href', HISTORY);
    await expectAccessible(page);
    await reload(page);
    await expect(page.getByText('went through.')).toBeVisible();
    await agreeAgain(page);
    await orderButton(page).click();
    await atBank(page);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/), keys[0]]);
    expect(await statuses(shop, ada)).toEqual([1]);
    await page.goto('/');
    expect([await kept(page), await attempts(page)]).toEqual([[], null]);
    expected(pageErrors, /ERR_FAILED/);
  });

  test('paid from the balance, ordered again after a reload: debited once', async ({ page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context, [story]);
    await funded(shop, ada, 500_00);
    await loseFirst(context, ORDERS);
    await open(page);
    await fillIn(page);
    await page.getByLabel('From my balance').check();
    const button = page.getByRole('button', { name: 'Order and pay €99.00 from my balance' });
    await button.click();
    await expect(summary(page)).toBeVisible();
    await reload(page);
    await agreeAgain(page);
    await button.click();
    await expect(page.getByRole('heading', { name: 'Your order is placed.' }).or(page.getByRole('article').first())).toBeVisible();
    await expect(page).toHaveURL(/order-history/);
    expect(await getBalance(shop, ada)).toBe(401_00);
    expect(await statuses(shop, ada)).toEqual([2]);
    expected(pageErrors, /ERR_FAILED/);
  });

  test('order history: shows the purchase as soon as it is known, and the cart is empty', async ({ page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context, [story]);
    await loseFirst(context, ORDERS);
    const unknown = Promise.withResolvers<void>();
    await context.route('**/api/payments/attempt?*', async (route) => {
      await unknown.promise;
      await route.continue();
    });
    await open(page);
    await fillIn(page);
    await orderButton(page).click();
    await summary(page).getByRole('link', { name: 'order history' }).click();
    await expect(page.getByText('We’re looking for it.')).toBeVisible();
    await expectAccessible(page);
    unknown.resolve();
    await expect(page).toHaveURL(/\?purchase=[\da-f-]{36}$/);
    await expect(page.getByRole('link', { name: 'Pay €99.00' }).first()).toBeVisible();
    await expect.poll(() => attempts(page)).toBeNull();
    expect(await kept(page)).toEqual([]);
    expect(await statuses(shop, ada)).toEqual([1]);
    expected(pageErrors, /ERR_FAILED/);
  });

  test('another cart: not ordered before the customer knows about the first', async ({ page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context, [story]);
    const keys = await loseFirst(context, ORDERS);
    await open(page);
    await fillIn(page);
    await orderButton(page).click();
    await expect(summary(page)).toBeVisible();
    await page.getByLabel('City').fill('Bergen');
    await orderButton(page).click();
    await expect(summary(page)).toContainText('Your last order went through, so nothing new was ordered.');
    expect(await statuses(shop, ada)).toEqual([1]);
    expect(keys).toHaveLength(1);
    await page.getByRole('button', { name: 'See your order' }).click();
    await expect(page).toHaveURL(/\?purchase=[\da-f-]{36}$/);
    expect([await kept(page), await attempts(page)]).toEqual([[], null]);
    expected(pageErrors, /ERR_FAILED/);
  });

  test('request never reached the shop: said so, and the next order is a new attempt', async ({ page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context, [story]);
    const keys = await loseFirst(context, ORDERS, { arrives: false });
    await open(page);
    await fillIn(page);
    await orderButton(page).click();
    await expect(waits(page, 'order')).toBeVisible();
    // After a minute the request can no longer arrive.
    await context.clock.setFixedTime(shop.clock.now().getTime() + 61_000);
    await expect(page.getByText('didn’t reach us')).toBeVisible();
    await orderButton(page).click();
    await atBank(page);
    expect(keys[1]).not.toBe(keys[0]);
    expect(await statuses(shop, ada)).toEqual([1]);
    expected(pageErrors, /ERR_FAILED/);
  });
});

describe('order on more than one page', () => {
  test('tab crashes before the response: an order in a new tab is the same purchase', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, [story]);
    const arrived = Promise.withResolvers<void>();
    const keys: (string | undefined)[] = [];
    await context.route(ORDERS, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.fallback();
      await route.fetch({ postData: getBody(route.request()) });
      return arrived.resolve();
    });
    await open(page);
    await fillIn(page);
    await orderButton(page).click();
    await arrived.promise;
    const other = await context.newPage();
    await page.close();
    await open(other);
    await fillIn(other);
    await orderButton(other).click();
    await atBank(other);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await statuses(shop, ada)).toEqual([1]);
  });

  test('two tabs order the same cart at once: one purchase', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, [story]);
    const both = Promise.withResolvers<void>();
    const keys = new Set<string | undefined>();
    let count = 0;
    await context.route(ORDERS, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.add(route.request().headers()['idempotency-key']);
      count += 1;
      if (count === 2) both.resolve();
      await both.promise;
      return route.fallback();
    });
    const other = await context.newPage();
    for (const each of [page, other]) {
      await open(each);
      await fillIn(each);
    }
    await Promise.all([orderButton(page).click(), orderButton(other).click()]);
    await Promise.all([atBank(page), atBank(other)]);
    expect(keys.size).toBe(1);
    expect(await statuses(shop, ada)).toEqual([1]);
  });

  test('refused order: leaves no pending attempt', async ({ page, context, shop, pageErrors }) => {
    await shopper(shop, context, [story]);
    await context.route(ORDERS, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400, json: { errors: { city: ['No.'] } } }) : route.fallback(),
    );
    await open(page);
    await fillIn(page);
    await orderButton(page).click();
    await expect(summary(page)).toContainText('No.');
    expect(await attempts(page)).toBeNull();
    expected(pageErrors, /400/);
  });

  test('log-out: removes the pending attempt', async ({ page, context, shop, pageErrors }) => {
    await shopper(shop, context, [story]);
    await loseFirst(context, ORDERS);
    await open(page);
    await fillIn(page);
    await orderButton(page).click();
    await expect(summary(page)).toBeVisible();
    expect(await attempts(page)).not.toBeNull();
    const account = page.locator('header details', { hasText: 'Log out' }).first();
    await account.locator('summary').click();
    await account.getByRole('button', { name: 'Log out' }).click();
    await expect.poll(() => attempts(page)).toBeNull();
    expected(pageErrors, /ERR_FAILED/);
  });
});

describe('deposit with a lost response', () => {
  async function arrive(shop: Shop, context: BrowserContext): Promise<Buyer> {
    const ada = await shopper(shop, context);
    await shop.call('POST /api/accounts/update', billing, { token: ada.token });
    return ada;
  }

  async function fillDeposit(page: Page): Promise<void> {
    await page.getByLabel('Amount', { exact: true }).fill('50');
    await page.getByLabel(/^I agree to the terms/).check();
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Deposit €50.00' });

  test('same deposit after a reload: one deposit', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context);
    const before = await allDepositCount(shop);
    const keys = await loseFirst(context, DEPOSITS);
    await open(page, FUNDS);
    await fillDeposit(page);
    await button(page).click();
    await expect(summary(page)).toContainText('Your deposit isn’t confirmed yet.');
    await expectAccessible(page);
    await reload(page);
    await fillDeposit(page);
    await button(page).click();
    await atBank(page);
    expect(keys[1]).toBe(keys[0]);
    expect(await allDepositCount(shop)).toBe(before + 1);
    expected(pageErrors, /ERR_FAILED/);
  });

  test('funds page: links to the started deposit', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context);
    await loseFirst(context, DEPOSITS);
    await open(page, FUNDS);
    await fillDeposit(page);
    await button(page).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page).toHaveURL(/\?deposit=[\da-f-]{36}$/);
    await expect(page.getByRole('link', { name: /Back to payment/ })).toBeVisible();
    expect(await attempts(page)).toBeNull();
    expected(pageErrors, /ERR_FAILED/);
  });
});
