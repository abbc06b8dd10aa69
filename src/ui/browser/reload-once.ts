// A chunk that does not come most often belongs to a build that is gone: one full load of the page that was wanted gets the new one. At most once
// per path within ten seconds, so that a fault that stays never becomes a circle of loads.
import { pathOf } from '../../lib/url-path.ts';
import { getItem, sessionStore, setItem } from './storage.ts';

const QUIET_MS = 10_000;
const keyOf = (address: string): string => `reload:${pathOf(address)}`;

/** Pure: may this path be loaded again? A clock that was set back counts as long ago. */
export function mayReload(last: string | undefined, now: number): boolean {
  const age = now - Number(last ?? Number.NaN);
  return !(age >= 0 && age < QUIET_MS);
}

/** True when the full load has been started. */
export function reloadOnce(address: string): boolean {
  const key = keyOf(address);
  if (!mayReload(getItem(key, sessionStore), Date.now())) return false;
  setItem(key, String(Date.now()), sessionStore);
  // Where nothing can be kept, nothing can stop a circle either.
  if (getItem(key, sessionStore) === undefined) return false;
  loadWhole(address);
  return true;
}

/** A full load, also of the address that is open already: there, a changed hash alone would load nothing. */
export function loadWhole(address: string): void {
  if (address.split('#')[0] !== location.pathname + location.search) {
    location.assign(address);
    return;
  }
  history.replaceState(history.state, '', address);
  location.reload();
}
