// UI components: behaviour, and what everyone must be able to see and touch. Text contrast is checked by axe
// in layout.test.ts.
import type { Page } from '@playwright/test';
import { describe, inject } from 'vitest';
import { makeLog } from '#platform/logging/log.ts';
import { createApp } from '../../src/app.ts';
import { isFirefox } from '../support/browser.ts';
import { expect, expectAccessible, live, shoot, test } from '../support/journey.ts';
import { contrastWithBackdrop } from '../support/page.ts';

/** WCAG 1.4.11: what marks a control and its focus. */
const MIN_CONTRAST = 3;
const MIN_RING_PX = 2;
const MIN_TOUCH_PX = 44;

async function openGallery(page: Page): Promise<void> {
  await page.goto('/_ui');
  await live(page);
}

/** The focused element and its outline; undefined if nothing has the focus. */
const focusedOutline = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return undefined;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at);
    return {
      theme: at.closest<HTMLElement>('[data-theme-shown]')?.dataset.themeShown,
      name: at.outerHTML.slice(0, 120),
      width: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      color: outlineColor,
    };
  });

describe('look of the components', () => {
  test('focus: every tab stop has a ring with enough contrast, light and dark', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openGallery(page);
    const stops = new Map<string | undefined, number>();
    const unseen: string[] = [];
    for (await page.keyboard.press('Tab'); ; await page.keyboard.press('Tab')) {
      const outline = await focusedOutline(page);
      // Leaving the last tab stop leads out of the page, or to its start again.
      if (!outline || ((stops.get('dark') ?? 0) > 0 && outline.theme === undefined)) break;
      stops.set(outline.theme, (stops.get(outline.theme) ?? 0) + 1);
      const contrast = await contrastWithBackdrop(page.locator(':focus'), outline.color);
      if (outline.width < MIN_RING_PX || contrast < MIN_CONTRAST) unseen.push(`${outline.name}: ${outline.width} px, ${contrast}:1`);
    }
    expect(unseen).toEqual([]);
    expect(stops.get('light')).toBeGreaterThan(15);
    expect(stops.get('dark')).toBe(stops.get('light'));
  });

  test('fields: their borders have enough contrast, light and dark', async ({ page }) => {
    await openGallery(page);
    const fields = await page.locator('[data-specimen=Fields] :is(input:not([type=checkbox]), textarea)').all();
    expect(fields.length).toBeGreaterThan(5);
    for (const field of fields) {
      const { color, width } = await field.evaluate((element) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(element);
        return { color: borderTopColor, width: Number.parseFloat(borderTopWidth) };
      });
      expect(width).toBeGreaterThan(0);
      expect(await contrastWithBackdrop(field, color)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });

  describe('touch screen', () => {
    test.override('contextOptions', { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    // Firefox emulates no touch.
    test.skipIf(isFirefox)('buttons, tabs and fields: high enough for a finger', async ({ page }) => {
      await openGallery(page);
      const targets = page.locator('[data-specimen] :is(button, [role=tab], summary, input:not([type=checkbox]), textarea):visible');
      expect(await targets.count()).toBeGreaterThan(30);
      const small = await targets.evaluateAll(
        (elements, least) =>
          elements
            .filter((element) => element.getBoundingClientRect().height < least)
            .map((element) => `${element.outerHTML.slice(0, 120)}: ${element.getBoundingClientRect().height} px`),
        MIN_TOUCH_PX,
      );
      expect(small).toEqual([]);
    });
  });

  test.for([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('pictures at %i px, %s: taken', async ([width, colorScheme], { page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openGallery(page);
    await shoot(page, `ui/${width}-${colorScheme}`, { fullPage: true });
    await page.getByRole('button', { name: 'Open a grave dialog' }).first().click();
    await shoot(page, `ui/dialog-${width}-${colorScheme}`);
  });
});

test('dialog: traps the focus, and returns it however it is closed', async ({ page }) => {
  await openGallery(page);
  const opener = page.getByRole('button', { name: 'Open a harmless dialog' }).first();
  const dialog = page.getByRole('dialog', { name: 'Shall it be done?' });
  const said = page.locator('[data-specimen=Dialogs] output').first();

  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  // Behind the last one Firefox goes on to its own buttons.
  for (let stops = 0; stops < (isFirefox ? 1 : 4); stops++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(said).toHaveText('Said: left');

  await opener.click();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await dialog.getByRole('button', { name: 'Do it' }).click();
  await expect(said).toHaveText('Said: yes');
  await expect(opener).toBeFocused();

  const grave = page.getByRole('button', { name: 'Open a grave dialog' }).first();
  await grave.click();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await expect(grave).toBeFocused();
});

test('tabs: one tab stop, and arrow keys move within', async ({ page }) => {
  await openGallery(page);
  const row = page.getByRole('tablist', { name: 'Orders' }).first();
  const tab = (name: string) => row.getByRole('tab', { name });
  const panel = page.locator('[data-specimen=Tabs]').first().getByRole('tabpanel');
  await tab('All 14').focus();
  for (const [key, name, words] of [
    ['ArrowRight', 'Open 3', 'Orders: open'],
    ['End', 'Cancelled 1', 'Orders: cancelled'],
    ['ArrowRight', 'All 14', 'Orders: all'],
    ['ArrowLeft', 'Cancelled 1', 'Orders: cancelled'],
    ['Home', 'All 14', 'Orders: all'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect(panel).toHaveText(words);
  }
  await expect(row.locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(panel).toBeFocused();
});

test('toast: disappears, but not while it is focused or hovered, and offers undo', async ({ page }) => {
  await page.clock.install();
  await openGallery(page);
  const saved = page.getByText('Saved.');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('button', { name: 'Good news' }).first().click();
  await expect(saved).toBeVisible();
  await page.clock.runFor(6_900);
  await expect(saved).toBeVisible();
  await page.clock.runFor(200);
  await expect(saved).toHaveCount(0);

  await page.getByRole('button', { name: 'Good news' }).first().click();
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await page.clock.runFor(60_000);
  await expect(saved).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(saved).toHaveCount(0);

  await page.getByRole('button', { name: 'News to take back' }).first().click();
  await page.clock.runFor(20_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-specimen=Toasts] output').first()).toHaveText('Taken back: 1');
  await expect(page.getByText('Removed.')).toHaveCount(0);
});

test('toast: no accessibility violations', async ({ page }) => {
  await openGallery(page);
  await page.getByRole('button', { name: 'News to take back' }).first().click();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expectAccessible(page);
  await shoot(page, 'ui/toast');
});

test('component page: 404 in production', async ({ shop }) => {
  const { config } = shop.ctx;
  const app = await createApp({
    config: { ...config, production: true, port: 0, deskPort: 0, sandboxPort: undefined },
    connection: shop.connection,
    log: makeLog({ level: 'silent', readable: false }),
    build: inject('build'),
    jobs: false,
  });
  try {
    const { port } = new URL(app.urls.storefront);
    for (const path of ['/_ui', '/_UI/', '/data/_ui']) expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/services`)).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test('component page: its code is not loaded by the home page', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await live(page);
  expect(asked.filter((path) => /\/(ui|tabs|empty|skeleton|meter)[-.]/.test(path))).toEqual([]);
  const scripts = await Promise.all(
    asked.filter((path) => path.endsWith('.js')).map(async (path) => (await page.request.get(path)).text()),
  );
  expect(scripts.join('')).not.toContain('Break this page');
});
