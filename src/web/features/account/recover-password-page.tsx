// Requests a password reset link. The response is the same for every address, so that it does not reveal who
// has an account.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#ui/api/client.ts';
import { UserText } from '#ui/display/user-text.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { href } from '../../../pages.ts';
import { accountWords } from '../../i18n/account-messages.ts';
import css from './account-layout.module.css';
import { AccountPage, Onward } from './account-layout.tsx';

const empty = { email: '' };
const shape = () => import('#modules/accounts/shapes.ts').then(({ forgotShape }) => forgotShape);

function RecoverPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) return <RecoveryMailSent email={sentTo} />;
  return (
    <AccountPage
      title={<Trans>Recover your password</Trans>}
      lead={<Trans>Enter your account’s email address, and we’ll send you a link to set a new password.</Trans>}
    >
      <Ask sentTo={setSentTo} />
    </AccountPage>
  );
}

function Ask({ sentTo }: { sentTo: (email: string) => void }) {
  const { t } = useLingui();
  const form = useForm({
    name: 'recovery',
    empty,
    shape,
    words: accountWords,
    send: (values, options) => call('POST /api/Accounts/forgot-password', values, options),
    done: (_, { email }) => sentTo(email.trim()),
  });
  return (
    <form className={css.form} {...form.props} data-script="">
      <ErrorSummary of={form.summary} />
      <TextField of={form.field('email')} label={t`Email address`} type="email" autoComplete="email" />
      <div>
        <SubmitButton busy={form.busy} meanwhile={t`Sending the link…`}>
          <Trans>Send me a link</Trans>
        </SubmitButton>
      </div>
    </form>
  );
}

const RecoveryMailSent = ({ email }: { email: string }) => (
  <AccountPage
    answers
    title={<Trans>Check your email</Trans>}
    lead={
      <Trans>
        If there’s an account for <UserText text={email} />, we’ve sent it a link. It works once, within 10 minutes.
      </Trans>
    }
  >
    <Onward to={href('login')}>
      <Trans>Log in</Trans>
    </Onward>
  </AccountPage>
);

export { RecoverPasswordPage as Screen };
