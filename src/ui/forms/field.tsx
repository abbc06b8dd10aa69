// Labelled field with hint and error, both linked to the input by aria-describedby.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import css from './field.module.css';
import type { FieldOf } from './use-form.ts';
import '../styles/controls.css';

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
  readonly of: Omit<FieldOf<string>, 'value' | 'change'>;
  /** Below the input, such as the characters left. Linked to the input too. */
  readonly foot?: { readonly id: string; readonly shown: ReactNode } | undefined;
  readonly children: (tied: Tied) => ReactNode;
};

export function Field({ of: { id, name, wrong }, label, hint, optional = false, foot, children }: FieldProps) {
  const describedBy = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : '', foot?.id ?? ''].filter(Boolean).join(' ');
  return (
    <div className={css.field} data-wrong={wrong ? '' : undefined}>
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
      {children({ id, name, required: !optional, 'aria-invalid': wrong ? true : undefined, 'aria-describedby': describedBy || undefined })}
      <div className={css.below}>
        <Wrong id={id} wrong={wrong} />
        {foot?.shown}
      </div>
    </div>
  );
}

const Wrong = ({ id, wrong }: { id: string; wrong: string | undefined }) =>
  wrong ? (
    <p className={css.wrong} id={`${id}-wrong`}>
      {wrong}
    </p>
  ) : null;

type TextProps = Labelled & {
  readonly of: FieldOf<string>;
  readonly type?: 'text' | 'email' | 'url';
  /** Numbers are text with a numeric keyboard: a number input changes its value on scroll. */
  readonly inputMode?: 'numeric' | 'decimal';
  readonly autoComplete?: string;
  /** Not a word of a language: no spell check, no capitalisation. */
  readonly exact?: boolean;
};

export function TextField({ of, type = 'text', inputMode, autoComplete, exact = type !== 'text', ...labelled }: TextProps) {
  // Browsers do not capitalise email and web addresses.
  const plain = { spellCheck: exact ? false : undefined, autoCapitalize: exact && type === 'text' ? 'none' : undefined };
  return (
    <Field of={of} {...labelled}>
      {(tied) => (
        <input
          {...tied}
          {...plain}
          className={css.input}
          type={type}
          inputMode={inputMode}
          autoComplete={autoComplete}
          value={of.value}
          onChange={(event) => of.change(event.target.value)}
        />
      )}
    </Field>
  );
}

type SelectProps = Labelled & {
  readonly of: FieldOf<string>;
  readonly autoComplete?: string;
  /** In the order in which they are offered; '' means no choice. */
  readonly options: readonly { readonly value: string; readonly name: string }[];
};

/** The native select, which works on every phone and with every screen reader. */
export function SelectField({ of, autoComplete, options, ...labelled }: SelectProps) {
  return (
    <Field of={of} {...labelled}>
      {(tied) => (
        <select
          {...tied}
          className={css.input}
          autoComplete={autoComplete}
          value={of.value}
          onChange={(event) => of.change(event.target.value)}
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

type CheckboxProps = { readonly of: FieldOf<boolean>; readonly label: ReactNode; readonly optional?: boolean };

/** A consent is separate and unticked; its label is its text. */
export function Checkbox({ of: { id, name, value, wrong, change }, label, optional = false }: CheckboxProps) {
  return (
    <div className={css.field} data-wrong={wrong ? '' : undefined}>
      <div className={css.tick}>
        <input
          id={id}
          name={name}
          type="checkbox"
          checked={value}
          required={!optional}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={(event) => change(event.target.checked)}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      <Wrong id={id} wrong={wrong} />
    </div>
  );
}

type PasswordProps = Labelled & {
  readonly of: FieldOf<string>;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly foot?: FieldProps['foot'];
};

export function PasswordField({ of, autoComplete, ...labelled }: PasswordProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <Field of={of} {...labelled}>
      {(tied) => (
        <div className={css.password}>
          <input
            {...tied}
            className={`${css.input} ${css.room}`}
            type={open ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize={open ? 'none' : undefined}
            autoComplete={autoComplete}
            value={of.value}
            onChange={(event) => of.change(event.target.value)}
          />
          <button type="button" className={css.show} aria-pressed={open} aria-label={t`Show password`} onClick={() => setOpen(!open)}>
            {open ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
          </button>
        </div>
      )}
    </Field>
  );
}
