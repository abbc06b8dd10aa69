// The addresses of the desk: their parameters are checked, and the way back leads to where the operator was.
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect } from '../support/journey.ts';
import { buyer, paidFromBalance } from '../support/money.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('address: parameters that no filter knows are dropped, and back gives the focus to the link that led away', async ({
  page,
  shop,
  pageErrors,
}) => {
  const manager = await operating(shop, 'manager');
  const ada = await buyer(shop);
  const orderId = await paidFromBalance(shop, ada, 9_900, { startNow: true });
  await paidFromBalance(shop, ada, 9_900, { startNow: true });
  const { number } = (await manager.call('GET /api/order', { id: orderId })).body.order;
  await logInToDesk(page, shop, manager.email, '/orders?status=99&currency=1&colour=red');
  await expect(page.getByLabel('Status')).toHaveValue('');
  await expect(page.getByLabel('Currency')).toHaveValue('1');

  await page.getByLabel('Currency').selectOption('0');
  await expect(page).toHaveURL(`${shop.urls.desk}/orders?currency=0`);
  const link = page.getByRole('link', { name: number });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
  await expect(page.locator('#work')).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel('Currency')).toHaveValue('0');
  await expect(link).toBeFocused();

  await page.goto(`${shop.urls.desk}/nowhere`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  // Not logged in at first.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});
