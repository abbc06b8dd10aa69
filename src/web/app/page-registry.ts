// Title, message catalog and lazy chunk of each page. There is no Suspense: a page is loaded before it is rendered,
// so the first render is the same on server and client.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { Locale } from '../../lib/locale.ts';
import type { ScreenName } from '../../pages.ts';
import type { CatalogName } from '../i18n/catalogs.ts';
import { loadTexts } from '../i18n/i18n.ts';
import type { Loaded, ScreenProps } from '../router/page-data.ts';

export type PageComponent<Name extends ScreenName> = ComponentType<ScreenProps<Name>>;

type PageEntry<Name extends ScreenName> = {
  /** 'owner': from the owner's files; it comes with the data. */
  readonly title: MessageDescriptor | 'owner';
  /** brand: after the brand name; page: before it; bare: without it. */
  readonly titled: 'brand' | 'page' | 'bare';
  /** Message catalog of the page, besides the common one. */
  readonly further?: CatalogName;
  readonly load: () => Promise<PageComponent<Name>>;
};

/** The four policies share a component. */
const policy = {
  title: 'owner',
  titled: 'page',
  further: 'further',
  load: () => import('../features/content/policy-page.tsx').then(({ PolicyPage }) => PolicyPage),
} as const;

export const screens: { readonly [Name in ScreenName]: PageEntry<Name> } = {
  home: {
    title: msg`Stories, posts, slogans and promotion with a price on them`,
    titled: 'brand',
    load: () => import('../features/catalogue/home-page.tsx').then(({ HomePage }) => HomePage),
  },
  services: {
    title: msg`Services and prices`,
    titled: 'page',
    further: 'further',
    load: () => import('../features/catalogue/services-page.tsx').then(({ ServicesPage }) => ServicesPage),
  },
  service: {
    title: 'owner',
    titled: 'page',
    further: 'order',
    load: () => import('../features/brief/service-page.tsx').then(({ ServicePage }) => ServicePage),
  },
  faq: {
    title: msg`Questions and answers`,
    titled: 'page',
    further: 'further',
    load: () => import('../features/content/faq-page.tsx').then(({ FaqPage }) => FaqPage),
  },
  contact: {
    title: msg`Contact`,
    titled: 'page',
    further: 'further',
    load: () => import('../features/support/contact-page.tsx').then(({ ContactPage }) => ContactPage),
  },
  ticket: {
    title: msg`Contact`,
    titled: 'page',
    further: 'thread',
    load: () => import('../features/support/tickets/link-page.tsx').then(({ TicketLinkPage }) => TicketLinkPage),
  },
  login: {
    title: msg`Log in`,
    titled: 'page',
    further: 'account',
    load: () => import('../features/account/login-page.tsx').then(({ LoginPage }) => LoginPage),
  },
  createAccount: {
    title: msg`Create an account`,
    titled: 'page',
    further: 'account',
    load: () => import('../features/account/create-account-page.tsx').then(({ CreateAccountPage }) => CreateAccountPage),
  },
  recoveryPassword: {
    title: msg`Recover your password`,
    titled: 'page',
    further: 'account',
    load: () => import('../features/account/recover-password-page.tsx').then(({ RecoverPasswordPage }) => RecoverPasswordPage),
  },
  resetPassword: {
    title: msg`Set a new password`,
    titled: 'page',
    further: 'account',
    load: () => import('../features/account/reset-password-page.tsx').then(({ ResetPasswordPage }) => ResetPasswordPage),
  },
  cart: {
    title: msg`Your cart`,
    titled: 'page',
    further: 'cart',
    load: () => import('../features/cart/cart-page.tsx').then(({ CartPage }) => CartPage),
  },
  orderHistory: {
    title: msg`Order history`,
    titled: 'page',
    further: 'history',
    load: () => import('../features/orders/order-history-page.tsx').then(({ OrderHistoryPage }) => OrderHistoryPage),
  },
  accountDetails: {
    title: msg`Account details`,
    titled: 'page',
    further: 'cabinet',
    load: () => import('../features/settings/account-page.tsx').then(({ AccountDetailsPage }) => AccountDetailsPage),
  },
  funds: {
    title: msg`Funds`,
    titled: 'page',
    further: 'funds',
    load: () => import('../features/funds/funds-page.tsx').then(({ FundsPage }) => FundsPage),
  },
  support: {
    title: msg`Support`,
    titled: 'page',
    further: 'support',
    load: () => import('../features/support/support-page.tsx').then(({ SupportPage }) => SupportPage),
  },
  changePassword: {
    title: msg`Change password`,
    titled: 'page',
    further: 'cabinet',
    load: () => import('../features/settings/security/change-password-page.tsx').then(({ ChangePasswordPage }) => ChangePasswordPage),
  },
  notLoggedIn: {
    title: msg`You are not logged in`,
    titled: 'page',
    further: 'account',
    load: () => import('../features/account/not-logged-in-page.tsx').then(({ NotLoggedInPage }) => NotLoggedInPage),
  },
  confirmEmail: {
    title: msg`Confirm your e-mail address`,
    titled: 'page',
    further: 'mailed',
    load: () => import('../features/account/confirm-email-page.tsx').then(({ ConfirmEmailPage }) => ConfirmEmailPage),
  },
  myData: {
    title: msg`Your data`,
    titled: 'page',
    further: 'mailed',
    load: () => import('../features/account/my-data-page.tsx').then(({ MyDataPage }) => MyDataPage),
  },
  cookiesPolicy: policy,
  privacyPolicy: policy,
  refundPolicy: policy,
  termsAndConditions: policy,
  ui: {
    title: msg`Parts of the pages`,
    titled: 'page',
    further: 'further',
    load: () => import('../features/ui-gallery/ui-page.tsx').then(({ UiGalleryPage }) => UiGalleryPage),
  },
  notFound: {
    title: msg`Page Not Found`,
    titled: 'bare',
    load: () => import('../features/content/not-found-page.tsx').then(({ NotFoundPage }) => NotFoundPage),
  },
  fault: {
    title: msg`Internal Server Error`,
    titled: 'bare',
    load: () => import('../features/content/error-page.tsx').then(({ ErrorPage }) => ErrorPage),
  },
};

export function titleOf(name: ScreenName, i18n: I18n, { shell, head }: Pick<Loaded, 'shell' | 'head'>): string {
  const { title, titled } = screens[name];
  const own = title === 'owner' ? (head?.title ?? '') : i18n._(title);
  if (titled === 'bare') return own;
  return titled === 'brand' ? `${shell.brand} — ${own}` : `${own} — ${shell.brand}`;
}

/** Loads the message catalogs of a page. */
export async function loadTextsFor(name: ScreenName, locale: Locale): Promise<I18n> {
  const { further } = screens[name];
  return further ? loadTexts(locale, further) : loadTexts(locale);
}

const ready = new Map<ScreenName, ComponentType<{ data: unknown }>>();
const loading = new Map<ScreenName, Promise<void>>();

export function loadScreen(name: ScreenName): Promise<void> {
  const running = loading.get(name);
  if (running) return running;
  // The table pairs each component with its data; the type of a map cannot express that.
  const promise = screens[name].load().then((component) => void ready.set(name, component as ComponentType<{ data: unknown }>));
  promise.catch(() => loading.delete(name));
  loading.set(name, promise);
  return promise;
}

export function screenOf(name: ScreenName): ComponentType<{ data: unknown }> {
  const screen = ready.get(name);
  if (!screen) throw new Error(`page ${name} is not loaded: call loadScreen() first`);
  return screen;
}
