// Who is logged in, as far as every page needs to know: logged in means that an access token exists. The tokens are kept in the local storage if the
// visitor wants to be remembered, else for this tab only. What else is done with them is in tokens.ts.
import { emptyCart, forgetDrafts, keep, read } from './kept.ts';
import { markSession } from './marks.ts';

const forThisTab = () => sessionStorage;

export const accessToken = (): string | undefined => read('accessToken') ?? read('accessToken', forThisTab);

/** The tab's own tokens have a number, and other tabs of the same session may renew them. */
export const isShared = (): boolean => read('sessionTurn', forThisTab) !== undefined;

/** This browser forgets the session and every draft, and on a machine that was not to remember it, the cart as well. */
export function endSession(): void {
  const remembered = read('accessToken') !== undefined;
  forgetTokens();
  forgetDrafts();
  if (!remembered) emptyCart();
  markSession();
}

export function forgetTokens(): void {
  for (const key of ['accessToken', 'refreshToken', 'sessionTurn']) for (const storage of [undefined, forThisTab]) keep(key, null, storage);
}
