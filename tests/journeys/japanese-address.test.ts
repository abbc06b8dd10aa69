// Japanese reader: family name first, the address in Japanese order and found by its postal code; a shop that
// writes all dates in the page's language.
import { describe } from 'vitest';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { comeIn, open, ordered, story } from '../support/orders.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
describe('in Japanese', () => {
  test.override('contextOptions', { locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });

  test('postal code: prefecture, city and district are filled in, and what was typed stays', async ({ page, context, shop }) => {
    await comeIn(shop, context, [story]);
    await open(page);
    // Each of these fields is in a script of its own.
    for (const label of ['郵便番号', '都道府県', '番地・建物名']) await expect(page.getByLabel(label)).toBeVisible();
    const labels = await page.locator('section[aria-labelledby=billing] label').allInnerTexts();
    expect(labels.map((label) => label.split('（')[0]?.trim())).toEqual([
      '姓',
      '名',
      '国・地域',
      '郵便番号',
      '都道府県',
      '市区町村',
      '番地・建物名',
      'この住所をアカウントに保存する',
    ]);
    const [zip, city, street] = [page.getByLabel('郵便番号'), page.getByLabel('市区町村'), page.getByLabel('番地・建物名')];
    await zip.fill('１００－０００５');
    await expect(city).toHaveValue('千代田区');
    await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
    await expect(street).toHaveValue('丸の内');
    await expect(page.getByText('該当する住所：東京都千代田区丸の内')).toBeVisible();
    await expectAccessible(page);
    await street.fill('神南1-2-3');
    await zip.fill('150-0041');
    await expect(city).toHaveValue('渋谷区');
    await expect(street).toHaveValue('神南1-2-3');
    await expect(page.locator('section[aria-labelledby=review]')).toContainText('Sample Ada');
    await expect(page.locator('section[aria-labelledby=review]')).toContainText('〒150-0041 東京都渋谷区神南1-2-3');
  });

  test('dateLocale "page": dates are in the language of the page', async ({ page, context, shop }) => {
    const who = await comeIn(shop, context, []);
    await ordered(shop, who, { lines: [story] });
    // As in a shop with this setting in shop/brand.yaml.
    await page.route('**/cabinet/**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const answer = await route.fetch();
      const body = await answer.text();
      expect(body).toContain('"dateLocale":"en-US"');
      return route.fulfill({ response: answer, body: body.replaceAll('"dateLocale":"en-US"', '"dateLocale":"page"') });
    });
    await open(page, '/cabinet/account-details');
    await expect(page.locator('main dd time')).toHaveText(/^2026年\d+月\d+日$/);
    await open(page, '/cabinet/support?new=ticket');
    await expect(page.locator('main select option').nth(1)).toHaveText(/\(2026年\d+月\d+日\)/);
  });
});
