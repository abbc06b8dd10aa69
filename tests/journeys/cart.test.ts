// The cart: changed, removed, restored and outdated lines, two tabs and another currency.
import { describe } from 'vitest';
import { PASSWORD, register } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, shoot } from '../support/journey.ts';
import { arrive, expected, items, kept, kits, open, story, total } from '../support/orders.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('cart lines', () => {
  test('reload: lines with names and prices stay', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, kits]);
    await open(page);
    await expect(items(page)).toHaveCount(2);
    await expect(items(page).nth(1)).toContainText('Social Boosts');
    await expect(items(page).nth(1)).toContainText('10 post kits · LinkedIn');
    await expect(items(page).nth(1)).toContainText('2 × €79.00 + 10%');
    await expect(total(page)).toHaveText('€272.80');
    await expect(items(page).first().getByText('Warm')).toBeHidden();
    await items(page).first().getByText('Show brief').click();
    await expect(items(page).first().getByText('Warm')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await live(page);
    await expect(items(page)).toHaveCount(2);
    expect(await kept(page)).toEqual([story, kits]);
    await expect(page.getByRole('link', { name: 'Cart, items: 2' })).toBeVisible();
  });

  test('keyboard: changes the quantity within the offer', async ({ page, context, shop }) => {
    await arrive(shop, context, [story]);
    await open(page);
    const quantity = page.getByRole('textbox', { name: /^Quantity/ });
    await page.getByRole('button', { name: 'One less' }).press('Enter');
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

  test('duplicate and remove: undo restores the line at its place', async ({ page, context, shop }) => {
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
    // An emptied cart stays on the page that offers undo.
    await expect(page.getByText('Your cart is empty.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(/\/cart$/);
    await expectAccessible(page);
    const other = await context.newPage();
    await other.goto('/healthz');
    // The guard is a separate file, loaded at its first use.
    const followed = page.waitForResponse(/\/assets\/[\w.-]+\.js$/);
    // As when another tab renews the session.
    await other.evaluate(() => {
      const token = localStorage.getItem('accessToken') ?? '';
      localStorage.removeItem('accessToken');
      localStorage.setItem('accessToken', token);
    });
    await followed;
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(/\/cart$/);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(items(page)).toHaveCount(1);
  });

  test('two tabs: show the same lines', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, kits]);
    await open(page);
    const other = await context.newPage();
    await open(other);
    await page.getByRole('button', { name: 'Remove Brand Stories' }).click();
    await expect(items(other)).toHaveCount(1);
    await expect(other.getByRole('link', { name: 'Cart, items: 1' })).toBeVisible();
    await other.getByRole('button', { name: 'One more' }).click();
    await expect(total(page)).toHaveText('€260.70');
    // Undo keeps the change of the other tab.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(total(other)).toHaveText('€359.70');
  });
});

describe('outdated line', () => {
  test('changed price or limit: explained, and accepted with OK', async ({ page, context, shop }) => {
    await arrive(shop, context, [
      { ...story, unitPriceSeen: 89_00 },
      { ...story, quantity: 500 },
      { ...story, platform: 2 },
    ]);
    await open(page);
    await expect(items(page).nth(0)).toContainText('The price has changed from €89.00 to €99.00.');
    await expect(items(page).nth(1)).toContainText('quantity changed from 500 to');
    await expect(items(page).nth(2)).toContainText('no longer needs a platform');
    await expectAccessible(page);
    await shoot(page, 'cart/stale', { fullPage: true });
    await page.getByRole('button', { name: /^Order and pay/ }).click();
    await expect(page.locator('#checkout-told')).toBeVisible();
    for (const _ of [1, 2, 3]) await page.getByRole('button', { name: 'OK', exact: true }).first().click();
    await expect(page.getByRole('button', { name: 'OK', exact: true })).toHaveCount(0);
    const [one, two, three] = await kept(page);
    expect([one.unitPriceSeen, three.platform]).toEqual([99_00, null]);
    expect(two.quantity).toBeLessThan(500);
  });

  test('offer removed: the line is grey, costs nothing and stays until the customer removes it', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, { ...kits, offerId: 'social-boosts-7' }]);
    await open(page);
    await expect(items(page).nth(1)).toContainText('Social Boosts');
    await expect(items(page).nth(1)).toContainText('No longer available');
    await expect(total(page)).toHaveText('€99.00');
    await expectAccessible(page);
    expect(await kept(page)).toHaveLength(2);
    await page.getByRole('button', { name: 'Remove Social Boosts' }).click();
    await expect(items(page)).toHaveCount(1);
  });

  test('missing details: asked for', async ({ page, context, shop }) => {
    await arrive(shop, context, [
      { ...kits, platform: 77 },
      { offerId: 'brand-stories-600', quantity: 1 },
    ]);
    await open(page);
    await expect(items(page).nth(1)).toContainText('Complete the brief: The facts, Brand name');
    await expectAccessible(page);
    await page.getByLabel('This platform is no longer offered.').selectOption({ label: 'LinkedIn (+10%)' });
    await expect(items(page).first()).toContainText('LinkedIn');
    await expect(total(page)).toHaveText('€272.80');
  });

  test('price in another currency: priced again', async ({ page, context, shop }) => {
    await arrive(shop, context, [story], { currency: '1' });
    await open(page);
    await expect(items(page)).toContainText('New currency: the price was €99.00 and is now US$');
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    expect((await kept(page))[0].currency).toBe(1);
  });
});

