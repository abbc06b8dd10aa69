// Links of the account menu. Those of header and footer are the owner's.
import { msg } from '@lingui/core/macro';
import { matchPage } from '../../pages.ts';

/** Account menu of a logged-in user. */
const accountPlaces = [
  { path: '/cabinet/order-history', label: msg`Order history` },
  { path: '/cabinet/funds', label: msg`Funds` },
  { path: '/cabinet/support', label: msg`Support` },
  { path: '/cabinet/account-details', label: msg`Account details` },
  { path: '/cabinet/change-password', label: msg`Change password` },
] as const;

export const accountPlacesThere = accountPlaces.filter(({ path }) => findExistingPath(path));

/** A contract address that may not exist in every edition of the shop. */
export function findExistingPath(path: `/${string}`): string | undefined {
  return matchPage(path) && path;
}
