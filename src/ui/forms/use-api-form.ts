// The form of an app: react-hook-form with what a form that is sent to the API needs. It is sent once at a
// time, the messages of a refused call stand at their fields, and what was typed is kept as a draft.
import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';

/** A call that the API refused, or that did not reach it: messages by field; the key '' is the whole form. */
export type CallError = Error & { readonly status: number; readonly errors: Readonly<Record<string, readonly string[]>> };

/** Type of an error that the API has found. */
export const SERVER_ERROR = 'server';

/** Where the input is kept until it is sent. Its identity must not change with every render. */
export type FormDraft<V> = {
  /** `base`: what the input was made from, if the draft keeps it. */
  readonly read: () => { readonly values: Partial<V>; readonly base?: V } | undefined;
  /** Nothing is kept of values that are those of the base. */
  readonly write: (values: V, base: V) => void;
  readonly clear: () => void;
};

export type ApiFormOptions<V extends FieldValues, A = unknown, E extends CallError = CallError> = {
  readonly values: V;
  /** Checks the input before it is sent. Without it, the API does. */
  readonly resolver?: Resolver<V>;
  readonly send: (values: V) => Promise<A>;
  /** After a successful submit, such as closing the dialog and reading the page again. */
  readonly onDone?: ((answer: A, values: V) => unknown) | undefined;
  /** What the resolver found; nothing was sent. */
  readonly onInvalid?: (errors: FieldErrors<V>) => void;
  readonly onError?: (error: E, values: V) => void;
  /**
   * After a successful submit the form begins again, or keeps what was saved; 'editing': it was only checked,
   * so the draft stays, too.
   */
  readonly afterwards?: 'again' | 'saved' | 'editing';
  /** Undefined for an error that is no failed call: it is thrown. */
  readonly readError: (cause: unknown) => E | undefined;
  /** The field that shows the messages of a path in the request, if they differ. */
  readonly fieldAt?: ((path: string, values: V) => string) | undefined;
  readonly draft?: FormDraft<V> | undefined;
};

export type ApiForm<V extends FieldValues> = UseFormReturn<V> & {
  readonly submit: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Another button of the form. Resolves with whether its work succeeded. */
  readonly submitWith: (work: (values: V) => Promise<unknown>) => (event?: BaseSyntheticEvent) => Promise<boolean>;
  readonly isRestored: boolean;
  /** Begins again, without the draft. */
  readonly discard: () => void;
};

export function useApiForm<V extends FieldValues, A, E extends CallError>(options: ApiFormOptions<V, A, E>): ApiForm<V> {
  const { values, resolver, send, onDone, onInvalid, onError, afterwards = 'again', readError, fieldAt, draft } = options;
  const [stored] = useState(() => draft?.read());
  const [initial] = useState<V>(stored?.base ?? values);
  const form = useForm<V>({ defaultValues: initial as DefaultValues<V>, ...(resolver ? { resolver } : {}) });
  // Before the first render, so that all fields begin with the draft.
  useState(() => stored && form.reset({ ...initial, ...stored.values }, { keepDefaultValues: true }));
  const { subscribe } = form;
  useEffect(() => {
    if (!draft) return undefined;
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values: typed, defaultValues }) => draft.write(typed, defaultValues as V),
    });
    return unsubscribe;
  }, [draft, subscribe]);
  // The state of the form updates too late to stop a second press.
  const isSending = useRef(false);
  const submitWith = (work: (values: V) => Promise<unknown>) => async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    if (isSending.current) return false;
    isSending.current = true;
    // A resolver replaces them.
    if (!resolver) form.clearErrors();
    let isSent = false;
    const attempt = async (typed: V) => {
      try {
        await work(typed);
        isSent = true;
      } catch (cause) {
        const error = readError(cause);
        if (!error) throw cause;
        showErrors(form, error, fieldAt);
        onError?.(error, typed);
      }
    };
    try {
      await form.handleSubmit(attempt, onInvalid)(event);
    } finally {
      isSending.current = false;
    }
    return isSent;
  };
  const submitting = submitWith(async (typed) => {
    const answer = await send(typed);
    // A dialog opened while the page is still read again must not restore it, with its idempotency key.
    if (afterwards !== 'editing') draft?.clear();
    await onDone?.(answer, typed);
  });
  return {
    ...form,
    submitWith,
    async submit(event) {
      if (!(await submitting(event)) || afterwards === 'editing') return;
      form.reset(afterwards === 'saved' ? form.getValues() : undefined, { keepIsSubmitSuccessful: true });
      draft?.clear();
    },
    isRestored: stored !== undefined,
    discard() {
      form.reset();
      draft?.clear();
    },
  };
}

/** The messages of lists come last and beside those of their items, which they must not replace. */
function showErrors<V extends FieldValues>(form: UseFormReturn<V>, error: CallError, fieldAt: ApiFormOptions<V>['fieldAt']): void {
  const { '': general = [], ...fields } = error.errors;
  const values = form.getValues();
  const found = Object.entries(fields).map(([path, messages]) => {
    const field = (fieldAt?.(path, values) ?? path).replaceAll(/\[(\d+)\]/g, '.$1');
    return { field, message: messages.join(' '), isList: Array.isArray(form.getValues(field as Path<V>)) };
  });
  for (const { field, message, isList } of found.toSorted((a, b) => Number(a.isList) - Number(b.isList)))
    form.setError((isList ? `${field}.root` : field) as Path<V>, { type: SERVER_ERROR, message });
  const [message = found.length > 0 ? '' : error.message, ...others] = general;
  form.setError('root', { type: SERVER_ERROR, message });
  if (others.length > 0) form.setError('root.others', { type: SERVER_ERROR, message: others.join('\n') });
}
