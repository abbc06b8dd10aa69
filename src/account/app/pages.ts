// The pages of the account's app: their titles and the files of their components.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Loaded } from '#ui/page/data.ts';
import type { AppPageName, Params } from '../../pages.ts';

export type PageTitle = {
  /** 'owner': from the owner's files; it comes with the data. */
  readonly title: MessageDescriptor | 'owner';
  /** brand: after the brand name; page: before it; bare: without it. */
  readonly titled: 'brand' | 'page' | 'bare';
};

export const accountPages: { readonly [Name in AppPageName]: PageTitle } = {
  service: { title: 'owner', titled: 'page' },
  cart: { title: msg`Your cart`, titled: 'page' },
  cartLink: { title: msg`Your cart`, titled: 'page' },
  orderHistory: { title: msg`Order history`, titled: 'page' },
  order: { title: msg({ message: 'Order {number}' }), titled: 'page' },
  plans: { title: msg`Plans`, titled: 'page' },
  accountDetails: { title: msg`Account details`, titled: 'page' },
  invitation: { title: msg`Invitation`, titled: 'page' },
  funds: { title: msg`Funds`, titled: 'page' },
  support: { title: msg`Support`, titled: 'page' },
  changePassword: { title: msg`Change password`, titled: 'page' },
  ui: { title: msg`Parts of the pages`, titled: 'page' },
};

type TitleValues = Pick<Loaded, 'head'> & { readonly brand: string; readonly params: Params };

/** As the page's heading has it. */
export const formatHeading = ({ title }: PageTitle, i18n: I18n, { head, params }: Omit<TitleValues, 'brand'>): string =>
  title === 'owner' ? (head?.title ?? '') : i18n._({ ...title, values: params });

export function formatTitle(page: PageTitle, i18n: I18n, { brand, ...values }: TitleValues): string {
  const heading = formatHeading(page, i18n, values);
  if (page.titled === 'bare') return heading;
  return page.titled === 'brand' ? `${brand} — ${heading}` : `${heading} — ${brand}`;
}
