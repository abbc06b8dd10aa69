// Stores the input of a form in the tab's storage until it is sent, so that it survives navigation, a reload
// and a failed request.
import { useCallback, useEffect, useState } from 'react';
import { useMe } from '../api/me.ts';
import { encode, formDraftKey, readFormDraft, writeFormDraft as writeDraft } from './form-drafts.ts';

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
