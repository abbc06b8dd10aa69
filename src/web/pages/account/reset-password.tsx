import { Trans } from '@lingui/react/macro';
import { href } from '../../../pages.ts';
import { AccountsToCome } from '../../parts/accounts-to-come.tsx';

export const Screen = () => (
  <AccountsToCome
    title={<Trans>Set a new password</Trans>}
    lead={<Trans>Accounts open with the next version of this shop. Until then we send no links that set a password.</Trans>}
  >
    <Trans>
      If a mail brought you here, it was not ours: please do not follow it any further, and <a href={href('contact')}>tell us about it</a>.
    </Trans>
  </AccountsToCome>
);
