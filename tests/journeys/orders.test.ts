// Purchases in the browser: from the cart to the bank and back, failures on the way, and payment from the
// balance.

import { describe } from 'vitest';
import { getBody } from '../support/browser.ts';
import { test as base, expect, expectAccessible, live } from '../support/journey.ts';
import { becomes, expectAudited, funded, getBalance, listOrders, pay, statuses } from '../support/money.ts';
import {
  atBank,
  expected,
  fillIn,
  getOrderMenu,
  HISTORY,
  kept,
  open,
  orderButton,
  ordered,
  row,
  said,
  shopper,
  story,
  toBank,
} from '../support/orders.ts';
import { letRun } from '../support/rows/jobs.ts';
import { addCoupon, expireCoupon } from '../support/rows/wallet.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

const confirmed = 'Thank you. Your order is confirmed.';
const RETURNED = /\?purchase=[\da-f-]{36}$/;

describe('purchase', () => {
  test.for([
    ['en', /^Order and pay €99\.00$/, /^Pay €/, confirmed, 'Paid', 'en-US'],
    ['es', /^Pedido con obligación de pago: 99,00/, /^Pagar 99/, 'Gracias. Tu pedido está confirmado.', 'Pagado', 'es-ES'],
    ['jp', /^注文を確定して€99\.00を支払う$/, /€99\.00を支払う/, 'ありがとうございます。ご注文が確定しました。', 'お支払い済み', 'ja-JP'],
  ] as const)(
    'in %s: ordered in the cart, paid at the bank and confirmed',
    async ([locale, button, payButton, thanks, paid], { page, context, shop }) => {
      const ada = await shopper(shop, context, [story]);
      await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
      await open(page);
      await fillIn(page, locale);
      await expectAccessible(page);
      await page.getByRole('button', { name: button }).click();
      await atBank(page);
      expect(await statuses(shop, ada)).toEqual([1]);
      await page.getByRole('button', { name: payButton }).first().click();
      await expect(page).toHaveURL(RETURNED);
      await expect(page.getByRole('heading', { name: thanks })).toBeVisible();
      await expect(page.getByRole('article').getByText(paid, { exact: true }).first()).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('orders'))).toBeNull();
      await expectAccessible(page);
      // The address can be bookmarked.
      await page.reload();
      await live(page);
      await expect(page.getByRole('heading', { name: thanks })).toBeVisible();
    },
  );

  test('double click and keyboard: ordered once', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, [story]);
    await open(page);
    await fillIn(page);
    await orderButton(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await atBank(page);
    expect(await statuses(shop, ada)).toEqual([1]);
  });

  test('lost response: sent again with the same idempotency key', async ({ page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context, [story]);
    await open(page);
    await fillIn(page);
    const keys: (string | undefined)[] = [];
    await context.route('**/api/orders', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.fallback();
      await route.fetch({ postData: getBody(route.request()) });
      return route.abort();
    });
    await orderButton(page).click();
    await expect(page.getByText('We couldn’t confirm your order.')).toBeVisible();
    expect(await kept(page)).toHaveLength(1);
    await orderButton(page).click();
    await atBank(page);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(await statuses(shop, ada)).toEqual([1]);
    expected(pageErrors, /ERR_FAILED/);
  });

  test('declined: paid with another try', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, [story]);
    await toBank(page);
    await page.getByRole('button', { name: 'Card declined' }).click();
    await expect(page).toHaveURL(RETURNED);
    await expect(page.getByRole('heading', { name: 'Your bank declined the payment.' })).toBeVisible();
    await expect(said(page)).toContainText('Nothing was charged. Try again or use another method.');
    await expect(row(page, 'Brand Stories, 600 words')).toContainText('Payment declined');
    await expectAccessible(page);
    await page.reload();
    await live(page);
    await expect(page.getByRole('heading', { name: 'Your bank declined the payment.' })).toBeVisible();
    await said(page).getByRole('link', { name: 'Pay €99.00' }).click();
    await atBank(page);
    await page.getByRole('button', { name: 'Pay €99.00' }).click();
    await expect(page.getByRole('heading', { name: confirmed })).toBeVisible();
    expect(await statuses(shop, ada)).toEqual([2]);
  });

  test('declined, then paid with a late webhook: waited for and not shown as declined', async ({ page, context, shop }) => {
    await shopper(shop, context, [story]);
    await toBank(page);
    await page.getByRole('button', { name: 'Card declined' }).click();
    await said(page).getByRole('link', { name: 'Pay €99.00' }).click();
    await atBank(page);
    await page.getByRole('button', { name: 'Pay, with a late notice' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for your payment to be confirmed…' })).toBeVisible();
    await expect(said(page)).toContainText('We are checking with your bank.');
    await expect(row(page, 'Brand Stories, 600 words')).toContainText('Checking with your bank');
    const ways = page.getByRole('main').getByText(/^(Pay|Pay from balance|Copy payment link)( €|$)/);
    await getOrderMenu(row(page, 'Brand Stories, 600 words')).click();
    await expect(page.getByRole('main')).not.toContainText(/declined|Nothing was charged/);
    await expect(ways).toHaveCount(0);
    await page.keyboard.press('Escape');
    await row(page, 'Brand Stories, 600 words').getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('main')).toContainText('We are checking with your bank whether you’ve paid. Don’t pay again');
    await expect(ways).toHaveCount(0);
    await expectAccessible(page);
    shop.clock.turn({ minutes: 1 });
    await expect(page.getByRole('main')).toContainText('48 hours from your payment');
    await expect(page.getByRole('main')).not.toContainText('Don’t pay again');
  });

  test('declined, then paid and taken back: “payment taken back” on the order, and nothing to cancel', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, [story]);
    await toBank(page);
    await page.getByRole('button', { name: 'Card declined' }).click();
    await said(page).getByRole('link', { name: 'Pay €99.00' }).click();
    await atBank(page);
    await page.getByRole('button', { name: 'Pay, then take the money back' }).click();
    const order = row(page, 'Brand Stories, 600 words');
    await expect(order).toContainText('Payment taken back');
    await order.getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('main')).toContainText('Payment taken back. Your bank has returned your money');
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact support' })).toBeVisible();
    await getOrderMenu(page).click();
    await expect(page.getByRole('button', { name: /^(Cancel|Withdraw from contract)/ })).toHaveCount(0);
    await expectAccessible(page);
    expect(await statuses(shop, ada)).toEqual([2]);
    await expectAudited(shop);
  });

  test('bank page left without paying: not waited for', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, [story]);
    await toBank(page);
    await page.getByRole('button', { name: 'Back to the shop without paying' }).click();
    await expect(page).toHaveURL(RETURNED);
    await expect(page.getByRole('heading', { name: 'You haven’t paid yet.' })).toBeVisible();
    await expect(said(page)).not.toContainText('Waiting');
    await expectAccessible(page);
    await said(page).getByRole('link', { name: 'Pay €99.00' }).click();
    await atBank(page);
    expect(await statuses(shop, ada)).toEqual([1]);
  });

  test('provider returns with an unpaid address: not waited for', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, []);
    const { purchaseId } = await ordered(shop, ada);
    await open(page, `${HISTORY}?purchase=${purchaseId}`);
    await expect(page.getByRole('heading', { name: 'You haven’t paid yet.' })).toBeVisible();
  });

  test('no confirmation in time: not shown as failed, and Back from the bank is safe', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, [story]);
    await toBank(page);
    const link = page.url();
    await page.goBack();
    await expect(page).toHaveURL(RETURNED);
    await live(page);
    await expect(row(page, 'Brand Stories, 600 words')).toContainText('Awaiting payment');
    await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'You haven’t paid yet.' })).toBeVisible();
    await expect(said(page).getByRole('link', { name: 'Pay €99.00' })).toHaveAttribute('href', link);
    await pay(link, 'late');
    await context.clock.install();
    await page.reload();
    await live(page);
    await expect(said(page)).toContainText('Waiting for your payment to be confirmed');
    // Each pause starts after the previous response.
    await expect
      .poll(async () => {
        await context.clock.runFor(6_000);
        return said(page).textContent();
      })
      .toContain('Your payment isn’t confirmed yet.');
    await expect(said(page)).toContainText('We’ll email you as soon as your bank confirms it.');
    await expectAccessible(page);
    expect(await statuses(shop, ada)).toEqual([1]);
    shop.clock.turn({ minutes: 1 });
    await expect(said(page)).toContainText(confirmed);
  });

  test('bank page closed: found in the order history and paid there', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context, [story]);
    await toBank(page);
    const link = page.url();
    await page.close();
    const later = await context.newPage();
    await open(later, HISTORY);
    const order = row(later, 'Brand Stories, 600 words');
    await expect(order).toContainText('Link open until May 13');
    await expect(order.getByRole('link', { name: 'Pay €99.00' })).toHaveAttribute('href', link);
    await pay(link);
    await becomes(shop, ada, [2]);
    await later.reload();
    await expect(order).toContainText('Expected May 14');
  });
});

