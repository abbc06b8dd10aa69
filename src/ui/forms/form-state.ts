// What a form knows and how that changes: typed, submitted, refused, done. Pure; the hook beside it does the rest.
import type { MessageDescriptor } from '@lingui/core';
import { type ApiError, NETWORK_ERROR, Unanswered } from '../api-error.ts';

/** Wrong in a field: a sentence of the server's, or a rule of ours with its numbers, which is said in the language of the page. */
export type FieldFault = string | { readonly rule: string; readonly numbers?: Readonly<Record<string, string | number>> };
export type FieldFaults = Readonly<Record<string, readonly FieldFault[]>>;

/** What is said on top of a form that was refused, and at its fields. */
export type FormError = {
  readonly general: MessageDescriptor | string;
  readonly wrongs: FieldFaults;
  readonly waitSeconds?: number | undefined;
  /** What to quote when asking for help. */
  readonly requestId?: string | undefined;
  /** Nothing came back, so nobody knows whether it arrived. */
  readonly lost?: boolean;
  /** What was sent may have been done. */
  readonly unanswered?: boolean;
};

export type Value = string | boolean;
export type Values = Readonly<Record<string, Value>>;

export type FormState<V extends Values> = {
  readonly values: V;
  /** What is wrong at this moment: a field that is typed in is given the benefit of the doubt. */
  readonly wrongs: FieldFaults;
  /** What was said at the last submit. It stays whole until the next one, so that nothing jumps while somebody types. */
  readonly told: FormError | undefined;
  readonly phase: 'open' | 'busy' | 'done';
  /** How often it was refused here; each time the summary takes the focus. */
  readonly refusals: number;
};

export type FormEvent<V extends Values> =
  | { readonly what: 'typed'; readonly name: keyof V & string; readonly value: Value }
  | { readonly what: 'restored'; readonly values: Partial<V> }
  | { readonly what: 'submitted' }
  | { readonly what: 'refused'; readonly told: FormError }
  | { readonly what: 'done' };

/** `told`: what the server said to the same form, posted without script. */
export const openForm = <V extends Values>(values: V, told?: FormError): FormState<V> => ({
  values,
  told,
  wrongs: told?.wrongs ?? {},
  phase: 'open',
  refusals: 0,
});

export function step<V extends Values>(state: FormState<V>, event: FormEvent<V>): FormState<V> {
  switch (event.what) {
    case 'typed': {
      const { [event.name]: _, ...wrongs } = state.wrongs;
      // A form that stays after it is done is open again with the first letter.
      const phase = state.phase === 'done' ? 'open' : state.phase;
      return { ...state, phase, values: { ...state.values, [event.name]: event.value }, wrongs };
    }
    case 'restored':
      // Without a draft nothing was typed, and what a form begins with is not to be kept as if it were one.
      return Object.keys(event.values).length === 0 ? state : { ...state, values: { ...state.values, ...event.values } };
    case 'submitted':
      return state.phase === 'busy' ? state : { ...state, phase: 'busy' };
    case 'refused':
      return { ...state, phase: 'open', told: event.told, wrongs: event.told.wrongs, refusals: state.refusals + 1 };
    case 'done':
      return { ...state, phase: 'done', told: undefined, wrongs: {} };
  }
}

/** The key '' is no field: what it says is the general message already. */
export function toFormError(refused: ApiError): FormError {
  const { status, general, errors, waitSeconds, requestId } = refused;
  const { '': _, ...wrongs } = errors;
  return { general, wrongs, waitSeconds, requestId, lost: status === NETWORK_ERROR, unanswered: refused instanceof Unanswered };
}

/** The names that the summary lists, in the order of the form; what belongs to no field of it comes last. */
export function summaryFields({ told, values }: Pick<FormState<Values>, 'told' | 'values'>): string[] {
  const names = Object.keys(told?.wrongs ?? {});
  return [...Object.keys(values).filter((name) => names.includes(name)), ...names.filter((name) => !Object.hasOwn(values, name))];
}

/** What may be kept of a form: never a secret, and nothing where nothing was typed. */
export function draftOf(values: Values, unkept: readonly string[]): string | null {
  const kept = Object.entries(values).filter(([name, value]) => !unkept.includes(name) && value !== '' && value !== false);
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null;
}

/** A draft that was kept by an older form, or by nobody: only what fits the form of today is taken. */
export function readDraft<V extends Values>(text: string | undefined, empty: V, unkept: readonly string[]): Partial<V> {
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
