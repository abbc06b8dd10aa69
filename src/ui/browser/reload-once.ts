// Reloads the page in full when a chunk fails to load, usually because its build was replaced. At most once
// per path within ten seconds, so that a persistent error does not cause a reload loop.
import { getPath } from '#lib/url-path.ts';
import { getItem, getSessionStore, setItem } from './storage.ts';

const QUIET_MS = 10_000;
const getKey = (address: string): string => `reload:${getPath(address)}`;

/**
 * When the visitor began to leave the page: Firefox then fails what still loads, and a reload would keep the
 * visitor here.
 */
let leftAt: string | undefined;
if (typeof window !== 'undefined')
  addEventListener('beforeunload', () => {
    leftAt = String(Date.now());
  });

/** Pure: may this path be reloaded? A timestamp in the future (clock set back) counts as long ago. */
export function mayReload(last: string | undefined, now: number): boolean {
  const age = now - Number(last ?? Number.NaN);
  return !(age >= 0 && age < QUIET_MS);
}

/** True when the reload has been started. */
export function reloadOnce(address: string): boolean {
  const key = getKey(address);
  if (![leftAt, getItem(key, getSessionStore)].every((last) => mayReload(last, Date.now()))) return false;
  setItem(key, String(Date.now()), getSessionStore);
  // Without storage, a reload loop could not be stopped.
  if (getItem(key, getSessionStore) === undefined) return false;
  loadWhole(address);
  return true;
}

/** Full load, also when the address is already open: there, changing only the hash would load nothing. */
function loadWhole(address: string): void {
  if (address.split('#')[0] !== location.pathname + location.search) {
    location.assign(address);
    return;
  }
  history.replaceState(history.state, '', address);
  location.reload();
}
