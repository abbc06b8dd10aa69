// Logs in with a passkey. Loaded when its button is pressed.
import { signByPasskey } from '../browser/passkey.ts';
import { getOwnTimeZone } from '../browser/time-zone.ts';
import { call, throwNetworkError } from './client.ts';

/** Returns a function that starts the session; undefined if the user cancelled the browser's dialog. */
export async function logInByPasskey(rememberMe: boolean): Promise<(() => void) | undefined> {
  const options = await call('POST /api/Accounts/passkey-login-options', undefined);
  const credential = await signByPasskey(options);
  if (!credential) return undefined;
  const [tokens, { beginSession }] = await Promise.all([
    call('POST /api/Accounts/passkey-login', { credential, rememberMe, timeZone: getOwnTimeZone() }),
    import('./token-store.ts').catch(throwNetworkError),
  ]);
  return () => beginSession(tokens, rememberMe);
}
