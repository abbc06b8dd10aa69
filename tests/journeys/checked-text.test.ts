// A checked text in the order history: findings in the customer's text, opened by keyboard, in every language
// and theme.
import { describe } from 'vitest';
import { textCheck } from '../support/cart-lines.ts';
import { test as base, expect, expectAccessible, look, looks, shoot } from '../support/journey.ts';
import { becomes, expectAudited, funded, placed } from '../support/money.ts';
import { HISTORY, shopper } from '../support/orders.ts';
import { letRun } from '../support/rows/jobs.ts';
import { checkingMakers, TYPO_TEXT } from '../support/sample-shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' }, makers: checkingMakers });
test.afterEach(({ shop }) => expectAudited(shop));

describe('checked text', () => {
  test.for(['en', 'es', 'jp'] as const)(
    'in %s: each finding is marked in the text and opens by keyboard',
    async (locale, { page, context, shop }) => {
      const ada = await shopper(shop, context);
      await funded(shop, ada, 30_000);
      await placed(shop, ada, { lines: [textCheck(TYPO_TEXT)], payFromBalance: true });
      await letRun(shop, 'fulfilment.makePieces');
      await becomes(shop, ada, [4]);
      await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
      await page.goto(HISTORY);
      await page.getByRole('article').getByRole('heading').getByRole('link').click();
      const mark = page.getByRole('button', { name: /^braed/ });
      await expect(mark).toHaveAttribute('aria-expanded', 'false');
      await mark.focus();
      await page.keyboard.press('Enter');
      const note = page.getByRole('note');
      await expect(note).toContainText('bread');
      await expectAccessible(page);
      for (const width of [390, 1280])
        for (const colorScheme of ['light', 'dark'] as const) {
          await look(page, { width, colorScheme });
          await shoot(page, `checked-text-${locale}-${width}-${colorScheme}`);
        }
      await page.keyboard.press('Escape');
      await expect(note).toHaveCount(0);
      await expect(mark).toBeFocused();
      await expect(page.getByText('Quality checks')).toHaveCount(0);
    },
  );

  test('suggestions: taken, left and taken back, kept over a reload; the corrected text is copied and saved', async ({
    page,
    context,
    shop,
  }) => {
    const ada = await shopper(shop, context);
    await funded(shop, ada, 30_000);
    await placed(shop, ada, { lines: [textCheck(TYPO_TEXT)], payFromBalance: true });
    await letRun(shop, 'fulfilment.makePieces');
    await becomes(shop, ada, [4]);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(HISTORY);
    await page.getByRole('article').getByRole('heading').getByRole('link').click();
    const mark = page.getByRole('button', { name: /^braed/ });
    const status = page.getByRole('status').filter({ hasText: 'decided' });
    const tracked = page.getByRole('button', { name: 'Word with tracked changes' });
    await expect(status).toHaveText('0 of 1 decided.');
    await expect(tracked).toHaveAttribute('aria-disabled', 'true');
    await mark.press('Enter');
    await page.getByRole('button', { name: 'Keep as it is' }).press('Enter');
    await expect(mark).toBeFocused();
    await expect(mark).toHaveAccessibleName('braed (Spelling, kept)');
    await expect(status).toHaveText('1 of 1 decided.');
    await mark.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(mark).toHaveAccessibleName('braed (Spelling)');
    await mark.press('Enter');
    await page.getByRole('button', { name: 'Use “bread”' }).press('Enter');
    await expect(mark).toHaveAccessibleName('braedbread (Spelling, corrected)');
    await expect(status).toHaveText('1 of 1 decided. 1 correction taken.');
    for (const each of looks) {
      await look(page, each);
      await expectAccessible(page);
      await shoot(page, `checked-text-taken-${each.width}-${each.colorScheme}`, { fullPage: true });
    }
    await page.reload();
    await expect(mark).toHaveAccessibleName('braedbread (Spelling, corrected)');
    await page.getByRole('button', { name: 'Copy the corrected text' }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(TYPO_TEXT.replace('braed', 'bread'));
    const download = page.waitForEvent('download');
    await tracked.click();
    expect((await download).suggestedFilename()).toMatch(/^F-\w+-1-corrections\.docx$/);
    await mark.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Take all suggestions' }).click();
    await expect(status).toHaveText('1 of 1 decided. 1 correction taken.');
    await expect(page.getByRole('button', { name: 'Take all suggestions' })).toHaveCount(0);
  });
});
