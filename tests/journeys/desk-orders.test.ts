// Orders at the desk: an operator finds an order, refunds a part of it and reads the log. Each page is
// accessible.
import type { Locator, Page } from '@playwright/test';
import { story, withAnswers } from '../support/cart-lines.ts';
import { DESK_PASSWORD, logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';
import { buyer, expectAudited, funded, getBalance, paidFromBalance, refund } from '../support/money.ts';
import { disputePurchase } from '../support/rows/payments.ts';
import { issue } from '../support/sample-shop.ts';
import { delivered, mira, orderedPiece } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

/** A refund needs a confirmation, after which the call is sent again. */
async function confirmInDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Current password').fill(DESK_PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
}

/**
 * One by one: Firefox 153 ends when Playwright looks for roles in the page's own scripts, as `allInnerTexts`
 * does.
 */
const readTexts = async (found: Locator): Promise<string[]> => Promise.all((await found.all()).map((each) => each.innerText()));

test('order page: shows the expected date and the start of work, and credit appears in the statement immediately', async ({
  page,
  shop,
  pageErrors,
}) => {
  const [ada, manager] = [await buyer(shop), await operating(shop, 'manager', { name: 'Maren' })];
  const [soon, later] = [
    await paidFromBalance(shop, ada, 9_900, { startNow: true }),
    await paidFromBalance(shop, ada, 9_900, { startNow: false }),
  ];
  const { accountId } = (await manager.call('GET /api/order', { id: soon })).body.order;
  await logInToDesk(page, shop, manager.email, `/orders/${soon}`);
  const fact = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
  await expect(fact('Expected')).toContainText('(counted from payment)');
  await expect(fact('Work starts')).toContainText('Right away, as the customer chose');
  await page.goto(`${shop.urls.desk}/orders/${later}`);
  await expect(fact('Expected')).toContainText('(after the withdrawal period)');
  await expect(fact('Work starts')).toContainText('After the withdrawal period');
  await disputePurchase(shop, (await manager.call('GET /api/order', { id: soon })).body.order.purchaseId);
  await page.goto(`${shop.urls.desk}/orders/${soon}`);
  await expect(fact('Expected')).toHaveText('On hold: the payment is disputed');

  await page.goto(`${shop.urls.desk}/customers/${accountId}`);
  await page.getByRole('button', { name: 'Give credit' }).click();
  await page.getByLabel('Amount').fill('10');
  await page.getByLabel('Reason').fill('A late text.');
  await page.getByRole('button', { name: 'Give €10.00' }).click();
  await confirmInDialog(page);
  const balance = page.getByRole('region', { name: 'Balance' });
  await expect(balance.getByRole('row').filter({ hasText: 'Promotional credit' })).toContainText('€10.00');
  await expect(balance).not.toContainText('Nothing has moved');
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('finished work: no due date, its brief in the order of the form with links, and credit notes are negative', async ({
  page,
  shop,
  pageErrors,
}) => {
  const [who, manager] = [await buyer(shop), await operating(shop, 'manager', { name: 'Maren' })];
  await funded(shop, who, 20_000);
  const facts = `See https://loaf.example/raw?take=1, <b>please</b>. ${'A bakery in a side street. '.repeat(4)}`;
  const { orderId, pieceId } = await orderedPiece(shop, who, { lines: [withAnswers(story(), { facts })] });
  const { accountId } = (await manager.call('GET /api/order', { id: orderId })).body.order;
  await refund(manager, orderId, { amount: 500 });
  await issue(shop);
  await logInToDesk(page, shop, manager.email, `/orders/${orderId}`);
  const questions = page.getByRole('region', { name: 'Brief' }).locator('dt');
  await expect(questions.first()).toBeVisible();
  const asked = await readTexts(questions);
  const link = page.getByRole('link', { name: 'https://loaf.example/raw?take=1', exact: true });
  const expectLink = async () => {
    await expect(link).toHaveAttribute('href', 'https://loaf.example/raw?take=1');
    await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(page.getByText('<b>please</b>')).toBeVisible();
  };
  await expectLink();
  for (const path of [`/orders/${orderId}`, `/customers/${accountId}`]) {
    await page.goto(shop.urls.desk + path);
    await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('listitem').filter({ hasText: 'CRN' })).toContainText('-€5.00');
  }
  await delivered(shop, mira, pieceId);
  await page.goto(`${shop.urls.desk}/queue/${pieceId}`);
  await expectLink();
  const form = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Brief' }) })
    .locator('dt');
  expect(await readTexts(form)).toEqual(asked);
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  await expect(page.getByText('Late', { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  const unknown = '0199a0aa-0000-7000-8000-000000000001';
  for (const [path, title] of [
    [`/orders/${unknown}`, 'No such order'],
    ['/orders/F-AAAAAAAA', 'No such order'],
    [`/queue/${unknown}`, 'No such piece'],
    ['/queue/7', 'No such piece'],
    [`/customers/${unknown}`, 'No such customer'],
    ['/tickets/T-AAAAAAAA', 'No such ticket'],
    [`/payments/${unknown}`, 'No such payment'],
  ] as const) {
    await page.goto(shop.urls.desk + path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
  }
  await expectAccessible(page);
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[014]/.test(error)));
});

test('order found by the search shortcut: a partial refund appears in the log', async ({ page, shop, pageErrors }) => {
  const [ada, manager] = [await buyer(shop), await operating(shop, 'manager', { name: 'Maren' })];
  const id = await paidFromBalance(shop, ada, 9_900);
  const { number, accountId } = (await manager.call('GET /api/order', { id })).body.order;
  await logInToDesk(page, shop, manager.email, '/orders');
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('link', { name: number })).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type(number.toLowerCase());
  await expect(page.getByRole('option', { name: `order ${number}` })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: number })).toBeVisible();

  await page.getByRole('button', { name: 'Partial refund' }).click();
  await page.getByLabel('Amount').fill('12.50');
  await expect(page.getByRole('dialog').getByText('To the balance')).toBeVisible();
  await expectAccessible(page);
  // Without a reason nothing is refunded, and the typed values stay.
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await confirmInDialog(page);
  await expect(page.getByText('Enter a reason.')).toBeVisible();
  await page.getByLabel('Reason').fill('The second text came late.');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Log' })).toContainText(
    `Refunded €12.50 of order ${number} by Maren: The second text came late.`,
  );
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('€12.50');
  expect(await getBalance(shop, ada)).toBe(1_250);
  await expectAudited(shop);

  // Logged for the visit before log-in and for the error without a reason.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));

  const lists = [
    '/orders',
    '/payments',
    '/invoices',
    `/customers?q=${ada.email}`,
    '/tickets',
    '/coupons',
    '/catalogue',
    '/policies',
    '/audit',
  ];
  const [payment] = (await manager.call('GET /api/payments', {})).body.payments;
  const paths = [`/orders/${id}`, `/payments/${payment?.id}`, `/customers/${accountId}`, ...lists, `/as-customer/${accountId}`];
  for (const [index, path] of paths.entries()) {
    await page.goto(shop.urls.desk + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading')).toHaveCount(0);
    await look(page, { width: 390, colorScheme: index % 2 ? 'light' : 'dark' });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, path);
  }
  // The last page shows its content after a reason was given.
  await page.getByLabel('Reason').fill('She asked us on the phone.');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByText('Read only')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await look(page, { width: 390, colorScheme });
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
});

test('customer with a lost phone: logged out everywhere', async ({ page, shop, pageErrors }) => {
  const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
  const { body: found } = await support.call('GET /api/customers', { q: ada.email });
  await logInToDesk(page, shop, support.email, `/customers/${found.customers[0]?.id}`);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('Their phone was stolen.');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toContainText('0 sessions');
  await expect(page.getByRole('button', { name: 'Log out everywhere' })).toHaveCount(0);
  expect((await shop.call('GET /api/Accounts/profile', undefined, { token: ada.token })).status).toBe(401);
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));
});
