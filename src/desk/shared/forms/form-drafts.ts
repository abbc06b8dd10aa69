// Stores the input of forms in the tab's storage until it is sent, so that it survives navigation, a reload
// and a failed request.
import type { FormDraft } from '#ui/forms/use-api-form.ts';

const PREFIX = 'desk.draft.';

export const getFormDraftKey = (operator: string, form: string): string => `${PREFIX}${operator}.${form}`;

export function createFormDraft<V extends object>(key: string, keepsBase: boolean, secret?: string): FormDraft<V> {
  const withoutSecret = (values: V): object => Object.fromEntries(Object.entries(values).filter(([name]) => name !== secret));
  return {
    read() {
      const stored = readFormDraft(key);
      return stored && (keepsBase ? (stored as { values: V; base: V }) : { values: stored as Partial<V> });
    },
    write(typed, base) {
      const values = withoutSecret(typed);
      writeFormDraft(key, encodeValues(values) === encodeValues(withoutSecret(base)) ? undefined : keepsBase ? { values, base } : values);
    },
    clear: () => writeFormDraft(key, undefined),
  };
}

/** Removes drafts of other operators in this tab; without an operator, all drafts. */
export function forgetFormDrafts(keptFor?: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(keptFor && key.startsWith(getFormDraftKey(keptFor, '')))) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** JSON has no NaN, the value of an invalid number. */
const NOT_A_NUMBER = '\u0000NaN';
export const encodeValues = (values: object): string =>
  JSON.stringify(values, (_, value: unknown) => (Number.isNaN(value) ? NOT_A_NUMBER : value));

export function readFormDraft(key: string): object | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null', (_, value: unknown) =>
      value === NOT_A_NUMBER ? Number.NaN : value,
    );
    return stored !== null && typeof stored === 'object' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function writeFormDraft(key: string, values: object | undefined): void {
  try {
    if (values === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, encodeValues(values));
  } catch {
    // Storage is full or blocked: the draft lasts as long as the page.
  }
}
