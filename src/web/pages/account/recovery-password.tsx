import { Trans } from '@lingui/react/macro';
import { href } from '../../../pages.ts';
import { AccountsToCome } from '../../parts/accounts-to-come.tsx';

export const Screen = () => (
  <AccountsToCome
    title={<Trans>Recover your password</Trans>}
    lead={<Trans>Accounts open with the next version of this shop. Until then there is no password to recover.</Trans>}
  >
    <Trans>
      Once there are accounts, a link to <a href={href('resetPassword')}>set a new password</a> will be sent from here to the account’s
      address.
    </Trans>
  </AccountsToCome>
);
