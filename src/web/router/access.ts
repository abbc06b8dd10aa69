// Whether a page is closed to a visitor: all that every page needs of the guards, which know where to go instead. Pure.

import { pathOf } from '../../lib/url-path.ts';
import { href, matchPage, type PageName, pageRow } from '../../pages.ts';

/** Whoever is logged in has nothing to do there. */
export const loginPages: readonly PageName[] = ['login', 'notLoggedIn'];

/** Why somebody who wanted to see the cart sees the services, as their address says it. */
export const EMPTY_CART = 'empty=cart';

/** `emptyHanded`: somebody is on the way there with an empty cart. Who is there already may empty it, and stays. */
export function isClosed(address: string, token: boolean, emptyHanded = false): boolean {
  const name = matchPage(pathOf(address))?.name;
  if (name === undefined) return false;
  const { who, needs } = pageRow(name);
  return token ? loginPages.includes(name) || (needs === 'cart' && emptyHanded) : who === 'token';
}

export const logInTo = (address: string): string => `${href('login')}?redirect=${encodeURIComponent(address)}`;
