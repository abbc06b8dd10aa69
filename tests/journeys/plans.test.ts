// A customer's plan: a new request by its brief, the queue sorted by buttons and by dragging, a cancellation.
import type { BrowserContext, Page } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look } from '../support/journey.ts';
import type { Buyer } from '../support/money.ts';
import { briefForm } from '../support/orders.ts';
import { shoot } from '../support/page.ts';
import { planned, plans, requested, sellPlans } from '../support/plans.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.beforeAll(({ shop }) => sellPlans(shop));

async function arrive(shop: Shop, context: BrowserContext, page: Page, { email }: Buyer, path: string): Promise<void> {
  const { token, refreshToken } = await logIn(shop, email, { rememberMe: true });
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { accessToken: token, refreshToken, agreePrivacy: 'true' });
  await page.goto(path);
  await live(page);
}

const waiting = async (shop: Shop, who: Buyer) => (await plans(shop, who))[0]?.waiting;

test('plan: a request is briefed and sent, and shows what is left', async ({ page, context, shop }) => {
  const { who } = await planned(shop);
  await arrive(shop, context, page, who, '/cabinet/order-history');
  await page.getByRole('link', { name: 'Open plan: storyPlan' }).click();
  await expect(page.getByText('4 requests left')).toBeVisible();
  await page.getByRole('link', { name: 'Brand Stories' }).click();
  const form = briefForm(page);
  await form
    .getByRole('textbox', { name: 'The facts' })
    .fill('The bakery is on the corner of our street since the year 2014, and opens at seven. '.repeat(2));
  await form.getByRole('textbox', { name: 'Brand name' }).fill('Loaf & Queue');
  await form.getByRole('radiogroup', { name: 'Language of the text' }).getByRole('radio', { name: 'English' }).check();
  await form.getByRole('radiogroup', { name: 'Tone' }).getByRole('radio', { name: 'Warm' }).check();
  await form.getByRole('checkbox', { name: /I may use/ }).check();
  await look(page, { width: 1280, colorScheme: 'light' });
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('1 request of your plan');
  await shoot(page, 'plans/brief-1280-light');
  await page.getByRole('button', { name: 'Send request' }).first().click();
  await expect(page.getByText('3 requests left')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'In work' })).toBeVisible();
  expect((await plans(shop, who))[0]?.active).toHaveLength(1);
});

test('queue: moved by a button and by dragging, and one is cancelled', async ({ page, context, shop }) => {
  const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
  const sent: string[] = [];
  for (let count = 0; count < 4; count++) sent.push(await requested(shop, who, subscriptionId));
  const [, a = '', b = '', c = ''] = sent;
  await arrive(shop, context, page, who, '/cabinet/plans');
  const rows = page.locator('ol > li').filter({ has: page.getByRole('button') });
  await expect(rows).toHaveCount(3);
  await rows.nth(1).getByRole('button', { name: /up$/ }).click();
  await expect.poll(() => waiting(shop, who)).toEqual([b, a, c]);
  // At the top it can only go down.
  await expect(rows.nth(0).getByRole('button', { name: /down$/ })).toBeFocused();
  await rows.nth(2).dragTo(rows.nth(0));
  await expect.poll(() => waiting(shop, who)).toEqual([c, b, a]);
  for (const [lang, width, colorScheme] of [
    ['en', 1280, 'light'],
    ['en', 390, 'dark'],
    ['jp', 390, 'light'],
    ['es', 1280, 'dark'],
  ] as const) {
    await page.goto(`/cabinet/plans?lang=${lang}`);
    await look(page, { width, colorScheme });
    await expect(rows).toHaveCount(3);
    await shoot(page, `plans/queue-${width}-${colorScheme}-${lang}`, { fullPage: true });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.goto('/cabinet/plans?lang=en');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
  await expect(rows).toHaveCount(2);
  expect(await waiting(shop, who)).toEqual([c, a]);
  await page.goto('/cabinet/order-history');
  await shoot(page, 'plans/history-1280-dark', { fullPage: true });
});