describe('unreadable cart in the storage', () => {
  test.for<[string, number]>([
    ['{{{', 0],
    [JSON.stringify([story, 7, { nothing: true }]), 1],
  ])('%s: reported, and set aside until it is dismissed', async ([rubbish, count], { page, context, shop }) => {
    await arrive(shop, context, rubbish);
    await open(page);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('We couldn’t read part of your cart.');
    await expect(items(page)).toHaveCount(count);
    await page.getByText('Show the unreadable part').click();
    await expect(page.locator('pre')).toHaveText(rubbish);
    expect(await kept(page)).toHaveLength(count);
    await expectAccessible(page);
    await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('ordersUnread'))).toBeNull();
  });
});

test('change of currency: empties the cart, and Undo restores it with its prices', async ({ page, context, shop }) => {
  await arrive(shop, context, [story]);
  await open(page);
  await expect(total(page)).toHaveText('€99.00');
  await page.locator('header summary', { hasText: /:EUR$/ }).click();
  await page.locator('header button[name=currency]:visible', { hasText: 'NOK' }).click();
  await page.getByRole('button', { name: 'Change and empty cart' }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  // The page shows it before it loads again, in the new currency.
  await expect.poll(() => kept(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(total(page)).toHaveText('€99.00');
  await expect(items(page).getByRole('button', { name: 'OK', exact: true })).toHaveCount(0);
});

describe('navigation to the cart', () => {
  test('link that fills the cart: adds its line once, and buys nothing', async ({ page, context, shop }) => {
    await arrive(shop, context, [story]);
    for (const _ of ['first', 'again']) {
      await page.goto('/cart/add?offer=social-boosts-10&quantity=2&platform=5');
      await live(page);
      await expect(page).toHaveURL(/\/cart$/);
      await expect(items(page)).toHaveCount(2);
    }
    await expect(items(page).nth(1)).toContainText('10 post kits · LinkedIn');
    await expect(items(page).nth(1)).toContainText('Complete the brief');
    expect(await shop.sql('select from purchase')).toEqual([]);
  });

  test('link that fills the cart, for a guest: log-in, and then the cart', async ({ page, shop }) => {
    const email = await register(shop);
    await page.goto('/cart/add?offer=social-boosts-10&quantity=2&platform=5');
    await live(page);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('main button[type=submit]').click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(items(page)).toHaveCount(1);
  });

  test('empty cart: redirected to the services with an explanation', async ({ page, context, shop }) => {
    await arrive(shop, context, []);
    await open(page);
    await expect(page).toHaveURL(/\/services\?empty=cart$/);
    await expect(page.getByText('Your cart is empty. Pick a service to start.')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/faq');
    await live(page);
    await page.getByRole('link', { name: 'Cart, empty' }).click();
    await expect(page).toHaveURL(/\/services\?empty=cart$/);
    await expect(page.getByText('Your cart is empty. Pick a service to start.')).toBeVisible();
  });

  test('guest: log-in and back with the same cart', async ({ page, shop }) => {
    const email = await register(shop);
    await page.goto('/faq');
    await page.evaluate((orders) => localStorage.setItem('orders', orders), JSON.stringify([story]));
    await page.goto('/cart');
    await expect(page).toHaveURL(/\/account\/login\?redirect=%2Fcart$/);
    await live(page);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('main button[type=submit]').click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(total(page)).toHaveText('€99.00');
    expect(await kept(page)).toEqual([story]);
  });
});

test('cart prices fail to load: an error with a retry', async ({ page, context, shop, pageErrors }) => {
  await arrive(shop, context, [story]);
  await context.route('**/api/prices', (route) => route.abort());
  await open(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This couldn’t be loaded.');
  await expectAccessible(page);
  await context.unroute('**/api/prices');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(total(page)).toHaveText('€99.00');
  expected(pageErrors, /ERR_FAILED/);
});

test.for([
  ['en', 'Your cart', '€'],
  ['es', 'Tu carrito', '€'],
  ['jp', 'カート', '€'],
] as const)('cart in %s at 320 px in the dark: translated and accessible', async ([lang, title, sign], { page, context, shop }) => {
  await arrive(shop, context, [story, kits, { ...story, offerId: 'gone' }]);
  await open(page, `/cart?lang=${lang}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(total(page)).toContainText(sign);
  for (const width of [320, 390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await look(page, { width, colorScheme });
      await expectNoSidewaysScroll(page);
      await shoot(page, `cart/${lang}-${width}-${colorScheme}`, { fullPage: true });
    }
  await expectAccessible(page);
});
