// The draft of a form, which survives an error, a reload, a change of language and a lost connection. The
// page that answers the form drops it too, since the browser may have posted it.
import { dropDraft, readDraft, saveDraft } from '#ui/browser/draft-store.ts';
import { getDraftKey } from '#ui/browser/storage.ts';
import { DRAFT_FIELDS, isTyped, writeDraft } from './form-input.ts';

const getFormDraftKey = (form: HTMLFormElement): string => getDraftKey(form.dataset.form ?? '');

export const dropFormDraft = (form: HTMLFormElement): void => dropDraft(getFormDraftKey(form));

export function startDraft(form: HTMLFormElement): void {
  const save = () => saveDraft(getFormDraftKey(form), () => writeDraft(form));
  // The input of a posted form is newer than a draft.
  const isPosted = form.querySelector('section[aria-labelledby=told]') !== null;
  if (!isPosted) restoreDraft(form);
  if (isPosted || [...form.elements].some(isTyped)) save();
  form.addEventListener('input', save);
}

/** The draft may be of an older form or invalid. What was typed before this script came stays. */
function restoreDraft(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(parseDraft(readDraft(getFormDraftKey(form))))) {
    const found = form.elements.namedItem(name);
    const field = found instanceof RadioNodeList ? found[0] : found;
    if (!(field instanceof HTMLElement && field.matches(DRAFT_FIELDS)) || typeof value !== 'string' || isTyped(field)) continue;
    (found as HTMLInputElement | RadioNodeList).value = value;
  }
}

function parseDraft(text: string | undefined): object {
  try {
    const draft: unknown = JSON.parse(text ?? '{}');
    return typeof draft === 'object' && draft !== null ? draft : {};
  } catch {
    return {};
  }
}