describe('total', () => {
  test('changed before the order: confirmed again with both amounts, and nothing is lost', async ({ page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context, [story]);
    const code = await addCoupon(shop);
    await open(page);
    await page.getByLabel('Coupon code').fill(code);
    const quoted = page.waitForResponse((answer) => getBody(answer.request()).includes(`"couponCode":"${code}"`));
    await page.getByRole('button', { name: 'Apply' }).click();
    await quoted;
    await fillIn(page);
    await expect(orderButton(page, '€89.10')).toBeVisible();
    await expireCoupon(shop, code);
    await orderButton(page, '€89.10').click();
    const told = page.locator('section[aria-labelledby=checkout-told]');
    await expect(told).toBeFocused();
    await expect(told).toContainText('This code has expired.');
    await expect(told).toContainText('Nothing was ordered: the total was €89.10 and is now €99.00.');
    await expect(page.getByLabel('City')).toHaveValue('Oslo');
    await expect(page.getByLabel(/^I agree to the terms/)).toBeChecked();
    await expectAccessible(page);
    expect([await listOrders(shop, ada), (await kept(page)).length]).toEqual([[], 1]);
    await orderButton(page).click();
    await atBank(page);
    expect(await listOrders(shop, ada)).toMatchObject([{ price: 9_900 }]);
    expected(pageErrors, /400/);
  });
});

