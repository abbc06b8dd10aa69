// Who is logged in, as far as a call needs to know: logged in means that an access token exists. It is kept in the local storage if the visitor wants to
// be remembered, else for this tab only.
import { emptyCart, forgetDrafts, keep, read } from './kept.ts';
import { markSession } from './marks.ts';

const forThisTab = () => sessionStorage;

export const accessToken = (): string | undefined => read('accessToken') ?? read('accessToken', forThisTab);

/** This browser forgets the session and every draft, and on a machine that was not to remember it, the cart as well. */
export function endSession(): void {
  const remembered = read('accessToken') !== undefined;
  for (const key of ['accessToken', 'refreshToken']) for (const storage of [undefined, forThisTab]) keep(key, null, storage);
  forgetDrafts();
  if (!remembered) emptyCart();
  markSession();
}
