// The service page: accessible at each width and theme, and without prices.
import { describe } from 'vitest';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, looks, shoot } from '../support/journey.ts';
import { arriveToOrder, briefForm, nextButton, openService, putButton } from '../support/orders.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('prices fail to load', () => {
  test('service page: an error with a retry', async ({ page, context, shop, pageErrors }) => {
    await arriveToOrder(shop, context);
    await page.route('**/api/prices', (route) => route.abort());
    await page.goto('/services/brand-stories');
    await live(page);
    await expect(page.getByRole('alert').filter({ hasText: 'This couldn’t be loaded.' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/prices');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(briefForm(page)).toBeVisible();
    pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/ERR_FAILED/.test(error)));
  });
});

describe('accessibility', () => {
  test.for(looks)('$width px, $colorScheme: no violations', async ({ width, colorScheme }, { page, context, shop }) => {
    await arriveToOrder(shop, context);
    await look(page, { width, colorScheme });
    await openService(page, width === 390 ? '/services/social-boosts?lang=jp' : '/services/social-boosts');
    await (width === 390 ? nextButton(page) : putButton(page)).click();
    await expect(page.locator('main section[tabindex="-1"]')).toBeFocused();
    await expectAccessible(page);
    await shoot(page, `service/social-boosts-${width}-${colorScheme}`, { fullPage: true });
  });

  test.for(['en', 'es', 'jp'])('320 px, in %s: no horizontal scrolling', async (lang, { page, context, shop }) => {
    await arriveToOrder(shop, context);
    await page.setViewportSize({ width: 320, height: 600 });
    for (const slug of ['brand-stories', 'content-checker', 'enterprise-content-lab', 'hashtag-magic']) {
      await openService(page, `/services/${slug}?lang=${lang}`);
      await expectNoSidewaysScroll(page, slug);
    }
  });
});
