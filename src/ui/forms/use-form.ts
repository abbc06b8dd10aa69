// Form state: values, one request per submit, errors, and a draft that survives a reload and a language
// change.
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type RefObject, type SubmitEvent, useEffect, useReducer, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError, apiErrorMessages, NETWORK_ERROR, toApiError } from '../api/api-error.ts';
import { draftKey, getItem, sessionStore, setItem } from '../browser/storage.ts';
import { isGeneral, type RuleWords, sayWrong } from './form-messages.ts';
import {
  draftOf,
  type FormError,
  type FormEvent,
  type FormState,
  openForm,
  parseFormDraft,
  step,
  summaryFields,
  toFormError,
  type Value,
  type Values,
} from './form-state.ts';
import { validate } from './form-validation.ts';

/** Retries of one submit use the same idempotency key. */
type SendOptions = { readonly signal?: AbortSignal; readonly idempotencyKey?: string };

export type FormOptions<V extends Values, A> = {
  /** Prefix of the field ids and of the draft's storage key. */
  readonly name: string;
  readonly empty: V;
  /** The call's schema, loaded when the visitor starts to fill in the form. */
  readonly shape: (values: V) => Promise<z.ZodMiniType>;
  /** Messages of the schema's rules, by their ids. */
  readonly words: RuleWords;
  /** Sends the call; it throws ApiError. */
  readonly send: (values: V, options: SendOptions) => Promise<A>;
  readonly done: (answer: A, values: V) => void;
  /** Never stored in the draft, such as passwords. */
  readonly unkept?: readonly (keyof V & string)[];
  /** What is sent beside the values, such as the cart: its errors are mended when it changes. */
  readonly subject?: unknown;
};

/** What a field needs from its form. */
export type FieldOf<T extends Value> = {
  readonly id: string;
  readonly name: string;
  readonly value: T;
  readonly wrong: string | undefined;
  readonly change: (value: T) => void;
};

export type Summary = Omit<FormError, 'wrongs'> & {
  /**
   * `solved`: edited since the error; the next submit validates it again. `general`: the message does not
   * name the field.
   */
  readonly lines: readonly {
    readonly name: string;
    readonly id: string | undefined;
    readonly text: string;
    readonly solved: boolean;
    readonly general?: boolean;
  }[];
  readonly place: RefObject<HTMLElement | null>;
};

/** The server gives up a request after this time, and so does the client. */
const PATIENCE_MS = 30_000;

const nothing: readonly never[] = [];

export const forgetDraft = (form: string): void => setItem(draftKey(form), null, sessionStore);

export function useForm<V extends Values, A>(options: FormOptions<V, A>) {
  const { name: form, empty, shape, words, send, done, unkept = nothing } = options;
  const { i18n } = useLingui();
  const [first] = useState(() => openForm<V>(empty));
  const [state, dispatch] = useReducer(step<V>, first);
  const { values, wrongs, error: formError, phase, refusals } = state;
  const place = useRef<HTMLElement>(null);
  const sending = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => {
    dispatch({ what: 'restored', values: parseFormDraft(getItem(draftKey(form), sessionStore), empty, unkept) });
  }, []);
  useEffect(() => {
    if (phase === 'done') forgetDraft(form);
    else if (values !== first.values) setItem(draftKey(form), draftOf(values, unkept), sessionStore);
  }, [form, values, phase, first, unkept]);
  useEffect(() => {
    if (refusals > 0) place.current?.focus();
  }, [refusals]);
  useMending(options, state, dispatch);
  useErrorTitle(formError !== undefined);

  async function attempt(): Promise<FormError | undefined> {
    // If the rules could not be loaded, only the server validates.
    const rules = await shape(values).catch(() => undefined);
    const local = rules ? validate(rules, values) : {};
    if (Object.keys(local).length > 0) return { general: apiErrorMessages.invalid, wrongs: local };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      done(await send(values, { signal }), values);
      return undefined;
    } catch (cause) {
      if (!(cause instanceof ApiError || signal.aborted)) throw cause;
      return toFormError(cause instanceof ApiError ? cause : toApiError(NETWORK_ERROR, ''));
    }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // React state updates too late to stop a second click.
    if (sending.current) return;
    sending.current = true;
    dispatch({ what: 'submitted' });
    try {
      const refusal = await attempt();
      dispatch(refusal ? { what: 'refused', error: refusal } : { what: 'done' });
    } finally {
      sending.current = false;
    }
  }

  const say = (name: string, lists = wrongs) => lists[name]?.map((wrong) => sayWrong(i18n, words, wrong, name)).join(' ');
  const idOf = (name: string) => `${form}-${name}`;
  return {
    busy: phase === 'busy',
    props: {
      noValidate: true,
      method: 'post',
      onSubmit: submit,
      onKeyDown: keepComposing,
      onFocus: () => void shape(values).catch(() => undefined),
    },
    field: <K extends keyof V & string>(name: K): FieldOf<V[K]> => ({
      ...{ id: idOf(name), name, value: values[name], wrong: say(name) },
      change: (value) => dispatch({ what: 'typed', name, value }),
    }),
    summary: formError && {
      ...{ ...formError, place },
      lines: summaryFields(state).map((name) => ({
        ...{ name, text: say(name, formError.wrongs) ?? '', solved: wrongs[name] === undefined },
        general: formError.wrongs[name]?.every((wrong) => isGeneral(words, wrong, name)) ?? false,
        id: Object.hasOwn(values, name) ? idOf(name) : undefined,
      })),
    },
  };
}

/** An error is solved when its field is edited, and also when something else makes it go. */
function useMending<V extends Values, A>(
  { empty, shape, subject }: FormOptions<V, A>,
  { values, wrongs }: FormState<V>,
  dispatch: (event: FormEvent<V>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the subject changes.
  useEffect(() => {
    dispatch({ what: 'mended', isMended: (name) => !Object.hasOwn(empty, name) });
  }, [subject]);
  useEffect(() => {
    // One field can mend another: a country without states needs no state. Only the server can judge its own
    // messages.
    const local = Object.keys(wrongs).filter((name) => wrongs[name]?.every((wrong) => typeof wrong !== 'string'));
    if (local.length === 0) return undefined;
    let isCurrent = true;
    shape(values).then(
      (loaded) => {
        const left = validate(loaded, values);
        if (isCurrent) dispatch({ what: 'mended', isMended: (name) => local.includes(name) && left[name] === undefined });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [values, wrongs, shape, dispatch]);
}

/** Enter that ends an IME composition must not submit. Safari marks it only with the legacy key code. */
export function keepComposing(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.target instanceof HTMLInputElement && event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229))
    event.preventDefault();
}

/**
 * The title says first that there is an error. The layout resets the title on navigation and language change.
 */
export function useErrorTitle(wrong: boolean): void {
  const { t } = useLingui();
  const prefix = `${t`Error:`} `;
  useEffect(() => {
    if (!wrong) return undefined;
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [wrong, prefix]);
}
