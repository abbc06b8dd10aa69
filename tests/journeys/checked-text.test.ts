// A checked text in the order history: findings in the customer's text, opened by keyboard, in every language
// and theme.
import { describe } from 'vitest';
import { textCheck } from '../support/cart-lines.ts';
import { checkingMakers, TYPO_TEXT } from '../support/checks.ts';
import { test as base, expect, expectAccessible, look, shoot } from '../support/journey.ts';
import { becomes, expectAudited, funded, placed } from '../support/money.ts';
import { HISTORY, shopper } from '../support/orders.ts';
import { letRun } from '../support/scheduled.ts';

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
});
