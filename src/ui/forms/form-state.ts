// State machine of a form: typed, submitted, refused, done. Pure; use-form.ts does the rest.
import type { MessageDescriptor } from '@lingui/core';
import { type ApiError, NETWORK_ERROR, NoResponseError } from '../api/api-error.ts';

/** A field error: a message from the server, or a local rule with its numbers, which is translated here. */
export type FieldFault = string | { readonly rule: string; readonly numbers?: Readonly<Record<string, string | number>> };
export type FieldFaults = Readonly<Record<string, readonly FieldFault[]>>;

/** Content of the error summary and the field errors. */
export type FormError = {
  readonly general: MessageDescriptor | string;
  readonly wrongs: FieldFaults;
  readonly waitSeconds?: number | undefined;
  /** Request id for the support. */
  readonly requestId?: string | undefined;
  /** No response came, so it is unknown whether the request arrived. */
  readonly lost?: boolean;
  /** The request may have been processed. */
  readonly unanswered?: boolean;
};

export type Value = string | boolean;
export type Values = Readonly<Record<string, Value>>;

export type FormState<V extends Values> = {
  readonly values: V;
  /** Current errors: editing a field clears its error. */
  readonly wrongs: FieldFaults;
  /** Errors of the last submit. Unchanged until the next one, so that nothing moves while the user types. */
  readonly error: FormError | undefined;
  readonly phase: 'open' | 'busy' | 'done';
  /** Number of failed submits; each moves the focus to the summary. */
  readonly refusals: number;
};

export type FormEvent<V extends Values> =
  | { readonly what: 'typed'; readonly name: keyof V & string; readonly value: Value }
  | { readonly what: 'restored'; readonly values: Partial<V> }
  | { readonly what: 'mended'; readonly isMended: (name: string) => boolean }
  | { readonly what: 'submitted' }
  | { readonly what: 'refused'; readonly error: FormError }
  | { readonly what: 'done' };

export const openForm = <V extends Values>(values: V): FormState<V> => ({
  values,
  error: undefined,
  wrongs: {},
  phase: 'open',
  refusals: 0,
});

export function step<V extends Values>(state: FormState<V>, event: FormEvent<V>): FormState<V> {
  switch (event.what) {
    case 'typed': {
      const { [event.name]: _, ...wrongs } = state.wrongs;
      // A form that stays after success is open again with the first input.
      const phase = state.phase === 'done' ? 'open' : state.phase;
      return { ...state, phase, values: { ...state.values, [event.name]: event.value }, wrongs };
    }
    case 'restored':
      // Without a draft nothing was typed, and initial values are not stored as a draft.
      return Object.keys(event.values).length === 0 ? state : { ...state, values: { ...state.values, ...event.values } };
    case 'mended': {
      const open = Object.entries(state.wrongs).filter(([name]) => !event.isMended(name));
      return open.length === Object.keys(state.wrongs).length ? state : { ...state, wrongs: Object.fromEntries(open) };
    }
    case 'submitted':
      return state.phase === 'busy' ? state : { ...state, phase: 'busy' };
    case 'refused':
      return { ...state, phase: 'open', error: event.error, wrongs: event.error.wrongs, refusals: state.refusals + 1 };
    case 'done':
      return { ...state, phase: 'done', error: undefined, wrongs: {} };
  }
}

/** The key '' is no field: its message is already the general one. */
export function toFormError(refused: ApiError): FormError {
  const { status, general, errors, waitSeconds, requestId } = refused;
  const { '': _, ...wrongs } = errors;
  return { general, wrongs, waitSeconds, requestId, lost: status === NETWORK_ERROR, unanswered: refused instanceof NoResponseError };
}

/** Fields of the summary in form order; errors of unknown fields come last. */
export function summaryFields({ error, values }: Pick<FormState<Values>, 'error' | 'values'>): string[] {
  const names = Object.keys(error?.wrongs ?? {});
  return [...Object.keys(values).filter((name) => names.includes(name)), ...names.filter((name) => !Object.hasOwn(values, name))];
}

/** What a draft may hold: no secrets, and nothing if nothing was typed. */
export function draftOf(values: Values, unkept: readonly string[]): string | null {
  const entries = Object.entries(values).filter(([name, value]) => !unkept.includes(name) && value !== '' && value !== false);
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : null;
}

/** The draft may be of an older form or invalid: only values that fit today's form are read. */
export function parseFormDraft<V extends Values>(text: string | undefined, empty: V, unkept: readonly string[]): Partial<V> {
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
