// Who is logged in, as far as every page needs to know: logged in means that an access token exists. The tokens are kept in the local storage if the
// visitor wants to be remembered, else for this tab only. What else is done with them is in tokens.ts.

import { forgetDrafts, getItem, isOnlyRemembered, sessionStore, setItemOrRemember } from '../../ui/browser/storage.ts';
import { setSessionFlag } from '../browser/html-flags.ts';
import { emptyCart } from '../browser/local-storage.ts';
import { ATTEMPTS } from './pending-requests-changed.ts';

const token = (name: 'accessToken' | 'refreshToken'): string | undefined => getItem(name) ?? getItem(name, sessionStore);

export const accessToken = (): string | undefined => token('accessToken');

/** The browser refuses to store the log-in: it ends with this page. */
export const isUnstored = (): boolean => isOnlyRemembered('accessToken');

/** The tab's own tokens have a number, and other tabs of the same session may renew them. */
export const isShared = (): boolean => getItem('sessionTurn', sessionStore) !== undefined;

export type LeftTokens = { readonly accessToken: string | undefined; readonly refreshToken: string | undefined };

/**
 * This browser forgets the session and every draft, and on a machine that was not to remember it, the cart as well: at once, for whoever logs out
 * may be gone the next moment. What the tokens were is for telling the server.
 */
export function endSession(): LeftTokens {
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
  for (const key of ['accessToken', 'refreshToken', 'sessionTurn'])
    for (const storage of [undefined, sessionStore]) setItemOrRemember(key, null, storage);
}
