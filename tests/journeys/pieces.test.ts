// Briefs for the pieces of a paid bundle: prefilled from the order, with drafts, and errors shown at their
// piece.
import type { Page } from '@playwright/test';
import { test as base, expect, expectAccessible, live, look } from '../support/journey.ts';
import { expected, HISTORY, row, shopper } from '../support/orders.ts';
import { brief, bundled, createBrief, whole } from '../support/pieces.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const piece = (page: Page, name: RegExp) => page.getByRole('button', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send brief' }).click();
const shown = async (page: Page) => {
  await live(page);
  await expect(page.getByRole('heading', { name: /^Briefs for/ })).toBeVisible();
};

test('bundle pieces: briefed one after the other, with common fields filled in', async ({ page, context, shop, pageErrors }) => {
  const { who, orderId } = await bundled(shop, undefined, await shopper(shop, context));
  await page.goto(HISTORY);
  await live(page);
  await expect(row(page, /Brand Expansion Suite/)).toContainText('5 briefs due');
  await page.getByRole('link', { name: /^Write briefs/ }).click();
  await expect(page.getByText('0 of 5 briefs sent')).toBeVisible();
  await expect(page.getByLabel('Brand name')).toHaveValue('Loaf & Queue');
  // The errors are at the top, with a link to the first field.
  await send(page);
  const told = page.getByRole('region', { name: 'Validation failed' });
  await expect(told).toBeFocused();
  await told.getByRole('link').first().click();
  await expect(page.getByRole('textbox', { name: 'Facts' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Facts' }).fill('A bakery in a side street, which opens at seven. '.repeat(3));
  await page.getByLabel(/^Audience/).fill('People who queue');
  await page.getByRole('button', { name: 'Copy to the other 4 pieces' }).click();
  await expect(page.getByText('Copied to 4 other pieces.')).toBeVisible();
  await expect(piece(page, /^2 Catchy Phrases.*Draft, not sent$/)).toBeVisible();
  await expectAccessible(page);
  // A reload restores the draft.
  await page.reload();
  await shown(page);
  await expect(page.getByRole('textbox', { name: 'Facts' })).toHaveValue(/side street/);
  await page.getByRole('checkbox', { name: /^I may use/ }).check();
  await send(page);
  await expect(page.getByText('1 of 5 briefs sent')).toBeVisible();
  const second = piece(page, /^2 Catchy Phrases/);
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel(/^Audience/)).toHaveValue('People who queue');
  // The server refuses prohibited content at its field.
  await page.getByRole('textbox', { name: /^What it’s for/ }).fill('Please add 5,000 followers to our page, all of them real');
  await page.getByRole('checkbox', { name: /^I may use/ }).check();
  await send(page);
  await expect(told.getByRole('link', { name: /^What it’s for/ })).toBeVisible();
  expected(pageErrors, /400 \(Bad Request\).*orders\/brief/);
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectAccessible(page);
  const { pieces } = await whole(shop, who, orderId);
  expect(pieces.map(({ state }) => state)).toEqual(['ready', 'waiting', 'waiting', 'waiting', 'waiting']);
  expect(pieces[0]?.brief).toMatchObject({ audience: 'People who queue', brandName: 'Loaf & Queue', rightsConfirmed: true });
});

test('last piece of a bundle: asks for a platform', async ({ page, context, shop }) => {
  const { who, orderId, pieces } = await bundled(shop, undefined, await shopper(shop, context));
  await brief(
    shop,
    who,
    orderId,
    pieces.slice(0, 4).map((each) => createBrief(each)),
  );
  await page.goto(`${HISTORY}?brief=${orderId}`);
  await shown(page);
  await expect(piece(page, /^5 Hashtag Magic/)).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('textbox', { name: /^What the post is about/ }).fill('The first loaf of the morning');
  await page.getByRole('checkbox', { name: /^I may use/ }).check();
  await send(page);
  await page
    .getByRole('region', { name: 'Validation failed' })
    .getByRole('link', { name: /^Platform/ })
    .click();
  await page.keyboard.press('Space');
  await send(page);
  await expect(page.getByText('5 of 5 briefs sent')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Briefs for/ })).toBeFocused();
  await piece(page, /^3 Quick Reads/).click();
  await expect(page.getByText('Why yesterday’s loaf makes better toast')).toBeVisible();
  await page.getByRole('link', { name: '← Order history' }).click();
  const card = row(page, /Brand Expansion Suite/);
  await expect(card).toContainText('Expected');
  await expect(card.getByRole('link', { name: /^Write briefs/ })).toHaveCount(0);
});

test('bundle pieces in Japanese: translated', async ({ page, context, shop }) => {
  const { orderId } = await bundled(shop, undefined, await shopper(shop, context));
  await context.addCookies([{ name: 'locale', value: 'jp', url: shop.urls.storefront }]);
  await page.goto(`${HISTORY}?brief=${orderId}`);
  await live(page);
  await expect(page.getByText('ご依頼内容0／5点を送信済み')).toBeVisible();
  await page.getByRole('button', { name: 'この内容で依頼する' }).click();
  await expect(page.getByRole('region', { name: '入力内容に誤りがあります' }).or(page.locator('main section:focus'))).toBeVisible();
  await expectAccessible(page);
});
