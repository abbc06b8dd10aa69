// The profile of the customer. Parts of a page that need it at the same time share one request.
import type { Profile } from '../../modules/accounts/shapes.ts';
import { call } from './client.ts';
import { accessToken } from './session.ts';

let running: { readonly token: string | undefined; readonly profile: Promise<Profile> } | undefined;

export function loadProfile(): Promise<Profile> {
  const token = accessToken();
  if (running && running.token === token) return running.profile;
  const profile = call('GET /api/Accounts/profile', undefined).finally(() => {
    if (running?.profile === profile) running = undefined;
  });
  running = { token, profile };
  return profile;
}
