// Fields of a document's form: what was posted and what is wrong with it, and for the script the messages of
// what it checks.
import { useLingui } from '@lingui/react/macro';
import type { PostedForm } from '#lib/rendering.ts';
import css from '#ui/forms/field.module.css';
import { Field, type FieldProps } from '#ui/forms/field.tsx';
import '#ui/styles/controls.css';

export type Bound = Pick<FieldProps, 'field'> & { readonly value: string };

/** `initial`: what is in the form before anyone has typed. */
export const bindFields =
  (form: string, posted: PostedForm | undefined, initial: Readonly<Record<string, string>> = {}) =>
  (name: string): Bound => ({
    field: { id: `${form}-${name}`, name, error: posted?.errors[name]?.join(' ') },
    value: posted?.values[name] ?? initial[name] ?? '',
  });

/** Messages of the field's own, by what is wrong. */
type Checks = { readonly required?: string; readonly short?: string; readonly format?: string };

type Labelled = Bound & Pick<FieldProps, 'label' | 'hint' | 'optional'> & { readonly checks?: Checks };

const getDataAttributes = ({ required, short, format }: Checks = {}) => ({
  'data-required': required,
  'data-short': short,
  'data-format': format,
});

type TextProps = Labelled & {
  readonly type?: 'text' | 'email' | 'date';
  readonly autoComplete?: string;
  readonly pattern?: string;
  /** Not a word of a language. */
  readonly exact?: boolean;
};

export const TextField = ({ value, checks, type = 'text', autoComplete, pattern, exact = type === 'email', ...props }: TextProps) => (
  <Field {...props}>
    {(tied) => (
      <input
        {...tied}
        {...getDataAttributes(checks)}
        {...{ type, autoComplete, pattern }}
        className={css.input}
        spellCheck={exact ? false : undefined}
        defaultValue={value}
      />
    )}
  </Field>
);

/** Browsers accept a name without a dot. The server has the last word. */
const EMAIL_PATTERN = String.raw`[^\s@]+@[^\s@]+\.[^\s@]+`;

export function EmailField(props: Labelled) {
  const { t } = useLingui();
  const text = t`Enter an email address, such as name@example.com.`;
  return <TextField {...props} type="email" autoComplete="email" pattern={EMAIL_PATTERN} checks={{ required: text, format: text }} />;
}

type BoxProps = Pick<Labelled, 'field' | 'label' | 'optional' | 'checks'>;

/** A consent is separate and unticked; its label is its text. */
export const Checkbox = ({ field: { id, name }, label, optional = false, checks }: BoxProps) => (
  <div className={css.field}>
    <div className={css.tick}>
      <input {...{ id, name }} {...getDataAttributes(checks)} type="checkbox" required={!optional} />
      <label htmlFor={id}>{label}</label>
    </div>
  </div>
);

type PasswordProps = Labelled & {
  readonly autoComplete: 'current-password' | 'new-password';
  readonly minLength?: number;
  readonly foot?: FieldProps['foot'];
};

/** Its script shows what was typed. */
export function PasswordField({ checks, autoComplete, minLength, value: _, ...props }: PasswordProps) {
  const { t } = useLingui();
  return (
    <Field {...props}>
      {(tied) => (
        <div className={css.password}>
          <input
            {...tied}
            {...getDataAttributes(checks)}
            {...{ autoComplete, minLength }}
            className={`${css.input} ${css.room}`}
            type="password"
            spellCheck={false}
          />
          <button type="button" className={css.show} aria-pressed={false} aria-label={t`Show password`} data-reveals="">
            <span>{t`Show`}</span>
            <span hidden>{t`Hide`}</span>
          </button>
        </div>
      )}
    </Field>
  );
}

/** Hidden until the server asks for it. No numeric keyboard: a recovery code has letters. */
export function OneTimeCode({ field }: Pick<Bound, 'field'>) {
  const { t } = useLingui();
  return (
    <div hidden>
      <Field field={field} label={t`One-time code`} hint={t`Six digits from your authenticator app, or one of your recovery codes.`}>
        {(tied) => (
          <input
            {...tied}
            className={css.input}
            type="text"
            required={false}
            disabled
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="one-time-code"
          />
        )}
      </Field>
    </div>
  );
}

type AreaProps = Labelled & { readonly rows: number; readonly minLength?: number; readonly maxChars: number };

/** With a count of its characters. */
export function TextArea({ value, checks, rows, minLength, maxChars, ...props }: AreaProps) {
  const { i18n, t } = useLingui();
  const [count, step, over] = ['#', '#', '#'];
  const most = i18n.number(maxChars);
  const id = `${props.field.id}-meter`;
  const content = <span className={css.meter} id={id} data-most={maxChars} data-shown={t`${count} of ${most} characters`} />;
  return (
    <Field {...props} foot={{ id, content }}>
      {(tied) => (
        <>
          <textarea {...tied} {...getDataAttributes(checks)} className={css.input} rows={rows} minLength={minLength} defaultValue={value} />
          <span role="status" className="unseen" data-left={t`Characters left: ${step}`} data-over={t`Characters too many: ${over}`} />
        </>
      )}
    </Field>
  );
}
