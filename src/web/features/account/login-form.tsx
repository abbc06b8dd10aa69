// Log-in form. After the log-in the access rules redirect to the right page.
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { throwNetworkError } from '#ui/api/client.ts';
import { logIn } from '#ui/api/log-in.ts';
import { toast } from '#ui/feedback/toasts.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { Checkbox, PasswordField, TextField } from '#ui/forms/field.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import { href } from '../../../pages.ts';
import { accountWords } from '../../i18n/account-messages.ts';
import css from './account-layout.module.css';
import { OneTimeCode } from './one-time-code.tsx';

const empty = { email: '', password: '', code: '', rememberMe: false };
const unkept = ['password', 'code'] as const;
const shape = () => import('#modules/accounts/shapes.ts').then(({ loginShape }) => loginShape);

export function LogInForm() {
  const { t, i18n } = useLingui();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    name: 'login',
    empty,
    shape,
    unkept,
    words: accountWords,
    send: ({ code, ...values }, options) =>
      logIn(code ? { ...values, code } : values, options).catch((cause: unknown) => {
        // The password was correct; asking for the second factor is not an error.
        if (!needsCode && cause instanceof ApiError && cause.errors.code) return undefined;
        throw cause;
      }),
    done: (begin) => {
      if (!begin) return setNeedsCode(true);
      toast({ text: i18n._(msg`You’re logged in.`) });
      begin();
    },
  });
  const { id: codeId } = form.field('code');
  useEffect(() => {
    if (needsCode) document.getElementById(codeId)?.focus();
  }, [needsCode, codeId]);
  return (
    <>
      <form className={css.form} {...form.props} data-script="">
        <ErrorSummary of={form.summary} />
        <TextField of={form.field('email')} label={t`Email address`} type="email" autoComplete="username" />
        <PasswordField of={form.field('password')} label={t`Password`} autoComplete="current-password" />
        {needsCode ? <OneTimeCode of={form.field('code')} /> : null}
        <Checkbox of={form.field('rememberMe')} label={t`Remember me on this device`} optional />
        <div>
          <SubmitButton busy={form.busy} meanwhile={t`Logging in…`}>
            <Trans>Log in</Trans>
          </SubmitButton>
        </div>
        <ByPasskey remember={form.field('rememberMe').value} />
      </form>
      <Forgotten />
    </>
  );
}

/** Its chunk loads when it is pressed. */
function ByPasskey({ remember }: { remember: boolean }) {
  const { i18n } = useLingui();
  const [unknown, setUnknown] = useState(false);
  const { failure, press } = useMutation(ApiError);
  const signIn = async () => {
    const { knowsPasskeys, logInByPasskey } = await import('#ui/api/passkey-log-in.ts').catch(throwNetworkError);
    if (!knowsPasskeys()) return setUnknown(true);
    const begin = await logInByPasskey(remember);
    if (!begin) return;
    toast({ text: i18n._(msg`You’re logged in.`) });
    begin();
  };
  return (
    <div>
      <button type="button" className={button.quiet} {...press(signIn)}>
        <Trans>Use a passkey</Trans>
      </button>
      <p role="status">{unknown ? <Trans>This browser doesn’t support passkeys.</Trans> : null}</p>
      <FieldErrorText of={failure} />
    </div>
  );
}

const Forgotten = () => (
  <p className={css.forgotten}>
    <a href={href('recoveryPassword')}>
      <Trans>Forgot your password?</Trans>
    </a>
  </p>
);
