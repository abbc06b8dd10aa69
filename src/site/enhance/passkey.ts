// Logs in with a passkey. Loaded when its button is pressed.
import { ApiError } from '#ui/api/api-error.ts';
import { logInByPasskey as logIn } from '#ui/api/passkey-log-in.ts';
import { supportsPasskeys } from '#ui/browser/passkey.ts';
import { describeError, describeWait, readTexts } from './form-texts.ts';
import { storeToast } from './toasts.ts';

export async function logInByPasskey(button: HTMLButtonElement): Promise<void> {
  const { form, nextElementSibling: unknown, parentElement: around } = button;
  const failure = around?.querySelector('[role=alert]');
  if (!form || !failure || button.ariaDisabled) return;
  if (!supportsPasskeys()) return void unknown?.removeAttribute('hidden');
  button.ariaDisabled = 'true';
  failure.textContent = '';
  try {
    const begin = await logIn(form.querySelector<HTMLInputElement>('[name=rememberMe]')?.checked === true);
    if (!begin) return;
    storeToast({ text: form.dataset.begins ?? '' });
    // The access rules lead on.
    begin();
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    const texts = readTexts(form);
    const { waitSeconds } = cause;
    const text = describeError(texts, cause);
    failure.textContent = waitSeconds === undefined ? text : `${text} ${describeWait(texts, waitSeconds)}`;
  } finally {
    button.ariaDisabled = null;
  }
}
