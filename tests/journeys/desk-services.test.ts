// Services from a file at the desk: a checked import, and its undo.
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';
import { createServicesFile, offerRow, publishService, serviceRow } from '../support/service-imports.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('import: columns are recognized, the dry run names what is wrong, and an undo says what stays', async ({ page, shop, faults }) => {
  const manager = await operating(shop, 'manager', { name: 'Maren' });
  await logInToDesk(page, shop, manager.email, '/catalogue');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import services' })).toBeVisible();
  const rows = [
    serviceRow('logo-design'),
    offerRow('logo-design', 'logo-large'),
    serviceRow('cards'),
    serviceRow('banners', { 'offers.prices.USD': 'cheap' }),
    { slug: 'quick-reads', revisions: '4' },
  ];
  const { file } = createServicesFile(rows);
  await page.locator('input[type=file]').setInputFiles({ name: 'services.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('0');
  await page.getByLabel('Address', { exact: true }).selectOption('No column');
  await page.getByLabel('Name (en)', { exact: true }).selectOption('No column');
  await page.getByRole('button', { name: 'Check without importing' }).click();
  await expect(page.getByText('Choose the column with the addresses or with the English names')).toBeVisible();
  await page.getByLabel('Address', { exact: true }).selectOption('1. Address');
  await page.getByLabel('Name (en)', { exact: true }).selectOption('2. Name (en)');
  await page.getByRole('button', { name: 'Check without importing' }).click();
  const result = page.getByRole('region', { name: 'What the import would do' });
  await expect(result).toContainText('2 services would be created; 1 service would be changed; 1 service is refused.');
  await expect(result.getByRole('row').nth(1)).toContainText('Price USD: use an amount such as 49.00');
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1_280, 'dark'],
  ] as const) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await result.getByRole('button', { name: 'Import 3 services' }).click();
  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toContainText('New services aren’t sold yet');
  await publishService(manager, 'cards');
  const history = page.getByRole('region', { name: 'Earlier imports' }).first();
  await expect(history).toContainText('2 created, 1 changed, 0 skipped, 1 refused');
  await history.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(history.getByRole('status')).toContainText('1 service was removed, 1 restored. 1 stays:');
  await expect(history.getByRole('status')).toContainText('Name of cards was published after the import, so it is archived');
  faults.splice(0, faults.length, ...faults.filter((fault) => !/status of 40[01]/.test(fault)));
});
