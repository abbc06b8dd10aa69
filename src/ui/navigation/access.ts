// Access rules: whether a visitor may open a page. redirects.ts decides where to go instead. Pure.
import { getPath } from '#lib/url-path.ts';
import { getPageRow, href, matchPage, type PageName } from '../../pages.ts';

/** Pages for logged-out visitors only. */
export const loginPages: readonly PageName[] = ['login', 'loginLink', 'notLoggedIn'];

/** Query of the services page after a redirect from an empty cart. */
export const EMPTY_CART = 'empty=cart';

/**
 * `emptyHanded`: true when navigating to the cart while it is empty. Not set if the cart page is already
 * open.
 */
export function isClosed(address: string, token: boolean, emptyHanded = false): boolean {
  const name = matchPage(getPath(address))?.name;
  if (name === undefined) return false;
  const { who, needs } = getPageRow(name);
  return token ? loginPages.includes(name) || (needs === 'cart' && emptyHanded) : who === 'token';
}

export const logInTo = (address: string): string => `${href('login')}?redirect=${encodeURIComponent(address)}`;
