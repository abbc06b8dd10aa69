// One form of dates: that of the shop on every page in every language, or that of the page's language where
// the owner chose that.
import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { pages } from '../../src/pages.ts';
import { logIn } from '../support/accounts.ts';
import { test as base, expect, live } from '../support/journey.ts';
import { listOrders } from '../support/money.ts';
import { story } from '../support/orders.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import { getDemo } from '../support/sample-shop.ts';
import type { Shop } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const forms = {
  en: /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(t|tember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?) \d|\d [AP]M\b/,
  es: /\b\d{1,2} (de )?(ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)|\d [ap]\. ?m\./i,
  jp: /\d+年\d+月|\d+月\d+日|午[前後]\d/,
} as const;
type Form = keyof typeof forms;

/** Logs the demo customer in, whose history has an order in every state. */
async function demoCustomer(shop: Shop, context: BrowserContext) {
  const { email, password } = await getDemo(shop);
  await context.clock.setFixedTime(shop.clock.now());
  const { token, refreshToken } = await logIn(shop, email, { password });
  await setLocalStorage(context, {
    accessToken: token,
    refreshToken,
    agreePrivacy: 'true',
    orders: JSON.stringify([story]),
  });
  return listOrders(shop, { email, token });
}

const datesOn = async (page: Page): Promise<string[]> => {
  await live(page);
  await expect(page.locator('main [inert]')).toHaveCount(0);
  // Only pages of the account load anything.
  if (page.url().includes('/cabinet')) await expect(page.locator('main p.unseen + [aria-hidden=true]')).toHaveCount(0);
  return (await page.locator('main').innerText()).replaceAll(/[\u00a0\u202f]/g, ' ').split('\n');
};

// The samples are texts for readers of their language.
const paths = Object.values(pages).flatMap(({ path }) => (/:|^\/account\/|^\/samples$/.test(path) ? [] : [path]));

describe.for([
  ['es', 'es-ES'],
  ['jp', 'ja-JP'],
] as const)('in %s', ([locale, language]) => {
  test.override('contextOptions', { locale: language, timezoneId: 'Europe/Berlin' });

  test.for<readonly [setting: string, form: Form]>([
    ['en-US', 'en'],
    ['page', locale],
  ])('dateLocale %s: every page has dates in one form', { timeout: 300_000 }, async ([setting, form], { page, context, shop }) => {
    const orders = await demoCustomer(shop, context);
    // As in a shop with this setting in shop/brand.yaml.
    await page.route('**/*', async (route) => {
      if (setting === 'en-US' || route.request().resourceType() !== 'document') return route.continue();
      const answer = await route.fetch();
      return route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll('"dateLocale":"en-US"', `"dateLocale":"${setting}"`),
      });
    });
    const others = (Object.keys(forms) as Form[]).filter((each) => each !== form).map((each) => forms[each]);
    const found: string[] = [];
    const errors: string[] = [];
    const read = orders.find(({ deliveries }) => deliveries.length > 1)?.number;
    const parts = [
      ...orders.map(({ number }) => `/cabinet/order-history/${number}?part=timeline`),
      ...['delivery', 'messages', 'invoice'].map((part) => `/cabinet/order-history/${read}?part=${part}`),
    ];
    for (const path of [...(setting === 'page' ? paths.filter((each) => each.startsWith('/cabinet')) : paths), ...parts]) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${locale}`);
      for (const line of await datesOn(page)) {
        if (forms[form].test(line)) found.push(path);
        if (others.some((other) => other.test(line))) errors.push(`${path}: ${line}`);
      }
    }
    expect(errors).toEqual([]);
    expect(new Set(found).size).toBeGreaterThan(8);
  });
});
