// Subscriptions in the account area: pause, resume, cancel and reactivate by dialogs, and an unpaid month.
import type { BrowserContext, Page } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, leaveDialog, live, look } from '../support/journey.ts';
import { type Buyer, statuses } from '../support/money.ts';
import { subscribed, unpaid } from '../support/pieces.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import { type Shop, shopFixture } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
/** In another shop, whose clock is turned by months. */
const laterTest = test.extend('shop', { scope: 'file' }, shopFixture);

const bundles = (page: Page) => page.getByRole('region', { name: 'Monthly bundles' });
const act = (page: Page, name: string) =>
  bundles(page)
    .getByRole('button', { name: `${name}: Growth Accelerator` })
    .click();
const answer = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Logs in in this browser with the clock of the shop. */
async function arrive(shop: Shop, context: BrowserContext, page: Page, { email }: Buyer): Promise<void> {
  const { token, refreshToken } = await logIn(shop, email, { rememberMe: true });
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { accessToken: token, refreshToken, agreePrivacy: 'true' });
  await page.goto('/cabinet/order-history');
  await live(page);
}

test('subscription: paused, resumed, cancelled and reactivated', async ({ page, context, shop }) => {
  await arrive(shop, context, page, await subscribed(shop));
  await expect(bundles(page)).toContainText('€99.00 a month · Renews on June 12, 2026');
  await act(page, 'Pause');
  await expect(page.getByRole('dialog', { name: 'Pause Growth Accelerator?' })).toBeVisible();
  await expectAccessible(page);
  await leaveDialog(page);
  await expect(bundles(page)).toContainText('Active');
  await act(page, 'Pause');
  await answer(page, 'Pause');
  await expect(bundles(page)).toContainText('No charges until you resume');
  await expect(bundles(page).getByRole('heading', { name: 'Monthly bundles' })).toBeFocused();
  await act(page, 'Resume');
  await answer(page, 'Resume');
  await expect(bundles(page)).toContainText('Renews on June 12, 2026');
  await act(page, 'End');
  await expect(page.getByRole('dialog')).toContainText('It ends on June 12, 2026, with the month you’ve paid for');
  await answer(page, 'End');
  await expect(bundles(page)).toContainText('Ends on June 12, 2026');
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectAccessible(page);
  await act(page, 'Keep it');
  await expect(bundles(page)).toContainText('Active');
});

laterTest('subscription with an unpaid month: links to the payment, or ends immediately', async ({ page, context, shop }) => {
  const ada = await unpaid(shop);
  await arrive(shop, context, page, ada);
  await expect(bundles(page)).toContainText('Not paid yet');
  await bundles(page).getByRole('button', { name: 'Pay €99.00: Growth Accelerator' }).click();
  await page.waitForURL(`${shop.urls.sandbox}/pay/**`);
  await page.goBack();
  await live(page);
  await act(page, 'End');
  await expect(page.getByRole('dialog')).toContainText('The unpaid month is cancelled. You won’t owe anything for it.');
  await answer(page, 'End');
  await expect(bundles(page)).toHaveCount(0);
  expect(await statuses(shop, { ...ada, token: (await logIn(shop, ada.email)).token })).toEqual([-1, 2]);
});
