// Sets a new password with the code of a mailed link.
import { Trans, useLingui } from '@lingui/react/macro';
import { UserText } from '#ui/display/user-text.tsx';
import type { ScreenProps } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import { bindFields } from '../forms/fields.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import { NewPasswordFields } from '../forms/new-password.tsx';
import css from './account-layout.module.css';
import { AccountPage, Lead, Onward } from './account-layout.tsx';

const FORM = 'reset';
const bind = bindFields(FORM, undefined);

const ResetPasswordPage = ({ data: { email, code } }: ScreenProps<'resetPassword'>) =>
  email && code ? <SetPassword email={email} code={code} /> : <NoLink />;

function SetPassword({ email, code }: { readonly email: string; readonly code: string }) {
  const { t } = useLingui();
  return (
    <AccountPage alone title={t`Set a new password`} lead={t`It replaces the old one at once and logs out every device.`}>
      <Form
        name={FORM}
        to={href('resetPassword')}
        call="POST /api/Accounts/reset-password"
        done={{ title: t`Your new password is set`, content: <IsSet /> }}
        className={css.form}
      >
        {/* For password managers too. */}
        <input className="unseen" aria-hidden="true" tabIndex={-1} name="email" autoComplete="username" defaultValue={email} readOnly />
        <input type="hidden" name="code" value={code} />
        <p className="soft">
          <Trans>
            For the account of <UserText text={email} />
          </Trans>
        </p>
        <NewPasswordFields bind={bind} />
        <SubmitButton text={t`Set password`} meanwhile={t`Setting your password…`} />
      </Form>
    </AccountPage>
  );
}

const IsSet = () => (
  <>
    <Lead>
      <Trans>Every device was logged out. Log in with your new password.</Trans>
    </Lead>
    <Onward to={href('login')}>
      <Trans>Log in</Trans>
    </Onward>
  </>
);

const NoLink = () => (
  <AccountPage alone title={<Trans>Set a new password</Trans>} lead={<Trans>Open the link in our email.</Trans>}>
    <Onward to={href('recoveryPassword')}>
      <Trans>Get a new link</Trans>
    </Onward>
  </AccountPage>
);

export { ResetPasswordPage as Screen };
