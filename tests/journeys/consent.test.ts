// The privacy notice: asked once, hiding nothing, with two equal answers, and open to a change of mind.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { expect, expectAccessible, leaveDialog, live, shoot, test } from '../support/journey.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Privacy notice' });
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('agreePrivacy'));
const open = async (page: Page, path = '/') => {
  await page.goto(path);
  await live(page);
};

test('nothing optional is stored before the answer, and the page is there without one', async ({ page, context }) => {
  await open(page);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([[], []]);
  expect(await context.cookies()).toEqual([]);
});

describe('the two answers', () => {
  test('are equal in everything but their word', async ({ page }) => {
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
  ] as const)('%s is kept, not asked again, and moves the page only because it was pressed', async ([name, value], { page }) => {
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
    await expect(page.getByText('Kept. You find it again')).toBeVisible();
    expect(await kept(page)).toBe(value);
    await page.reload();
    await live(page);
    await expect(notice(page)).toBeHidden();
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.01);
  });

  test('are changed behind “Privacy choices”, and Escape changes nothing', async ({ page }) => {
    await page.addInitScript(() => localStorage.getItem('agreePrivacy') ?? localStorage.setItem('agreePrivacy', 'true'));
    await open(page);
    const again = page.getByRole('button', { name: 'Privacy choices' });
    await again.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Privacy choices' });
    await expect(dialog).toContainText('You have accepted.');
    await expectAccessible(page);
    await leaveDialog(page);
    await expect(again).toBeFocused();
    expect(await kept(page)).toBe('true');
    await again.click();
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(again).toBeFocused();
    await expect.poll(() => kept(page)).toBe('false');
  });
});

test.for(['yes', '1', 'null', '{"analytics":true}', ''])('an old or foreign value (%s) is no answer', async (value, { page }) => {
  await page.addInitScript((text) => localStorage.setItem('agreePrivacy', text), value);
  await open(page);
  await expect(notice(page)).toBeVisible();
});

test('another tab’s answer is followed, and so is its forgetting', async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  await notice(other).getByRole('button', { name: 'Reject' }).click();
  await expect(notice(page)).toBeHidden();
  await other.evaluate(() => localStorage.clear());
  await expect(notice(page)).toBeVisible();
});

test('an answer that cannot be kept holds for this page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page);
  await notice(page).getByRole('button', { name: 'Accept' }).click();
  await expect(notice(page)).toBeHidden();
});

describe('on the smallest screen', () => {
  test.override('contextOptions', { viewport: { width: 320, height: 480 } });
  test('it stands above the page and covers none of it', async ({ page }) => {
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
  test('nothing is asked, because nothing optional happens', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('section', { hasText: 'May we count visits' })).toBeHidden();
    await expect(page.getByText('Privacy choices')).toBeHidden();
  });
});

test.for([
  ['es', 'Opciones de privacidad', 'Rechazar'],
  ['jp', 'プライバシー設定', '拒否する'],
] as const)('it speaks the language of the page: %s', async ([lang, again, reject], { page }) => {
  await open(page, `/?lang=${lang}`);
  await page.getByRole('button', { name: reject }).click();
  await expect(page.getByRole('button', { name: again })).toBeVisible();
});
