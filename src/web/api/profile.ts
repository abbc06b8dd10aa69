// The profile of the customer. Parts of a page that need it at the same time share one request.
import type { Profile } from '../../modules/accounts/shapes.ts';
import { getItem, sessionStore, setItem } from '../../ui/browser/storage.ts';
import { NAME_KEY, setNameFlag } from '../browser/html-flags.ts';
import { call } from './client.ts';
import { accessToken } from './session.ts';

const RECENT_MS = 10_000;

type Loading = { readonly token: string | undefined; readonly profile: Promise<Profile>; readonly at: number };
let running: Loading | undefined;
let latest: Loading | undefined;

/** As it is now. */
export function loadProfile(): Promise<Profile> {
  const token = accessToken();
  if (running && running.token === token) return running.profile;
  const profile = call('GET /api/Accounts/profile', undefined).finally(() => {
    if (running?.profile === profile) running = undefined;
  });
  latest = running = { token, profile, at: Date.now() };
  profile.then(
    (loaded) => token === accessToken() && nameInHeader(loaded),
    () => {
      if (latest?.profile === profile) latest = undefined;
    },
  );
  return profile;
}

/** As the page has just loaded it, for a part that is drawn a moment later. */
export function recentProfile(): Promise<Profile> {
  if (latest && latest.token === accessToken() && Date.now() - latest.at < RECENT_MS) return latest.profile;
  return loadProfile();
}

/** Shows the name in the header, as soon as it is known. */
export const nameMember = (): void => void loadProfile().catch(() => undefined);

/** The family name in Japanese, as customers are addressed there. */
function nameInHeader({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>): void {
  const name = document.documentElement.lang === 'ja' ? `${lastName} 様` : firstName;
  setItem(NAME_KEY, name, getItem('accessToken') === undefined ? sessionStore : undefined);
  setNameFlag();
}
