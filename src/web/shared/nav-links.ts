// Links of header and footer. They use the page table, so that a link to an unknown page does not compile.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { matchPage, type PageName } from '../../pages.ts';

export type Place = { readonly page: PageName; readonly hash?: `#${string}`; readonly label: MessageDescriptor };

const services: Place = { page: 'services', label: msg`Services` };
const samples: Place = { page: 'samples', label: msg`Samples` };
const how: Place = { page: 'home', hash: '#how', label: msg`How it works` };
const questions: Place = { page: 'faq', label: msg`FAQ` };

const contact: Place = { page: 'contact', label: msg`Contact` };

export const mainPlaces: readonly Place[] = [services, samples, how, questions, contact];

/** Account menu of a logged-in user. */
const accountPlaces = [
  { path: '/cabinet/order-history', label: msg`Order history` },
  { path: '/cabinet/funds', label: msg`Funds` },
  { path: '/cabinet/support', label: msg`Support` },
  { path: '/cabinet/account-details', label: msg`Account details` },
  { path: '/cabinet/change-password', label: msg`Change password` },
] as const;

export const accountPlacesThere = accountPlaces.filter(({ path }) => pathIfThere(path));

/** A contract address that may not exist in every edition of the shop. */
export function pathIfThere(path: `/${string}`): string | undefined {
  return matchPage(path) && path;
}
