// Where a closed page leads instead: asked before a page is shown, by the navigation and by the first start alike. Pure; what the browser knows comes in.
import { href, matchPage } from '../../pages.ts';
import { EMPTY_CART, isClosed, logInTo, loginPages } from './access.ts';

/** `goOn`: where a session ended by itself, so that its owner can go on there. */
export type Known = { readonly token: boolean; readonly goOn?: string | undefined; readonly emptyHanded?: boolean };

/** Where a navigation really goes. */
export function applyAccessRules(address: string, known: Known): string {
  if (!isClosed(address, known.token, known.emptyHanded)) return address;
  if (!isClosed(address, known.token)) return `${href('services')}?${EMPTY_CART}`;
  if (known.token) return redirectOf(address) ?? knownAddress(known.goOn) ?? homeOf();
  return logInTo(address);
}

/** Where a log-in leads that was asked for by itself. */
export const homeOf = (): string => href('orderHistory');

/** What an address asks to be led to afterwards. */
export const redirectOf = (address: string): string | undefined =>
  knownAddress(new URL(address, ANY).searchParams.get('redirect') ?? undefined);

const ANY = 'http://any.invalid';

/** Only a page of ours, and not one that would lead here again: the address bar is anybody's. */
export function knownAddress(text: string | undefined): string | undefined {
  if (!text?.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, ANY)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, ANY);
  const name = origin === ANY && !pathname.startsWith('//') ? matchPage(pathname)?.name : undefined;
  return name && !loginPages.includes(name) ? pathname + search + hash : undefined;
}
