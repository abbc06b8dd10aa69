import { Trans } from '@lingui/react/macro';
import { AccountPage } from '../../parts/account-page.tsx';
import { LogInForm } from '../../parts/log-in-form.tsx';

export const Screen = () => (
  <AccountPage title={<Trans>Log in</Trans>}>
    <LogInForm />
  </AccountPage>
);
