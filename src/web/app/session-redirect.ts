// Leads a visitor whose page is closed now, and remembers where a session ended by itself: its owner goes on there after the next log-in.
import { href, LOGGED_OUT } from '../../pages.ts';
import { forThisTab, keep, read } from '../../ui/browser/storage.ts';
import { accessToken } from '../api/session.ts';
import { isCartEmpty } from '../browser/local-storage.ts';
import { isClosed } from '../router/access.ts';
import type { Stage } from '../router/page-state.ts';
import { guarded } from '../router/redirects.ts';

const known = () => ({ token: accessToken() !== undefined, goOn: read('goOn', forThisTab) });

/** Of somebody who is on the way to an address. */
export const otherWay = (address: string): string => guarded(address, { ...known(), emptyHanded: isCartEmpty() });

/** Somebody logged in or out, here or in another tab. */
export async function follow({ at, go }: Pick<Stage, 'at' | 'go'>, how: unknown): Promise<void> {
  if (how === 'lost') {
    // Here one logs in already: where to go on is known, and this is no place for it.
    if (isClosed(at(), true)) return;
    keep('goOn', at(), forThisTab);
    return go(`${href('notLoggedIn')}?reason=${encodeURIComponent(LOGGED_OUT)}`);
  }
  const allowed = guarded(at(), known());
  // It was for the log-in that just came.
  if (accessToken() !== undefined) keep('goOn', null, forThisTab);
  if (allowed !== at()) await go(allowed, { replace: true });
}
