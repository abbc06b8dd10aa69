// The form hook of the account: the input is checked with the rules of its call, what is wrong is said in the
// visitor's language, and a draft survives a reload and a change of language.
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { FieldErrors, Path, ResolverResult } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError, apiErrorMessages, NETWORK_ERROR, toApiError } from '#ui/api/api-error.ts';
import { type Summary, sortLines } from '#ui/forms/error-summary.tsx';
import type { FormField } from '#ui/forms/field.tsx';
import { formatError, isGeneral, type RuleWords } from '#ui/forms/form-messages.ts';
import { validate } from '#ui/forms/form-validation.ts';
import { type ApiForm, SERVER_ERROR, useApiForm } from '#ui/forms/use-api-form.ts';
import { createFormDraft, type FormValues } from './form-draft.ts';

export type AccountFormOptions<V extends FormValues, A> = {
  /** Prefix of the field ids and of the draft's storage key. */
  readonly name: string;
  readonly empty: V;
  /** The call's schema, loaded when the visitor starts to fill in the form. */
  readonly shape: (values: V) => Promise<z.ZodMiniType>;
  /** Messages of the schema's rules, by their ids. */
  readonly words: RuleWords;
  /** Sends the call; it throws ApiError. */
  readonly send: (values: V, options: { readonly signal: AbortSignal }) => Promise<A>;
  readonly onDone: (answer: A, values: V) => void;
  /** Never stored in the draft, such as passwords. */
  readonly unkept?: readonly (keyof V & string)[];
  /** What is sent beside the values, such as the cart: its errors are solved when it changes. */
  readonly subject?: unknown;
};

/** The server gives up a request after this time, and so does the client. */
const PATIENCE_MS = 30_000;

type Failed = {
  readonly error: ApiError;
  readonly lines: readonly Pick<Summary['lines'][number], 'name' | 'text' | 'general'>[];
  readonly subject: unknown;
};

export function useAccountForm<V extends FormValues, A>(options: AccountFormOptions<V, A>) {
  const { name: formName, empty, shape, words, send, onDone, unkept = [], subject } = options;
  const { i18n } = useLingui();
  const [draft] = useState(() => createFormDraft(formName, empty, unkept));
  const [failed, setFailed] = useState<Failed>();
  const findErrors = async (typed: V): Promise<FieldErrors> => {
    // If the rules could not be loaded, only the server validates.
    const rules = await shape(typed).catch(() => undefined);
    const errors = Object.entries(rules ? validate(rules, typed) : {});
    return Object.fromEntries(errors.map(([name, error]) => [name, { type: error.rule, message: formatError(i18n, words, error, name) }]));
  };
  const form = useApiForm<V, A, ApiError>({
    values: empty,
    draft,
    afterwards: 'saved',
    resolver: async (typed) => ({ values: typed, errors: await findErrors(typed) }) as ResolverResult<V>,
    send: (typed) => withTimeout((signal) => send(typed, { signal })),
    readError: (cause) => (cause instanceof ApiError ? cause : undefined),
    onInvalid(found) {
      const lines = Object.entries(found as FieldErrors).map(([name, { type = '', message = '' } = {}]) => ({
        ...{ name, text: String(message), general: isGeneral(words, String(type), name) },
      }));
      setFailed({ error: new ApiError(400, apiErrorMessages.invalid), lines, subject });
    },
    onError(error) {
      const { '': _, ...fields } = error.errors;
      setFailed({ error, lines: Object.entries(fields).map(([name, texts]) => ({ name, text: texts.join(' ') })), subject });
    },
    onDone(answer, input) {
      setFailed(undefined);
      onDone(answer, input);
    },
  });
  useMending(form, findErrors);
  const values = form.watch();
  const { formState } = form;
  const names = Object.keys(empty);
  const findError = (name: string) => form.getFieldState(name as Path<V>, formState).error;
  const findId = (name: string) => `${formName}-${name}`;
  return {
    busy: formState.isSubmitting,
    discard: form.discard,
    props: {
      noValidate: true,
      method: 'post',
      onSubmit: form.submit,
      onKeyDown: keepComposing,
      onFocus: () => void shape(values).catch(() => undefined),
    },
    field: <K extends keyof V & string>(name: K): FormField<V[K]> => ({
      ...{ id: findId(name), name, value: values[name], error: findError(name)?.message },
      change(value) {
        form.clearErrors(name as never);
        form.setValue(name as never, value as never);
      },
    }),
    summary: failed && {
      error: failed.error,
      lines: sortLines(failed.lines, names).map((line) =>
        names.includes(line.name)
          ? { ...line, id: findId(line.name), solved: !findError(line.name) }
          : { ...line, id: undefined, solved: failed.subject !== subject },
      ),
    },
  };
}

async function withTimeout<A>(send: (signal: AbortSignal) => Promise<A>): Promise<A> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await send(signal);
  } catch (cause) {
    throw signal.aborted && !(cause instanceof ApiError) ? toApiError(NETWORK_ERROR, '') : cause;
  }
}

/**
 * One field can mend another: a country without states needs no state. Only the server can judge its own
 * messages.
 */
function useMending<V extends FormValues>(
  { subscribe, getFieldState, clearErrors }: ApiForm<V>,
  findErrors: (values: V) => Promise<FieldErrors>,
): void {
  useEffect(() => {
    const mend = async (values: V) => {
      const open = (Object.keys(values) as Path<V>[]).filter((name) => (getFieldState(name).error?.type ?? SERVER_ERROR) !== SERVER_ERROR);
      if (open.length === 0) return;
      const errors = await findErrors(values);
      clearErrors(open.filter((name) => !errors[name]));
    };
    const unsubscribe = subscribe({ formState: { values: true }, callback: ({ values }) => void mend(values) });
    return unsubscribe;
  });
}

/** Enter that ends an IME composition must not submit. Safari marks it only with the legacy key code. */
export function keepComposing(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.target instanceof HTMLInputElement && event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229))
    event.preventDefault();
}
