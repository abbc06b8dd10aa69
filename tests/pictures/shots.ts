// TABLE: the pages and states of which `npm test -- tests/pictures` takes a picture.
import type { Page } from '@playwright/test';
import { getPageRow, pageNames } from '../../src/pages.ts';
import { kits, story, suite } from '../support/cart-lines.ts';

export type Shot = {
  readonly name: string;
  readonly path: string;
  /** What is stored in the browser before. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Leads from the page to the state. */
  readonly act?: (page: Page) => Promise<void>;
};

const cart = { orders: JSON.stringify([story(), suite(), kits()]) };
const submit = (page: Page) => page.locator('main button:not([type=button]):visible').last().click();
const openFirst = (page: Page, summary: string) => page.locator(summary).first().click();

const simple = (who: 'open' | 'token'): Shot[] =>
  pageNames.flatMap((name) => {
    const { path, who: access, needs } = getPageRow(name);
    return access === who && !needs && !path.includes(':') ? [{ name, path }] : [];
  });

export const visitorShots: readonly Shot[] = [
  ...simple('open'),
  { name: 'not-found', path: '/no/such-page' },
  { name: 'home-menu', path: '/', act: (page) => openFirst(page, 'header details:visible > summary') },
  { name: 'services-bundles', path: '/services?kind=bundle' },
  ...['brand-stories', 'social-boosts', 'growth-accelerator-bundle'].map((slug) => ({
    name: `about-${slug}`,
    path: `/services/${slug}/about`,
  })),
  { name: 'faq-search', path: '/faq?q=refund' },
  { name: 'faq-search-nothing', path: '/faq?q=zeppelin' },
  { name: 'login-errors', path: '/account/login', act: submit },
  { name: 'create-account-errors', path: '/account/create-account', act: submit },
  { name: 'contact-errors', path: '/contact', act: submit },
];

/** On a phone the brief has steps, and its second is incomplete. */
async function submitBrief(page: Page): Promise<void> {
  const next = page.locator('main [data-more] button[type=button]:visible').last();
  if ((await next.count()) === 0) return submit(page);
  for (const _ of ['first', 'second']) await next.click();
}

/** Its form comes after the lines, which have a button of their own for coupons. */
async function submitOrder(page: Page): Promise<void> {
  await page.locator('section[aria-labelledby=billing]').waitFor();
  await submit(page);
}

const HISTORY = '/cabinet/order-history';
/** Rows of the demo customer's orders. */
const ORDERS = { unpaid: 0, inProgress: 2, cancelled: 4, briefs: 5, delivered: 6 } as const;
const rowAt = (page: Page, index: number) => page.locator('main article').nth(index);
const openOrder = (index: number) => async (page: Page) => {
  await rowAt(page, index).locator('h2 a').click();
  await page.getByRole('tab').first().waitFor();
};

export const customerShots: readonly Shot[] = [
  ...simple('token'),
  { name: 'cart-empty', path: '/cart' },
  { name: 'cart', path: '/cart', stored: cart },
  { name: 'cart-errors', path: '/cart', stored: cart, act: submitOrder },
  ...['brand-stories', 'social-boosts', 'content-checker', 'hashtag-magic', 'authority-builder-pro'].map((slug) => ({
    name: `service-${slug}`,
    path: `/services/${slug}`,
  })),
  { name: 'service-errors', path: '/services/brand-stories', act: submitBrief },
  { name: 'order-history-unpaid', path: '/cabinet/order-history?show=unpaid' },
  { name: 'order-history-menu', path: HISTORY, act: (page) => openFirst(page, 'main article summary') },
  { name: 'order-history-briefs', path: HISTORY, act: (page) => rowAt(page, ORDERS.briefs).locator('a[href*="brief="]').click() },
  { name: 'order-unpaid', path: HISTORY, act: openOrder(ORDERS.unpaid) },
  { name: 'order-in-progress', path: HISTORY, act: openOrder(ORDERS.inProgress) },
  { name: 'order-cancelled', path: HISTORY, act: openOrder(ORDERS.cancelled) },
  ...['delivery', 'brief', 'messages', 'invoice', 'timeline'].map((part, index) => ({
    name: `order-delivered-${part}`,
    path: HISTORY,
    act: async (page: Page) => {
      await openOrder(ORDERS.delivered)(page);
      await page.getByRole('tab').nth(index).click();
    },
  })),
  { name: 'search', path: HISTORY, act: (page) => page.keyboard.press('Control+k') },
];

/** Pages at the desk that a row of a list leads to. */
const otherViews = '[href$="/new"], [href^="/queue/board"], [href^="/queue/calendar"]';
const clickFirst = (name: string) => (page: Page) => page.locator(`main a[href^="/${name}/"]:not(${otherViews})`).first().click();

export const operatorShots: readonly Shot[] = [
  ...[
    'queue',
    'orders',
    'payments',
    'tickets',
    'customers',
    'catalogue',
    'coupons',
    'invoices',
    'brand',
    'content',
    'mails',
    'policies',
    'settings',
    'reports',
    'failures',
    'setup',
    'team',
    'account',
    'automations',
    'chat-webhooks',
    'audit',
    'customer-imports',
  ].map((name) => ({ name, path: `/${name}` })),
  { name: 'notices', path: '/account/notices' },
  { name: 'chat-webhook-new', path: '/chat-webhooks', act: (page) => page.getByRole('button', { name: 'Add webhook' }).click() },
  { name: 'automation-new', path: '/automations/new' },
  { name: 'catalogue-new', path: '/catalogue/new' },
  { name: 'shortcuts', path: '/queue', act: (page) => page.keyboard.press('?') },
  { name: 'command-menu', path: '/queue', act: (page) => page.keyboard.press('Control+k') },
  ...['queue', 'orders', 'payments', 'tickets', 'customers', 'catalogue', 'content', 'mails', 'policies', 'settings'].map((name) => ({
    name: `${name}-first`,
    path: `/${name}`,
    act: clickFirst(name),
  })),
];
