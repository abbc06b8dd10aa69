// Redirects when the current page is no longer allowed. After a session has expired, stores its page for the
// next log-in.

import { href, LOGGED_OUT } from '../../pages.ts';
import { getAccessToken } from '../api/session.ts';
import { isCartEmpty } from '../browser/local-storage.ts';
import { getItem, getSessionStore, setItem } from '../browser/storage.ts';
import { isClosed } from './access.ts';
import { applyAccessRules } from './redirects.ts';

type Navigation = {
  /** The address of the page, or of the one that is loading. */
  readonly at: () => string;
  readonly go: (to: string, options?: { readonly replace?: boolean }) => Promise<void>;
};

const readState = () => ({ token: getAccessToken() !== undefined, goOn: getItem('goOn', getSessionStore) });

/** Redirect of a navigation to an address. */
export const redirectFor = (address: string): string => applyAccessRules(address, { ...readState(), emptyHanded: isCartEmpty() });

/** Called after a log-in or log-out, here or in another tab. */
export async function followSessionChange({ at, go }: Navigation, how: unknown): Promise<void> {
  if (how === 'lost') {
    // Already on a log-in page, which must not become the page to return to.
    if (isClosed(at(), true)) return;
    setItem('goOn', at(), getSessionStore);
    return go(`${href('notLoggedIn')}?reason=${encodeURIComponent(LOGGED_OUT)}`);
  }
  const allowed = applyAccessRules(at(), readState());
  // The stored page was for this log-in.
  if (getAccessToken() !== undefined) setItem('goOn', null, getSessionStore);
  if (allowed !== at()) await go(allowed, { replace: true });
}
