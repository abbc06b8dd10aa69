// The draft of a form, which survives an error, a reload, a change of language and a lost connection. The
// page that answers the form drops it too, since the browser may have posted it. Passwords, codes and
// consents are in no draft.
import { dropDraft, readDraft, saveDraft } from '#ui/browser/draft-store.ts';
import { draftKey } from '#ui/browser/storage.ts';

const KEPT = ':is(input,textarea,select):not([type=password],[type=hidden],[type=checkbox],[autocomplete=one-time-code],[data-unkept])';

const keyFor = (form: HTMLFormElement): string => draftKey(form.dataset.form ?? '');

export const dropFormDraft = (form: HTMLFormElement): void => dropDraft(keyFor(form));

export function startDraft(form: HTMLFormElement): void {
  const save = () => saveDraft(keyFor(form), () => writeDraft(form));
  // The input of a posted form is newer than a draft.
  if (form.querySelector('section[aria-labelledby=told]')) save();
  else restoreDraft(form);
  form.addEventListener('input', save);
}

function writeDraft(form: HTMLFormElement): string | null {
  const names = new Set([...form.elements].filter((field) => field.matches(KEPT)).map((field) => field.getAttribute('name')));
  const typed = [...new FormData(form)].filter(([name, value]) => names.has(name) && value !== '');
  return typed.length > 0 ? JSON.stringify(Object.fromEntries(typed)) : null;
}

/** The draft may be of an older form or invalid. What was typed before this script came stays. */
function restoreDraft(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(parseDraft(readDraft(keyFor(form))))) {
    const found = form.elements.namedItem(name);
    const field = found instanceof RadioNodeList ? found[0] : found;
    if (!(field instanceof HTMLElement && field.matches(KEPT)) || typeof value !== 'string' || isTyped(field)) continue;
    (found as HTMLInputElement | RadioNodeList).value = value;
  }
}

const isTyped = (field: HTMLElement): boolean =>
  (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'radio')) &&
  field.value !== field.defaultValue;

function parseDraft(text: string | undefined): object {
  try {
    const draft: unknown = JSON.parse(text ?? '{}');
    return typeof draft === 'object' && draft !== null ? draft : {};
  } catch {
    return {};
  }
}
