// The cart as a customer meets it: lines that were put there a while ago, changed, taken out and put back, in two tabs, with a coupon, in another currency.
import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { type PricedLine, reckon } from '../../src/lib/price.ts';
import type { QuoteAsk } from '../../src/rooms/orders/shapes.ts';
import { logIn, PASSWORD, register } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, live, look, shoot } from '../support/journey.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const brief = {
  ...{ brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true },
  facts: 'A bakery on a corner, open since before anybody can remember. '.repeat(3).trim(),
};
const story = { offerId: 'brand-stories-600', quantity: 1, platform: null, answers: brief, currency: 0, unitPriceSeen: 99_00 };
const { facts: _, ...common } = brief;
const kits = {
  ...{ offerId: 'social-boosts-10', quantity: 2, platform: 5, currency: 0, unitPriceSeen: 79_00 },
  answers: { ...common, profileUrl: 'https://www.linkedin.com/company/loaf', objective: 'traffic' },
};

/** As the contract has it, from the prices of the same shop. */
async function quoteStandIn(shop: Shop, context: BrowserContext): Promise<void> {
  await context.route('**/api/orders/quote', async (route) => {
    const { currency, orderFormData, couponCode } = route.request().postDataJSON() as QuoteAsk;
    const { body } = await shop.call('POST /api/prices', { currency });
    const lines = orderFormData.map(({ offerId, quantity, platform }): PricedLine & { takes: boolean } => ({
      unitPrice: body.offers.find(({ id }) => id === offerId)?.unitPrice ?? Number.NaN,
      surchargePercent: body.platformTypes.find((each) => each.platform === platform)?.surchargePercent ?? 0,
      ...{ quantity, takes: true },
    }));
    const quote = reckon(lines, couponCode === 'WELCOME10' ? { percent: 10 } : undefined);
    await route.fulfill({ json: { ...quote, lines: quote.lines.map((line) => ({ ...line, why: null })) } });
  });
}

type Kept = Readonly<Record<string, string>>;

/** What is kept at first is kept once: afterwards the page's own word counts. */
async function arrive(shop: Shop, context: BrowserContext, lines: unknown, more: Kept = {}): Promise<void> {
  await quoteStandIn(shop, context);
  // It makes the coupons too, once.
  await shop.makeDemo();
  const { token, refreshToken } = await logIn(shop, await register(shop));
  const orders = typeof lines === 'string' ? lines : JSON.stringify(lines);
  await context.addInitScript(
    (kept) => {
      if (!location.protocol.startsWith('http') || localStorage.getItem('arrived')) return;
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    { accessToken: token, refreshToken, agreePrivacy: 'true', arrived: 'yes', orders, ...more },
  );
}

async function open(page: Page, path = '/cart'): Promise<void> {
  await page.goto(path);
  await live(page);
}

const items = (page: Page) => page.locator('main ol > li');
const total = (page: Page) => page.locator('aside dl > div').last().locator('dd');
const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('orders') ?? '[]'));
const expected = (faults: string[], about: RegExp) => faults.splice(0, faults.length, ...faults.filter((fault) => !about.test(fault)));

