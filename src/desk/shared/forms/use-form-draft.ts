// Stores the input of a form in the tab's storage until it is sent, so that it survives navigation, a reload
// and a failed request.
import { useCallback, useEffect, useState } from 'react';
import { useMe } from '../api/me.ts';

export type FormDraft<V> = {
  readonly values: V;
  /** Stored input was restored. */
  readonly isRestored: boolean;
  readonly change: (changes: Partial<V>) => void;
  /** Deletes the stored input and keeps what the form shows. */
  readonly forget: () => void;
  /** Deletes the draft and resets the form. */
  readonly clear: () => void;
};

const PREFIX = 'desk.draft.';

export const formDraftKey = (operator: string, form: string): string => `${PREFIX}${operator}.${form}`;

/**
 * `form`: a unique key such as `ticket.T-4711`. Never for passwords or codes. Initial values are not stored.
 */
export function useFormDraft<V extends object>(form: string, initial: V): FormDraft<V> {
  const me = useMe();
  const key = formDraftKey(me.id, form);
  const [first] = useState(initial);
  const [stored] = useState(() => readFormDraft(key));
  const [values, setValues] = useState<V>({ ...first, ...stored });
  useEffect(() => {
    writeDraft(key, encode(values) === encode(first) ? undefined : values);
  }, [key, values, first]);
  const change = useCallback((changes: Partial<V>) => setValues((before) => ({ ...before, ...changes })), []);
  const clear = useCallback(() => {
    // Write now: effects do not run after unmount.
    writeDraft(key, undefined);
    setValues(first);
  }, [key, first]);
  const forget = useCallback(() => writeDraft(key, undefined), [key]);
  return { values, isRestored: stored !== undefined, change, forget, clear };
}

/** Removes drafts of other operators in this tab; without an operator, all drafts. */
export function forgetFormDrafts(keptFor?: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(keptFor && key.startsWith(formDraftKey(keptFor, '')))) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** JSON has no NaN, the value of an invalid number. */
const NOT_A_NUMBER = '\u0000NaN';
const encode = (values: object): string => JSON.stringify(values, (_, value: unknown) => (Number.isNaN(value) ? NOT_A_NUMBER : value));

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

export function writeDraft(key: string, values: object | undefined): void {
  try {
    if (values === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, encode(values));
  } catch {
    // Storage is full or blocked: the draft lasts as long as the page.
  }
}
