// The search of every page: by keyboard, in three languages, over services, questions and own orders.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { test as base, expect, expectAccessible, findChunk, leaveDialog, look, looksIn } from '../support/journey.ts';
import { funded } from '../support/money.ts';
import { open, ordered, shopper, story } from '../support/orders.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
const field = (page: Page) => page.getByRole('combobox');
const results = (page: Page) => page.getByRole('option');
const active = (page: Page) => page.locator('[role=option][aria-selected=true]');

const searchChunk = () => findChunk('src/site/enhance/search.ts');

test('without script: the button leads to the questions', async ({ shop }) => {
  const html = await (await fetch(`${shop.urls.storefront}/contact`)).text();
  expect(html).toMatch(/<a [^>]*href="\/faq"[^>]*aria-keyshortcuts="Control\+K Meta\+K"/);
});

describe('visitor', () => {
  test.for(['/contact', '/terms-and-conditions'])(
    '%s: Ctrl K opens it, arrows select, Enter opens a question; it loads when used',
    async (path, { page }) => {
      const isSearch = await searchChunk();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await open(page, path);
      expect(asked.some((url) => isSearch(new URL(url)))).toBe(false);
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeFocused();
      await expect(field(page)).toHaveAccessibleName('Services and questions');
      await expect(page.getByRole('group', { name: 'Services' }).getByRole('option')).toHaveCount(10);
      expect(asked.some((url) => isSearch(new URL(url)))).toBe(true);
      expect(asked.some((url) => url.includes('/api/orders'))).toBe(false);
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText('10 results');
      await expect(page.getByRole('option', { name: 'Brand Stories' })).toContainText('from €');
      await page.keyboard.type('refund');
      const questions = page.getByRole('group', { name: 'Questions' }).getByRole('option');
      await expect(questions.first()).toContainText('Can I get a refund?');
      const first = (await active(page).textContent()) ?? '';
      await page.keyboard.press('ArrowDown');
      await expect(active(page)).not.toHaveText(first);
      await page.keyboard.press('ArrowUp');
      await expect(active(page)).toHaveText(first);
      await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '');
      for (const each of looksIn('en')) {
        await look(page, each);
        await expectAccessible(page);
      }
      await field(page).fill('can I get a refund');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/faq#refund/);
      await expect(page.locator('main details[open] summary')).toHaveText('Can I get a refund?');
    },
  );

  test('nothing found: said, with a way to ask; closing gives the focus back', async ({ page }) => {
    await open(page, '/faq');
    await page.getByRole('link', { name: 'Search' }).click();
    await field(page).fill('zebra <b>');
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No results for “zebra <b>”.');
    await expect(page.getByRole('link', { name: 'Ask us instead' })).toHaveAttribute('href', '/contact');
    await leaveDialog(page);
    await expect(page.getByRole('link', { name: 'Search' })).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Search' })).toBeFocused();
  });

  test.for(['/contact', '/faq'])('%s: a failed load is said, and can be tried again', async (path, { page, pageErrors }) => {
    await open(page, path);
    await page.route(/\/data\/faq/, (route) => route.fulfill({ status: 503 }));
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The search couldn’t be loaded.');
    await expectAccessible(page);
    await page.unroute(/\/data\/faq/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('10 results');
    pageErrors.splice(0);
  });

  test('more matches than are shown: a link to all', async ({ page }) => {
    await open(page, '/terms-and-conditions');
    await page.keyboard.press('Control+k');
    await field(page).fill('order');
    const all = page.getByRole('group', { name: 'Questions' }).getByRole('option', { name: 'Show all matches' });
    await expect(all).toHaveAttribute('href', '/faq?q=order');
  });

  test('its script fails to load: the link leads to the questions', async ({ page, pageErrors }) => {
    await page.route(await searchChunk(), (route) => route.abort());
    await open(page, '/terms-and-conditions');
    await page.keyboard.press('Control+k');
    await expect(page).toHaveURL(/\/faq$/);
    pageErrors.splice(0);
  });

  test('Japanese: kana, width and words without spaces; opens a service in place', async ({ page, context, shop }) => {
    await context.addCookies([{ name: 'locale', value: 'jp', url: shop.urls.storefront }]);
    await open(page, '/services');
    await page.getByRole('link', { name: '検索' }).click();
    await field(page).fill('支払方法');
    await expect(page.getByRole('group', { name: 'ご質問' }).getByRole('option').first()).toBeVisible();
    await field(page).fill('ぶらんどすとーりー');
    await expect(results(page).first()).toContainText('ブランドストーリー');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/services#brand-stories$/);
    await expect(page.locator('#brand-stories')).toBeInViewport();
  });
});

test('customer: finds an order by number, service and status, in one request', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context);
  await funded(shop, ada, 50_000);
  await ordered(shop, ada, { lines: [story], payFromBalance: true });
  await open(page, '/');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/orders') && asked.push(request.url()));
  await page.keyboard.press('Control+k');
  const own = page.getByRole('group', { name: 'Your orders' }).getByRole('option');
  await expect(own).toHaveCount(1);
  const number = /F-\w{8}/.exec((await own.textContent()) ?? '')?.[0] ?? '';
  for (const query of [number, number.replace('-', '').toLowerCase(), 'brand stories paid', 'loaf']) {
    await field(page).fill(query);
    await expect(own).toHaveText(new RegExp(`Brand Stories, 600 words.*${number} · Paid`));
  }
  await field(page).fill(number);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/cabinet/order-history/${number}$`));
  expect(asked.filter((url) => url.includes('limit='))).toHaveLength(1);
});

test('customer: orders that fail to load are said beside the rest', async ({ page, context, shop, pageErrors }) => {
  await shopper(shop, context);
  await open(page, '/terms-and-conditions');
  await page.route(/\/api\/orders\?/, (route) => route.abort());
  await page.keyboard.press('Control+k');
  await expect(field(page)).toHaveAccessibleName('Services, questions and your orders');
  await expect(page.getByText('Your orders couldn’t be loaded.')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('10 results');
  pageErrors.splice(0);
});
