// The draft of a short form, in the tab's storage: what differs from the form's own values, without secrets.
import { getDraftKey, getItem, getSessionStore, setItem } from '#ui/browser/storage.ts';
import type { FormDraft } from '#ui/forms/use-api-form.ts';

export type FormValues = Readonly<Record<string, string | boolean>>;

export function createFormDraft<V extends FormValues>(form: string, empty: V, unkept: readonly string[]): FormDraft<V> {
  const key = getDraftKey(form);
  return {
    read() {
      const values = parseDraft(getItem(key, getSessionStore), empty, unkept);
      return Object.keys(values).length > 0 ? { values } : undefined;
    },
    write: (values, base) => setItem(key, formatDraft(values, base, unkept), getSessionStore),
    clear: () => setItem(key, null, getSessionStore),
  };
}

/** Null if there is nothing to keep. */
export function formatDraft(values: FormValues, base: FormValues, unkept: readonly string[]): string | null {
  const entries = Object.entries(values).filter(([name, value]) => !unkept.includes(name) && value !== base[name]);
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : null;
}

/** The draft may be of an older form or invalid: only values that fit today's form are read. */
export function parseDraft<V extends FormValues>(text: string | undefined, empty: V, unkept: readonly string[]): Partial<V> {
  try {
    const draft: unknown = JSON.parse(text ?? '{}');
    const fitting = Object.entries(draft ?? {}).filter(
      ([name, value]) => Object.hasOwn(empty, name) && typeof value === typeof empty[name] && !unkept.includes(name),
    );
    return Object.fromEntries(fitting) as Partial<V>;
  } catch {
    return {};
  }
}
