// Requests a password reset link. The response is the same for every address, so that it does not reveal who
// has an account.
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../../pages.ts';
import { bindFields, EmailField } from '../forms/fields.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import css from './account-layout.module.css';
import { AccountPage, Lead, Onward } from './account-layout.tsx';

const FORM = 'recovery';
const bind = bindFields(FORM, undefined);

function RecoverPasswordPage() {
  const { t } = useLingui();
  return (
    <AccountPage
      title={t`Recover your password`}
      lead={t`Enter your account’s email address, and we’ll send you a link to set a new password.`}
    >
      <Form
        name={FORM}
        to={href('recoveryPassword')}
        call="POST /api/Accounts/forgot-password"
        done={{ title: t`Check your email`, content: <RecoveryMailSent /> }}
        className={css.form}
      >
        <EmailField {...bind('email')} label={t`Email address`} />
        <SubmitButton text={t`Send me a link`} meanwhile={t`Sending the link…`} />
      </Form>
    </AccountPage>
  );
}

/** The script puts the address into it. */
const RecoveryMailSent = () => (
  <>
    <Lead>
      <Trans>
        If there’s an account for <bdi data-value="email" />, we’ve sent it a link. It works once, within 10 minutes.
      </Trans>
    </Lead>
    <Onward to={href('login')}>
      <Trans>Log in</Trans>
    </Onward>
  </>
);

export { RecoverPasswordPage as Screen };
