// The fields of the desk's forms, by the name of their value: labels, inputs and the server's errors.
import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
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
  const { value, change } = useField(name);
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && Object.is(parse(typed), value) ? typed : format(value as never);
  const read = (next: string) => {
    setTyped(next);
    change(parse(next));
  };
  return (
    <Field label={label} name={name} hint={hint}>
      {(input) => (
        <input {...rest} {...input} name={name} className={styles.input} value={text} onChange={(event) => read(event.target.value)} />
      )}
    </Field>
  );
}

const asIs = (value: string | null | undefined): string => value ?? '';

/** A number without decimals. An invalid one is sent as null, so that the server reports it. */
export const WholeField = ({ isOptional = false, ...rest }: TextProps & { readonly isOptional?: boolean }) => (
  <TextField
    {...rest}
    inputMode="numeric"
    parse={(text) => (text.trim() === '' && isOptional ? undefined : /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN)}
    format={(value: number | null | undefined) => (Number.isFinite(value) ? String(value) : '')}
  />
);

/** With decimals, and perhaps a percent sign. What is no number is sent as it was typed. */
export const PercentField = (props: TextProps) => (
  <TextField
    {...props}
    inputMode="decimal"
    parse={(text) => (/^\s*-?\d{1,9}([.,]\d+)?\s*%?\s*$/.test(text) ? Number.parseFloat(text.replace(',', '.')) : text)}
    format={(value: number | string) => (Number.isNaN(value) ? '' : String(value))}
  />
);

type AreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'name'>;

export function AreaField({ label, name, hint, rows = 3, ...rest }: AreaProps) {
  const { value, change } = useField<string>(name);
  return (
    <Field label={label} name={name} hint={hint}>
      {(input) => (
        <textarea
          {...{ ...rest, ...input, name, rows }}
          className={styles.input}
          value={asIs(value)}
          onChange={(event) => change(event.target.value)}
        />
      )}
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
  const { value, change } = useField(name);
  const choose = onValue ?? ((text: string) => change(parse(text)));
  return (
    <Field label={label} name={name} hint={hint}>
      {(input) => (
        <select
          {...input}
          name={name}
          className={styles.input}
          value={format((value ?? '') as never)}
          onChange={(event) => choose(event.target.value)}
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

type CheckProps = Pick<FieldProps, 'name'> & {
  readonly className?: string | undefined;
  /** Unchecked is no value. */
  readonly isOptional?: boolean;
  readonly children: ReactNode;
};

export function CheckField({ name, className, isOptional = false, children }: CheckProps) {
  const { value, change } = useField<boolean | undefined>(name);
  return (
    <label className={className}>
      <input
        type="checkbox"
        name={name}
        checked={value === true}
        onChange={({ target }) => change(target.checked || (isOptional ? undefined : false))}
      />
      {children}
    </label>
  );
}

type CheckListProps = Pick<FieldProps, 'name'> & {
  readonly legend: string;
  readonly className: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Around the boxes. */
  readonly boxes: string | undefined;
  readonly box: string | undefined;
  /** What no value stands for: all of them. */
  readonly usual?: readonly string[];
};

/** Some of a few, in their order. */
export function CheckList({ name, legend, className, options, boxes, box, usual = [] }: CheckListProps) {
  const id = useId();
  const { errors } = useFormState({ name });
  // Of the list and of its items, which have no fields.
  const error = Object.values<Partial<Error> | undefined>(get(errors, name) ?? {})
    .flatMap((each) => each?.message ?? [])
    .join(' ');
  const { value: chosen = usual, change } = useField<readonly string[] | undefined>(name);
  const choose = (value: string, isChosen: boolean) => {
    const next = options.flatMap((each) => ((each.value === value ? isChosen : chosen.includes(each.value)) ? [each.value] : []));
    change(next.length > 0 && next.length === usual.length ? undefined : next);
  };
  return (
    <fieldset className={className} aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
      <div className={boxes}>
        {options.map(({ value, label }) => (
          <label key={value} className={box}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => choose(value, target.checked)}
            />
            {label}
          </label>
        ))}
      </div>
      {error ? (
        <strong id={id} className={styles.wrong}>
          {error}
        </strong>
      ) : null}
    </fieldset>
  );
}

/**
 * A value of the form by its name. It is not registered: react-hook-form would replace a value that is
 * undefined by the default of its name, also after a list has moved it.
 */
export function useField<T = unknown>(name: string) {
  const { setValue, clearErrors, getFieldState } = useFormContext();
  const value: T = useWatch({ name });
  return {
    value,
    change(next: T) {
      setValue(name, next, { shouldDirty: true });
      // A list keeps the errors of its items.
      const { error } = getFieldState(name);
      if (error) clearErrors(error.message ? name : `${name}.root`);
    },
  };
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

/** Whether anything below one of the names is wrong. */
export function useHasErrors(): (...names: readonly string[]) => boolean {
  const { errors } = useFormState();
  return (...names) => names.some((name) => get(errors, name) !== undefined);
}
