// Logs in and returns a function that starts the session: nothing is stored before the form has finished.
import type { Sent } from '../../api.ts';
import { ownTimeZone } from '../browser/time-zone.ts';
import { type CallOptions, call, throwNetworkError } from './client.ts';

export async function logIn(sent: Sent<'POST /api/Accounts/login'>, options: CallOptions): Promise<() => void> {
  const [tokens, { beginSession }] = await Promise.all([
    call('POST /api/Accounts/login', { ...sent, timeZone: ownTimeZone() }, options),
    import('./token-store.ts').catch(throwNetworkError),
  ]);
  return () => beginSession(tokens, sent.rememberMe ?? false);
}
