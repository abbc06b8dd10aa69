// Brand kits: saved from one brief, filled into the next, with undo at every step.
import type { Page } from '@playwright/test';
import { test as base, expect, expectAccessible, live } from '../support/journey.ts';
import { arriveToOrder, briefForm, openService, openWholeBrief } from '../support/orders.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo' }).last().click();
const brand = (page: Page) => briefForm(page).getByLabel('Brand name');
const audience = (page: Page) => briefForm(page).getByLabel('Audience');
const tone = (page: Page, name: string) => briefForm(page).getByRole('radio', { name, exact: true });

/** Saved as by another brief. */
const saveKit = (page: Page, kit: { readonly brandName: string; readonly audience?: string; readonly language?: string }) =>
  page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('accessToken')}` };
    await fetch('/api/Accounts/save-brand-kit', { method: 'POST', headers, body: JSON.stringify(body) });
  }, kit);

test('brand kit: saved from one service, it fills in another, and undo restores what was typed', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  await arriveToOrder(shop, context);
  await openWholeBrief(page, '/services/brand-stories');
  await expect(page.getByText('we’ll prefill your next order')).toBeVisible();
  await page.getByRole('button', { name: 'Save as brand kit' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Enter your brand name. The kit is named after it.');
  await expect(brand(page)).toBeFocused();
  await brand(page).fill('Loaf & Queue');
  await briefForm(page).getByLabel('Reference links').fill('loaf');
  await page.getByRole('button', { name: 'Save as brand kit' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Reference links: Enter a full address that starts with https://.');
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/400 \(Bad Request\)/.test(error)));
  await expectAccessible(page);
  await tone(page, 'Warm').check();
  await briefForm(page).getByLabel('Reference links').fill('https://loaf.example');
  await briefForm(page).getByLabel('Phrases to include').fill('sourdough');
  await briefForm(page).getByLabel('The facts').fill('Not of the brand');
  await page.getByRole('button', { name: 'Save as brand kit' }).click();
  await expect(toast(page, 'Brand kit saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update brand kit' })).toBeVisible();

  // The only kit is not asked about: its answers are there, folded, and the rest is asked.
  await openService(page, '/services/quick-reads');
  const known = briefForm(page).locator('summary', { hasText: 'We remember your brand' });
  await expect(known).toContainText('Loaf & Queue · Warm');
  await expect(known).toContainText('4 answers are filled in.');
  await expect(brand(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Fill in' })).toHaveCount(0);
  await expect(briefForm(page).getByRole('radiogroup', { name: 'Language of the text' })).toBeVisible();
  await expectAccessible(page);
  await known.press('Enter');
  await expect(brand(page)).toHaveValue('Loaf & Queue');
  await expect(tone(page, 'Warm')).toBeChecked();
  await expect(briefForm(page).getByLabel('Reference links')).toHaveValue('https://loaf.example');
  await expectAccessible(page);
  // What is changed there stays where it is, also after a reload, which finds no kit with these answers.
  await brand(page).fill('Loaf');
  await brand(page).press('End');
  await page.keyboard.type('!');
  await expect(brand(page)).toBeFocused();
  await page.reload();
  await live(page);
  await expect(brand(page)).toHaveValue('Loaf!');
  await expect(known).toHaveCount(0);
});

test('several brand kits: one is chosen, and undo restores what was typed', async ({ page, context, shop }) => {
  await arriveToOrder(shop, context);
  // A brief that is open would be filled in from the first kit.
  await page.goto('/faq');
  await saveKit(page, { brandName: 'Crumb', audience: 'Neighbours' });
  await saveKit(page, { brandName: 'Loaf & Queue', language: 'en' });
  await openWholeBrief(page, '/services/quick-reads');
  await expect(page.getByLabel('Start from a brand kit').getByRole('option')).toHaveText(['Crumb', 'Loaf & Queue']);
  await expect(brand(page)).toHaveValue('');
  await audience(page).fill('Typed before');
  await page.getByLabel('Start from a brand kit').selectOption('Loaf & Queue');
  await page.getByRole('button', { name: 'Fill in' }).click();
  const known = briefForm(page).locator('summary', { hasText: 'We remember your brand' });
  await expect(known).toContainText('Loaf & Queue · English');
  await expect(page.getByRole('button', { name: 'Fill in' })).toBeFocused();
  await expect(audience(page)).toHaveValue('');
  await expectAccessible(page);
  await tone(page, 'Bold').check();
  await undo(page, 'Brand details filled in.');
  await expect(known).toHaveCount(0);
  await expect(audience(page)).toHaveValue('Typed before');
  await expect(brand(page)).toHaveValue('');
  // Typed after the kit was filled in, so it stays.
  await expect(tone(page, 'Bold')).toBeChecked();

  await page.goto('/services/quick-reads?lang=jp');
  await live(page);
  await page.getByRole('button', { name: '入力する' }).click();
  await expect(briefForm(page).getByLabel('ブランド名')).toHaveValue('Crumb');
});

test('brand kit list: a kit is renamed, removed, and restored by undo', async ({ page, context, shop }) => {
  await arriveToOrder(shop, context);
  await page.goto('/cabinet/account-details?lang=en');
  await live(page);
  const kits = page.getByRole('region', { name: 'Brand kits' });
  await expect(kits.getByText('No brand kits yet.')).toBeVisible();
  await saveKit(page, { brandName: 'Loaf & Queue', audience: 'Neighbours' });
  await page.reload();
  await expect(kits.getByRole('listitem')).toContainText(['Loaf & QueueNeighbours']);
  await kits.getByRole('button', { name: 'Rename Loaf & Queue' }).click();
  await expect(kits.getByLabel('Brand name')).toBeFocused();
  await kits.getByLabel('Brand name').fill('Crumb');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(kits.getByRole('button', { name: 'Rename Crumb' })).toBeFocused();
  await kits.getByRole('button', { name: 'Remove Crumb' }).click();
  await expect(kits.getByText('No brand kits yet.')).toBeVisible();
  await expect(kits.getByRole('heading')).toBeFocused();
  await undo(page, 'Brand kit removed.');
  await expect(kits.getByRole('listitem')).toContainText(['CrumbNeighbours']);
  await expectAccessible(page);
});
