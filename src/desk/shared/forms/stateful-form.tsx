// Forms of the desk: labels, fields and field errors. Input survives a failed request.
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Mutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import type { DeskApiError } from '../api/client.ts';
import { useCloseDialog } from '../layout/desk-dialog.tsx';
import styles from './form.module.css';
import type { FormDraft } from './stateful-draft.ts';

export type DeskMutation = Mutation<DeskApiError>;

type FormProps = {
  readonly sending: DeskMutation;
  readonly onSend: () => Promise<unknown>;
  /** After a successful submit, such as closing the dialog and reading the page again. */
  readonly onDone?: () => Promise<unknown>;
  /** Draft to clear after a successful submit. */
  readonly draft?: Pick<FormDraft<object>, 'clear' | 'forget'>;
  readonly children: ReactNode;
  readonly submit: string;
  readonly danger?: boolean;
  /** Not the main action of the page. */
  readonly isQuiet?: boolean;
  /** Beside the button. */
  readonly more?: ReactNode;
};

export function Form({ sending, onSend, onDone, draft, children, submit, danger = false, isQuiet = false, more }: FormProps) {
  const { failure, busy } = sending;
  const own = useRef<HTMLFormElement>(null);
  const close = useCloseDialog();
  // Focus the first field with an error.
  useEffect(() => {
    if (failure) own.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const work = async () => {
      await onSend();
      // A dialog opened while the page is still read again must not restore it, with its idempotency key.
      draft?.forget();
      await onDone?.();
    };
    void sending.run(work).then((isSent) => isSent && draft?.clear());
  };
  return (
    <form ref={own} className={styles.form} noValidate onSubmit={send}>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure.errors['']?.[0] ?? (Object.keys(failure.errors).length > 0 ? 'Please check the marked fields.' : failure.message)}
        </p>
      ) : null}
      {children}
      <div className={styles.row}>
        <button className={danger ? button.bad : isQuiet ? button.quiet : button.main} type="submit" aria-disabled={busy}>
          {submit}
        </button>
        {more}
        {close ? (
          <button className={button.quiet} type="button" onClick={close}>
            Cancel
          </button>
        ) : null}
      </div>
    </form>
  );
}

type FieldProps = {
  readonly label: string;
  readonly name: string;
  readonly sending: DeskMutation;
  readonly hint?: ReactNode;
  readonly children: (own: Own) => ReactNode;
};
type Own = { readonly id: string; readonly name: string; readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string };

function Field({ label, name, sending: { failure }, hint, children }: FieldProps) {
  const id = useId();
  const wrong = failure?.errors[name];
  const described = [...(hint ? [`${id}-hint`] : []), ...(wrong ? [`${id}-wrong`] : [])].join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <small id={`${id}-hint`} className="soft">
          {hint}
        </small>
      ) : null}
      {children({ id, name, ...(wrong ? { 'aria-invalid': true as const } : {}), ...(described ? { 'aria-describedby': described } : {}) })}
      {wrong ? (
        <strong id={`${id}-wrong`} className={styles.wrong}>
          {wrong.join(' ')}
        </strong>
      ) : null}
    </div>
  );
}

type TextProps = Omit<FieldProps, 'children'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & { readonly value: string; readonly onValue: (value: string) => void };

export function DeskTextField({ label, name, sending, hint, value, onValue, ...rest }: TextProps) {
  return (
    <Field label={label} name={name} sending={sending} hint={hint}>
      {(own) => <input {...rest} {...own} className={styles.input} value={value} onChange={(event) => onValue(event.target.value)} />}
    </Field>
  );
}

type AreaProps = Omit<FieldProps, 'children'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly rows?: number;
  readonly lang?: string | undefined;
};

export function AreaField({ label, name, sending, hint, value, onValue, rows = 3, lang }: AreaProps) {
  return (
    <Field label={label} name={name} sending={sending} hint={hint}>
      {(own) => (
        <textarea
          {...own}
          lang={lang}
          rows={rows}
          className={styles.input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}

type DeskSelectProps = Omit<FieldProps, 'children'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

export function ChoiceField({ label, name, sending, hint, value, onValue, options }: DeskSelectProps) {
  return (
    <Field label={label} name={name} sending={sending} hint={hint}>
      {(own) => (
        <select {...own} className={styles.input} value={value} onChange={(event) => onValue(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
