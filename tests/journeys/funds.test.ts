// Funds: deposits through the bank, errors on the way, and the statement.

import type { BrowserContext, Locator, Page } from '@playwright/test';
import { describe } from 'vitest';
import { logIn, register } from '../support/accounts.ts';
import { getBody } from '../support/browser.ts';
import { tags } from '../support/cart-lines.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look } from '../support/journey.ts';
import { billing, deposit, funded, getBalance, pay, placed } from '../support/money.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import { depositCount } from '../support/rows/wallet.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const FUNDS = '/cabinet/funds';

/** A customer whose account has billing details. */
async function arrive(shop: Shop, context: BrowserContext, details: object | null = billing) {
  await shop.makeDemo();
  const email = await register(shop);
  const { token, refreshToken } = await logIn(shop, email);
  if (details) await shop.call('POST /api/accounts/update', details, { token });
  await setLocalStorage(context, { accessToken: token, refreshToken, agreePrivacy: 'true' });
  return { email, token };
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(FUNDS + query);
  await live(page);
}

/** Chromium logs refused calls; these are expected. */
const expected = (pageErrors: string[], about: RegExp) =>
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !about.test(error)));
const balance = (page: Page) => page.locator('main li').filter({ hasText: 'Balance in EUR' }).locator('b');
const agree = (page: Page) => page.getByLabel(/^I agree to the terms/).check();
const atBank = (page: Page, { urls }: Shop) => page.waitForURL((url) => url.origin === urls.sandbox && url.pathname.startsWith('/pay/'));
/** Advances the clock of the page until the locator is visible. Responses take real time. */
const passing = (page: Page, wanted: Locator) =>
  expect(async () => {
    await page.clock.runFor(1_000);
    await expect(wanted).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [50] });

