// The screens beside the table of pages: title, description, and the lazy chunk. There is no Suspense on the way: a screen is loaded before it is
// shown, so the first render is the same on both sides.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { ScreenName } from '../pages.ts';
import type { Loaded, ScreenProps } from './page-data.ts';

export type Screen<Name extends ScreenName> = ComponentType<ScreenProps<Name>>;

type Row<Name extends ScreenName> = {
  /** 'owner': what the owner's file says; it comes with the data. */
  readonly title: MessageDescriptor | 'owner';
  /** brand: stands behind the brand's name; page: before it; bare: exactly as it is. */
  readonly titled: 'brand' | 'page' | 'bare';
  readonly about: MessageDescriptor | 'owner';
  /** The key in the bundler's list of files. */
  readonly file: string;
  readonly load: () => Promise<{ readonly Screen: Screen<Name> }>;
};

/** The four policies are one screen with the owner's texts. */
const policy = {
  title: 'owner',
  titled: 'page',
  about: 'owner',
  file: 'src/web/pages/policy.tsx',
  load: () => import('./pages/policy.tsx'),
} as const;

export const screens: { readonly [Name in ScreenName]: Row<Name> } = {
  home: {
    title: msg`Stories, posts, slogans and promotion with a price on them`,
    titled: 'brand',
    about: msg`Order stories, posts, slogans and promotion with a clear price, a short brief and an estimated delivery within 48 hours.`,
    file: 'src/web/pages/home.tsx',
    load: () => import('./pages/home.tsx'),
  },
  services: {
    title: msg`Services and prices`,
    titled: 'page',
    about: msg`Every service with what it contains, a sample of the work and all its prices.`,
    file: 'src/web/pages/services.tsx',
    load: () => import('./pages/services.tsx'),
  },
  faq: {
    title: msg`Questions and answers`,
    titled: 'page',
    about: msg`How ordering, delivery, payment and promotion work, what the automatic checks can do, and how we treat your data.`,
    file: 'src/web/pages/faq.tsx',
    load: () => import('./pages/faq.tsx'),
  },
  contact: {
    title: msg`Contact`,
    titled: 'page',
    about: msg`Write to us: every message gets a ticket number and an answer by e-mail.`,
    file: 'src/web/pages/contact.tsx',
    load: () => import('./pages/contact.tsx'),
  },
  login: {
    title: msg`Log in`,
    titled: 'page',
    about: msg`What an account will be for, and when accounts open.`,
    file: 'src/web/pages/account/login.tsx',
    load: () => import('./pages/account/login.tsx'),
  },
  createAccount: {
    title: msg`Create an account`,
    titled: 'page',
    about: msg`What creating an account will take, and when accounts open.`,
    file: 'src/web/pages/account/create-account.tsx',
    load: () => import('./pages/account/create-account.tsx'),
  },
  recoveryPassword: {
    title: msg`Recover your password`,
    titled: 'page',
    about: msg`How a forgotten password will be replaced once there are accounts.`,
    file: 'src/web/pages/account/recovery-password.tsx',
    load: () => import('./pages/account/recovery-password.tsx'),
  },
  resetPassword: {
    title: msg`Set a new password`,
    titled: 'page',
    about: msg`What to do with a mail that asks you to set a new password.`,
    file: 'src/web/pages/account/reset-password.tsx',
    load: () => import('./pages/account/reset-password.tsx'),
  },
  cookiesPolicy: policy,
  privacyPolicy: policy,
  refundPolicy: policy,
  termsAndConditions: policy,
  ui: {
    title: msg`Parts of the pages`,
    titled: 'page',
    about: msg`Every part that pages are made of, in every state.`,
    file: 'src/web/pages/ui.tsx',
    load: () => import('./pages/ui.tsx'),
  },
  notFound: {
    title: msg`Page Not Found`,
    titled: 'bare',
    about: msg`There is no page at this address.`,
    file: 'src/web/pages/not-found.tsx',
    load: () => import('./pages/not-found.tsx'),
  },
  fault: {
    title: msg`Internal Server Error`,
    titled: 'bare',
    about: msg`Something went wrong on our side.`,
    file: 'src/web/pages/fault.tsx',
    load: () => import('./pages/fault.tsx'),
  },
};

export function titleOf(name: ScreenName, i18n: I18n, { shell, head }: Pick<Loaded, 'shell' | 'head'>): string {
  const { title, titled } = screens[name];
  const own = title === 'owner' ? (head?.title ?? '') : i18n._(title);
  if (titled === 'bare') return own;
  return titled === 'brand' ? `${shell.brand} — ${own}` : `${own} — ${shell.brand}`;
}

export function aboutOf(name: ScreenName, i18n: I18n, { head }: Pick<Loaded, 'head'>): string {
  const { about } = screens[name];
  return about === 'owner' ? (head?.about ?? '') : i18n._(about);
}

const ready = new Map<ScreenName, ComponentType<{ data: unknown }>>();
const coming = new Map<ScreenName, Promise<void>>();

export function loadScreen(name: ScreenName): Promise<void> {
  const known = coming.get(name);
  if (known) return known;
  // The table pairs each screen with its data; a map of all of them cannot say so.
  const wait = screens[name].load().then(({ Screen }) => void ready.set(name, Screen as ComponentType<{ data: unknown }>));
  wait.catch(() => coming.delete(name));
  coming.set(name, wait);
  return wait;
}

export function screenOf(name: ScreenName): ComponentType<{ data: unknown }> {
  const screen = ready.get(name);
  if (!screen) throw new Error(`the screen ${name} is shown before it is loaded`);
  return screen;
}
