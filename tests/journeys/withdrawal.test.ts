// Legal withdrawal: easy to find, in two steps, confirmed by email, and refunded to the source of the
// payment.

import { describe } from 'vitest';
import { suite } from '../support/cart-lines.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { becomes, begin, deliverPieces, expectAudited, getBalance, listRefunds, pay } from '../support/money.ts';
import { expected, fromMenu, getOrderMenu, HISTORY, open, openOrder, ordered, row, shopper, story } from '../support/orders.ts';
import { bankRefunds } from '../support/rows/payments.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

describe('withdrawal from the order history', () => {
  test('delivered in the meantime: asked again, then confirmed and refunded by the bank', async ({ page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context);
    const { paymentLink, orderIds } = await ordered(shop, ada, { lines: [suite()], startNow: true });
    const [orderId = ''] = orderIds;
    await pay(paymentLink ?? '');
    await becomes(shop, ada, [2]);
    await begin(shop, orderId);
    await open(page, HISTORY);
    const order = row(page, /^Brand Expansion Suite/);
    await fromMenu(order, /^Withdraw from contract: F-/);
    const dialog = page.getByRole('dialog', { name: 'Withdraw from contract' });
    await expect(dialog).toContainText('You can withdraw until May 26, 2026');
    await expect(dialog).toContainText('Refund€189.00');
    await expect(dialog).toContainText('Nothing has been delivered yet.');
    await expectAccessible(page);
    await deliverPieces(shop, orderId, 1);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const last = page.getByRole('dialog', { name: 'Confirm your withdrawal' });
    await expect(last).toContainText('I, Ada Sample, withdraw from the contract for order F-');
    await expect(last).toContainText(ada.email);
    await expectAccessible(page);
    await last.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Something was delivered in the meantime: the refund is now €105.84.');
    await expect(dialog).toContainText('Refund€105.84');
    await expect(dialog).toContainText('1 of 5 pieces delivered.');
    await dialog.getByLabel('Reason').fill('I found a press of my own.');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await last.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(order).toContainText('Refund: €105.84');
    await expect(order.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(order.getByRole('heading', { name: 'Brand Expansion Suite' })).toBeFocused();
    await getOrderMenu(order).click();
    await expect(order.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0);
    await expect.poll(() => listRefunds(shop, orderId)).toEqual([{ amount: 10_584, state: 'done' }]);
    expect(await bankRefunds(shop)).toEqual([10_584]);
    expect((await shop.mail(ada.email, /^You withdrew from the contract: F-/)).text).toContain('€105.84');
    await page.reload();
    await openOrder(page, /^Brand Expansion Suite/);
    await expect(page.locator('main')).toContainText('Cancelled on May 12, 2026');
    await expect(page.locator('main')).toContainText('You withdrew from the contract. €83.16 was charged for the delivered work.');
    await expect(page.locator('main')).toContainText('€105.84 was refunded to your payment method');
    expected(pageErrors, /400/);
  });
});

describe('withdrawal from the account area', () => {
  test.for([
    ['en', 'Withdraw from contract', 'My balance (right away)', ['Continue', 'Confirm withdrawal'], 'You have no orders to withdraw from'],
    ['jp', '契約を撤回する', '残高へ返金（すぐに反映されます）', ['次へ', '撤回を確定する'], '撤回できるご注文はありません。'],
  ] as const)('keyboard, in %s: refunded to the balance', async ([locale, title, way, [on, confirm], empty], { page, context, shop }) => {
    const ada = await shopper(shop, context);
    await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
    const { paymentLink } = await ordered(shop, ada, { lines: [story] });
    await pay(paymentLink ?? '');
    await becomes(shop, ada, [2]);
    await page.setViewportSize({ width: 320, height: 700 });
    await open(page, '/cabinet/account-details');
    const part = page.getByRole('region', { name: title });
    await part.getByRole('button').press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(way).press('Space');
    await dialog.getByRole('button', { name: on }).press('Enter');
    await expect(dialog.locator('p').first()).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: confirm }).press('Enter');
    await expect(part).toContainText(empty);
    await expect(part.getByRole('heading', { name: title })).toBeFocused();
    expect(await getBalance(shop, ada)).toBe(9_900);
  });
});

test('withdrawal without a log-in: checked in the browser, and typed once for both steps', async ({ page }) => {
  await page.goto('/withdrawal');
  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.locator('section[aria-labelledby="told"]');
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Withdraw from contract/);
  await expect(summary.getByRole('listitem')).toHaveText([
    'Enter your name.',
    'Enter an email address, such as name@example.com.',
    'Enter the order or subscription number. It’s in our emails.',
  ]);
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Ada Sample');
  await page.getByLabel('Your email address').fill('ada@shop.example');
  await page.getByLabel('Order number').fill('F-NOTHING');
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('dl')).toContainText('F-NOTHING');
  await page.getByRole('link', { name: 'Start over' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Sample');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto('/withdrawal');
  await expect(page.getByLabel('Your name')).toHaveValue('');
});
