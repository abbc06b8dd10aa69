// Logs in and returns a function that starts the session: nothing is stored before the form has finished.
import type { Sent } from '../../api.ts';
import { getOwnTimeZone } from '../browser/time-zone.ts';
import { type CallOptions, call, throwNetworkError } from './client.ts';

export type LogInCall = 'POST /api/Accounts/login' | 'POST /api/Accounts/login-link/use';

export async function logIn(name: LogInCall, input: Sent<LogInCall>, options: CallOptions): Promise<() => void> {
  const [tokens, { beginSession }] = await Promise.all([
    // The server checks what a form sends.
    call(name, { ...input, timeZone: getOwnTimeZone() } as Sent<'POST /api/Accounts/login'>, options),
    import('./token-store.ts').catch(throwNetworkError),
  ]);
  return () => beginSession(tokens, input.rememberMe ?? false);
}
