// The desk's subscriptions: an operator pauses one and ends another at once.

import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';
import { shoot } from '../support/page.ts';
import { running, subscribed, unpaid } from '../support/pieces.ts';
import { planned, requested, sellPlans } from '../support/plans.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));
});

test('subscriptions: one is paused with a reason, one that owes a month ends at once', async ({ page, shop }) => {
  const late = await unpaid(shop);
  await sellPlans(shop);
  const { who, subscriptionId } = await planned(shop);
  await requested(shop, who, subscriptionId);
  const ada = await subscribed(shop);
  const manager = await operating(shop, 'manager');
  await logInToDesk(page, shop, manager.email, '/subscriptions');
  await expect(page.getByText('Payment due', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Paid, not delivered: €400.00' })).toBeVisible();
  await look(page, { width: 1280, colorScheme: 'light' });
  await shoot(page, 'desk-subscriptions/list-1280-light', { fullPage: true });
  await expectAccessible(page);
  const paid = page.getByRole('row').filter({ hasText: 'Growth Accelerator', hasNotText: 'Payment due' });
  await paid.getByRole('button', { name: 'Pause' }).click();
  await page.getByLabel('Reason').fill('On holiday until June.');
  await shoot(page, 'desk-subscriptions/pause-1280-light');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await running(shop, ada)).toMatchObject([{ state: 'paused' }]);
  await page.getByLabel('Status').selectOption('past_due');
  await expect(page.getByRole('button', { name: 'End now' })).toHaveCount(1);
  await page.getByRole('button', { name: 'End now' }).click();
  await page.getByLabel('Reason').fill('Closed their company.');
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(page.getByText('No subscriptions match')).toBeVisible();
  expect(await running(shop, late)).toEqual([]);
  await page.getByLabel('Status').selectOption('');
  await look(page, { width: 390, colorScheme: 'dark' });
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await shoot(page, 'desk-subscriptions/list-390-dark', { fullPage: true });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
