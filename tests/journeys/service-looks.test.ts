// The page of a service for everybody: wide and narrow, light and dark, and while its prices do not come.
import { describe } from 'vitest';
import { test as base, expect, expectAccessible, live, look, shoot } from '../support/journey.ts';
import { arriveToOrder, briefForm, openService, putButton } from '../support/service-page.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('prices that do not come', () => {
  test('say so, and are there with another try', async ({ page, context, shop, faults }) => {
    await arriveToOrder(shop, context);
    await page.route('**/api/prices', (route) => route.abort());
    await page.goto('/services/brand-stories');
    await live(page);
    await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded.' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/prices');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(briefForm(page)).toBeVisible();
    faults.splice(0, faults.length, ...faults.filter((fault) => !/ERR_FAILED/.test(fault)));
  });
});

describe('everybody', () => {
  const cases = [390, 1280].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })));
  test.for(cases)('can order at $width px, $colorScheme', async ({ width, colorScheme }, { page, context, shop }) => {
    await arriveToOrder(shop, context);
    await look(page, { width, colorScheme });
    await openService(page, width === 390 ? '/services/social-boosts?lang=jp' : '/services/social-boosts');
    await putButton(page).click();
    await expect(page.locator('main section[tabindex="-1"]')).toBeFocused();
    await expectAccessible(page);
    await shoot(page, `service/social-boosts-${width}-${colorScheme}`, { fullPage: true });
  });

  test.for(['en', 'es', 'jp'])('needs no scrolling to the side at 320 px, in %s', async (lang, { page, context, shop }) => {
    await arriveToOrder(shop, context);
    await page.setViewportSize({ width: 320, height: 600 });
    for (const slug of ['brand-stories', 'content-checker', 'enterprise-content-lab', 'hashtag-magic']) {
      await openService(page, `/services/${slug}?lang=${lang}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), slug).toBeLessThanOrEqual(320);
    }
  });
});