describe('the lines', () => {
  test('say what is ordered and what it costs, and stay through a reload', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, kits]);
    await open(page);
    await expect(items(page)).toHaveCount(2);
    await expect(items(page).nth(1)).toContainText('Social Boosts');
    await expect(items(page).nth(1)).toContainText('10 post kits · LinkedIn');
    await expect(items(page).nth(1)).toContainText('2 × €79.00 + 10 %');
    await expect(total(page)).toHaveText('€272.80');
    await expect(items(page).first().getByText('Warm')).toBeHidden();
    await items(page).first().getByText('Show all answers').click();
    await expect(items(page).first().getByText('Warm')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await live(page);
    await expect(items(page)).toHaveCount(2);
    expect(await kept(page)).toEqual([story, kits]);
  });

  test('change by the keyboard, within what is offered', async ({ page, context, shop }) => {
    await arrive(shop, context, [story]);
    await open(page);
    const quantity = page.getByRole('textbox', { name: /^Quantity/ });
    await page.getByRole('button', { name: 'One fewer' }).press('Enter');
    await expect(quantity).toHaveValue('1');
    await page.getByRole('button', { name: 'One more' }).press('Enter');
    await expect(page.getByRole('button', { name: 'One more' })).toBeFocused();
    await expect(total(page)).toHaveText('€198.00');
    await quantity.fill('3');
    await expect(total(page)).toHaveText('€297.00');
    await quantity.fill('9999');
    await quantity.blur();
    await expect(quantity).toHaveValue('3');
    expect((await kept(page))[0].quantity).toBe(3);
  });

  test('are duplicated, and removed with a way back to the same place', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, kits]);
    await open(page);
    await page.getByRole('button', { name: 'Duplicate Brand Stories' }).click();
    await expect(items(page)).toHaveCount(3);
    expect(await kept(page)).toEqual([story, story, kits]);
    await page.getByRole('button', { name: 'Remove Brand Stories' }).first().click();
    await page.getByRole('button', { name: 'Remove Brand Stories' }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(page.locator('#cart-line-0')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(items(page).first()).toContainText('Brand Stories');
    expect(await kept(page)).toEqual([story, kits]);
    for (const name of ['Remove Brand Stories', 'Remove Social Boosts']) await page.getByRole('button', { name }).click();
    // Who emptied the cart stays where the way back is.
    await expect(page.getByText('Your cart is empty.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(/\/cart$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(items(page)).toHaveCount(1);
  });

  test('are the same in two tabs', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, kits]);
    await open(page);
    const other = await context.newPage();
    await open(other);
    await page.getByRole('button', { name: 'Remove Brand Stories' }).click();
    await expect(items(other)).toHaveCount(1);
    await other.getByRole('button', { name: 'One more' }).click();
    await expect(total(page)).toHaveText('€260.70');
    // What another tab did meanwhile is not undone with it.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(total(other)).toHaveText('€359.70');
  });
});

describe('a line that is not what it was', () => {
  test('is explained, and kept as it is now with an OK', async ({ page, context, shop }) => {
    await arrive(shop, context, [
      { ...story, unitPriceSeen: 89_00 },
      { ...story, quantity: 500 },
      { ...story, platform: 2 },
    ]);
    await open(page);
    await expect(items(page).nth(0)).toContainText('The price has changed: €89.00 €99.00');
    await expect(items(page).nth(1)).toContainText('A quantity of 500 cannot be ordered any more');
    await expect(items(page).nth(2)).toContainText('No platform is asked for any more');
    await expectAccessible(page);
    await shoot(page, 'cart/stale', { fullPage: true });
    await page.getByRole('button', { name: 'Check my order' }).click();
    await expect(page.locator('#checkout-told')).toBeVisible();
    for (const _ of [1, 2, 3]) await page.getByRole('button', { name: 'OK', exact: true }).first().click();
    await expect(page.getByRole('button', { name: 'OK', exact: true })).toHaveCount(0);
    const [one, two, three] = await kept(page);
    expect([one.unitPriceSeen, three.platform]).toEqual([99_00, null]);
    expect(two.quantity).toBeLessThan(500);
  });

  test('is greyed and costs nothing when it is not offered any more, and only its owner takes it out', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, { ...kits, offerId: 'social-boosts-7' }]);
    await open(page);
    await expect(items(page).nth(1)).toContainText('Social Boosts');
    await expect(items(page).nth(1)).toContainText('This is not offered any more');
    await expect(total(page)).toHaveText('€99.00');
    await expectAccessible(page);
    expect(await kept(page)).toHaveLength(2);
    await page.getByRole('button', { name: 'Remove Social Boosts' }).click();
    await expect(items(page)).toHaveCount(1);
  });

  test('is asked for what it lacks', async ({ page, context, shop }) => {
    await arrive(shop, context, [
      { ...kits, platform: 77 },
      { offerId: 'brand-stories-600', quantity: 1 },
    ]);
    await open(page);
    await expect(items(page).nth(1)).toContainText('The brief is not complete. Missing: The facts, Brand name');
    await expectAccessible(page);
    await page.getByLabel('The platform of this line is not offered any more.').selectOption({ label: 'LinkedIn (+10 %)' });
    await expect(items(page).first()).toContainText('LinkedIn');
    await expect(total(page)).toHaveText('€272.80');
  });

  test('is priced anew when it is from another currency', async ({ page, context, shop }) => {
    await arrive(shop, context, [story], { currency: '1' });
    await open(page);
    await expect(items(page)).toContainText('in another currency, for €99.00. Prices are never converted; its price in this one is US$');
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    expect((await kept(page))[0].currency).toBe(1);
  });
});

