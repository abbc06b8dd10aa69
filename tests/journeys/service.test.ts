// The service page: briefs by keyboard, errors, drafts, platforms and languages.

import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { test as base, expect, expectAccessible, live } from '../support/journey.ts';
import { arriveToOrder, briefForm, makeAccount, openService, openWholeBrief, putButton, SECRET } from '../support/orders.ts';
import { ticketRow } from '../support/rows/support.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const total = (page: Page) => page.getByRole('complementary', { name: 'Summary' }).locator('dd').last();
const cart = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('orders') ?? '[]') as Record<string, unknown>[]);
const drafts = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
const facts = 'The bakery is on the corner of our street, and we have been there for you from four in the morning since the year 2014.';

/** Focuses the field and types by keyboard. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await briefForm(page).getByRole('textbox', { name: label }).first().focus();
  await page.keyboard.type(text);
}

async function choose(page: Page, group: string, option: string): Promise<void> {
  await briefForm(page).getByRole('radiogroup', { name: group }).getByRole('radio', { name: option, exact: true }).focus();
  await page.keyboard.press('Space');
}

const boosts = async (page: Page) => {
  await choose(page, 'Where will it be read?', 'LinkedIn (+10%)');
  await briefForm(page).getByLabel('Goal of the posts').selectOption('traffic');
  await type(page, 'Your profile', 'https://www.linkedin.com/company/loaf');
  await type(page, 'Brand name', 'Loaf & Queue');
  await choose(page, 'Language of the text', 'English');
  await choose(page, 'Tone', 'Warm');
  await briefForm(page)
    .getByRole('checkbox', { name: /I may use/ })
    .focus();
  await page.keyboard.press('Space');
};

describe('address of a service', () => {
  test('slug: the page, its number or other letter case redirects, anything else is 404', async ({ shop }) => {
    const request = (path: string) => fetch(shop.urls.storefront + path, { redirect: 'manual' });
    const page = await request('/services/brand-stories');
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('<title>Brand Stories — Fanfare</title>');
    expect(html).toContain('noindex');
    for (const path of ['/services/1', '/services/Brand-Stories', '/SERVICES/1']) {
      const { status, headers } = await request(`${path}?line=0`);
      expect([status, headers.get('location')], path).toEqual([302, '/services/brand-stories?line=0']);
    }
    for (const path of ['/services/nope', '/services/10', '/services/-1', '/services/01', '/data/services/nope'])
      expect((await request(path)).status, path).toBe(404);
  });
});

describe('guest', () => {
  test('order: goes to the log-in and back to the service', async ({ page, shop }) => {
    const email = await makeAccount(shop);
    await page.goto('/services');
    await live(page);
    await page.locator('summary:has(#brand-stories-name)').click();
    await page.locator('#brand-stories').getByRole('link', { name: 'Order Brand Stories' }).click();
    await page.waitForURL(/\/account\/login\?redirect=%2Fservices%2Fbrand-stories$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in or create an account to order Brand Stories');
    await expect(page.getByRole('complementary')).toContainText('from €59');
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', /redirect=%2Fservices%2Fbrand-stories$/);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(SECRET);
    await page.locator('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/services\/brand-stories$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brand Stories');
    await expect(briefForm(page)).toBeVisible();
    await expect(page).toHaveTitle('Brand Stories — Fanfare');
  });
});

describe('brief', () => {
  test('keyboard: filled in, corrected, kept over a reload, added to the cart and changed there', async ({ page, context, shop }) => {
    await arriveToOrder(shop, context);
    await openWholeBrief(page, '/services/brand-stories');
    await expectAccessible(page);
    await putButton(page).focus();
    await page.keyboard.press('Enter');
    const told = page.getByRole('region', { name: 'Validation failed' });
    await expect(told).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(told.getByRole('link')).toHaveText([
      'Tell us the facts.',
      'Enter your brand name.',
      'Choose the language of the text.',
      'Choose a tone.',
      /Confirm this so we can start\.$/,
    ]);
    await told.getByRole('link', { name: /tone/ }).press('Enter');
    await expect(page.getByRole('radio', { name: 'Warm', exact: true })).toBeFocused();
    await expect(page.getByRole('radiogroup', { name: 'Tone' })).toHaveAccessibleDescription(/Choose a tone\./);
    await expectAccessible(page);

    await type(page, 'The facts', facts.slice(0, 50));
    await type(page, 'Year founded', 'long ago');
    for (const value of ['Honesty', 'Quality', 'Craft', 'Courage', 'Joy', 'Tradition'])
      await page.getByLabel(value, { exact: true }).check();
    await type(page, 'Brand name', 'Loaf & Queue');
    await choose(page, 'Language of the text', 'Español');
    await choose(page, 'Tone', 'Warm');
    await type(page, 'Reference links', 'https://loaf.example');
    await page.getByRole('button', { name: 'Add another : Reference links' }).click();
    await page.getByRole('button', { name: 'Add another : Reference links' }).click();
    await expect(page.getByLabel('Reference links 3')).toBeFocused();
    await page.keyboard.type('loaf');
    await type(page, 'Phrases to include', 'sourdough');
    await type(page, 'Phrases to avoid', 'Sourdough');
    await page.getByRole('checkbox', { name: /I may use/ }).check();
    await page.keyboard.press('Enter');
    await expect(told.getByRole('link')).toHaveText([
      'The facts: Use at least 100 characters.',
      'Year founded: Enter a whole number.',
      'What you stand for: Add 5 at most.',
      'Reference links: Enter a full address that starts with https://.',
    ]);
    await expect(page.getByLabel('Reference links 3')).toHaveAccessibleDescription('Enter a full address that starts with https://.');
    await expect(page.getByText('is on both lists: to include and to avoid')).toBeVisible();

    await page.reload();
    await live(page);
    await expect(page.getByLabel('The facts')).toHaveValue(facts.slice(0, 50));
    await expect(page.getByLabel('Reference links 3')).toHaveValue('loaf');
    await type(page, 'The facts', '');
    await page.keyboard.press('End');
    await page.keyboard.type(facts.slice(50));
    await expect(page.getByText('You wrote this in English, but chose Spanish as the language of the text.')).toBeVisible();
    await page.getByLabel('Year founded').fill('２０１４');
    await page.getByLabel('Joy', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Remove line 3: Reference links' }).press('Enter');
    await expect(page.getByLabel('Reference links 2')).toBeFocused();
    await page.getByRole('radio', { name: /600 words/ }).check();
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(total(page)).toHaveText('€198.00');
    await putButton(page).click();
    await expect(page.getByRole('region', { name: 'Brand Stories is in your cart.' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Go to cart' })).toHaveAttribute('href', '/cart');
    await expectAccessible(page);
    const line = {
      offerId: 'brand-stories-600',
      quantity: 2,
      platform: null,
      answers: {
        facts,
        founded: 2014,
        values: ['honesty', 'quality', 'craft', 'courage', 'tradition'],
        brandName: 'Loaf & Queue',
        language: 'es',
        tone: 'warm',
        referenceUrls: ['https://loaf.example'],
        mustInclude: ['sourdough'],
        mustAvoid: ['Sourdough'],
        rightsConfirmed: true,
      },
      currency: 0,
      unitPriceSeen: 9900,
    };
    expect(await cart(page)).toEqual([line]);
    expect(await drafts(page)).toEqual([]);

    await openService(page, '/services/brand-stories?line=0');
    await expect(page.getByLabel('Brand name')).toHaveValue('Loaf & Queue');
    await page.getByLabel('Brand name').fill('Queue');
    await expect(putButton(page)).toHaveText('Save changes');
    await putButton(page).click();
    await expect(page.getByRole('heading', { name: 'Changes saved.' })).toBeVisible();
    expect(await cart(page)).toEqual([{ ...line, answers: { ...line.answers, brandName: 'Queue' } }]);
    await page.getByRole('button', { name: 'Order another' }).click();
    await expect(page.getByLabel('Brand name')).toHaveValue('');
    await expect(page).toHaveURL(/\/services\/brand-stories$/);
  });

  test('prohibited content: stopped before the cart, with an offer to ask a person', async ({ page, context, shop, pageErrors }) => {
    await arriveToOrder(shop, context);
    await openWholeBrief(page, '/services/social-boosts');
    await boosts(page);
    await page.getByLabel(/Anything else/).fill('Please buy 500 likes for us.');
    await putButton(page).click();
    const told = page.getByRole('region', { name: 'Validation failed' });
    await expect(told).toBeFocused();
    await expect(told.getByRole('link')).toHaveText([/This seems to ask for bought followers, likes/]);
    pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/400 \(Bad Request\)/.test(error)));
    expect(await cart(page)).toEqual([]);
    const opener = page.getByRole('button', { name: 'Ask a person instead' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Ask a person' });
    await expect(dialog.getByLabel('Your message')).toBeFocused();
    await expect(dialog.getByLabel('Your name')).toHaveCount(0);
    await expect(dialog.getByLabel('Your message')).toHaveValue(/Social Boosts, .+:\nPlease buy 500 likes for us\./);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send message' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thanks, we’ll look into it.' });
    const [number = ''] = /T-\w{6}/.exec(await thanks.innerText()) ?? [];
    expect((await ticketRow(shop, number)).knownBy).toBe('loggedIn');
    await expectAccessible(page);
    await thanks.getByRole('button', { name: 'Close' }).click();
    await expect(opener).toBeFocused();
    await expect(page.getByText(`Ticket number: ${number}`)).toBeVisible();

    await expect(page.getByLabel(/Anything else/)).toHaveValue('Please buy 500 likes for us.');
    await page.getByLabel(/Anything else/).fill('Please ask who likes our bread.');
    await putButton(page).dblclick();
    await expect(page.getByRole('heading', { name: 'Social Boosts is in your cart.' })).toBeVisible();
    expect(await cart(page)).toHaveLength(1);

    // If the server does not answer, the wait is short, because the cart checks again.
    await context.route('**/api/orders/quote', () => new Promise(() => undefined));
    await openService(page, '/services/social-boosts?line=0');
    await putButton(page).click();
    await expect(putButton(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('heading', { name: 'Changes saved.' })).toBeVisible();
  });

  test('platform: adds its surcharge and asks for a profile', async ({ page, context, shop }) => {
    await arriveToOrder(shop, context);
    await openService(page, '/services/0');
    await expect(page).toHaveURL(/\/services\/social-boosts$/);
    await putButton(page).click();
    await expect(page.getByRole('region', { name: 'Validation failed' }).getByRole('link').first()).toHaveText(
      'Platform: Choose a platform.',
    );
    await boosts(page);
    await expect(total(page)).toHaveText('€31.90');
    await page.getByLabel('Quantity').fill('21');
    await choose(page, 'Where will it be read?', 'Instagram');
    await expect(total(page)).toHaveText('€580.00');
    await putButton(page).click();
    await expect(page.getByRole('region', { name: 'Validation failed' }).getByRole('link')).toHaveText([
      'Quantity: Enter 20 or less.',
      'Your profile: Enter an address on Instagram.',
    ]);
    await page.getByLabel('Quantity').fill('3');
    await choose(page, 'Where will it be read?', 'LinkedIn (+10%)');
    await expect(total(page)).toHaveText('€95.70');
    await putButton(page).click();
    await expect(page.getByRole('heading', { name: 'Social Boosts is in your cart.' })).toBeVisible();
    expect(await cart(page)).toMatchObject([{ offerId: 'social-boosts-3', quantity: 3, platform: 5, unitPriceSeen: 2900 }]);
  });

  test('offer priced by words: counts the text', async ({ page, context, shop }) => {
    await arriveToOrder(shop, context);
    await openService(page, '/services/content-checker');
    await expect(page.getByText('within a minute', { exact: true })).toBeVisible();
    await page.getByLabel('Your text', { exact: true }).fill('bread '.repeat(2_001));
    await expect(total(page)).toHaveText('€12.00');
    await page.getByRole('radio', { name: /Reviewed by a person/ }).check();
    await expect(total(page)).toHaveText('€48.00');
    await expect(page.getByText('within a minute', { exact: true })).toHaveCount(0);
  });

  test('cart or storage full: the brief and the cart stay unchanged', async ({ page, context, shop }) => {
    await arriveToOrder(shop, context);
    await openService(page, '/services/social-boosts');
    const full = JSON.stringify(Array.from({ length: 50 }, () => ({ offerId: 'x', quantity: 1, platform: null, answers: {} })));
    await page.evaluate((text) => localStorage.setItem('orders', text), full);
    await boosts(page);
    await putButton(page).click();
    await expect(page.getByRole('heading', { name: /Your cart is full/ })).toBeVisible();
    await expectAccessible(page);
    expect(await cart(page)).toHaveLength(50);
    await page.evaluate(() => {
      localStorage.setItem('orders', '[{"offerId":"x","quantity":1,"platform":null,"answers":{}}]');
      const filler = 'x'.repeat(1_000);
      try {
        for (let count = 0; ; count += 1) localStorage.setItem(`full${count}`, filler);
      } catch {}
      try {
        for (let count = 0; ; count += 1) localStorage.setItem(`fuller${count}`, 'x');
      } catch {}
    });
    await putButton(page).click();
    await expect(page.getByRole('heading', { name: /storage is full/ })).toBeVisible();
    expect(await cart(page)).toEqual([{ offerId: 'x', quantity: 1, platform: null, answers: {} }]);
    await expect(page.getByLabel('Brand name')).toHaveValue('Loaf & Queue');
  });

  test('change of language or currency: typed text stays', async ({ page, context, shop }) => {
    await arriveToOrder(shop, context);
    await openService(page, '/services/brand-stories');
    await page.getByLabel('Brand name').fill('Loaf & Queue');
    await openService(page, '/services/brand-stories?lang=jp');
    await expect(page.getByLabel('ブランド名')).toHaveValue('Loaf & Queue');
    await putButton(page).click();
    await expect(page.getByRole('link', { name: 'トーンをお選びください。' })).toBeVisible();
    await openService(page, '/services/brand-stories?lang=es');
    await expect(page.getByLabel('Nombre de la marca')).toHaveValue('Loaf & Queue');
    await expect(putButton(page)).toHaveText('Añadir al carrito');
    await page.evaluate(() => localStorage.setItem('currency', '1'));
    await openService(page, '/services/brand-stories?lang=en');
    await expect(total(page)).toHaveText('US$65.00');
    await page.locator('header button[name=currency]', { hasText: 'NOK' }).first().dispatchEvent('click');
    await expect(total(page)).toContainText('NOK');
    await expect(page.getByLabel('Brand name')).toHaveValue('Loaf & Queue');
  });
});
