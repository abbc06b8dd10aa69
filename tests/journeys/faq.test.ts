// The FAQ: search by keyboard or without script, links to questions, and print.
import { describe } from 'vitest';
import { builtInLocales, locales } from '#lib/locale.ts';
import { isFirefox } from '../support/browser.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, live, look, looksIn, test } from '../support/journey.ts';

const QUESTIONS = 41;
const counted = (html: string): number => html.match(/<summary>/g)?.length ?? 0;
const getMain = (html: string): string => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

describe('server response', () => {
  test.for(builtInLocales)('all questions in %s', async (locale, { shop }) => {
    const answer = await fetch(`${shop.urls.storefront}/faq`, { headers: { cookie: `locale=${locale}` } });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(`<html lang="${locales[locale].html}"`);
    expect(counted(getMain(html))).toBe(QUESTIONS);
  });

  test('search without script: matches the normalised query', async ({ shop }) => {
    const search = async (query: string) => getMain(await (await fetch(`${shop.urls.storefront}/faq?${query}`)).text());
    const found = await search('q=card');
    expect(counted(found)).toBeGreaterThan(0);
    expect(counted(found)).toBeLessThan(QUESTIONS);
    expect(found).toContain('value="card"');
    for (const same of ['q=++card%20', 'q=%EF%BD%83ard', 'q=card&x=1']) expect(await search(same)).toBe(found);
    for (const none of ['q=', 'q=+++', 'q=a&q=b', 'Q=card']) expect(counted(await search(none))).toBe(QUESTIONS);
  });

  test.for(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'-alert(1)-'", '</title><svg onload=alert(1)>', '{{7*7}}'])(
    'search for %j: shown as text',
    async (canary, { shop }) => {
      const answer = await fetch(`${shop.urls.storefront}/faq?q=${encodeURIComponent(canary)}`);
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).not.toMatch(/<script>alert|<img|<svg onload|<\/title><svg/);
      expect(getMain(html)).toContain('No results');
    },
  );

  test('page of a search: not cached and not indexed', async ({ shop }) => {
    const request = async (path: string) => {
      const answer = await fetch(shop.urls.storefront + path);
      return { tag: answer.headers.get('etag'), cache: answer.headers.get('cache-control'), html: await answer.text() };
    };
    const all = await request('/faq');
    const one = await request('/faq?q=refund');
    expect(all.tag).toBeTruthy();
    expect(one.tag).toBeNull();
    expect(one.cache).toContain('private');
    expect(one.html).not.toMatch(/<link rel="(canonical|alternate)"[^>]*refund/);
  });
});

test('search by keyboard: filters and announces the count', async ({ page }) => {
  await page.goto('/faq');
  await live(page);
  const status = page.locator('#faq-found');
  await expect(status).toHaveText('41 questions');
  await page.getByRole('searchbox', { name: 'Search the questions' }).focus();
  await page.keyboard.type('Receipt');
  await expect(status).toHaveText(/^\d+ results?$/);
  await expect(page).toHaveURL(/\/faq\?q=Receipt$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const summary = page.locator('main summary').first();
  while (!(await summary.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main details[open]')).toHaveCount(1);
  await page.reload();
  await live(page);
  await expect(page.getByRole('searchbox')).toHaveValue('Receipt');
  await expect(status).toHaveText(/^\d+ results?$/);
});

test('search without a match: says so and links to the contact form', async ({ page }) => {
  await page.goto('/faq');
  await live(page);
  await page.getByRole('searchbox').fill('zebra <b>');
  await expect(page.locator('#faq-found')).toHaveText('No results');
  await expect(page.getByText('No results for “zebra <b>”.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', /^(\/contact|mailto:.+@.+)$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show all questions' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.locator('main summary')).toHaveCount(QUESTIONS);
});

test('change of language: the query stays', async ({ page }) => {
  await page.goto('/faq?q=hashtag');
  await live(page);
  await page.getByRole('banner').locator('summary', { hasText: 'Language:' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preguntas y respuestas');
  await expect(page.getByRole('searchbox')).toHaveValue('hashtag');
  await expect(page.locator('#faq-found')).toHaveText(/^\d+ resultados?$/);
});

describe('address of a question opens it', () => {
  test('page load: the question opens and stays open', async ({ page }) => {
    await page.goto('/faq#late');
    await live(page);
    await expect(page.locator('#late')).toBeInViewport();
    await expect(page.getByText('What if my order is late?')).toBeInViewport();
    await expect(page.locator('main details[open]')).toHaveCount(1);
  });

  test('same page: the question opens', async ({ page }) => {
    await page.goto('/faq');
    await live(page);
    await page.evaluate(() => {
      location.hash = '#cookies';
    });
    await expect(page.locator('#cookies')).toBeInViewport();
  });

  test('link on another page: the question opens', async ({ page }) => {
    await page.goto('/');
    await live(page);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/faq#rights', textContent: 'Rights' });
      document.querySelector('main')?.prepend(link);
    });
    await page.getByRole('link', { name: 'Rights' }).click();
    await expect(page.locator('#rights')).toBeInViewport();
    await expect(page.getByText('Who owns the finished text?')).toBeInViewport();
  });
});

describe('without script', () => {
  test.override('contextOptions', { javaScriptEnabled: false });
  test('address and search form: the question opens, and the search works', async ({ page }) => {
    await page.goto('/faq#late');
    await expect(page.locator('#late')).toBeInViewport();
    await page.getByRole('searchbox').fill('coupon');
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/\/faq\?q=coupon$/);
    await expect(page.getByRole('searchbox')).toHaveValue('coupon');
    await expect(page.locator('#faq-found')).toHaveText(/^\d+ results$/);
  });
});

test.skipIf(isFirefox)('print: every answer is shown', async ({ page }) => {
  await page.goto('/faq');
  await live(page);
  await page.emulateMedia({ media: 'print' });
  for (const id of ['how-soon', 'late', 'contact-time']) await expect(page.locator(`#${id} p`)).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
});

test('home page: links to the FAQ', async ({ page }) => {
  await page.goto('/');
  await live(page);
  await page.getByRole('link', { name: 'All questions and answers' }).click();
  await expect(page).toHaveTitle('Questions and answers — Fanfare');
});

test.for(builtInLocales)('FAQ in %s: accessible', async (locale, { page }) => {
  await page.goto(`/faq?lang=${locale}#refund`);
  await live(page);
  for (const each of looksIn(locale)) {
    await look(page, each);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});
