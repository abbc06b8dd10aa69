// Layout on small screens, with long words, in print, in the dark and with forced colours: nothing is cut
// off, and pages are accessible.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { getPageRow, pageNames } from '../../src/pages.ts';
import { isFirefox } from '../support/browser.ts';
import { findHtmlErrors } from '../support/html.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, live, look, looks, shoot, test } from '../support/journey.ts';
import { setLocalStorage } from '../support/reused-page.ts';

/**
 * A visitor of a customer's page gets the page to log in; cabinet.test.ts and cart.test.ts open those pages.
 */
const paths = [
  ...pageNames.map(getPageRow).flatMap(({ who, path }) => (who === 'open' ? [path.replace(':id', 'brand-stories')] : [])),
  '/no/such-page',
];

const open = async (page: Page, path: string) => {
  await page.goto(path);
  await live(page);
};
/** Names of the elements that overflow to the side. */
const stickingOut = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .slice(-5)
      .map((each) => `${each.tagName}.${each.className} ${each.textContent?.slice(0, 30)}`);
  });
/** Chromium logs error statuses; these are expected. */
const expectedStatus = (pageErrors: string[]) => {
  const left = pageErrors.filter((error) => !error.includes('404'));
  pageErrors.splice(0, pageErrors.length, ...left);
};

// 320 px is the same as 1280 px at 400 %.
const narrow = { width: 320, height: 256 };

describe('every page', () => {
  test.override('contextOptions', { viewport: narrow });
  test.for(paths)(
    '%s: valid HTML, no horizontal scrolling at 320 px, and accessible on phones and desktops, light and dark',
    async (path, { page, pageErrors }) => {
      await open(page, path);
      expect(findHtmlErrors(await page.content())).toEqual([]);
      expect(await stickingOut(page)).toEqual([]);
      const menus = await page.locator('header details:visible summary').all();
      for (const menu of menus) await menu.click();
      expect(await stickingOut(page)).toEqual([]);
      for (const menu of menus) await menu.click();
      for (const each of looks) {
        await look(page, each);
        await expectAccessible(page);
      }
      expectedStatus(pageErrors);
    },
  );

  test.for(['en', 'es', 'jp'])('texts twice as long, in %s: no horizontal scrolling at 320 px', async (lang, { page }) => {
    await open(page, `/?lang=${lang}`);
    await page.evaluate(() => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode())
        if (!node.parentElement?.closest('script')) node.textContent += ` ${node.textContent}`;
    });
    expect(await stickingOut(page)).toEqual([]);
  });
});

describe('accessibility', () => {
  test('phone menu: no violations', async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await setLocalStorage(context, { accessToken: 'token' });
    await open(page, '/');
    await page.locator('header details:visible summary').click();
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'shell/menu-390');
  });

  test.skipIf(isFirefox)('reduced motion: no animations or transitions', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/_ui');
    const moving = await page.evaluate(
      () => document.getAnimations().filter((each) => Number(each.effect?.getComputedTiming().duration) > 1).length,
    );
    expect(moving).toBe(0);
    // The theme changes immediately: even a short transition on every element would pass inherited colours
    // down one level per frame.
    const changing = await page.evaluate(
      () => [...document.querySelectorAll('*')].filter((each) => getComputedStyle(each).transitionDuration !== '0s').length,
    );
    expect(changing).toBe(0);
  });

  test.skipIf(isFirefox)('more contrast: no soft text colours', async ({ page }) => {
    const colours = () =>
      page.evaluate(() => {
        const soft = document.body.appendChild(document.createElement('i'));
        soft.className = 'soft';
        return [soft, document.body].map((each) => getComputedStyle(each).color);
      });
    await open(page, '/_ui');
    const [usualSoft, usualInk] = await colours();
    expect(usualSoft).not.toBe(usualInk);
    await page.emulateMedia({ contrast: 'more' });
    const [soft, ink] = await colours();
    expect(soft).toBe(ink);
  });

  test('chosen theme: overrides the theme of the system', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/');
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    expect(await paper()).not.toBe(light);
  });

  test.skipIf(isFirefox)('forced colours: every component has a visible border, or is underlined as a link', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page, '/_ui');
    const bare = await page.evaluate(() =>
      [...document.querySelectorAll('[data-specimen=Buttons] button, [role=tab][aria-selected=true]')]
        .filter((each) => {
          const { borderTopWidth, textDecorationLine } = getComputedStyle(each);
          return Number.parseFloat(borderTopWidth) === 0 && textDecorationLine !== 'underline';
        })
        .map((each) => each.textContent),
    );
    expect(bare).toEqual([]);
    await shoot(page, 'shell/forced-colors', { fullPage: true });
  });
});

test.skipIf(isFirefox)('print: no header, footer or buttons, and folded text is shown', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await open(page, '/');
  for (const gone of ['body header', 'body footer:not(article footer)', 'section[aria-label="Privacy notice"]', 'main a[href="/services"]'])
    await expect(page.locator(gone).first()).toBeHidden();
  const answers = await page
    .locator('#questions details p')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height > 0));
  expect(answers.length).toBeGreaterThan(1);
  expect(answers.every(Boolean)).toBe(true);
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { color, backgroundColor };
  });
  expect(colours).toEqual({ color: 'oklch(0 0 0)', backgroundColor: 'oklch(1 0 0)' });
});

test.for(['/contact', '/account/login', '/account/create-account', '/account/recovery-password', '/account/login-link', '/account/reset'])(
  '%s at 320 px: no horizontal scrolling, one heading, and accessible',
  async (path, { page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, path);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
  },
);