describe('deposit', () => {
  test.for([
    ['en', 'Amount', /^I agree/, 'Deposit €50.00', 'Pay €50.00', '€50.00 was added to your balance.'],
    ['es', 'Importe', /^Acepto/, 'Pagar 12,50 €', 'Pagar 12,50 €', '12,50 € están en tu saldo.'],
    ['jp', '金額', /同意し/, '€50.00を支払う', '€50.00を支払う', '残高に€50.00が加算されました。'],
  ] as const)(
    'in %s: paid at the bank and added to the balance',
    async ([lang, amount, terms, act, paying, done], { page, context, shop }) => {
      await arrive(shop, context);
      await open(page, `?lang=${lang}`);
      await page.getByLabel(amount, { exact: true }).fill(lang === 'es' ? '12,50' : '50');
      await page.getByLabel(terms).check();
      await page.getByRole('button', { name: act }).click();
      await atBank(page, shop);
      await page.getByRole('button', { name: paying }).click();
      await expect(page.getByRole('heading', { name: done })).toBeVisible();
      // A reload shows the same without another payment.
      await page.reload();
      await expect(page.getByRole('heading', { name: done })).toBeVisible();
    },
  );

  test('keyboard only: completed, and a coupon is shown before the charge', async ({ page, context, shop }) => {
    const ada = await arrive(shop, context);
    await open(page);
    await page.getByRole('button', { name: '€100', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('100');
    await page.getByLabel('Coupon code').focus();
    await page.keyboard.type(' topup5 ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('You pay 5% less')).toBeVisible();
    await expect(page.getByText('You pay€95.00')).toBeVisible();
    await expect(page.getByText('Added to your balance€100.00')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(/^I agree to the terms/).focus();
    await page.keyboard.press('Space');
    // Tabs past the two links of the terms.
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Deposit €95.00' })).toBeFocused();
    const browser = await page.evaluate(() => ({
      javascriptEnabled: true,
      acceptLanguage: navigator.languages.join(','),
      screenWidth: screen.width,
      screenHeight: screen.height,
      timeZone: new Date().getTimezoneOffset(),
      userAgent: navigator.userAgent,
    }));
    const asked = page.waitForRequest('**/api/balance/deposit');
    await page.keyboard.press('Enter');
    expect(JSON.parse(getBody(await asked))).toEqual({
      ...billing,
      state: '',
      agreedToPP_TOS: true,
      currency: 0,
      depositAmount: 10_000,
      price: 9_500,
      couponCode: 'TOPUP5',
      ...browser,
    });
    await atBank(page, shop);
    await page.getByRole('button', { name: 'Pay €95.00' }).click();
    await expect(page.getByRole('heading', { name: '€100.00 was added to your balance.' })).toBeVisible();
    await expect(balance(page)).toHaveText('€100.00');
    await expect(page.getByText('Includes €5.00 of promotional credit: spent last, never paid out.')).toBeVisible();
    expect(await getBalance(shop, ada)).toBe(10_000);
  });

  test('bank page left without paying: not waited for', async ({ page, context, shop }) => {
    await arrive(shop, context);
    await open(page);
    await page.getByLabel('Amount', { exact: true }).fill('20');
    await agree(page);
    await page.getByRole('button', { name: 'Deposit €20.00' }).click();
    await atBank(page, shop);
    await page.getByRole('button', { name: 'Back to the shop without paying' }).click();
    await expect(page.getByRole('heading', { name: 'You haven’t paid yet.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to payment' })).toBeVisible();
  });

  test('declined: shown immediately, and can be paid by the same link', async ({ page, context, shop }) => {
    const ada = await arrive(shop, context);
    await open(page);
    await page.getByLabel('Amount', { exact: true }).fill('20');
    await agree(page);
    await page.getByRole('button', { name: 'Deposit €20.00' }).click();
    await atBank(page, shop);
    await page.getByRole('button', { name: 'Card declined' }).click();
    await expect(page.getByRole('heading', { name: 'Your bank declined the payment.' })).toBeVisible();
    await expect(page.getByText('Nothing was charged. Try again or use another method.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to payment' }).click();
    await page.getByRole('button', { name: 'Pay €20.00' }).click();
    await expect(page.getByRole('heading', { name: '€20.00 was added to your balance.' })).toBeVisible();
    expect(await depositCount(shop, ada.email)).toBe(1);
  });

  test.for([
    ['by a live update', false],
    ['by a manual check without live updates', true],
  ] as const)(
    'no confirmation: waited for, then reported, and found %s',
    async ([, isStreamBlocked], { page, context, shop, pageErrors }) => {
      const ada = await arrive(shop, context);
      if (isStreamBlocked) await context.route('**/api/events*', (route) => route.abort());
      const { body } = await deposit(shop, ada, { depositAmount: 5_000 });
      await pay(body.paymentLink ?? '', 'late');
      await page.clock.install();
      await open(page, `?deposit=${body.depositId}`);
      await expect(page.getByRole('heading', { name: 'Waiting for the bank…' })).toBeVisible();
      // The clock is paused, because without live updates the page polls and would find the payment itself.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      await passing(page, page.getByRole('heading', { name: 'We haven’t heard from the bank yet.' }));
      await expect(page.getByRole('link', { name: 'Back to payment' })).toHaveCount(0);
      shop.clock.turn({ minutes: 1 });
      await expect.poll(() => getBalance(shop, ada)).toBe(5_000);
      if (isStreamBlocked) await page.getByRole('button', { name: 'Check again' }).click();
      await passing(page, page.getByRole('heading', { name: '€50.00 was added to your balance.' }));
      // An open page would retry while the errors are checked.
      await page.close();
      if (isStreamBlocked) expected(pageErrors, /ERR_FAILED/);
    },
  );

  test('cart short of money: the amount is the missing one, with a link back to the cart', async ({ page, context, shop }) => {
    await arrive(shop, context);
    await open(page, '?deposit=1234&currency=0&back=cart');
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.34');
    await agree(page);
    await page.getByRole('button', { name: 'Deposit €12.34' }).click();
    await atBank(page, shop);
    await page.getByRole('button', { name: 'Pay €12.34' }).click();
    await expect(page.getByRole('link', { name: 'Back to your cart' })).toHaveAttribute('href', '/cart');
  });
});

describe('errors', () => {
  test('invalid input: an error at its field before anything is sent, and missing account details are asked for', async ({
    page,
    context,
    shop,
    pageErrors,
  }) => {
    const asked: string[] = [];
    context.on('request', (request) => request.url().endsWith('/balance/deposit') && asked.push(request.url()));
    await arrive(shop, context, null);
    await open(page);
    await expect(page.getByLabel('City')).toBeVisible();
    const amount = page.getByLabel('Amount', { exact: true });
    const submit = page.getByRole('button', { name: /^Deposit/ });
    for (const [typed, why] of [
      ['', 'Enter an amount, such as 12.50.'],
      ['1.000', 'Enter an amount, such as 12.50.'],
      ['4.99', 'Deposit between €5 and €10,000.'],
      ['10,000.01', 'Deposit between €5 and €10,000.'],
    ] as const) {
      await amount.fill(typed);
      await submit.click();
      await expect(amount).toHaveAccessibleDescription(`From €5 to €10,000 ${why}`);
    }
    // It stays when the field is left, and goes when it is edited.
    await amount.press('Tab');
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await amount.fill('5');
    await expect(amount).not.toHaveAttribute('aria-invalid');
    await expect(page.getByLabel('Country')).toHaveAccessibleDescription('Choose a country.');
    await expect(page).toHaveTitle(/^Error:/);
    await expectAccessible(page);
    expect(asked).toEqual([]);
    const code = page.getByLabel('Coupon code');
    await code.fill('WELCOME10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('this code is for orders, not for deposits')).toBeVisible();
    await code.fill('NOSUCH');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(code).toHaveAccessibleDescription('This code isn’t valid. Check it and try again.');
    expected(pageErrors, /400/);
  });

  test('no connection: shown as such, with a retry', async ({ page, context, shop, pageErrors }) => {
    await arrive(shop, context);
    await context.route('**/api/balance/**', (route) => route.abort());
    await open(page);
    await expect(page.getByText('This couldn’t be loaded.')).toHaveCount(2);
    await context.unroute('**/api/balance/**');
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await expect(page.getByText('This couldn’t be loaded.')).toHaveCount(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No transactions yet.')).toBeVisible();
    await expect(balance(page)).toHaveText('€0.00');
    expected(pageErrors, /ERR_FAILED/);
  });
});

describe('statement', () => {
  test('movements: listed, filtered, explained, charted and downloaded, on a narrow screen too', async ({ page, context, shop }) => {
    const ada = await arrive(shop, context);
    await funded(shop, ada, 5_000);
    await placed(shop, ada, { lines: [tags()], price: 900, payFromBalance: true });
    await open(page);
    const rows = page.locator('main tbody tr').filter({ has: page.getByRole('button') });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Order payment');
    await expect(rows.first().getByRole('cell')).toHaveText(['−€9.00', '€41.00']);
    await expect(rows.first().getByRole('rowheader')).toContainText(/Hashtag Magic · F-\w{8}/);
    await expect(page.getByRole('img', { name: /your balance was €50\.00 at most; it’s now €41\.00/ })).toBeVisible();
    await page.getByRole('button', { name: 'Details of −€9.00: Order payment' }).click();
    await expect(page.getByText('You paid for these orders from your balance:')).toBeVisible();
    await expect(page.locator('main td li')).toHaveText(/^F-\w{8} Hashtag Magic€9\.00$/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await look(page, { width: 320, colorScheme });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('link', { name: 'Money in' }).click();
    await expect(page).toHaveURL(/\?kind=in$/);
    await expect(rows).toHaveCount(1);
    await page.reload();
    await live(page);
    await expect(rows).toContainText('Deposit');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/-eur-\d{4}-\d\d-\d\d\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString('utf8').split('\r\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^[\d:.TZ-]+,"Order payment",-9\.00,41\.00,EUR,\d+$/),
      expect.stringMatching(/^[\d:.TZ-]+,"Deposit",50\.00,50\.00,EUR,\d+$/),
    ]);
  });

  test('another currency: separate statement, and empty, filtered and full look different', async ({ page, context, shop }) => {
    const ada = await arrive(shop, context);
    await funded(shop, ada, 5_000);
    await open(page, '?kind=out');
    await expect(page.getByText('No transactions match.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all transactions' }).click();
    await expect(page.getByRole('heading', { name: 'Statement in EUR' })).toBeFocused();
    await expect(page.getByText('+€50.00')).toBeVisible();
    await page.locator('header summary, header button').filter({ hasText: 'EUR' }).first().click();
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/balance') && getBody(request) === '{"currency":4}');
    await page.getByRole('button', { name: /NOK/ }).click();
    await asked;
    await expect(page.getByRole('heading', { name: 'Statement in NOK' })).toBeVisible();
    await expect(page.getByText('No transactions yet.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Balances' }).getByRole('listitem').first()).toContainText('Balance in NOK');
    await expect(page.getByText(/^From NOK.50 to NOK.100,000$/)).toBeVisible();
  });
});
