// What is typed into a form survives leaving the page, a reload and a failed request: it is kept in the tab's storage until the form is sent.
import { useCallback, useEffect, useState } from 'react';
import { useMe } from '../api/me.ts';

export type FormDraft<V> = {
  readonly values: V;
  /** Something typed earlier was found. */
  readonly isRestored: boolean;
  readonly change: (changes: Partial<V>) => void;
  /** The form was sent, or its draft is not wanted any more: it begins anew. */
  readonly clear: () => void;
};

const PREFIX = 'desk.draft.';

export const draftKey = (operator: string, form: string): string => `${PREFIX}${operator}.${form}`;

/** `form`: of one thing, such as `ticket.T-4711`. Never for passwords or codes. What the form begins with is not stored. */
export function useFormDraft<V extends object>(form: string, initial: V): FormDraft<V> {
  const me = useMe();
  const key = draftKey(me.id, form);
  const [first] = useState(initial);
  const [stored] = useState(() => readDraft(key));
  const [values, setValues] = useState<V>({ ...first, ...stored });
  useEffect(() => writeDraft(key, encode(values) === encode(first) ? undefined : values), [key, values, first]);
  const change = useCallback((changes: Partial<V>) => setValues((before) => ({ ...before, ...changes })), []);
  const clear = useCallback(() => {
    // The form may be gone by now, and no effect runs any more.
    writeDraft(key, undefined);
    setValues(first);
  }, [key, first]);
  return { values, isRestored: stored !== undefined, change, clear };
}

/** Removes what others have typed in this tab; without an operator, all of it. */
export function forgetDrafts(keptFor?: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !(keptFor && key.startsWith(draftKey(keptFor, '')))) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** JSON has no NaN, which stands for a number that is not one. */
const NOT_A_NUMBER = '\u0000NaN';
const encode = (values: object): string => JSON.stringify(values, (_, value: unknown) => (Number.isNaN(value) ? NOT_A_NUMBER : value));

export function readDraft(key: string): object | undefined {
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
    // A full or closed storage: the draft lasts as long as the page.
  }
}
