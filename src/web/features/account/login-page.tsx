import { Trans } from '@lingui/react/macro';
import { AccountPage } from './account-layout.tsx';
import { LogInForm } from './login-form.tsx';

const LoginPage = () => (
  <AccountPage title={<Trans>Log in</Trans>}>
    <LogInForm />
  </AccountPage>
);

export { LoginPage as Screen };
