import { Trans } from '@lingui/react/macro';
import { href } from '../../../pages.ts';
import { AccountsToCome } from '../../parts/accounts-to-come.tsx';

export const Screen = () => (
  <AccountsToCome
    title={<Trans>Create an account</Trans>}
    lead={<Trans>Accounts open with the next version of this shop. Your name, an e-mail address and a password will be enough.</Trans>}
  >
    <Trans>
      Nothing is asked of you today. Later you will <a href={href('login')}>log in</a> with the same address and password.
    </Trans>
  </AccountsToCome>
);
