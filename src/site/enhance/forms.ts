// A form of a document: it is checked when it is submitted, and one submit is one request. A form that names
// a call sends that, and then goes to the page that the answer names, begins a session or shows its result;
// any other is posted by the browser.

import { ApiError, apiErrorMessages, NETWORK_ERROR, toApiError } from '#ui/api/api-error.ts';
import { call, throwNetworkError } from '#ui/api/client.ts';
import type { Call } from '../../api.ts';
import { startCounters } from './form-counter.ts';
import { dropFormDraft, startDraft } from './form-draft.ts';
import { clearError, findErrors, followToField, showErrors } from './form-errors.ts';
import { type FormValues, isTyped } from './form-input.ts';

/** The server gives up a request after this time, and so does the client. */
const PATIENCE_MS = 30_000;

export function startForm(form: HTMLFormElement): void {
  startDraft(form);
  startCounters(form);
  if (form.querySelector('[data-strength]')) void import('./strength.ts').then(({ startStrength }) => startStrength(form));
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
    const finish = await send(form);
    if (!finish) return setBusy(form, false);
    dropFormDraft(form);
    finish();
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    showErrors(form, cause);
    setBusy(form, false);
  }
}

/** Returns what to do next; nothing if the form goes on. */
async function send(form: HTMLFormElement): Promise<(() => void) | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const values = readValues(form);
  try {
    if (form.dataset.begins !== undefined) {
      const { beginByForm } = await import('./log-in.ts').catch(throwNetworkError);
      return await beginByForm(form, values, signal);
    }
    // The server checks what the form sends.
    const answer = await call(form.dataset.call as Call, values as never, { signal });
    return () => (form.dataset.next === undefined ? showResult(form, values) : location.replace(getNextPage(form.dataset.next, answer)));
  } catch (cause) {
    throw signal.aborted ? toApiError(NETWORK_ERROR, '') : cause;
  }
}

/** `/contact?sent={ticketNumber}` */
const getNextPage = (address: string, answer: object = {}): string =>
  address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(answer[name as keyof typeof answer])));

/** Instead of what is below the page's title, which is another one now. */
function showResult(form: HTMLFormElement, values: FormValues): void {
  const template = form.querySelector<HTMLTemplateElement>('template[data-title]');
  const title = document.querySelector<HTMLElement>('main h1');
  if (!template || !title) return;
  for (const place of template.content.querySelectorAll<HTMLElement>('[data-value]'))
    place.textContent = String(values[place.dataset.value ?? '']).trim();
  while (title.nextElementSibling) title.nextElementSibling.remove();
  title.after(template.content);
  title.textContent = template.dataset.title ?? '';
  title.tabIndex = -1;
  title.focus();
}

/** By name, in the order of the form. */
function readValues(form: HTMLFormElement): FormValues {
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
