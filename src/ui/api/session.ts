// The part of the session that every page needs: logged in means that an access token exists. Tokens are in
// localStorage if the user wants to be remembered, else in sessionStorage. See token-store.ts for the rest.

import { NAME_KEY, setSessionFlag } from '../browser/html-flags.ts';
import { emptyCart } from '../browser/local-storage.ts';
import { forgetDrafts, getItem, isOnlyRemembered, sessionStore, setItemOrRemember } from '../browser/storage.ts';
import { ATTEMPTS } from './pending-requests-changed.ts';

const token = (name: 'accessToken' | 'refreshToken'): string | undefined => getItem(name) ?? getItem(name, sessionStore);

export const accessToken = (): string | undefined => token('accessToken');

/** The browser refuses to store the session, so it ends with this page. */
export const isUnstored = (): boolean => isOnlyRemembered('accessToken');

/** The tokens are in sessionStorage, and duplicated tabs of the session may refresh them. */
export const isShared = (): boolean => getItem('sessionTurn', sessionStore) !== undefined;

export type LeftTokens = { readonly accessToken: string | undefined; readonly refreshToken: string | undefined };

/**
 * Removes session and drafts from this browser immediately, and the cart if the user did not want to be
 * remembered. Returns the tokens, to end the session on the server.
 */
export function endLocalSession(): LeftTokens {
  const left = { accessToken: token('accessToken'), refreshToken: token('refreshToken') };
  const remembered = getItem('accessToken') !== undefined;
  forgetTokens();
  forgetDrafts();
  setItemOrRemember(ATTEMPTS, null);
  if (!remembered) emptyCart();
  setSessionFlag();
  return left;
}

export function forgetTokens(): void {
  for (const key of ['accessToken', 'refreshToken', 'sessionTurn', NAME_KEY])
    for (const storage of [undefined, sessionStore]) setItemOrRemember(key, null, storage);
}
