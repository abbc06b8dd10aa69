// Confirms an email address or a change of it. The code of the mailed link decides which; `side` only selects the text shown before.
// A button submits it, because mail scanners open links. Works without JavaScript.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { href } from '../../../pages.ts';
import type { ConfirmData, ScreenProps } from '../../router/page/data.ts';
import { useConsumedParams } from '../../router/use-consumed-params.ts';
import { LinkForm } from '../../shared/link-form.tsx';
import { AccountPage, Onward } from './account-layout.tsx';

function ConfirmEmailPage({ data }: ScreenProps<'confirmEmail'>) {
  useConsumedParams('code', 'side', 'sent');
  // The code is gone from the address; the initial data is used until the page is left.
  const [first] = useState(data);
  const { code, side, done, posted } = first;
  const [refused] = posted?.errors.code ?? [];
  if (done) return <Done of={done} />;
  if (refused) return <NotDone reason={refused} />;
  if (!code) return <NoLink />;
  return side === 'old' ? <Agree code={code} posted={posted} /> : <Confirm code={code} posted={posted} />;
}

const NoLink = () => (
  <AccountPage
    alone
    scriptless
    title={<Trans>Confirm your e-mail address</Trans>}
    lead={<Trans>This page is opened by the link in our mail. Please open that link.</Trans>}
  >
    {null}
  </AccountPage>
);

const NotDone = ({ reason }: { reason: string }) => (
  <AccountPage alone scriptless answers title={<Trans>Confirm your e-mail address</Trans>} lead={reason}>
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
    title={<Trans>Confirm your e-mail address</Trans>}
    lead={<Trans>One press of the button, and we know that the address is yours.</Trans>}
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
    title={<Trans>Change your e-mail address?</Trans>}
    lead={<Trans>One press of the button, and you agree that your account gets the address that our mail names.</Trans>}
  >
    <LinkForm to={href('confirmEmail')} code={code} also={['side', 'old']} again={posted !== undefined}>
      <Trans>Yes, change my address</Trans>
    </LinkForm>
  </AccountPage>
);

function Done({ of }: { of: NonNullable<ConfirmData['done']> }) {
  if (of === 'confirmed') return <IsYours />;
  return of === 'changed' ? <Changed /> : <Half waiting={of} />;
}

const Half = ({ waiting }: { waiting: 'old' | 'new' }) => (
  <AccountPage
    alone
    scriptless
    answers
    title={<Trans>Thank you. One more link</Trans>}
    lead={
      waiting === 'new' ? (
        <Trans>Now please open the link in the mail to the new address. Until then nothing changes.</Trans>
      ) : (
        <Trans>Now please open the link in the mail to the old address of the account. Until then nothing changes.</Trans>
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
    title={<Trans>Your address is changed</Trans>}
    lead={<Trans>Your account has the new address now. Every device was logged out, so please log in with it.</Trans>}
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
    title={<Trans>Thank you, your address is confirmed</Trans>}
    lead={<Trans>It belongs to your account.</Trans>}
  >
    <Onward to={href('services')}>
      <Trans>Browse services</Trans>
    </Onward>
  </AccountPage>
);

export { ConfirmEmailPage as Screen };
