// Labelled field with hint and error, both linked to the input by aria-describedby.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import css from './field.module.css';
import '../styles/controls.css';

/** What a field needs from its form. */
export type FormField<T extends string | boolean> = {
  readonly id: string;
  readonly name: string;
  readonly value: T;
  readonly error: string | undefined;
  readonly change: (value: T) => void;
};

export type Labelled = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Optional fields are marked; everything else is required, as the form says in words. */
  readonly optional?: boolean;
};

type Tied = {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
};

export type FieldProps = Labelled & {
  readonly field: Omit<FormField<string>, 'value' | 'change'>;
  /** Below the input, such as the characters left. Linked to the input too. */
  readonly foot?: { readonly id: string; readonly content: ReactNode } | undefined;
  readonly children: (tied: Tied) => ReactNode;
};

export function Field({ field: { id, name, error }, label, hint, optional = false, foot, children }: FieldProps) {
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : '', foot?.id ?? ''].filter(Boolean).join(' ');
  return (
    <div className={css.field} data-error={error ? '' : undefined}>
      <label htmlFor={id}>
        {label}
        {optional ? (
          <span className={css.optional}>
            {' '}
            <Trans>(optional)</Trans>
          </span>
        ) : null}
      </label>
      {hint ? (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children({ id, name, required: !optional, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      <div className={css.below}>
        <FieldError id={id} error={error} />
        {foot?.content}
      </div>
    </div>
  );
}

const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error ? (
    <p className={css.error} id={`${id}-error`}>
      {error}
    </p>
  ) : null;

type TextProps = Labelled & {
  readonly field: FormField<string>;
  readonly type?: 'text' | 'email' | 'url' | 'date';
  /** Numbers are text with a numeric keyboard: a number input changes its value on scroll. */
  readonly inputMode?: 'numeric' | 'decimal';
  readonly autoComplete?: string;
  /** Not a word of a language: no spell check, no capitalisation. */
  readonly exact?: boolean;
};

export function TextField({ field, type = 'text', inputMode, autoComplete, exact = type !== 'text', ...labelled }: TextProps) {
  // Browsers do not capitalise email and web addresses.
  const plain = { spellCheck: exact ? false : undefined, autoCapitalize: exact && type === 'text' ? 'none' : undefined };
  return (
    <Field field={field} {...labelled}>
      {(tied) => (
        <input
          {...tied}
          {...plain}
          className={css.input}
          type={type}
          inputMode={inputMode}
          autoComplete={autoComplete}
          value={field.value}
          onChange={(event) => field.change(event.target.value)}
        />
      )}
    </Field>
  );
}

type SelectProps = Labelled & {
  readonly field: FormField<string>;
  readonly autoComplete?: string;
  /** In the order in which they are offered; '' means no choice. */
  readonly options: readonly { readonly value: string; readonly name: string }[];
};

/** The native select, which works on every phone and with every screen reader. */
export function SelectField({ field, autoComplete, options, ...labelled }: SelectProps) {
  return (
    <Field field={field} {...labelled}>
      {(tied) => (
        <select
          {...tied}
          className={css.input}
          autoComplete={autoComplete}
          value={field.value}
          onChange={(event) => field.change(event.target.value)}
        >
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckboxProps = { readonly field: FormField<boolean>; readonly label: ReactNode; readonly optional?: boolean };

/** A consent is separate and unticked; its label is its text. */
export function Checkbox({ field: { id, name, value, error, change }, label, optional = false }: CheckboxProps) {
  return (
    <div className={css.field} data-error={error ? '' : undefined}>
      <div className={css.tick}>
        <input
          id={id}
          name={name}
          type="checkbox"
          checked={value}
          required={!optional}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => change(event.target.checked)}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}

type PasswordProps = Labelled & {
  readonly field: FormField<string>;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly foot?: FieldProps['foot'];
};

export function PasswordField({ field, autoComplete, ...labelled }: PasswordProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <Field field={field} {...labelled}>
      {(tied) => (
        <div className={css.password}>
          <input
            {...tied}
            className={`${css.input} ${css.room}`}
            type={open ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize={open ? 'none' : undefined}
            autoComplete={autoComplete}
            value={field.value}
            onChange={(event) => field.change(event.target.value)}
          />
          <button type="button" className={css.show} aria-pressed={open} aria-label={t`Show password`} onClick={() => setOpen(!open)}>
            {open ? t`Hide` : t`Show`}
          </button>
        </div>
      )}
    </Field>
  );
}
