// Checkout in the cart: coupon, order details and summary.
import type { Page, Route } from '@playwright/test';
import { describe } from 'vitest';
import { tags, withAnswers } from '../support/cart-lines.ts';
import { test as base, expect, expectAccessible, leaveDialog, live } from '../support/journey.ts';
import { arrive, expected, items, kits, open, story, total } from '../support/orders.ts';
import { DOUBTFUL } from '../support/sample-shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('coupon', () => {
  const code = (page: Page) => page.getByLabel('Coupon code');
  const apply = (page: Page) => page.getByRole('button', { name: 'Apply' });

  test('valid code: reduces the total, stays in the tab until it is removed', async ({ page, context, shop }) => {
    await arrive(shop, context, [story, kits]);
    await open(page);
    await code(page).fill(' welcome10 ');
    await code(page).press('Enter');
    await expect(page.getByText('10% off')).toBeVisible();
    await expect(total(page)).toHaveText('€245.52');
    await expect(items(page).first()).toContainText('Coupon: −€9.90');
    await expect(page.locator('aside')).toContainText('−€27.28');
    await expectAccessible(page);
    await page.reload();
    await live(page);
    await expect(total(page)).toHaveText('€245.52');
    await page.getByRole('button', { name: 'Remove coupon' }).click();
    await expect(total(page)).toHaveText('€272.80');
    await expect(code(page)).toHaveValue('');
  });

  test('empty code: refused without a call, an unknown one by the server at the field', async ({ page, context, shop, pageErrors }) => {
    const asked: string[] = [];
    context.on('request', (request) => request.url().includes('/coupon') && asked.push(request.url()));
    await arrive(shop, context, [story]);
    await open(page);
    for (const empty of ['', '   ']) {
      await code(page).fill(empty);
      await apply(page).click();
      await expect(code(page)).toHaveAccessibleDescription('Enter a coupon code.');
      await expect(code(page)).toBeFocused();
    }
    expect(asked).toEqual([]);
    for (const [invalid, why] of [
      ['NOSUCH', 'This code isn’t valid. Check it and try again.'],
      ['LATE', 'This code has expired.'],
    ] as const) {
      await code(page).fill(invalid);
      await apply(page).click();
      await expect(code(page)).toHaveAccessibleDescription(why);
    }
    await expectAccessible(page);
    expected(pageErrors, /400/);
  });

  test('pressed twice: one call, and the button is busy but not disabled', async ({ page, context, shop }) => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    let calls = 0;
    await context.route('**/api/orders/coupon*', async (route) => {
      calls += 1;
      asked.resolve();
      await answer.promise;
      await route.continue();
    });
    await arrive(shop, context, [story]);
    await open(page);
    await code(page).fill('WELCOME10');
    await apply(page).click();
    await asked.promise;
    const busy = page.locator('#coupon button[type=submit]');
    await expect(busy).toHaveAttribute('aria-disabled', 'true');
    await busy.press('Enter');
    answer.resolve();
    await expect(page.getByText('10% off')).toBeVisible();
    expect(calls).toBe(1);
  });

  test('coupon that does not fit the cart: says so', async ({ page, context, shop }) => {
    await arrive(shop, context, [{ ...story, offerId: 'catchy-phrases-5', unitPriceSeen: 19_00 }]);
    await open(page);
    await code(page).fill('FIVE');
    await apply(page).click();
    await expect(page.getByText('Spend at least €20.00')).toBeVisible();
    await page.getByRole('button', { name: 'Remove coupon' }).click();
    await code(page).fill('TOPUP5');
    await apply(page).click();
    await expect(page.getByText('This code is for adding funds, not for orders.')).toBeVisible();
    await expect(total(page)).toHaveText('€19.00');
  });

  test('too many tries: says when to try again', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context, [story]);
    await context.route('**/api/orders/coupon*', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '120' } }));
    await open(page);
    await code(page).fill('ANY');
    await apply(page).click();
    await expect(page.getByText('Try again in 2 minutes.')).toBeVisible();
    expected(pageErrors, /429/);
  });
});

