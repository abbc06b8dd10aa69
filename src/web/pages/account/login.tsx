import { Trans } from '@lingui/react/macro';
import { href } from '../../../pages.ts';
import { AccountsToCome } from '../../parts/accounts-to-come.tsx';

export const Screen = () => (
  <AccountsToCome
    title={<Trans>Log in</Trans>}
    lead={<Trans>Accounts open with the next version of this shop. Until then there is nothing to log in to.</Trans>}
  >
    <Trans>
      See what it takes to <a href={href('createAccount')}>create an account</a>, or what will help when a{' '}
      <a href={href('recoveryPassword')}>password is forgotten</a>.
    </Trans>
  </AccountsToCome>
);
