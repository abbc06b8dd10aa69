// The owner's settings at the desk: filled in by keyboard, refused at the field, merged with a concurrent
// change, and obeyed by the shop.
import { logInToDesk, openedSetting, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, and the 400 of a refused draft.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('owner: rates are added, corrected at their field, kept over a reload, merged with another owner’s and published', async ({
  page,
  shop,
}) => {
  page.on('dialog', (dialog) => dialog.accept());
  const owner = await operating(shop, 'owner', { name: 'Olga' });
  await logInToDesk(page, shop, owner.email, '/settings');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit Tax' }).click();
  await page.getByLabel('Prices').selectOption('inclusive');
  const rate = (country: string) => page.getByRole('textbox', { name: country });
  const add = async (country: string, percent: string) => {
    await page.getByLabel('Country', { exact: true }).selectOption({ label: country });
    await page.getByRole('button', { name: 'Add country' }).press('Enter');
    await expect(rate(country)).toBeFocused();
    await page.keyboard.type(percent);
  };
  await add('Norway', '25');
  await add('Spain', 'lots');
  await add('Japan', '10');
  await page.reload();
  await expect(page.getByText('Your unsaved changes are restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Japan' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Spain' })).toBeFocused();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(rate('Spain')).toBeFocused();
  await expect(page.getByRole('alert').first()).toHaveText(/^Spain: Enter a percentage/);
  await expectAccessible(page);
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await rate('Spain').fill('21,5');

  // Another owner publishes in the meantime.
  const other = await openedSetting(shop, 'tax');
  const none = { ...other.text.notes.none, en: 'No VAT here.' };
  expect((await other.save({ notes: { ...other.text.notes, none } })).body.saved).toBe(true);

  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('VAT: Spain 21.5%.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('registered for VAT');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('was saved in the meantime')).toBeVisible();
  await page.getByRole('button', { name: 'Merge mine into theirs' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Reason').fill('registered for VAT');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Published. It counts for orders placed from now on.')).toBeVisible();
  const { text } = await openedSetting(shop, 'tax');
  expect([text.vat, text.rates, text.notes.none.en]).toEqual(['inclusive', { NO: 25, ES: 21.5 }, 'No VAT here.']);
  await page.getByRole('link', { name: 'All settings' }).click();
  await expect(page.getByText('Prices include VAT: Norway 25%, Spain 21.5%.')).toBeVisible();
});

test('owner: hours, a holiday and a promise are corrected at their fields and published, and the contact page says the time', async ({
  page,
  shop,
}) => {
  page.on('dialog', (dialog) => dialog.accept());
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, '/settings/support');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await page.getByRole('textbox', { name: day }).fill('09:00-17:00');
  await page.getByRole('textbox', { name: 'Saturday' }).fill('22:00-02:00');
  await page.getByRole('textbox', { name: 'Sunday' }).fill('');
  await page.getByLabel(/^Promise the first answer/).check();
  await page.getByRole('button', { name: 'Add holiday' }).press('Enter');
  await page.getByLabel('Day', { exact: true }).fill('12-24');
  await page.getByLabel('Last day').fill('12-26');
  await page.getByLabel('Name').fill('Christmas');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Enter the name in Spanish.');
  await page.getByLabel('Name').fill('Navidad');
  await page
    .getByRole('tab', { name: /日本語/ })
    .first()
    .click();
  await page.getByLabel('Name').fill('クリスマス休業');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('textbox', { name: 'Saturday' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Saturday' })).toHaveAccessibleDescription(/Hours after midnight are of the next day/);
  await expectAccessible(page);
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await page.getByRole('textbox', { name: 'Saturday' }).fill('');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Support answers Monday to Friday 09:00-17:00.')).toBeVisible();
  await page.getByLabel('Reason').fill('Office hours');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Published. It counts for the next ticket')).toBeVisible();

  await page.goto(`${shop.urls.storefront}/contact`);
  await expect(page.getByText(/^If you write now, we’ll answer by \w+day, \w+ \d+ at \d+:\d\d/)).toBeVisible();
  await expect(page.getByText('Monday – Friday: 9:00 AM – 5:00 PM')).toBeVisible();
  await expectAccessible(page);
});

test('manager: the menu has no settings, and their address leads nowhere', async ({ page, shop }) => {
  const manager = await operating(shop, 'manager');
  await logInToDesk(page, shop, manager.email, '/settings');
  await expect(page.getByRole('link', { name: 'Queue' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Deposits' })).toHaveCount(0);
});