describe('checkout', () => {
  test('missing details: asked for, and the summary links to each of them', async ({ page, context, shop }) => {
    await arrive(shop, context, [story]);
    await open(page);
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel(/^I agree to the terms/)).not.toBeChecked();
    // When work starts is asked before the country is known, and no date is promised before the answer.
    const start = page.getByRole('radio', { name: /^(Start now|Wait until my 14 days are over):/ });
    const review = page.locator('section[aria-labelledby=review]');
    await expect(start).toHaveCount(2);
    await expect(page.getByText('Whether you have 14 days to withdraw depends on your country.')).toBeVisible();
    await expect(review).toContainText('Choose above when work starts.');
    await expect(review).not.toContainText(/expected by/i);
    await page.getByRole('button', { name: /^Order and pay/ }).click();
    const told = page.locator('section[aria-labelledby=checkout-told] li');
    await expect(told.filter({ hasText: 'Choose when work should start.' })).toHaveCount(1);
    await expect(page.locator('section[aria-labelledby=checkout-told]')).toBeFocused();
    await expect(page.locator('section[aria-labelledby=checkout-told]').getByRole('link', { name: 'Enter your city.' })).toBeVisible();
    await expect(page.getByLabel('Country')).toHaveAccessibleDescription('Choose a country.');
    await expect(page.getByLabel(/^I agree to the terms/)).toHaveAccessibleDescription(
      'Agree to the terms and the privacy policy to continue.',
    );
    await expectAccessible(page);
    await start.first().check();
    await expect(review).toContainText('Choose your country above: it decides when work can start.');
    await expect(page.getByLabel('Province or territory')).toHaveCount(0);
    await page.getByLabel('Country').selectOption({ label: 'Canada' });
    // Canada gives no 14 days: the question goes, and with it the answer.
    await expect(start).toHaveCount(0);
    await expect(review).toContainText(/Expected by .+, 48 hours from payment/);
    await page.getByLabel('City').fill('Montréal');
    await page.getByRole('textbox', { name: 'Address' }).fill('1 rue Sainte-Catherine');
    await page.getByLabel(/^I agree to the terms/).check();
    await page.getByRole('button', { name: /^Order and pay/ }).click();
    await expect(page.getByLabel('Province or territory')).toHaveAccessibleDescription('Choose a state or province.');
    // A country without provinces mends the error of the province.
    await page.getByLabel('Country').selectOption({ label: 'Norway' });
    await expect(told).toHaveAttribute('data-solved', '');
    await page.getByLabel('Country').selectOption({ label: 'Canada' });
    await page.getByLabel('Province or territory').selectOption({ label: 'Québec' });
    await page.reload();
    await live(page);
    // Typed values are restored, consents are not.
    await expect(page.getByLabel('City')).toHaveValue('Montréal');
    await expect(page.getByLabel(/^I agree to the terms/)).not.toBeChecked();
    await page.getByLabel(/^I agree to the terms/).check();
    await expect(page.locator('section[aria-labelledby=review]')).toContainText('1 rue Sainte-Catherine, Montréal, QC, Canada');
    await expect(page.getByRole('button', { name: 'Order and pay €99.00' })).toBeVisible();
    await page.getByRole('link', { name: 'Change the items' }).click();
    await expect(page.locator('#cart-lines')).toBeFocused();
  });

  test('brief held for review: said at its line and before paying, not at the other line', async ({ page, context, shop }) => {
    const kept = (topic: string) => ({ ...withAnswers(tags(), { topic }), currency: 0 });
    await arrive(shop, context, [kept('The first loaf of the morning'), kept(DOUBTFUL)]);
    await open(page);
    const note = /we’ll read/i;
    const lines = items(page);
    await expect(lines.nth(1)).toContainText(note);
    await expect(lines.nth(0)).not.toContainText(note);
    const review = page.locator('section[aria-labelledby=review] p');
    await expect(review.nth(1)).toContainText(note);
    await expect(review.nth(0)).not.toContainText(note);
    await expectAccessible(page);
  });

  test('refused line: the error of the server is shown at it', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context, [story]);
    await context.route('**/api/orders/quote', (route) =>
      route.fulfill({ status: 400, json: { errors: { 'orderFormData[0].answers.brandName': ['Another name, please.'] } } }),
    );
    await open(page);
    await expect(items(page).first()).toContainText('Brand name: Another name, please.');
    await expect(total(page)).toHaveText('€99.00');
    // Free text may have been misunderstood, so a person can be asked.
    await items(page).first().getByRole('button', { name: 'Ask a person instead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask a person' });
    await expect(dialog.getByLabel('Your message')).toHaveValue(/Brand Stories, Brand name:\nLoaf & Queue/);
    await leaveDialog(page);
    expected(pageErrors, /400/);
  });

  test('line that was refused with the order: removed, its error in the summary is solved', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context, [story, kits]);
    await context.route('**/api/orders', (route) =>
      route.fulfill({ status: 400, json: { errors: { 'orderFormData[0].answers.brandName': ['Another name, please.'] } } }),
    );
    await open(page);
    await page.getByLabel('Country').selectOption({ label: 'Norway' });
    await page.getByLabel('City').fill('Oslo');
    await page.getByRole('textbox', { name: 'Address' }).fill('1 Sample Street');
    await page.getByRole('radio', { name: /^Start now/ }).check();
    await page.getByLabel(/^I agree to the terms/).check();
    await page.getByRole('button', { name: /^Order and pay/ }).click();
    const told = page.locator('section[aria-labelledby=checkout-told] li');
    await expect(told).toHaveText('Another name, please.');
    await items(page)
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(told).toHaveAttribute('data-solved', '');
    expected(pageErrors, /400/);
  });

  test('no response to the quote: says that the total is not confirmed', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context, [story]);
    const cut = (route: Route) => route.abort();
    await context.route('**/api/orders/quote', cut);
    await open(page);
    await expect(page.getByText('We couldn’t confirm this total.')).toBeVisible();
    await expectAccessible(page);
    await context.unroute('**/api/orders/quote', cut);
    await page.locator('aside').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('We couldn’t confirm this total.')).toHaveCount(0);
    expected(pageErrors, /ERR_FAILED/);
  });
});
