// Begins a session by the form of the log-in or of a new account, and goes where the visitor wanted to go.
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { type LogInCall, logIn } from '#ui/api/log-in.ts';
import { getOwnTimeZone } from '#ui/browser/time-zone.ts';
import type { Sent } from '../../api.ts';
import { href } from '../../pages.ts';
import type { FormValues } from './form-input.ts';
import { leaveLogIn } from './session.ts';
import { storeToast } from './toasts.ts';

/** The server checks what is sent. Nothing is returned if it asks for the second factor. */
export async function beginByForm(form: HTMLFormElement, values: FormValues, signal: AbortSignal): Promise<(() => void) | undefined> {
  const { call: name, begins: text = '' } = form.dataset;
  const begin = await (name === 'POST /api/Accounts/register' ? register(values, signal) : logInOrAsk(form, values, signal));
  if (!begin) return undefined;
  return () => {
    storeToast({ text });
    begin();
  };
}

/** With the session, the access rules lead on from the log-in. */
async function logInOrAsk(form: HTMLFormElement, values: FormValues, signal: AbortSignal): Promise<(() => void) | undefined> {
  const field = form.querySelector<HTMLInputElement>('[autocomplete=one-time-code]');
  try {
    return await logIn(form.dataset.call as LogInCall, values as Sent<LogInCall>, { signal });
  } catch (cause) {
    // The password was correct; asking for the second factor is not an error.
    if (!(cause instanceof ApiError && field?.disabled && cause.errors[field.name])) throw cause;
    field.disabled = false;
    field.closest('[hidden]')?.removeAttribute('hidden');
    field.focus();
    return undefined;
  }
}

/** Goes where the log-in leads, which is also the next page if it fails now. */
async function register(values: FormValues, signal: AbortSignal): Promise<() => void> {
  const input = { ...values, timeZone: getOwnTimeZone() } as Sent<'POST /api/Accounts/register'>;
  await call('POST /api/Accounts/register', input, { signal });
  const { email, password } = input;
  const begin = await logIn('POST /api/Accounts/login', { email, password }, { signal }).catch(() => undefined);
  return () => {
    begin?.();
    void leaveLogIn(href('login') + location.search);
  };
}
