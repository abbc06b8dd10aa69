// The brief before the account: filled in on a service's own page, kept in the browser alone, and in the cart
// of the account that orders it.
import type { Page } from '@playwright/test';
import { PASSWORD, register } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, live, look, looks, shoot } from '../support/journey.ts';
import { arriveToOrder, briefForm } from '../support/orders.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const ABOUT = '/services/brand-stories/about';
const FACTS = 'A bakery in a side street, which opens at seven, bakes three kinds of bread and sells out by nine, six days a week.';
const details = (page: Page) => page.locator('#early-brief');
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('early-brief:brand-stories'));
const inCart = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('orders') ?? '[]'));

async function openBrief(page: Page): Promise<void> {
  await page.goto(ABOUT);
  await live(page);
  await details(page).locator('summary').click();
  await page.locator('#brief-brandName').waitFor();
}

async function fillIn(page: Page): Promise<void> {
  await page.locator('#brief-brandName').fill('Loaf & Queue');
  await page.locator('#brief-facts').fill(FACTS);
  await details(page).locator('input[value=craft]').check();
  await page.locator('#brief-language').selectOption('en');
  await page.locator('#brief-tone').selectOption('warm');
  await page.locator('#brief-rightsConfirmed').check();
}

const order = (page: Page) => page.locator('main').getByRole('link', { name: 'Order Brand Stories' }).first().click();

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('main button[type=submit]').click();
}

test('a visitor fills it in: it survives a reload, no server gets it, and after the log-in it is in the cart', async ({ page, shop }) => {
  const email = await register(shop);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  await openBrief(page);
  await fillIn(page);
  for (const each of looks) {
    await look(page, each);
    await expectAccessible(page);
    await shoot(page, `early-brief-${each.width}`, { fullPage: true });
  }
  await page.reload();
  await expect(page.locator('#brief-facts')).toHaveValue(FACTS);
  await expect(details(page).locator('input[value=craft]')).toBeChecked();
  expect(sent.filter((text) => text.includes('Loaf') || text.includes('bakery'))).toEqual([]);
  await order(page);
  await page.waitForURL(/\/account\/login\?redirect=/);
  await logIn(page, email);
  await page.waitForURL(/\/cart$/);
  expect(await inCart(page)).toMatchObject([
    { answers: { brandName: 'Loaf & Queue', facts: FACTS, values: ['craft'], tone: 'warm', rightsConfirmed: true } },
  ]);
  expect(await stored(page)).toBeNull();
});

test('what is missing is asked for after the log-in, and nothing is in the cart', async ({ page, shop }) => {
  const email = await register(shop);
  await openBrief(page);
  await page.locator('#brief-brandName').fill('Loaf & Queue');
  await order(page);
  await page.waitForURL(/\/account\/login\?redirect=/);
  await logIn(page, email);
  await expect(briefForm(page).getByRole('alert').or(page.locator('#told')).first()).toBeVisible();
  await expect(page.locator('[name=brandName], [id$=brandName]').first()).toHaveValue('Loaf & Queue');
  expect(await inCart(page)).toEqual([]);
});

test('another account on this browser does not see it, nor does a link with another id; an old one and a withdrawn offer are not ordered', async ({
  page,
  context,
  shop,
}) => {
  await openBrief(page);
  await fillIn(page);
  const { id, brief } = JSON.parse((await stored(page)) ?? '{}');
  await arriveToOrder(shop, context);
  const openOrder = async (query: string) => {
    await page.goto(`/services/brand-stories${query}`);
    await live(page);
    await expect(briefForm(page)).toBeVisible();
    return page.locator('[name=brandName], [id$=brandName]').first();
  };
  await page.goto(ABOUT);
  await live(page);
  await expect(details(page)).toBeHidden();
  for (const query of ['', '?brief=1']) await expect(await openOrder(query)).toHaveValue('');
  const put = (at: number, offerId: string) =>
    page.evaluate(
      (text) => localStorage.setItem('early-brief:brand-stories', text),
      JSON.stringify({ id, at, brief: { ...brief, offerId } }),
    );
  const now = await page.evaluate(() => Date.now());
  await put(now - 8 * 86_400_000, brief.offerId);
  await expect(await openOrder(`?brief=${id}`)).toHaveValue('');
  await put(now, 'withdrawn');
  await expect(await openOrder(`?brief=${id}`)).toHaveValue('Loaf & Queue');
  expect(await inCart(page)).toEqual([]);
});