describe('balance', () => {
  test('sufficient: pays the order, insufficient: shows the missing amount', async ({ page, context, shop, pageErrors }) => {
    const ada = await shopper(shop, context, [story]);
    await funded(shop, ada, 5_000);
    await open(page);
    await fillIn(page);
    await page.getByLabel('From my balance').check();
    const purse = page.getByRole('status', { name: 'Your balance' });
    await expect(purse).toContainText('You’re short by€49.00');
    await page.getByRole('button', { name: 'Order and pay €99.00 from my balance' }).click();
    await expect(page.locator('#checkout-payFromBalance')).toHaveAccessibleDescription('Your balance is too low for this order.');
    await expectAccessible(page);
    await funded(shop, ada, 5_000);
    // After the deposit the cart is unchanged.
    await page.reload();
    await live(page);
    await expect(purse).toContainText('Balance afterwards€1.00');
    await page.getByRole('radio', { name: /^Start now/ }).check();
    await page.getByLabel(/^I agree to the terms/).check();
    await page.getByRole('button', { name: 'Order and pay €99.00 from my balance' }).click();
    await expect(page).toHaveURL(RETURNED);
    await expect(page.getByRole('heading', { name: confirmed })).toBeVisible();
    await expect(said(page)).toContainText('Paid from your balance: €99.00.');
    const item = said(page).getByRole('listitem');
    await expect(item).toContainText(/^Brand Stories, 600 wordsF-\w{8}€99\.00Expected May 14, /);
    await expect(said(page).getByText('Invoice in a minute')).toBeVisible();
    await letRun(shop, 'invoicing.issue');
    const invoice = said(page).getByRole('button', { name: 'Invoice (PDF)' });
    const [saved] = await Promise.all([page.waitForEvent('download'), invoice.click()]);
    expect(saved.suggestedFilename()).toMatch(/^INV-.+\.pdf$/);
    expect([await statuses(shop, ada), await getBalance(shop, ada)]).toEqual([[2], 100]);
    expected(pageErrors, /400/);
  });
});
