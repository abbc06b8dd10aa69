// Title and lazy chunk of each page. There is no Suspense: a page is loaded before it is
// rendered, so the first render is the same on server and client.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { ScreenProps } from '#ui/page/data.ts';
import type { PageState } from '#ui/page/state.ts';
import type { AppPageName, ScreenName } from '../../pages.ts';

export type PageComponent<Name extends ScreenName> = ComponentType<ScreenProps<Name>>;

export type PageTitle = {
  /** 'owner': from the owner's files; it comes with the data. */
  readonly title: MessageDescriptor | 'owner';
  /** brand: after the brand name; page: before it; bare: without it. */
  readonly titled: 'brand' | 'page' | 'bare';
};

type PageEntry<Name extends AppPageName> = PageTitle & {
  /**
   * Pages export their component as `Screen`: an export name per page would make this chunk larger, which
   * every page loads.
   */
  readonly load: () => Promise<{ readonly Screen: PageComponent<Name> }>;
};

export const screens: { readonly [Name in AppPageName]: PageEntry<Name> } = {
  service: {
    title: 'owner',
    titled: 'page',
    load: () => import('../features/brief/service-page.tsx'),
  },
  cart: {
    title: msg`Your cart`,
    titled: 'page',
    load: () => import('../features/cart/cart-page.tsx'),
  },
  orderHistory: {
    title: msg`Order history`,
    titled: 'page',
    load: () => import('../features/orders/order-history-page.tsx'),
  },
  order: {
    title: msg({ message: 'Order {number}' }),
    titled: 'page',
    load: () => import('../features/orders/order-page.tsx'),
  },
  accountDetails: {
    title: msg`Account details`,
    titled: 'page',
    load: () => import('../features/settings/account-page.tsx'),
  },
  funds: {
    title: msg`Funds`,
    titled: 'page',
    load: () => import('../features/funds/funds-page.tsx'),
  },
  support: {
    title: msg`Support`,
    titled: 'page',
    load: () => import('../features/support/support-page.tsx'),
  },
  changePassword: {
    title: msg`Change password`,
    titled: 'page',
    load: () => import('../features/settings/security/change-password-page.tsx'),
  },
  ui: {
    title: msg`Parts of the pages`,
    titled: 'page',
    load: () => import('../features/ui-gallery/ui-page.tsx'),
  },
};

export function titleOf(
  { title, titled }: PageTitle,
  i18n: I18n,
  { shell, head, params }: Pick<PageState, 'shell' | 'head' | 'params'>,
): string {
  const own = title === 'owner' ? (head?.title ?? '') : i18n._({ ...title, values: params });
  if (titled === 'bare') return own;
  return titled === 'brand' ? `${shell.brand} — ${own}` : `${own} — ${shell.brand}`;
}

const ready = new Map<AppPageName, ComponentType<{ data: unknown }>>();
const loading = new Map<AppPageName, Promise<void>>();

export function loadScreen(name: AppPageName): Promise<void> {
  const running = loading.get(name);
  if (running) return running;
  // The table pairs each component with its data; the type of a map cannot express that.
  const promise = screens[name].load().then(({ Screen }) => {
    ready.set(name, Screen as ComponentType<{ data: unknown }>);
  });
  promise.catch(() => loading.delete(name));
  loading.set(name, promise);
  return promise;
}

export function screenOf(name: AppPageName): ComponentType<{ data: unknown }> {
  const screen = ready.get(name);
  if (!screen) throw new Error(`page ${name} is not loaded: call loadScreen() first`);
  return screen;
}
