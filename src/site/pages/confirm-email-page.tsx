// Confirms an email address or a change of it. The code of the mailed link decides which; `side` only selects
// the text shown before.
// A button submits it, because mail scanners open links.
import { Trans } from '@lingui/react/macro';
import type { ConfirmData, ScreenProps } from '#ui/page/data.ts';
import { href } from '../../pages.ts';
import { AccountPage, Onward } from './account/account-layout.tsx';
import { LinkForm } from './forms/link-form.tsx';

function ConfirmEmailPage({ data }: ScreenProps<'confirmEmail'>) {
  const { code, side, done, posted } = data;
  const [refused] = posted?.errors.code ?? [];
  if (done) return <Done kind={done} />;
  if (refused) return <NotDone reason={refused} />;
  if (!code) return <NoLink />;
  return side === 'old' ? <Agree code={code} posted={posted} /> : <Confirm code={code} posted={posted} />;
}

const NoLink = () => (
  <AccountPage alone scriptless title={<Trans>Confirm your email address</Trans>} lead={<Trans>Open the link in our email.</Trans>}>
    {null}
  </AccountPage>
);

const NotDone = ({ reason }: { reason: string }) => (
  <AccountPage alone scriptless answers title={<Trans>Confirm your email address</Trans>} lead={reason}>
    <Onward to={href('accountDetails')}>
      <Trans>Go to your account</Trans>
    </Onward>
  </AccountPage>
);

type Link = { readonly code: string; readonly posted: ConfirmData['posted'] };

const Confirm = ({ code, posted }: Link) => (
  <AccountPage
    alone
    scriptless
    title={<Trans>Confirm your email address</Trans>}
    lead={<Trans>Press the button to confirm that this address is yours.</Trans>}
  >
    <LinkForm to={href('confirmEmail')} code={code} again={posted !== undefined}>
      <Trans>Confirm this address</Trans>
    </LinkForm>
  </AccountPage>
);

const Agree = ({ code, posted }: Link) => (
  <AccountPage
    alone
    scriptless
    title={<Trans>Change your email address?</Trans>}
    lead={<Trans>Press the button to change your account to the address named in our email.</Trans>}
  >
    <LinkForm to={href('confirmEmail')} code={code} also={['side', 'old']} again={posted !== undefined}>
      <Trans>Yes, change my address</Trans>
    </LinkForm>
  </AccountPage>
);

function Done({ kind }: { kind: NonNullable<ConfirmData['done']> }) {
  if (kind === 'confirmed') return <IsYours />;
  return kind === 'changed' ? <Changed /> : <Half waiting={kind} />;
}

const Half = ({ waiting }: { waiting: 'old' | 'new' }) => (
  <AccountPage
    alone
    scriptless
    answers
    title={<Trans>One more link to open</Trans>}
    lead={
      waiting === 'new' ? (
        <Trans>Now open the link in the email to your new address. Nothing changes until then.</Trans>
      ) : (
        <Trans>Now open the link in the email to your current address. Nothing changes until then.</Trans>
      )
    }
  >
    {null}
  </AccountPage>
);

const Changed = () => (
  <AccountPage
    alone
    scriptless
    answers
    title={<Trans>Your address has changed</Trans>}
    lead={<Trans>Your account has the new address, and every device was logged out. Log in with the new address.</Trans>}
  >
    <Onward to={href('accountDetails')}>
      <Trans>Go to your account</Trans>
    </Onward>
  </AccountPage>
);

const IsYours = () => (
  <AccountPage
    alone
    scriptless
    answers
    title={<Trans>Your address is confirmed</Trans>}
    lead={<Trans>It’s now linked to your account.</Trans>}
  >
    <Onward to={href('services')}>
      <Trans>Browse services</Trans>
    </Onward>
  </AccountPage>
);

export { ConfirmEmailPage as Screen };
