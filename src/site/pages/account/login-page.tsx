import { Trans } from '@lingui/react/macro';
import type { ScreenProps } from '#ui/page/data.ts';
import { AccountPage } from './account-layout.tsx';
import { LogInForm } from './login-form.tsx';
import { AccountWays, NextSteps, ToOrder } from './to-order.tsx';

const LoginPage = ({ data: { order } }: ScreenProps<'login'>) => (
  <AccountPage title={order ? <ToOrder order={order} /> : <Trans>Log in</Trans>} beside={order && <NextSteps order={order} />}>
    <AccountWays />
    <LogInForm />
  </AccountPage>
);

export { LoginPage as Screen };
