// TABLE: the pages and states of which `npm run pictures` takes a picture.
import type { Page } from '@playwright/test';
import { pageNames, pageRow } from '../../src/pages.ts';
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
    const { path, who: access, needs } = pageRow(name);
    return access === who && !needs && !path.includes(':') ? [{ name, path }] : [];
  });

export const visitorShots: readonly Shot[] = [
  ...simple('open'),
  { name: 'not-found', path: '/no/such-page' },
  { name: 'home-menu', path: '/', act: (page) => openFirst(page, 'header details:visible > summary') },
  { name: 'services-bundles', path: '/services?kind=bundle' },
  { name: 'faq-search', path: '/faq?q=refund' },
  { name: 'faq-search-nothing', path: '/faq?q=zeppelin' },
  { name: 'login-errors', path: '/account/login', act: submit },
  { name: 'create-account-errors', path: '/account/create-account', act: submit },
  { name: 'contact-errors', path: '/contact', act: submit },
];

export const customerShots: readonly Shot[] = [
  ...simple('token'),
  { name: 'cart-empty', path: '/cart' },
  { name: 'cart', path: '/cart', stored: cart },
  { name: 'cart-errors', path: '/cart', stored: cart, act: submit },
  ...['brand-stories', 'social-boosts', 'content-checker', 'hashtag-magic', 'authority-builder-pro'].map((slug) => ({
    name: `service-${slug}`,
    path: `/services/${slug}`,
  })),
  { name: 'service-errors', path: '/services/brand-stories', act: submit },
  { name: 'order-history-unpaid', path: '/cabinet/order-history?show=unpaid' },
];

/** Pages at the desk that a row of a list leads to. */
const firstRow = (page: Page) => page.locator('main :is(tbody, ul, ol, dl, article) a').first().click();

export const operatorShots: readonly Shot[] = [
  ...[
    'queue',
    'orders',
    'payments',
    'tickets',
    'customers',
    'catalogue',
    'coupons',
    'policies',
    'reports',
    'troubles',
    'first-hour',
    'team',
    'passkeys',
    'audit',
  ].map((name) => ({ name, path: `/${name}` })),
  ...['queue', 'orders', 'payments', 'tickets'].map((name) => ({
    name: `${name}-first`,
    path: `/${name}`,
    act: firstRow,
  })),
];
