// Orders by hand: an operator creates one, the client reviews and pays it; an invoice is settled from a
// statement.

import { DESK_PASSWORD, logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';
import { buyer, funded } from '../support/money.ts';
import { shoot } from '../support/page.ts';
import { createSale, findAccountId, findClaim, freeLine, newClient } from '../support/sales.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, and the 400 of refused forms.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('order by hand: a mistake shown beside its field, created, reviewed by its client and led on to payment', async ({ page, shop }) => {
  const manager = await operating(shop, 'manager');
  await logInToDesk(page, shop, manager.email, '/orders');
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByLabel('Email').fill('new.client@example.com');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Sample');
  await page.getByLabel('Title').fill('A day of editing');
  await page.getByLabel('Unit price with tax').fill('500');
  const inFiveDays = new Date(shop.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Due').fill(inFiveDays);
  await page.getByLabel('Note to the customer').fill('As discussed: the first cut on Friday.');
  await page.getByRole('button', { name: 'Create order' }).click();
  await expect(page.getByText('Fill in this field.').first()).toBeVisible();
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-sales/form-390-dark', { fullPage: true });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await shoot(page, 'desk-sales/form-1280-light', { fullPage: true });
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await page.getByRole('button', { name: 'Create order' }).click();
  await expect(page.getByRole('heading', { name: 'Order created' })).toBeVisible();
  await shoot(page, 'desk-sales/created-1280-light');
  const link = (await page.getByText('/pay?code=').textContent()) ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeVisible();
  await shoot(page, 'desk-sales/pay-1280-light', { fullPage: true });
  await page.getByLabel('Address').fill('Street 1');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Wait').check();
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Order and pay €500.00' }).click();
  await expect(page.getByRole('link', { name: 'Continue to payment' })).toBeVisible();
  for (const [lang, width, colorScheme] of [
    ['jp', 390, 'dark'],
    ['es', 390, 'light'],
  ] as const) {
    await look(page, { width, colorScheme });
    await page.goto(`${link}&lang=${lang}`);
    await shoot(page, `desk-sales/pay-${width}-${colorScheme}-${lang}`, { fullPage: true });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test('from the balance: the agreement recorded on the client’s page is offered by the order form', async ({ page, shop }) => {
  const manager = await operating(shop, 'manager');
  const ada = await buyer(shop);
  await funded(shop, ada);
  await logInToDesk(page, shop, manager.email, `/customers/${await findAccountId(shop, ada.email)}`);
  await page.getByRole('button', { name: 'Record agreement' }).click();
  await page.getByLabel('What was agreed').fill('By phone on 1 November: yes, from the balance.');
  await page.getByRole('dialog').getByRole('button', { name: 'Record agreement' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Current password').fill(DESK_PASSWORD);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/\d: By phone on 1 November/)).toBeVisible();
  await shoot(page, 'desk-sales/terms-1280-light');
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByLabel('Title').fill('A day of editing');
  await page.getByLabel('Unit price with tax').fill('500');
  await page.getByLabel('Paid').selectOption({ label: 'From the balance' });
  await page.getByRole('combobox', { name: 'Customer’s agreement' }).selectOption({ index: 1 });
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-sales/balance-390-dark', { fullPage: true });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await shoot(page, 'desk-sales/balance-1280-light', { fullPage: true });
  await page.getByRole('button', { name: 'Create order' }).click();
  await expect(page.getByRole('heading', { name: 'Order created' })).toBeVisible();
});

test('open invoices: settled in part, the rest from a bank statement; the client’s page shows what is open', async ({ page, shop }) => {
  const manager = await operating(shop, 'manager');
  const { body } = await createSale(manager, { client: newClient(), lines: [freeLine(), freeLine({ title: 'A book', unitPrice: 1_000 })] });
  const claim = await findClaim(manager, body.purchaseId);
  await logInToDesk(page, shop, manager.email, '/invoices');
  await page.getByRole('link', { name: 'Open invoices' }).click();
  await page.getByRole('button', { name: 'Settle', exact: true }).click();
  await page.getByLabel('Amount').fill('100');
  await page.getByLabel('Reason').fill('the statement of Monday');
  await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Current password').fill(DESK_PASSWORD);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('€410.00')).toBeVisible();
  await shoot(page, 'desk-sales/open-1280-light', { fullPage: true });
  await expectAccessible(page);
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-sales/open-390-dark', { fullPage: true });
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  const text = `date,amount,currency,reference,name,iban,id\n2026-11-20,410.00,EUR,${claim?.reference},Ada Sample,,j1\n2026-11-20,5.00,EUR,thanks,Grace Sample,,j2`;
  await page.getByLabel('Import bank statement').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page.getByText('1 settled · 1 not matched · 0 known already')).toBeVisible();
  await expect(page.getByText('No open invoices')).toBeVisible();
  await shoot(page, 'desk-sales/imported-1280-light', { fullPage: true });
  await expectAccessible(page);
  await page.goto(claim?.link ?? '');
  await expect(page.getByText('This invoice is paid. Thank you.')).toBeVisible();
  await shoot(page, 'desk-sales/invoice-1280-light', { fullPage: true });
  await expectAccessible(page);
});
