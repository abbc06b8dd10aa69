// A form of a document: it is checked when it is submitted, and one submit is one request. A form that names
// a call sends that, and goes to the page that the answer names; any other is posted by the browser.

import { ApiError, apiErrorMessages, NETWORK_ERROR, toApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import type { Call } from '../../api.ts';
import { startCounters } from './form-counter.ts';
import { dropFormDraft, startDraft } from './form-draft.ts';
import { clearError, findErrors, followToField, showErrors } from './form-errors.ts';
import { isTyped } from './form-input.ts';

/** The server gives up a request after this time, and so does the client. */
const PATIENCE_MS = 30_000;

export function startForm(form: HTMLFormElement): void {
  startDraft(form);
  startCounters(form);
  form.addEventListener('submit', (event) => void submit(form, event));
  form.addEventListener('keydown', keepComposing);
  form.addEventListener('click', followToField);
  form.addEventListener('input', ({ target }) => target instanceof HTMLElement && clearError(form, target.id));
  // The browser kept the page that a post has left: what it shows is no longer true.
  addEventListener('pageshow', ({ persisted }) => persisted && isBusy(form) && location.reload());
  // What was edited before this script was there.
  for (const field of form.elements) if (isTyped(field)) clearError(form, field.id);
  form.dataset.live = '';
}

async function submit(form: HTMLFormElement, event: SubmitEvent): Promise<void> {
  if (isBusy(form)) return event.preventDefault();
  const errors = findErrors(form);
  const isPosted = form.dataset.call === undefined;
  if (isPosted && navigator.onLine && Object.keys(errors).length === 0) return setBusy(form, true);
  event.preventDefault();
  setBusy(form, true);
  try {
    if (Object.keys(errors).length > 0) throw new ApiError(400, apiErrorMessages.invalid, errors);
    if (isPosted) throw toApiError(NETWORK_ERROR, '');
    location.replace(nextPage(form, await send(form)));
    dropFormDraft(form);
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    showErrors(form, cause);
    setBusy(form, false);
  }
}

async function send(form: HTMLFormElement): Promise<object | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    // The server checks what the form sends.
    return await call(form.dataset.call as Call, readValues(form) as never, { signal });
  } catch (cause) {
    throw signal.aborted ? toApiError(NETWORK_ERROR, '') : cause;
  }
}

/** `/contact?sent={ticketNumber}` */
const nextPage = (form: HTMLFormElement, answer: object = {}): string =>
  (form.dataset.next ?? '').replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(answer[name as keyof typeof answer])));

/** By name, in the order of the form. */
function readValues(form: HTMLFormElement): Record<string, string | boolean> {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const texts = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries([...texts, ...boxes.map(({ name, checked }) => [name, checked])]);
}

/** The button stays enabled and says that it is busy. */
function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  if (isBusy) form.dataset.busy = '';
  else delete form.dataset.busy;
  for (const button of form.querySelectorAll<HTMLElement>('[type=submit]')) button.ariaDisabled = isBusy ? 'true' : null;
  for (const status of form.querySelectorAll<HTMLElement>('[data-meanwhile]'))
    status.textContent = isBusy ? (status.dataset.meanwhile ?? '') : '';
}

const isBusy = ({ dataset }: HTMLFormElement): boolean => dataset.busy !== undefined;

/** Enter that ends an IME composition must not submit. Safari marks it only with the legacy key code. */
function keepComposing(event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement && event.key === 'Enter' && (event.isComposing || event.keyCode === 229))
    event.preventDefault();
}
