// Sets a new password with the code of a mailed link.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#ui/api/client.ts';
import { UserText } from '#ui/display/user-text.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { href } from '../../../pages.ts';
import { accountWords, throwLinkError } from '../../i18n/account-messages.ts';
import { useConsumedParams } from '../../router/use-consumed-params.ts';
import css from './account-layout.module.css';
import { AccountPage, Onward } from './account-layout.tsx';
import { PasswordPair, Whose } from './new-password-fields.tsx';

const empty = { password: '', repeatedPassword: '' };
const unkept = ['password', 'repeatedPassword'] as const;
const shape = () => import('#modules/accounts/shapes.ts').then(({ newPasswordShape }) => newPasswordShape);

function ResetPasswordPage() {
  const link = useConsumedParams('email', 'code');
  const [isSet, setSet] = useState(false);
  if (isSet) return <IsSet />;
  if (link && !(link.email && link.code)) return <NoLink />;
  return (
    <AccountPage
      alone
      title={<Trans>Set a new password</Trans>}
      lead={<Trans>It replaces the old one at once and logs out every device.</Trans>}
    >
      <Choose link={link ?? { email: '', code: '' }} done={() => setSet(true)} />
    </AccountPage>
  );
}

function Choose({ link, done }: { link: { email: string; code: string }; done: () => void }) {
  const { email } = link;
  const { t } = useLingui();
  const form = useForm({
    name: 'reset',
    empty,
    shape,
    unkept,
    words: accountWords,
    done,
    send: (values, options) => call('POST /api/Accounts/reset-password', { ...values, ...link }, options).catch(throwLinkError),
  });
  return (
    <form className={css.form} {...form.props} data-script="">
      <ErrorSummary of={form.summary} />
      <Whose email={email} />
      {email ? (
        <p className="soft">
          <Trans>
            For the account of <UserText text={email} />
          </Trans>
        </p>
      ) : null}
      <PasswordPair password={form.field('password')} repeated={form.field('repeatedPassword')} own={[email]} />
      <div>
        <SubmitButton busy={form.busy} meanwhile={t`Setting your password…`}>
          <Trans>Set password</Trans>
        </SubmitButton>
      </div>
    </form>
  );
}

const IsSet = () => (
  <AccountPage
    alone
    answers
    title={<Trans>Your new password is set</Trans>}
    lead={<Trans>Every device was logged out. Log in with your new password.</Trans>}
  >
    <Onward to={href('login')}>
      <Trans>Log in</Trans>
    </Onward>
  </AccountPage>
);

const NoLink = () => (
  <AccountPage alone title={<Trans>Set a new password</Trans>} lead={<Trans>Open the link in our email.</Trans>}>
    <Onward to={href('recoveryPassword')}>
      <Trans>Get a new link</Trans>
    </Onward>
  </AccountPage>
);

export { ResetPasswordPage as Screen };
