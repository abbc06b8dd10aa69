// Live updates: changes made elsewhere appear in every tab and on every device, by the event stream or by
// polling.
import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { expectAudited, funded, pay } from '../support/money.ts';
import { expected, HISTORY, open, ordered, row, shopper, story } from '../support/orders.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

/** Waits until the page listens, and counts the streams of the browser. */
function watchStreams(context: BrowserContext) {
  let begun = 0;
  const first = Promise.withResolvers<void>();
  context.on('response', (answer) => {
    if (new URL(answer.url()).pathname !== '/api/events' || answer.status() !== 200) return;
    begun += 1;
    first.resolve();
  });
  return { begun: () => begun, first: first.promise };
}

/** A badge. Future steps have the same text but are not badges. */
const badge = (page: Page, words: string) =>
  page
    .getByRole('article')
    .locator('span')
    .filter({ hasText: new RegExp(`^${words}$`) });
const STREAM = '**/api/events*';

async function unpaidOrder(shop: Shop, context: BrowserContext) {
  const ada = await shopper(shop, context);
  const { paymentLink } = await ordered(shop, ada, { lines: [story] });
  return { ada, link: paymentLink ?? '' };
}

describe('order paid on the phone', () => {
  test.for([
    ['en', 'Awaiting payment', 'Paid', /^Order F-\S+ is now: Paid$/],
    ['es', 'Pendiente de pago', 'Pagado', /^Estado actual del pedido F-\S+: Pagado$/],
    ['jp', 'お支払い待ち', 'お支払い済み', /^ご注文F-\S+の状況が「お支払い済み」に変わりました。$/],
  ] as const)('desktop in %s: shows it as paid and announces it', async ([locale, before, after, said], { page, context, shop }) => {
    const { link } = await unpaidOrder(shop, context);
    await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
    const streams = watchStreams(context);
    await open(page, HISTORY);
    await expect(badge(page, before)).toBeVisible();
    await streams.first;
    await pay(link);
    await expect(badge(page, after)).toBeVisible();
    await expect(page.locator('[role=status] p').filter({ hasText: said })).toHaveCount(1);
    await expectAccessible(page);
  });

  test('several tabs: updated over one shared stream, and the focus is kept', async ({ page, context, shop }) => {
    const { link } = await unpaidOrder(shop, context);
    const streams = watchStreams(context);
    await open(page, HISTORY);
    await streams.first;
    const tab = await context.newPage();
    await open(tab, HISTORY);
    const search = page.getByLabel('Search by number, service or brief');
    await search.fill('loaf');
    await row(tab, /^Brand Stories/)
      .getByRole('link', { name: 'Pay €99.00' })
      .focus();
    await pay(link);
    for (const each of [page, tab]) await expect(badge(each, 'Paid')).toBeVisible();
    await expect(search).toHaveValue('loaf');
    // Only the page in front has the focus in Firefox.
    await page.bringToFront();
    await expect(search).toBeFocused();
    // The focused link has disappeared.
    await tab.bringToFront();
    await expect(row(tab, /^Brand Stories/).getByRole('heading')).toBeFocused();
    expect(streams.begun()).toBe(1);
    // The tab with the stream is closed, and the other one takes over.
    await page.close();
    await expect.poll(streams.begun).toBe(2);
  });

  test('stream blocked: found by polling', async ({ page, context, shop, pageErrors }) => {
    await context.route(STREAM, (route) => route.abort());
    const { link } = await unpaidOrder(shop, context);
    await page.clock.install({ time: shop.clock.now() });
    await open(page, HISTORY);
    await expect(badge(page, 'Awaiting payment')).toBeVisible();
    await pay(link);
    await expect(async () => {
      await page.clock.fastForward(20_000);
      await expect(badge(page, 'Paid')).toBeVisible({ timeout: 200 });
    }).toPass();
    // An open page would retry while the errors are checked.
    await page.close();
    expected(pageErrors, /ERR_FAILED/);
  });
});

test('payment found by asking the provider: announced', async ({ page, context, shop, pageErrors }) => {
  await context.route(STREAM, (route) => route.abort());
  const { link } = await unpaidOrder(shop, context);
  await pay(link, 'late');
  await page.clock.install({ time: shop.clock.now() });
  await open(page, HISTORY);
  await expect(badge(page, 'Awaiting payment')).toBeVisible();
  shop.clock.turn({ minutes: 1 });
  // Sooner than the list is loaded again.
  await page.clock.fastForward(11_000);
  await expect(badge(page, 'Paid')).toBeVisible();
  await expect(page.locator('[role=status] p').filter({ hasText: /^Order F-\S+ is now: Paid$/ })).toHaveCount(1);
  await page.close();
  expected(pageErrors, /ERR_FAILED/);
});

test('balance: updated while the customer types', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context);
  const streams = watchStreams(context);
  await open(page, '/cabinet/funds');
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('77');
  await expect(page.getByText('No transactions yet.')).toBeVisible();
  await streams.first;
  await funded(shop, ada, 5_000);
  await expect(page.locator('main li').filter({ hasText: 'Balance in EUR' })).toContainText('€50.00');
  await expect(page.getByRole('row').filter({ hasText: '+€50.00' })).toBeVisible();
  await expect(page.getByText('Your balance is now €50.00.')).toHaveCount(1);
  await expect(amount).toHaveValue('77');
  await expect(amount).toBeFocused();
});

test('logged out elsewhere: the open page says so', async ({ page, context, shop, pageErrors }) => {
  const ada = await shopper(shop, context);
  const streams = watchStreams(context);
  await open(page, HISTORY);
  await streams.first;
  await shop.call('POST /api/Accounts/logout', {}, { token: ada.token });
  await expect(page).toHaveURL(/not-logged-in|login/);
  expected(pageErrors, /401/);
});
