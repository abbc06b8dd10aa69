// Log-in form. Its script begins the session, and the access rules lead to the right page.

import { useLingui } from '@lingui/react/macro';
import { Button } from '#ui/display/button.tsx';
import fieldError from '#ui/forms/field-error.module.css';
import { formatError } from '#ui/forms/form-messages.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import { href } from '../../../pages.ts';
import { bindFields, Checkbox, OneTimeCode, PasswordField, TextField } from '../forms/fields.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import css from './account-layout.module.css';

const FORM = 'login';
const bind = bindFields(FORM, undefined);

export function LogInForm() {
  const { t, i18n } = useLingui();
  const requireField = (field: string) => ({ required: formatError(i18n, accountWords, { rule: 'field.required' }, field) });
  return (
    <>
      <Form name={FORM} to={href('login')} call="POST /api/Accounts/login" begins={t`You’re logged in.`} className={css.form}>
        <TextField {...bind('email')} label={t`Email address`} type="email" autoComplete="username" checks={requireField('email')} />
        <PasswordField {...bind('password')} label={t`Password`} autoComplete="current-password" checks={requireField('password')} />
        <OneTimeCode {...bind('code')} />
        <Checkbox {...bind('rememberMe')} label={t`Remember me on this device`} optional />
        <SubmitButton text={t`Log in`} meanwhile={t`Logging in…`} />
        <div>
          <Button text={t`Use a passkey`} data-passkey="" />
          <p role="status" hidden>
            {t`This browser doesn’t support passkeys.`}
          </p>
          <p role="alert" className={fieldError.error} />
        </div>
      </Form>
      <p className={css.forgotten}>
        <a href={href('recoveryPassword')}>{t`Forgot your password?`}</a>
        <a href={href('loginLink')}>{t`Log in by email`}</a>
      </p>
    </>
  );
}