describe('rubbish in the storage', () => {
  test.for<[string, number]>([
    ['{{{', 0],
    [JSON.stringify([story, 7, { nothing: true }]), 1],
  ])('%s is said, and put aside until it is dismissed', async ([rubbish, count], { page, context, shop }) => {
    await arrive(shop, context, rubbish);
    await open(page);
    await expect(page.getByRole('alert')).toContainText('A part of your cart could not be read.');
    await expect(items(page)).toHaveCount(count);
    await page.getByText('What stood there').click();
    await expect(page.locator('pre')).toHaveText(rubbish);
    expect(await kept(page)).toHaveLength(count);
    await expectAccessible(page);
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('ordersUnread'))).toBeNull();
  });
});

describe('a coupon', () => {
  const code = (page: Page) => page.getByLabel('Coupon code');
  const apply = (page: Page) => page.getByRole('button', { name: 'Apply' });

  test('takes off what it is worth, stays with the tab, and goes when it is removed', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, kits]);
    await open(page);
    await code(page).fill(' welcome10 ');
    await code(page).press('Enter');
    await expect(page.getByText('takes 10 % off')).toBeVisible();
    await expect(total(page)).toHaveText('€245.52');
    await expect(page.locator('aside')).toContainText('Coupon: −€9.90');
    await expect(page.locator('aside')).toContainText('−€27.28');
    await expectAccessible(page);
    await page.reload();
    await live(page);
    await expect(total(page)).toHaveText('€245.52');
    await page.getByRole('button', { name: 'Remove coupon' }).click();
    await expect(total(page)).toHaveText('€272.80');
    await expect(code(page)).toHaveValue('');
  });

  test('without a code is refused before any call; others at the field, by the server', async ({ page, context, shop, faults }) => {
    const asked: string[] = [];
    context.on('request', (request) => request.url().includes('/coupon') && asked.push(request.url()));
    await arrive(shop, context, [story]);
    await open(page);
    for (const empty of ['', '   ']) {
      await code(page).fill(empty);
      await apply(page).click();
      await expect(code(page)).toHaveAccessibleDescription('Enter the code.');
      await expect(code(page)).toBeFocused();
    }
    expect(asked).toEqual([]);
    for (const [wrong, why] of [
      ['NOSUCH', 'We do not know this code.'],
      ['LATE', 'This code has expired.'],
    ] as const) {
      await code(page).fill(wrong);
      await apply(page).click();
      await expect(code(page)).toHaveAccessibleDescription(why);
    }
    await expectAccessible(page);
    expected(faults, /400/);
  });

  test('that is for something else says so', async ({ page, context, shop }) => {
    await arrive(shop, context, [{ ...story, offerId: 'catchy-phrases-5', unitPriceSeen: 19_00 }]);
    await open(page);
    await code(page).fill('FIVE');
    await apply(page).click();
    await expect(page.getByText('it needs orders of at least €20.00')).toBeVisible();
    await page.getByRole('button', { name: 'Remove coupon' }).click();
    await code(page).fill('TOPUP5');
    await apply(page).click();
    await expect(page.getByText('this code is for deposits, not for orders')).toBeVisible();
    await expect(total(page)).toHaveText('€19.00');
  });

  test('that is asked for too often says when to come back', async ({ page, context, shop, faults }) => {
    await arrive(shop, context, [story]);
    await context.route('**/api/orders/coupon*', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '120' } }));
    await open(page);
    await code(page).fill('ANY');
    await apply(page).click();
    await expect(page.getByText('Please try again in 2 minutes.')).toBeVisible();
    expected(faults, /429/);
  });
});

