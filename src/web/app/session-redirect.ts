// Leads a visitor whose page is closed now, and remembers where a session ended by itself: its owner goes on there after the next log-in.
import { href, LOGGED_OUT } from '../../pages.ts';
import { getItem, sessionStore, setItem } from '../../ui/browser/storage.ts';
import { accessToken } from '../api/session.ts';
import { isCartEmpty } from '../browser/local-storage.ts';
import { isClosed } from '../router/access.ts';
import type { Navigation } from '../router/page-state.ts';
import { applyAccessRules } from '../router/redirects.ts';

const known = () => ({ token: accessToken() !== undefined, goOn: getItem('goOn', sessionStore) });

/** Of somebody who is on the way to an address. */
export const redirectFor = (address: string): string => applyAccessRules(address, { ...known(), emptyHanded: isCartEmpty() });

/** Somebody logged in or out, here or in another tab. */
export async function followSessionChange({ at, go }: Pick<Navigation, 'at' | 'go'>, how: unknown): Promise<void> {
  if (how === 'lost') {
    // Here one logs in already: where to go on is known, and this is no place for it.
    if (isClosed(at(), true)) return;
    setItem('goOn', at(), sessionStore);
    return go(`${href('notLoggedIn')}?reason=${encodeURIComponent(LOGGED_OUT)}`);
  }
  const allowed = applyAccessRules(at(), known());
  // It was for the log-in that just came.
  if (accessToken() !== undefined) setItem('goOn', null, sessionStore);
  if (allowed !== at()) await go(allowed, { replace: true });
}
