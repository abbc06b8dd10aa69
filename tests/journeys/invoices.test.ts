// Invoices in the browser: invoice and credit note of an order, receipt of a deposit, and business details.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { issueDocuments } from '#modules/invoicing/issue.ts';
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, live } from '../support/journey.ts';
import { expectAudited, funded } from '../support/money.ts';
import { HISTORY, open, openOrder, ordered, shopper, story } from '../support/orders.ts';
import { issue } from '../support/sample-shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

/** The file that a button downloads. */
async function savedBy(page: Page, name: RegExp): Promise<{ name: string; begins: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  const bytes = await readFile(await file.path());
  // Firefox numbers files of one name.
  await file.delete();
  return { name: file.suggestedFilename(), begins: bytes.subarray(0, 5).toString() };
}

test('invoice: waited for, downloaded, and followed by a credit note', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context);
  await funded(shop, ada, 10_000);
  const { orderIds } = await ordered(shop, ada, { lines: [story], payFromBalance: true });
  await issue(shop);
  // As before the invoice exists.
  await context.route('**/api/papers?*', (route) => route.fulfill({ json: { papers: [], more: false } }), { times: 1 });
  await open(page, HISTORY);
  await openOrder(page, /Brand Stories/);
  const order = page.getByRole('tabpanel', { name: 'Invoice' });
  await page.getByRole('tab', { name: 'Invoice' }).click();
  await expect(order.getByText('It’s being issued')).toBeVisible();
  await expectAccessible(page);
  await order.getByRole('button', { name: 'Check again' }).click();
  await expect(order.getByText(/^INV-2026-\d{6}$/)).toBeVisible();
  expect(await savedBy(page, /^Download PDF: Invoice INV/)).toEqual({
    name: expect.stringMatching(/^INV-2026-\d{6}\.pdf$/),
    begins: '%PDF-',
  });
  await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] }, { token: ada.token });
  await issue(shop);
  await page.reload();
  await live(page);
  // The address keeps the tab.
  await expect(order.getByRole('button', { name: /^Download PDF: Credit note CRN/ })).toBeVisible();
  await expect(order.getByRole('listitem').filter({ hasText: 'CRN' })).toContainText('-€99.00');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessible(page);
});

test('deposit: has a receipt; one that cannot be drawn now is asked for again, and a failed download is reported', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  const ada = await shopper(shop, context);
  await funded(shop, ada, 10_000);
  await issue(shop);
  await open(page, '/cabinet/funds');
  await page.getByRole('button', { name: /^Receipt for/ }).click();
  await expect(page.getByText(/REC-2026-\d{6}/)).toBeVisible();
  await expectAccessible(page);
  const answer = (status: number, headers = {}) => ({ status, headers, json: { requestId: 'request-7' } });
  const pdf = '**/api/papers/pdf?*';
  await context.route(pdf, (route) => route.fulfill(answer(503, { 'retry-after': '1' })), { times: 2 });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download PDF: Receipt REC/ }).click();
  await expect(page.getByText('The PDF isn’t ready yet. Trying again…')).toBeVisible();
  expect((await saved).suggestedFilename()).toMatch(/^REC-2026-\d{6}\.pdf$/);
  await (await saved).delete();
  await expect(page.getByText('The PDF isn’t ready yet.')).toHaveCount(0);
  await context.route(pdf, (route) => route.fulfill(answer(503, { 'retry-after': '0' })), { times: 4 });
  await page.getByRole('button', { name: /^Download PDF: Receipt REC/ }).click();
  await expect(
    page.getByText('The PDF isn’t ready yet. Try again in a few minutes. If you write to us, please quote request-7.'),
  ).toBeVisible();
  await expectAccessible(page);
  await context.route(pdf, (route) => route.fulfill(answer(500)), { times: 1 });
  await page.getByRole('button', { name: /^Download PDF: Receipt REC/ }).click();
  await expect(page.getByText('An unexpected server error occurred. If you write to us, please quote request-7.')).toBeVisible();
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/50[03]/.test(error)));
  expect(await savedBy(page, /^Download PDF: Receipt REC/)).toEqual({
    name: expect.stringMatching(/^REC-2026-\d{6}\.pdf$/),
    begins: '%PDF-',
  });
});

