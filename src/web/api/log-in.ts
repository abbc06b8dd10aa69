// Logs in, and gives back what begins the session here: nothing is kept before the form is done with it.
import type { Sent } from '../../api.ts';
import { type CallOptions, call, throwNetworkError } from './client.ts';

export async function logIn(sent: Sent<'POST /api/Accounts/login'>, options: CallOptions): Promise<() => void> {
  const [tokens, { beginSession }] = await Promise.all([
    call('POST /api/Accounts/login', sent, options),
    import('./token-store.ts').catch(throwNetworkError),
  ]);
  return () => beginSession(tokens, sent.rememberMe ?? false);
}
