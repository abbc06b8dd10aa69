// The part of the session that every page needs: logged in means that an access token exists. Tokens are in
// localStorage if the user wants to be remembered, else in sessionStorage. See token-store.ts for the rest.

import { NAME_KEY, setSessionFlag } from '../browser/html-flags.ts';
import { clearCart } from '../browser/local-storage.ts';
import { forgetDrafts, getItem, getSessionStore, isOnlyRemembered, setItemOrRemember } from '../browser/storage.ts';
import { ATTEMPTS } from './pending-requests-changed.ts';

const getToken = (name: 'accessToken' | 'refreshToken'): string | undefined => getItem(name) ?? getItem(name, getSessionStore);

export const getAccessToken = (): string | undefined => getToken('accessToken');

/** The browser refuses to store the session, so it ends with this page. */
export const isUnstored = (): boolean => isOnlyRemembered('accessToken');

/** The tokens are in sessionStorage, and duplicated tabs of the session may refresh them. */
export const isShared = (): boolean => getItem('sessionTurn', getSessionStore) !== undefined;

export type LeftTokens = { readonly accessToken: string | undefined; readonly refreshToken: string | undefined };

/**
 * Removes session and drafts from this browser immediately, and the cart if the user did not want to be
 * remembered. Returns the tokens, to end the session on the server.
 */
export function endLocalSession(): LeftTokens {
  const left = { accessToken: getToken('accessToken'), refreshToken: getToken('refreshToken') };
  const remembered = getItem('accessToken') !== undefined;
  forgetTokens();
  forgetDrafts();
  setItemOrRemember(ATTEMPTS, null);
  if (!remembered) clearCart();
  setSessionFlag();
  return left;
}

export function forgetTokens(): void {
  for (const key of ['accessToken', 'refreshToken', 'sessionTurn', NAME_KEY])
    for (const storage of [undefined, getSessionStore]) setItemOrRemember(key, null, storage);
}