test('a change of currency empties it, and Undo brings it back with its prices', async ({ page, context, shop }) => {
  await arrive(shop, context, [story]);
  await open(page);
  await expect(total(page)).toHaveText('€99.00');
  await page.locator('header summary', { hasText: /:EUR$/ }).click();
  await page.locator('header button[name=currency]:visible', { hasText: 'NOK' }).click();
  await page.getByRole('button', { name: 'Change and empty' }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  expect(await kept(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(total(page)).toHaveText('€99.00');
  await expect(items(page).getByRole('button', { name: 'OK', exact: true })).toHaveCount(0);
});

describe('the way there', () => {
  test('leads with an empty cart to the services, with a word why', async ({ page, context, shop }) => {
    await arrive(shop, context, []);
    await open(page);
    await expect(page).toHaveURL(/\/services\?empty=cart$/);
    await expect(page.getByText('Your cart is empty, so here is what you can put into it.')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/faq');
    await live(page);
    await page.getByRole('link', { name: 'Cart, empty' }).click();
    await expect(page).toHaveURL(/\/services\?empty=cart$/);
    await expect(page.getByText('Your cart is empty, so here is what you can put into it.')).toBeVisible();
  });

  test('leads a guest to the log-in and back, with the cart kept', async ({ page, shop, context }) => {
    await quoteStandIn(shop, context);
    const email = await register(shop);
    await page.goto('/faq');
    await page.evaluate((orders) => localStorage.setItem('orders', orders), JSON.stringify([story]));
    await page.goto('/cart');
    await expect(page).toHaveURL(/\/account\/login\?redirect=%2Fcart$/);
    await live(page);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('main button[type=submit]').click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(total(page)).toHaveText('€99.00');
    expect(await kept(page)).toEqual([story]);
  });
});

describe('the last look', () => {
  test('asks for what is missing, shows everything with the way to change it, and has the total confirmed', async ({
    page,
    context,
    shop,
  }) => {
    await arrive(shop, context, [story]);
    await open(page);
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel(/^I agree to the terms/)).not.toBeChecked();
    await expect(page.getByLabel(/^Optional: begin at once/)).not.toBeChecked();
    await page.getByRole('button', { name: 'Check my order' }).click();
    await expect(page.locator('section[aria-labelledby=checkout-told]')).toBeFocused();
    await expect(page.getByLabel('Country')).toHaveAccessibleDescription('Choose a country.');
    await expect(page.getByLabel(/^I agree to the terms/)).toHaveAccessibleDescription(
      'To order, agree to the terms and the privacy policy.',
    );
    await expectAccessible(page);
    await expect(page.getByLabel('State or province')).toHaveCount(0);
    await page.getByLabel('Country').selectOption({ label: 'Canada' });
    await page.getByLabel('City').fill('Montréal');
    await page.getByRole('textbox', { name: 'Address' }).fill('1 rue Sainte-Catherine');
    await page.getByLabel(/^I agree to the terms/).check();
    await page.getByRole('button', { name: 'Check my order' }).click();
    await expect(page.getByLabel('State or province')).toHaveAccessibleDescription('Choose a state or province.');
    await page.getByLabel('State or province').selectOption({ label: 'Québec' });
    await expect(page.locator('section[aria-labelledby=review]')).toContainText('1 rue Sainte-Catherine, Montréal, Québec, Canada');
    await page.getByRole('button', { name: 'Check my order' }).click();
    await expect(page.getByText('The shop confirms the total: €99.00.')).toBeVisible();
    await page.getByRole('link', { name: 'Change the orders' }).click();
    await expect(page.locator('#cart-lines')).toBeFocused();
    await page.reload();
    await live(page);
    await expect(page.getByLabel(/^I agree to the terms/)).not.toBeChecked();
  });

  test('says what the server refuses at the line that it is about', async ({ page, context, shop, faults }) => {
    await arrive(shop, context, [story]);
    await context.route('**/api/orders/quote', (route) =>
      route.fulfill({ status: 400, json: { errors: { 'orderFormData[0].answers.brandName': ['Another name, please.'] } } }),
    );
    await open(page);
    await expect(items(page).first()).toContainText('Brand name: Another name, please.');
    await expect(total(page)).toHaveText('€99.00');
    expected(faults, /400/);
  });

  test('says that nobody confirmed the total', async ({ page, context, shop, faults }) => {
    await arrive(shop, context, [story]);
    await context.route('**/api/orders/quote', (route) => route.abort());
    await open(page);
    await expect(page.getByText('The shop could not confirm this total just now')).toBeVisible();
    await expectAccessible(page);
    await quoteStandIn(shop, context);
    await page.locator('aside').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The shop could not confirm this total just now')).toHaveCount(0);
    expected(faults, /ERR_FAILED/);
  });
});

test('prices that cannot be loaded say so, and are there with another try', async ({ page, context, shop, faults }) => {
  await arrive(shop, context, [story]);
  await context.route('**/api/prices', (route) => route.abort());
  await open(page);
  await expect(page.getByRole('alert')).toContainText('This could not be loaded.');
  await expectAccessible(page);
  await context.unroute('**/api/prices');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(total(page)).toHaveText('€99.00');
  expected(faults, /ERR_FAILED/);
});

test.for([
  ['en', 'Your cart', '€'],
  ['es', 'Su carrito', '€'],
  ['jp', 'カート', '€'],
] as const)('speaks %s, on 320 pixels and in the dark', async ([lang, title, sign], { page, context, shop }) => {
  await arrive(shop, context, [story, kits, { ...story, offerId: 'gone' }]);
  await open(page, `/cart?lang=${lang}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(total(page)).toContainText(sign);
  for (const width of [320, 390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await look(page, { width, colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await shoot(page, `cart/${lang}-${width}-${colorScheme}`, { fullPage: true });
    }
  await expectAccessible(page);
});
