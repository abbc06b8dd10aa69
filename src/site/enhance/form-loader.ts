// Loads the script of forms when a visitor begins to fill one in, or comes back to one. If it cannot be
// loaded, the browser posts the form.
import { getDraftKey, getItem, getSessionStore, setItem } from '#ui/browser/storage.ts';
import { showFailure } from '#ui/feedback/messages.ts';
import { isTyped, writeDraft } from './form-input.ts';

const FORMS = 'main form[data-form]';

export function startForms(): void {
  forgetSent();
  const forms = [...document.querySelectorAll<HTMLFormElement>(FORMS)];
  document.addEventListener('focusin', loadAtFocus);
  document.addEventListener('submit', submitLater);
  document.addEventListener('click', pressButton);
  addEventListener('pagehide', saveTyped);
  if (forms.some(isBegun)) load().catch(() => undefined);
}

/** The page answers a form that was sent. */
function forgetSent(): void {
  const { sent, focus } = document.querySelector<HTMLElement>('main [data-sent]')?.dataset ?? {};
  if (sent) setItem(getDraftKey(sent), null, getSessionStore);
  if (focus) document.getElementById(focus)?.focus();
}

/** There is a draft, or the page answers the posted form and its errors have the focus. */
const isBegun = (form: HTMLFormElement): boolean =>
  getItem(getDraftKey(form.dataset.form ?? ''), getSessionStore) !== undefined || form.contains(document.activeElement);

let loading: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= import('./forms.ts').then(({ startForm }) => {
    document.removeEventListener('focusin', loadAtFocus);
    document.removeEventListener('submit', submitLater);
    removeEventListener('pagehide', saveTyped);
    for (const form of document.querySelectorAll<HTMLFormElement>(FORMS)) startForm(form);
  });
  return loading;
}

function loadAtFocus({ target }: FocusEvent): void {
  if (target instanceof Element && target.closest(FORMS)) load().catch(() => undefined);
}

/** The page is left before the script is there. A stored draft would have been restored, so it stays. */
function saveTyped(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(FORMS)) {
    const key = getDraftKey(form.dataset.form ?? '');
    if ([...form.elements].some(isTyped) && getItem(key, getSessionStore) === undefined) setItem(key, writeDraft(form), getSessionStore);
  }
}

/** A form that is submitted while its script loads waits for it. */
function submitLater(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement && form.matches(FORMS))) return;
  event.preventDefault();
  if (form.dataset.busy !== undefined) return;
  form.dataset.busy = '';
  const submit = () => {
    delete form.dataset.busy;
    form.requestSubmit(submitter);
  };
  load().then(submit, () => (form.dataset.call === undefined ? form.submit() : failLater(form)));
}

/** The browser cannot send the call of a form by itself. */
function failLater(form: HTMLFormElement): void {
  delete form.dataset.busy;
  showFailure(() => location.reload());
}

function pressButton({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('main form [type=button]') : null;
  if (button?.dataset.reveals !== undefined) revealPassword(button);
  if (button?.dataset.passkey !== undefined)
    import('./passkey.ts').then(
      ({ logInByPasskey }) => logInByPasskey(button),
      () => showFailure(() => button.click()),
    );
}

function revealPassword(button: HTMLButtonElement): void {
  const field = button.previousElementSibling;
  if (!(field instanceof HTMLInputElement)) return;
  const isOpen = field.type === 'password';
  field.type = isOpen ? 'text' : 'password';
  field.autocapitalize = isOpen ? 'none' : '';
  button.ariaPressed = String(isOpen);
  for (const word of button.children) word.toggleAttribute('hidden');
}
