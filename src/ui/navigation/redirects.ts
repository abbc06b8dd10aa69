// Redirects by the access rules, on the first load and on every navigation. Pure.
import { href, matchPage } from '../../pages.ts';
import { EMPTY_CART, isClosed, logInTo, loginPages } from './access.ts';

/** `goOn`: the page on which the session expired, to return to. */
export type AccessState = { readonly token: boolean; readonly goOn?: string | undefined; readonly emptyHanded?: boolean };

/** The address that a navigation leads to. */
export function applyAccessRules(address: string, known: AccessState): string {
  if (!isClosed(address, known.token, known.emptyHanded)) return address;
  if (!isClosed(address, known.token)) return `${href('services')}?${EMPTY_CART}`;
  if (known.token) return findRedirect(address) ?? findKnownAddress(known.goOn) ?? getHomePath();
  return logInTo(address);
}

/** Page after a log-in without a redirect. */
export const getHomePath = (): string => href('orderHistory');

/** The `redirect` parameter of an address. */
export const findRedirect = (address: string): string | undefined =>
  findKnownAddress(new URL(address, ANY).searchParams.get('redirect') ?? undefined);

const ANY = 'http://any.invalid';

/** The address if it is one of our pages and no log-in page; parameters are untrusted. */
export function findKnownAddress(text: string | undefined): string | undefined {
  if (!text?.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, ANY)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, ANY);
  const name = origin === ANY && !pathname.startsWith('//') ? matchPage(pathname)?.name : undefined;
  return name && !loginPages.includes(name) ? pathname + search + hash : undefined;
}
