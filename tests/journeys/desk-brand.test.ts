// The brand at the desk: an owner changes it, sees it first, and the storefront follows.
import type { Page } from '@playwright/test';
import { logInToDesk, type Operating, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, hold, live, look } from '../support/journey.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, and the 400 of a refused draft.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

async function openBrand(page: Page, shop: Shop, { email }: Operating): Promise<void> {
  page.on('dialog', (dialog) => dialog.accept());
  await logInToDesk(page, shop, email, '/brand');
  await expect(page.getByRole('heading', { level: 1, name: 'Brand' })).toBeVisible();
}

const svg = (inside: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40">${inside}</svg>`),
});
const rectangle = '<rect width="100" height="40" fill="#1f5fd0"/>';

test('name, accent, font and logo: previewed, refused where they are wrong, published and shown by the storefront', async ({
  page,
  shop,
}) => {
  await openBrand(page, shop, await operating(shop, 'owner'));
  await page.getByLabel('Name', { exact: true }).fill('Northlight');
  await page.getByLabel('Accent').fill('blue');
  await page.getByRole('radio', { name: 'Fraunces' }).check();
  await page.getByRole('button', { name: 'Add a link' }).click();
  const link = page.getByRole('group', { name: 'Link 1' });
  await link.getByLabel('Name').fill('Mastodon');
  await link.getByLabel('Address').fill('mastodon.example/@north');
  const files = page.locator('input[type=file]');
  await files.first().setInputFiles(svg(`${rectangle}<text>Northlight</text>`));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Enter a color such as #1f5fd0.').first()).toBeVisible();
  await expect(link.getByText('Enter the full address, beginning with https://.')).toBeVisible();
  await link.getByLabel('Address').fill('https://mastodon.example/@north');
  await page.getByLabel('Accent').fill('#1f5fd0');
  await expect(page.getByText('Light pages')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('This file contains text. Convert it to outlines and save it again.').first()).toBeVisible();
  await files.first().setInputFiles(svg(`<script>alert(1)</script>${rectangle}`));
  await look(page, { width: 390, colorScheme: 'dark' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Say it well. Then make sure it’s heard.').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await look(page, { width: 390, colorScheme: 'light' });
  await expectAccessible(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await page.getByLabel('Reason').fill('Our new name');
  // A page that is left during the save asks, and stays to show the result.
  const saving = await hold(page, ({ pathname }) => pathname === '/api/brand/save');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await saving.asked;
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(leaving).toContainText('Your changes are still being saved.');
  await expectAccessible(page);
  await saving.release((route) => route.continue());
  await expect(leaving).toHaveCount(0);
  await expect(page.getByText('Published. Pages, emails and icons show it now.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Northlight desk' })).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Northlight desk')).toBeVisible();
  // Logging out loads the page again.
  await expect.poll(() => page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120);

  await page.goto(shop.urls.storefront);
  await live(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Northlight' })).toBeVisible();
  expect(
    await page
      .getByRole('banner')
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(120);
  const style = (name: string) => page.evaluate((each) => getComputedStyle(document.documentElement).getPropertyValue(each), name);
  expect(await style('--accent')).toContain('#1f5fd0');
  // The rest of the font is not loaded: no heading has one of its characters.
  const statuses = () =>
    page.evaluate(() => [...document.fonts].filter(({ family }) => /^"?Fraunces"?$/.test(family)).map(({ status }) => status));
  await expect.poll(statuses).toEqual(['unloaded', 'loaded']);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Mastodon' })).toHaveAttribute(
    'href',
    'https://mastodon.example/@north',
  );
  await expectAccessible(page);
});
