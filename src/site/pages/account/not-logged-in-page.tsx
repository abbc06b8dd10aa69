// Page after a session has ended. The reason in the address is shown only if it is a known one.
import { Trans } from '@lingui/react/macro';
import { usePage } from '#ui/page/context.ts';
import { LOGGED_OUT, parseQuery } from '../../../pages.ts';
import { AccountPage } from './account-layout.tsx';
import { LogInForm } from './login-form.tsx';
import { AccountWays } from './to-order.tsx';

function NotLoggedInPage() {
  const { address } = usePage();
  const wasLoggedOut = parseQuery(address).reason === LOGGED_OUT;
  return (
    <AccountPage
      title={wasLoggedOut ? <Trans>You were logged out</Trans> : <Trans>You’re not logged in</Trans>}
      lead={<Trans>Log in to pick up where you left off. What you typed in this tab is still here.</Trans>}
    >
      <AccountWays />
      <LogInForm />
    </AccountPage>
  );
}

export { NotLoggedInPage as Screen };
