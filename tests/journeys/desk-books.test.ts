// The books at the desk and in the account: the first number, reminders, credit notes, statements.

import type { Page } from '@playwright/test';
import { DESK_PASSWORD, logInToDesk, operating, WHY } from '../support/desk.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, look, test } from '../support/journey.ts';
import { buyer } from '../support/money.ts';
import { open, shopper } from '../support/orders.ts';
import { shoot } from '../support/page.ts';
import { createSale, findAccountId } from '../support/sales.ts';

// Expected: 401 before the log-in, and the 400 of refused forms.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

async function confirm(page: Page): Promise<void> {
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Current password').fill(DESK_PASSWORD);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
}

test('settings: an owner chooses the first number, and turns reminders on', async ({ page, shop }) => {
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, '/settings');
  await page.getByRole('button', { name: 'Choose the first number' }).click();
  await page.getByRole('textbox', { name: 'First number' }).fill('1042');
  await page.getByLabel('Reason').fill(WHY);
  await shoot(page, 'desk-books/first-number-1280-light');
  await page.getByRole('button', { name: 'Begin with this number' }).click();
  await confirm(page);
  await expect(page.getByText('The next invoice is INV-2026-001042.')).toBeVisible();
  await shoot(page, 'desk-books/settings-1280-light', { fullPage: true });
  await page.getByRole('link', { name: 'Edit Reminders of unpaid invoices' }).click();
  await page.getByLabel('Send reminders of invoices that are overdue').check();
  await page
    .getByRole('button', { name: /1\. Payment reminder, after 3 days/ })
    .first()
    .click();
  await expectAccessible(page);
  await shoot(page, 'desk-books/reminders-1280-light', { fullPage: true });
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-books/reminders-390-dark', { fullPage: true });
  await expectNoSidewaysScroll(page);
});

test('an invoice is credited in part; the client’s statement has it, at the desk and in the account', async ({ page, shop }) => {
  const manager = await operating(shop, 'manager');
  const ada = await buyer(shop);
  const { body } = await createSale(manager, { client: { email: ada.email } });
  await manager.call('POST /api/claims/settle', { purchaseId: body.purchaseId, amount: 10_000, paidBy: 'bank', reason: WHY });
  await logInToDesk(page, shop, manager.email, '/invoices');
  await page.getByRole('button', { name: /^Credit INV-/ }).click();
  await page.getByLabel('Amount').fill('50');
  await page.getByLabel('Reason').fill(WHY);
  await shoot(page, 'desk-books/credit-1280-light');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Credit €50.00' }).click();
  await confirm(page);
  await expect(page.getByRole('link', { name: 'CRN-2026-000001' })).toBeVisible();
  await shoot(page, 'desk-books/invoices-1280-light', { fullPage: true });
  await page.getByRole('button', { name: /^Correct INV-/ }).click();
  await expect(page.getByLabel('Buyer’s reference')).toBeVisible();
  await shoot(page, 'desk-books/correct-1280-light', { fullPage: true });
  await expectAccessible(page);
  await page.goto(`${shop.urls.desk}/customers/${await findAccountId(shop, ada.email)}`);
  const statement = page.getByRole('region', { name: 'Statement of account' });
  await expect(statement.getByText('€350.00').first()).toBeVisible();
  await shoot(page, 'desk-books/customer-1280-light', { fullPage: true });
  await expectAccessible(page);
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-books/customer-390-dark', { fullPage: true });
  await expectNoSidewaysScroll(page);
});

test('the account shows the statement in its language, with what is due', async ({ page, context, shop }) => {
  const manager = await operating(shop, 'manager');
  const ada = await shopper(shop, context);
  await createSale(manager, { client: { email: ada.email } });
  for (const [lang, width, colorScheme, title] of [
    ['en', 1280, 'light', 'Statement of account'],
    ['jp', 390, 'dark', '取引明細書'],
  ] as const) {
    await look(page, { width, colorScheme });
    await open(page, `/cabinet/funds?lang=${lang}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await shoot(page, `desk-books/funds-${width}-${colorScheme}-${lang}`, { fullPage: true });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});
