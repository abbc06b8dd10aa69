// The fields of a declaration, and the errors of a form that was posted. Without state: the browser keeps
// what is typed.
import { Trans as TransMessage } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { REASON_CHARS } from '#modules/support/shapes-sizes.ts';
import summary from '#ui/forms/error-summary.module.css';
import field from '#ui/forms/field.module.css';
import { Field, type FieldProps } from '#ui/forms/field.tsx';
import { RetryAfter } from '#ui/forms/retry-after.tsx';
import '#ui/styles/controls.css';
import { refusalOf } from '#ui/api/posted-form-error.ts';
import type { DeclarationData } from '../../../router/page/data.ts';
import css from './declaration-page.module.css';

type Posted = { readonly kind: DeclarationData['kind']; readonly posted: DeclarationData['posted'] | undefined };

/** Takes the focus; its links lead to the fields. */
export function PostedErrors({ kind, posted }: Posted) {
  if (!posted) return null;
  const { general, errors, waitSeconds, requestId } = refusalOf(posted);
  const ofFields = Object.entries(errors).filter(([name]) => name !== '');
  return (
    // biome-ignore lint/a11y/noAutofocus: on a page that answers a posted form, the reader waits for this; it works without JavaScript.
    <section className={summary.summary} aria-labelledby="told" tabIndex={-1} autoFocus>
      <h2 id="told">{typeof general === 'string' ? general : <TransMessage {...general} />}</h2>
      {waitSeconds === undefined ? null : (
        <p>
          <RetryAfter seconds={waitSeconds} />
        </p>
      )}
      {requestId === undefined ? null : (
        <p>
          <Trans>If you write to us, please quote {requestId}.</Trans>
        </p>
      )}
      {ofFields.length === 0 ? null : (
        <ul>
          {ofFields.map(([name, [error]]) => (
            <li key={name}>
              <a href={`#${kind}-${name}`}>{error}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function DeclarationFields({ kind, posted }: Posted) {
  const bind = (name: string) => ({
    of: { id: `${kind}-${name}`, name, wrong: posted?.errors[name]?.[0] },
    value: posted?.values[name] ?? '',
  });
  return (
    <>
      <p className="soft">
        {kind === 'withdrawal' ? <Trans>All fields are required.</Trans> : <Trans>Fields are required unless marked optional.</Trans>}
      </p>
      <Input {...bind('name')} label={<Trans>Your name</Trans>} autoComplete="name" />
      <Input
        {...bind('email')}
        type="email"
        label={<Trans>Your email address</Trans>}
        hint={<Trans>The one you ordered with. The receipt goes there.</Trans>}
        autoComplete="email"
      />
      <Input
        {...bind('number')}
        exact
        label={kind === 'withdrawal' ? <Trans>Order number</Trans> : <Trans>Order or subscription number</Trans>}
        hint={<Trans>It’s in our emails and begins with F-.</Trans>}
      />
      {kind === 'cancel' ? <CancellationFields bind={bind} /> : null}
    </>
  );
}

type Bound = Pick<FieldProps, 'of'> & { readonly value: string };

const CancellationFields = ({ bind }: { readonly bind: (name: string) => Bound }) => (
  <>
    <Ground {...bind('ground')} />
    <Field of={bind('reason').of} optional label={<Trans>Reason</Trans>} hint={<Trans>Needed only for a cancellation for cause.</Trans>}>
      {(props) => <textarea {...props} className={field.input} rows={3} maxLength={REASON_CHARS} defaultValue={bind('reason').value} />}
    </Field>
    <Input
      {...bind('endsOn')}
      type="date"
      optional
      label={<Trans>End on</Trans>}
      hint={<Trans>Leave this empty to end as soon as possible.</Trans>}
    />
  </>
);

const Ground = ({ of: { id, name }, value }: Bound) => (
  <fieldset className={css.ground}>
    <legend>
      <Trans>Kind of cancellation</Trans>
    </legend>
    <div className={field.tick}>
      <input type="radio" id={id} name={name} value="ordinary" defaultChecked={value !== 'cause'} />
      <label htmlFor={id}>
        <Trans>Ordinary: it ends with the month you’ve paid for</Trans>
      </label>
    </div>
    <div className={field.tick}>
      <input type="radio" id={`${id}-cause`} name={name} value="cause" defaultChecked={value === 'cause'} />
      <label htmlFor={`${id}-cause`}>
        <Trans>For cause: right away, for a serious reason</Trans>
      </label>
    </div>
  </fieldset>
);

type InputProps = Bound &
  Pick<FieldProps, 'label' | 'hint' | 'optional'> & {
    readonly type?: 'text' | 'email' | 'date';
    readonly autoComplete?: string;
    /** No word of a language. */
    readonly exact?: boolean;
  };

const Input = ({ value, type = 'text', autoComplete, exact = type === 'email', ...props }: InputProps) => (
  <Field {...props}>
    {(tied) => (
      <input
        {...tied}
        className={field.input}
        type={type}
        autoComplete={autoComplete}
        spellCheck={exact ? false : undefined}
        defaultValue={value}
      />
    )}
  </Field>
);
