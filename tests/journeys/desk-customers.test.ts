// Customers at the desk: notes and tags of one customer, and the list of all.
import type { Page } from '@playwright/test';
import { story } from '../support/cart-lines.ts';
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';
import { buyer, paidFromBalance } from '../support/money.ts';
import { accountId, renameAccount } from '../support/rows/accounts.ts';
import { issue } from '../support/sample-shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

/** The page at a phone's width and at a desktop's, light and dark. */
async function expectLooks(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [390, 'dark'],
    [1_280, 'light'],
    [1_280, 'dark'],
  ] as const) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

test('customer page: an operator adds tags and notes, and deletes a note', async ({ page, shop, pageErrors }) => {
  const [ada, support] = [await buyer(shop), await operating(shop, 'support', { name: 'Sina' })];
  await renameAccount(shop, ada.email, 'Ada', 'Lovelace');
  const id = await accountId(shop, ada.email);
  await logInToDesk(page, shop, support.email, `/customers/${id}`);
  const panel = page.getByRole('region', { name: 'Notes and tags' });
  await expect(panel).toContainText('No notes yet.');
  for (const tag of ['VIP', 'Press contact']) {
    await panel.getByLabel('New tag').fill(tag);
    await panel.getByRole('button', { name: 'Add tag' }).click();
    await expect(panel.getByRole('list', { name: 'Tags' })).toContainText(tag);
  }
  await panel.getByRole('button', { name: 'Add tag' }).click();
  await expect(panel.getByRole('alert')).toContainText('Enter a tag of at most 30 characters');
  await panel.getByRole('button', { name: 'Remove tag VIP' }).click();
  await expect(panel.getByRole('list', { name: 'Tags' })).toHaveText('Press contact×');
  for (const note of ['Asked twice for an invoice by post. <b>Not bold.</b>', 'Prefers to be called in the morning.']) {
    await panel.getByLabel('New note').fill(note);
    await panel.getByRole('button', { name: 'Add note' }).click();
    await expect(panel.getByRole('list', { name: 'Notes' })).toContainText(note);
    await expect(panel.getByLabel('New note')).toHaveValue('');
  }
  await expect(panel.getByRole('list', { name: 'Notes' })).toContainText('Sina');
  await expectLooks(page);
  await panel.getByRole('listitem').filter({ hasText: 'Asked twice' }).getByRole('button', { name: 'Delete' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog', { name: 'Delete note' }).getByRole('button', { name: 'Delete' }).click();
  await expect(panel).not.toContainText('Asked twice');
  // The visit before log-in, and the empty tag.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('customer list: found by a part of the address, by tag, and sorted by spend', async ({ page, shop, pageErrors }) => {
  const [much, little, support] = [await buyer(shop), await buyer(shop), await operating(shop, 'support')];
  await renameAccount(shop, much.email, 'Margarethe Charlotte', 'von Hohenstein-Lindenberg');
  await renameAccount(shop, little.email, 'Ben', 'Okafor');
  for (const tag of ['Key account', 'Newsletter', 'Press contact'])
    await support.call('POST /api/customer/add-tag', { id: await accountId(shop, much.email), tag });
  await paidFromBalance(shop, little, 9_900);
  await paidFromBalance(shop, much, 19_900, { lines: [story(), story()] });
  await issue(shop);
  await logInToDesk(page, shop, support.email, '/customers');
  const rows = page.getByRole('region', { name: 'Customers' }).getByRole('row');
  await expect(rows.filter({ hasText: much.email })).toContainText('€198.00');
  await page.getByLabel('Sort by').selectOption('Spent in EUR');
  await expect(page.getByText('Only customers who have spent in EUR')).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(much.email);
  await expect(rows.nth(2)).toContainText(little.email);
  await expectLooks(page);
  await page.getByLabel('Tag', { exact: true }).selectOption('Newsletter');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/tag=Newsletter/);
  await page.getByLabel('Tag', { exact: true }).selectOption('Tag: all');
  await page.getByLabel('Search customers').fill(little.email.slice(2, 9));
  await expect(rows).toHaveCount(2);
  await rows.getByRole('link', { name: 'Ben Okafor' }).click();
  await expect(page.getByRole('heading', { name: 'Ben Okafor' })).toBeVisible();
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));
});

test('import: columns are recognized, the dry run names what is wrong, and an undo says who stays', async ({ page, shop, pageErrors }) => {
  const [known, manager] = [await buyer(shop), await operating(shop, 'manager', { name: 'Maren' })];
  await logInToDesk(page, shop, manager.email, '/customers');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import customers' })).toBeVisible();
  const choose = async (name: string, text: string) => {
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await choose('empty.csv', 'name;email\n');
  await expect(page.getByRole('alert')).toContainText('The file has no rows below its first row');
  const rows = [
    'Ada Imported;ada@clients.example;VIP',
    `Known;${known.email};`,
    'Nobody;nonsense;',
    'Bo Imported;bo@clients.example;VIP, Press',
  ];
  await choose('clients.csv', `Name;E-mail;Labels\n${rows.join('\n')}`);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('1');
  await expect(page.getByLabel('Tags', { exact: true })).toHaveValue('2');
  await page.getByLabel('Email', { exact: true }).selectOption('No column');
  await page.getByRole('button', { name: 'Check without importing' }).click();
  await expect(page.getByText('Choose the column with the email addresses.')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).selectOption('2. E-mail');
  await page.getByRole('button', { name: 'Check without importing' }).click();
  const result = page.getByRole('region', { name: 'What the import would do' });
  await expect(result).toContainText('2 customers would be created; 1 exists already and is skipped; 1 row is refused.');
  await expect(result.getByRole('row').nth(1)).toContainText('Email: this is not an email address.');
  await expectLooks(page);
  await result.getByRole('button', { name: 'Import 2 customers' }).click();
  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toContainText('2 customers were created');
  const id = await accountId(shop, 'bo@clients.example');
  await manager.call('POST /api/customer/note', { id, text: 'Called today.' });
  const history = page.getByRole('region', { name: 'Earlier imports' }).first();
  await history.getByRole('button', { name: 'Undo' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(history.getByRole('status')).toContainText('1 account was removed. 1 stays:');
  await expect(history.getByRole('status')).toContainText('Bo Imported has a note that was written after the import');
  await expect(history).toContainText('Undone, 1 removed');
  await expectLooks(page);
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});
