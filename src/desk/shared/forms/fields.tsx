// The fields of the desk's forms, by the name of their value: labels, inputs and the server's errors.
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { get, useController, useFormState } from 'react-hook-form';
import styles from './form.module.css';

type FieldProps = { readonly label: string; readonly name: string; readonly hint?: ReactNode };
type Input = { readonly id: string; readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string };

function Field({ label, name, hint, children }: FieldProps & { readonly children: (input: Input) => ReactNode }) {
  const id = useId();
  const error = useFieldError(name);
  const described = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-wrong`] : [])].join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <small id={`${id}-hint`} className="soft">
          {hint}
        </small>
      ) : null}
      {children({ id, ...(error ? { 'aria-invalid': true as const } : {}), ...(described ? { 'aria-describedby': described } : {}) })}
      <FieldError name={name} id={`${id}-wrong`} />
    </div>
  );
}

type TextProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'name'> & {
    /** Of a value that is no text. What was typed stays as it is while it means the value. */
    readonly parse?: (text: string) => unknown;
    readonly format?: (value: never) => string;
  };

export function TextField({ label, name, hint, parse = asIs, format = asIs, ...rest }: TextProps) {
  const { field } = useController({ name });
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && Object.is(parse(typed), field.value) ? typed : format(field.value as never);
  const change = (next: string) => {
    setTyped(next);
    field.onChange(parse(next));
  };
  return (
    <Field label={label} name={name} hint={hint}>
      {(input) => (
        <input {...rest} {...input} {...field} className={styles.input} value={text} onChange={(event) => change(event.target.value)} />
      )}
    </Field>
  );
}

const asIs = (value: string | null | undefined): string => value ?? '';

type AreaProps = FieldProps & { readonly rows?: number; readonly lang?: string | undefined; readonly readOnly?: boolean };

export function AreaField({ label, name, hint, rows = 3, ...rest }: AreaProps) {
  const { field } = useController({ name });
  return (
    <Field label={label} name={name} hint={hint}>
      {(input) => <textarea {...rest} {...input} {...field} rows={rows} className={styles.input} value={asIs(field.value)} />}
    </Field>
  );
}

type ChoiceProps = FieldProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Of a value that is no text. */
  readonly parse?: (text: string) => unknown;
  readonly format?: (value: never) => string;
  /** Instead of the change of the value alone. */
  readonly onValue?: (text: string) => void;
};

export function ChoiceField({ label, name, hint, options, parse = asIs, format = String, onValue }: ChoiceProps) {
  const { field } = useController({ name });
  const change = onValue ?? ((text: string) => field.onChange(parse(text)));
  return (
    <Field label={label} name={name} hint={hint}>
      {(input) => (
        <select
          {...input}
          {...field}
          className={styles.input}
          value={format((field.value ?? '') as never)}
          onChange={(event) => change(event.target.value)}
        >
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

type CheckProps = Pick<FieldProps, 'name'> & { readonly className?: string | undefined; readonly children: ReactNode };

export function CheckField({ name, className, children }: CheckProps) {
  const { field } = useController({ name });
  return (
    <label className={className}>
      <input {...field} type="checkbox" value={undefined} checked={field.value === true} />
      {children}
    </label>
  );
}

/** What the server says of a field that shows it elsewhere, or of a list. */
export function FieldError({ name, id }: { readonly name: string; readonly id?: string }) {
  const error = useFieldError(name);
  return error ? (
    <strong id={id} className={styles.wrong}>
      {error}
    </strong>
  ) : null;
}

export function useFieldError(name: string): string | undefined {
  const { errors } = useFormState({ name });
  const error: (Partial<Error> & { readonly root?: Error }) | undefined = get(errors, name);
  return error?.message ?? error?.root?.message;
}
