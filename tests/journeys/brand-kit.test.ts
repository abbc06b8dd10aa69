// Brand kits: saved from one brief, filled into the next, with undo at every step.
import type { Page } from '@playwright/test';
import { test as base, expect, expectAccessible, live } from '../support/journey.ts';
import { arriveToOrder, briefForm, openService } from '../support/service-page.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo' }).last().click();
const brand = (page: Page) => briefForm(page).getByLabel('Brand name');
const audience = (page: Page) => briefForm(page).getByLabel('Audience');
const tone = (page: Page, name: string) => briefForm(page).getByRole('radio', { name, exact: true });

test('brand kit: saved from one service, it fills in another, and undo restores what was typed', async ({
  page,
  context,
  shop,
  faults,
}) => {
  await arriveToOrder(shop, context);
  await openService(page, '/services/brand-stories');
  await expect(page.getByText('we’ll prefill your next order')).toBeVisible();
  await page.getByRole('button', { name: 'Save as brand kit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter your brand name. The kit is named after it.');
  await expect(brand(page)).toBeFocused();
  await brand(page).fill('Loaf & Queue');
  await briefForm(page).getByLabel('Reference links').fill('loaf');
  await page.getByRole('button', { name: 'Save as brand kit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Reference links: Enter a full address that starts with https://.');
  faults.splice(0, faults.length, ...faults.filter((fault) => !/400 \(Bad Request\)/.test(fault)));
  await expectAccessible(page);
  await tone(page, 'Warm').check();
  await briefForm(page).getByLabel('Reference links').fill('https://loaf.example');
  await briefForm(page).getByLabel('Phrases to include').fill('sourdough');
  await briefForm(page).getByLabel('The facts').fill('Not of the brand');
  await page.getByRole('button', { name: 'Save as brand kit' }).click();
  await expect(toast(page, 'Brand kit saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update brand kit' })).toBeVisible();

  await openService(page, '/services/quick-reads');
  await expect(page.getByLabel('Start from a brand kit')).toHaveText('Loaf & Queue');
  await audience(page).fill('Typed before');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(brand(page)).toHaveValue('Loaf & Queue');
  await expect(tone(page, 'Warm')).toBeChecked();
  await expect(briefForm(page).getByLabel('Reference links')).toHaveValue('https://loaf.example');
  await expect(audience(page)).toHaveValue('');
  await expectAccessible(page);
  await tone(page, 'Bold').check();
  await undo(page, 'Brand details filled in.');
  await expect(audience(page)).toHaveValue('Typed before');
  await expect(brand(page)).toHaveValue('');
  // Typed after the kit was filled in, so it stays.
  await expect(tone(page, 'Bold')).toBeChecked();

  await page.goto('/services/quick-reads?lang=jp');
  await live(page);
  await page.getByRole('button', { name: '入力する' }).click();
  await expect(briefForm(page).getByLabel('ブランド名')).toHaveValue('Loaf & Queue');
});

test('brand kit list: a kit is renamed, removed, and restored by undo', async ({ page, context, shop }) => {
  await arriveToOrder(shop, context);
  await page.goto('/cabinet/account-details?lang=en');
  await live(page);
  const kits = page.getByRole('region', { name: 'Brand kits' });
  await expect(kits.getByText('No brand kits yet.')).toBeVisible();
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('accessToken')}` };
    const body = JSON.stringify({ brandName: 'Loaf & Queue', audience: 'Neighbours' });
    await fetch('/api/Accounts/save-brand-kit', { method: 'POST', headers, body });
  });
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
