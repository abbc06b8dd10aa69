// One way of a customer and one of an operator in the system's Firefox, in every run. The full run repeats
// the journeys there.

import { findFirefox, launchFirefox } from './support/browser.ts';
import { story } from './support/cart-lines.ts';
import { atDesk, DESK_PASSWORD, operating } from './support/desk.ts';
import { expect, test as journey } from './support/journey.ts';
import { listOrders } from './support/money.ts';
import { atBank, fillIn, open, orderButton, shopper } from './support/orders.ts';

const base = journey.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } }).extend(
  'browser',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  async ({}, { onCleanup }) => {
    const browser = await launchFirefox();
    onCleanup(() => browser.close());
    return browser;
  },
);
const test = findFirefox() ? base : base.skip;

test('Firefox: cart is ordered and paid at the bank', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context, [story()]);
  await open(page);
  await fillIn(page);
  // Keystrokes, because Playwright's `fill` does not reach React in Firefox.
  await page.locator('main [name=city]').pressSequentially('Oslo');
  await page.locator('main [name=address]').pressSequentially('Sample Street 1');
  await orderButton(page).click();
  await atBank(page);
  await page.locator('button[value=success]').click();
  await expect(page).toHaveURL(/localhost/);
  await expect.poll(async () => (await listOrders(shop, ada))[0]?.status).toBeGreaterThanOrEqual(1);
});

test('Firefox: operator logs in and sees the queue', async ({ page, shop }) => {
  const operator = await operating(shop, 'manager');
  expect((await atDesk(shop, 'GET /api/me', undefined, { cookie: operator.cookie })).status).toBe(200);
  await page.goto(shop.urls.desk);
  await page.locator('[type=email]').pressSequentially(operator.email);
  await page.locator('[type=password]').pressSequentially(DESK_PASSWORD);
  await page.locator('[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
});