test('business: sets the details on its invoices', async ({ page, context, shop, pageErrors }) => {
  await shopper(shop, context);
  await open(page, '/cabinet/account-details');
  const details = page.getByRole('region', { name: 'Invoice details' });
  await details.getByLabel('Company').fill('Loaf & Queue AS');
  await details.getByLabel('VAT ID').fill('NO923456784MVA');
  await details.getByRole('button', { name: 'Save invoice details' }).click();
  await expect(details.getByText('This VAT ID can’t be right').last()).toBeVisible();
  await expectAccessible(page);
  await details.getByLabel('VAT ID').fill('NO 923 456 783 MVA');
  await details.getByRole('button', { name: 'Save invoice details' }).click();
  await expect(page.getByText('Your invoice details are saved.')).toBeVisible();
  await page.reload();
  await live(page);
  await expect(details.getByLabel('VAT ID')).toHaveValue('NO 923 456 783 MVA');
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/400/.test(error)));
});

const notes = { en: 'No VAT.', es: 'Sin IVA.', jp: '非課税。' };
const company = {
  ...{ legalName: 'Loaf & Queue SL', registrationNumber: '1', vatId: 'ESB58378431', street: 's', city: 'c', postalCode: 'p' },
  ...{ country: 'ES', email: 'loaf@shop.example', phone: '1' },
};
const tax = { vat: 'inclusive', rates: { NO: 2500 }, reverseCharge: true, notes: { none: notes, zero: notes, reverse: notes } } as const;
const issuer = { shop: { brand: { name: 'Loaf', dateLocale: 'en-US', look: {} }, company }, findTax: async () => tax } as const;

test('e-invoice: in the account and at the desk a file, or what is missing for it', async ({ page, context, shop, pageErrors }) => {
  const ada = await shopper(shop, context);
  await funded(shop, ada, 10_000);
  await ordered(shop, ada, { lines: [story], payFromBalance: true });
  await issueDocuments({ ctx: shop.ctx, ...issuer, links: { ensure: async () => '' } }, new AbortController().signal);
  await open(page, HISTORY);
  await openOrder(page, /Brand Stories/);
  await page.getByRole('tab', { name: 'Invoice' }).click();
  const menu = page.locator('summary').filter({ hasText: /^E-invoice: Invoice INV/ });
  const [number = ''] = /INV-2026-\d{6}/.exec((await menu.textContent()) ?? '') ?? [];
  await menu.click();
  await expectAccessible(page);
  expect(await savedBy(page, /^UBL \(Peppol\): Invoice INV/)).toEqual({
    name: expect.stringMatching(/^INV-2026-\d{6}-ubl\.xml$/),
    begins: '<?xml',
  });
  await menu.click();
  expect(await savedBy(page, /^PDF \(Factur-X, ZUGFeRD\): Invoice INV/)).toEqual({
    name: expect.stringMatching(/\.pdf$/),
    begins: '%PDF-',
  });
  await menu.click();
  await page.getByRole('button', { name: /^XRechnung: Invoice INV/ }).click();
  await expect(page.getByText('Some data for this e-invoice is missing or wrong (rule BR-DE-15).')).toBeVisible();

  const manager = await operating(shop, 'manager');
  await logInToDesk(page, shop, manager.email, '/invoices');
  await page.getByRole('button', { name: `E-invoice ${number}` }).click();
  const dialog = page.getByRole('dialog', { name: /^E-invoice of INV/ });
  await expectAccessible(page);
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'CII' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^INV-2026-\d{6}-cii\.xml$/);
  await file.delete();
  await dialog.getByRole('button', { name: 'XRechnung' }).click();
  await expect(dialog.getByText('buyerReference is missing (BR-DE-15)')).toBeVisible();
  await expectAccessible(page);
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/40[01]/.test(error)));
});
