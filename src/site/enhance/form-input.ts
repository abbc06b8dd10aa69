// What a visitor has typed into a form, and what of it a draft may hold: no passwords, codes and consents.

export const DRAFT_FIELDS =
  ':is(input,textarea,select):not([type=password],[type=hidden],[type=checkbox],[autocomplete=one-time-code],[data-unkept])';

/** What a form sends. */
export type FormValues = Readonly<Record<string, string | boolean>>;

/** Null: nothing was typed. */
export function writeDraft(form: HTMLFormElement): string | null {
  const names = new Set([...form.elements].filter((field) => field.matches(DRAFT_FIELDS)).map((field) => field.getAttribute('name')));
  const typed = [...new FormData(form)].filter(([name, value]) => names.has(name) && value !== '');
  return typed.length > 0 ? JSON.stringify(Object.fromEntries(typed)) : null;
}

/** Otherwise than the server sent it. */
export const isTyped = (field: Element): boolean =>
  (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'radio')) &&
  field.value !== field.defaultValue;
