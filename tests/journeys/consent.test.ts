// The privacy notice: shown once, covers nothing, offers two equal answers, and can be changed later.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { test as base, expect, expectAccessible, leaveDialog, live, shoot } from '../support/journey.ts';
import { setLocalStorage } from '../support/reused-page.ts';

const test = base.extend('painted', { scope: 'file' }, true);

const notice = (page: Page) => page.getByRole('region', { name: 'Privacy notice' });
const storedAnswer = (page: Page) => page.evaluate(() => localStorage.getItem('agreePrivacy'));
const open = async (page: Page, path = '/') => {
  await page.goto(path);
  await live(page);
};

test('no answer yet: nothing optional is stored, and the page works', async ({ page, context }) => {
  await open(page);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([[], []]);
  expect(await context.cookies()).toEqual([]);
});

describe('answers', () => {
  test('Accept and Reject: same look except for the label', async ({ page }) => {
    await open(page);
    const looks = (name: string) =>
      notice(page)
        .getByRole('button', { name })
        .evaluate((each) => {
          const { width, height } = each.getBoundingClientRect();
          const { color, backgroundColor, borderColor, fontWeight } = getComputedStyle(each);
          return { width, height, color, backgroundColor, borderColor, fontWeight };
        });
    expect(await looks('Accept')).toEqual(await looks('Reject'));
  });

  test.for([
    ['Accept', 'true'],
    ['Reject', 'false'],
  ] as const)('%s: stored, not asked again, and no unexpected layout shift', async ([name, value], { page }) => {
    await page.addInitScript(() => {
      const seen = window as unknown as { shifts: number };
      seen.shifts = 0;
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!shift.hadRecentInput) seen.shifts += shift.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(page);
    await notice(page).getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(notice(page)).toBeHidden();
    await expect(page.locator('main')).toBeFocused();
    // The banner is the news: no toast covers the page.
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
    expect(await storedAnswer(page)).toBe(value);
    await page.reload();
    await live(page);
    await expect(notice(page)).toBeHidden();
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.01);
  });

  test('Privacy choices: changes the answer, and Escape changes nothing', async ({ page }) => {
    await page.addInitScript(() => localStorage.getItem('agreePrivacy') ?? localStorage.setItem('agreePrivacy', 'true'));
    await open(page);
    const again = page.getByRole('button', { name: 'Privacy choices' });
    await again.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Privacy choices' });
    await expect(dialog).toContainText('You chose “Accept”.');
    await expectAccessible(page);
    await leaveDialog(page);
    await expect(again).toBeFocused();
    expect(await storedAnswer(page)).toBe('true');
    await again.click();
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(again).toBeFocused();
    await expect.poll(() => storedAnswer(page)).toBe('false');
  });
});

test.for(['yes', '1', 'null', '{"analytics":true}', ''])('stored value %s: not an answer', async (value, { page, context }) => {
  await setLocalStorage(context, { agreePrivacy: value });
  await open(page);
  await expect(notice(page)).toBeVisible();
});

test('another tab: its answer and its removal are followed', async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  await notice(other).getByRole('button', { name: 'Reject' }).click();
  await expect(notice(page)).toBeHidden();
  await other.evaluate(() => localStorage.clear());
  await expect(notice(page)).toBeVisible();
});

test('answer cannot be stored: it holds for this page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page);
  await notice(page).getByRole('button', { name: 'Accept' }).click();
  await expect(notice(page)).toBeHidden();
});

describe('smallest screen', () => {
  test.override('contextOptions', { viewport: { width: 320, height: 480 } });
  test('notice: above the page, covers none of it', async ({ page }) => {
    await open(page);
    const [band, header] = await Promise.all([notice(page).boundingBox(), page.locator('body header').first().boundingBox()]);
    expect((band?.y ?? 0) + (band?.height ?? 0)).toBeLessThanOrEqual((header?.y ?? 0) + 1);
    await shoot(page, 'shell/consent-320');
    await page.evaluate(() => scrollTo(0, 600));
    await expect(notice(page)).not.toBeInViewport();
  });
});

describe('without script', () => {
  test.override('contextOptions', { javaScriptEnabled: false });
  test('notice: not shown, because nothing optional is stored', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('section', { hasText: 'May we count your visits' })).toBeHidden();
    await expect(page.locator('footer button', { hasText: 'Privacy choices' })).toBeHidden();
  });
});

test.for([
  ['es', 'Opciones de privacidad', 'Rechazar'],
  ['jp', 'プライバシー設定', '拒否する'],
] as const)('notice: in the language of the page, %s', async ([lang, again, reject], { page }) => {
  await open(page, `/?lang=${lang}`);
  await page.getByRole('button', { name: reject }).click();
  await expect(page.getByRole('button', { name: again })).toBeVisible();
});
