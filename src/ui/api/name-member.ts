// Shows the customer's name in the header, also on the next pages; see html-flags.ts. Loaded with the log-in
// and the account area.
import type { Profile } from '#modules/accounts/shapes.ts';
import { NAME_KEY } from '../browser/html-flags.ts';
import { getItem, getSessionStore, setItem } from '../browser/storage.ts';
import { call } from './client.ts';
import { getAccessToken } from './session.ts';

type HeaderName = Pick<Profile, 'firstName' | 'lastName'>;

/** The family name in Japanese, as customers are addressed there. */
export function nameMember({ firstName, lastName }: HeaderName): void {
  const name = document.documentElement.lang === 'ja' ? `${lastName} 様` : firstName;
  setItem(NAME_KEY, name, getItem('accessToken') === undefined ? getSessionStore : undefined);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root{--name:${JSON.stringify(name)}}`);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.dataset.named = '';
}

/** As soon as the profile is loaded, unless the session has changed. */
export function nameLoadedMember(): void {
  const token = getAccessToken();
  call('GET /api/Accounts/profile', undefined).then(
    (profile) => token === getAccessToken() && nameMember(profile),
    () => undefined,
  );
}
