// The profile of the customer. Parts of a page that need it at the same time share one request.
import type { Profile } from '#modules/accounts/shapes.ts';
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
  profile.catch(() => {
    if (latest?.profile === profile) latest = undefined;
  });
  return profile;
}

/** As the page has just loaded it, for a part that is drawn a moment later. */
export function recentProfile(): Promise<Profile> {
  if (latest && latest.token === accessToken() && Date.now() - latest.at < RECENT_MS) return latest.profile;
  return loadProfile();
}
