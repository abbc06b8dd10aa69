// Files of a brief: added, refused with a reason, kept over a reload, ordered with, and never lost silently.

import type { Page } from '@playwright/test';
import { docx, samples } from '../support/files.ts';
import { test as base, expect, expectAccessible, live, shoot } from '../support/journey.ts';
import { arriveToOrder, briefForm, openService, openWholeBrief, putButton } from '../support/orders.ts';
import { deleteFiles } from '../support/rows/accounts.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const pictured = { name: 'shopfront.png', mimeType: 'text/html', buffer: samples.png };
const lying = { name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\u0090\u0000\u0003\u0000') };
const zone = (page: Page) => briefForm(page).getByRole('group', { name: 'Files' });
const chooser = (page: Page) => zone(page).locator('input[type=file]');
const removeButton = (page: Page, name: string) => zone(page).getByRole('button', { name: `Remove ${name}` });
const storedLine = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('orders') ?? '[]')[0]);

async function fillIn(page: Page): Promise<void> {
  const form = briefForm(page);
  await form
    .getByRole('textbox', { name: 'What happened and what matters' })
    .or(form.locator('#brief-facts'))
    .first()
    .fill('The bakery on the corner. '.repeat(8));
  await form.getByRole('textbox', { name: 'Brand name' }).fill('Loaf & Queue');
  await form.getByRole('radio', { name: 'English', exact: true }).check();
  await form.getByRole('radio', { name: 'Warm' }).check();
  await form.getByRole('checkbox', { name: /I may use/ }).check();
}

test('files: added, refused with a reason, kept over a reload, ordered, and replaced after they expired', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  await arriveToOrder(shop, context);
  await openWholeBrief(page, '/services/brand-stories');
  await fillIn(page);
  await chooser(page).setInputFiles([pictured, lying]);
  await expect(removeButton(page, 'shopfront.png')).toBeVisible();
  await expect(zone(page).getByRole('alert')).toContainText('We don’t accept this kind of file. We accept txt, md,');
  await expect(zone(page)).not.toContainText('of 5');
  await expectAccessible(page);
  await shoot(page, 'files/added');
  await removeButton(page, 'menu.pdf').focus();
  await page.keyboard.press('Enter');
  await expect(chooser(page)).toBeFocused();
  await chooser(page).setInputFiles({ name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') });
  await expect(zone(page).getByRole('alert')).toHaveText('Files of this kind can be up to 10 MB.');
  await page.reload();
  await live(page);
  await expect(removeButton(page, 'shopfront.png')).toBeVisible();

  await putButton(page).click();
  await page.getByRole('link', { name: 'Go to cart' }).click();
  await page.getByText('Show brief').click();
  await expect(page.locator('main')).toContainText('shopfront.png');
  const { answers, files } = await storedLine(page);
  expect(files.files[0]).toBe(`${answers.files[0]} ${samples.png.length} shopfront.png`);

  await deleteFiles(shop);
  await page.reload();
  await live(page);
  await expect(page.locator('main')).toContainText('Files: This file hasn’t arrived.');
  await page.getByRole('link', { name: 'Edit Brand Stories' }).click();
  await expect(zone(page)).toContainText('This file has expired');
  await putButton(page).click();
  await expect(briefForm(page).getByRole('link', { name: /^Files: This file isn’t uploaded/ })).toBeVisible();
  await shoot(page, 'files/gone');
  await removeButton(page, 'shopfront.png').click();
  await chooser(page).setInputFiles(pictured);
  await expect(zone(page).getByRole('status')).toHaveText('shopfront.png added.');
  await putButton(page).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 400/.test(error)));
});

test('text field from a file: filled in, and refused if the file is not text', async ({ page, context, shop }) => {
  await arriveToOrder(shop, context);
  await openService(page, '/services/content-checker');
  const text = briefForm(page).getByRole('textbox', { name: 'Your text' });
  const choose = (name: string, buffer: Buffer) =>
    briefForm(page).getByLabel('Fill in from a file').setInputFiles({ name, mimeType: 'text/plain', buffer });
  const said = briefForm(page)
    .getByRole('status')
    .filter({ hasText: /is filled in|: / });
  await text.fill('What I had typed.');
  await choose('letter.docx', docx(['Dear “Maya” & all,', '毎朝七時に開きます。']));
  await expect(text).toHaveValue('Dear “Maya” & all,\n毎朝七時に開きます。');
  await expect(said).toHaveText('The text of letter.docx is filled in.');
  await briefForm(page).getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveValue('What I had typed.');
  for (const [name, buffer, words] of [
    ['bomb.docx', docx(Array.from({ length: 70_000 }, () => 'The same line again and again, and once more.')), /too large when unpacked/],
    ['cut.docx', samples.docx.subarray(0, 100), /We can’t read this file/],
    ['picture.txt', samples.png, /We can’t read this file/],
    ['latin.txt', Buffer.from('B\xe4cker', 'latin1'), /We can’t read this file/],
    ['long.txt', Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), /larger than 2 MB/],
    ['blank.md', Buffer.from(' \n'), /This file has no text/],
  ] as const) {
    await choose(name, buffer);
    await expect(said).toContainText(words);
  }
  await expect(text).toHaveValue('What I had typed.');
  await choose('notes.md', samples.txt);
  await expect(text).toHaveValue('Der Bäcker öffnet um sieben. 毎朝七時に開きます。\n\tOpen.');
  await expectAccessible(page);
});
