// Confirms an address with the link from a mail, or agrees to another one: the code decides what is done, the link's second word only what is said
// before. A button does it, because programs that look through mails open links as well.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { href } from '../../../pages.ts';
import type { ConfirmedEmail } from '../../../rooms/accounts/shapes.ts';
import { linkTold } from '../../account-words.ts';
import { call } from '../../client.ts';
import css from '../../parts/account-page.module.css';
import { AccountPage, Onward } from '../../parts/account-page.tsx';
import { useTaken } from '../../taken.ts';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Typed } from '../../ui/typed.tsx';
import { useForm } from '../../ui/use-form.ts';

/** The code is the link's; nothing is typed here. */
const empty = { code: '' };
const unkept = ['code'] as const;
const words = {};
const shape = () => import('../../../rooms/accounts/shapes.ts').then(({ confirmEmailShape }) => confirmEmailShape);

export function Screen() {
  const link = useTaken('code', 'side');
  const [confirmed, setConfirmed] = useState<ConfirmedEmail>();
  if (confirmed) return <Confirmed of={confirmed} />;
  if (link && !link.code) return <NoLink />;
  const code = link?.code ?? '';
  if (link?.side === 'old') return <Agree code={code} done={setConfirmed} />;
  return (
    <AccountPage
      alone
      title={<Trans>Confirm your e-mail address</Trans>}
      lead={<Trans>One press of the button, and we know that the address is yours.</Trans>}
    >
      <Send code={code} done={setConfirmed}>
        <Trans>Confirm this address</Trans>
      </Send>
    </AccountPage>
  );
}

const NoLink = () => (
  <AccountPage
    alone
    title={<Trans>Confirm your e-mail address</Trans>}
    lead={<Trans>This page is opened by the link in our mail. Please open that link.</Trans>}
  >
    {null}
  </AccountPage>
);

type Doing = { readonly code: string; readonly done: (confirmed: ConfirmedEmail) => void };

const Agree = (doing: Doing) => (
  <AccountPage
    alone
    title={<Trans>Change your e-mail address?</Trans>}
    lead={<Trans>One press of the button, and you agree that your account gets the address that our mail names.</Trans>}
  >
    <Send {...doing}>
      <Trans>Yes, change my address</Trans>
    </Send>
  </AccountPage>
);

function Send({ code, done, children }: Doing & { children: ReactNode }) {
  const { t } = useLingui();
  const form = useForm({
    ...{ name: 'confirm', empty, shape, unkept, words, done },
    send: (_, options) => call('POST /api/Accounts/confirm-email', { code }, options).catch(linkTold),
  });
  return (
    <form className={css.form} {...form.props} data-script="">
      <ErrorSummary of={form.summary} />
      <div>
        <SubmitButton busy={form.busy} meanwhile={t`Confirming your address…`}>
          {children}
        </SubmitButton>
      </div>
    </form>
  );
}

function Confirmed({ of: { email, waiting, changed } }: { of: ConfirmedEmail }) {
  if (waiting) return <Half email={email} waiting={waiting} />;
  return changed ? <Changed email={email} /> : <IsYours email={email} />;
}

const Half = ({ email, waiting }: { email: string; waiting: 'old' | 'new' }) => (
  <AccountPage
    alone
    answers
    title={<Trans>Thank you. One more link</Trans>}
    lead={
      waiting === 'new' ? (
        <Trans>
          Now please open the link in the mail to <Typed text={email} />. Until then nothing changes.
        </Trans>
      ) : (
        <Trans>Now please open the link in the mail to the old address of the account. Until then nothing changes.</Trans>
      )
    }
  >
    {null}
  </AccountPage>
);

const Changed = ({ email }: { email: string }) => (
  <AccountPage
    alone
    answers
    title={<Trans>Your address is changed</Trans>}
    lead={
      <Trans>
        <Typed text={email} /> is the address of your account now. Every device was logged out, so please log in with it.
      </Trans>
    }
  >
    <Onward to={href('accountDetails')}>
      <Trans>Go to your account</Trans>
    </Onward>
  </AccountPage>
);

const IsYours = ({ email }: { email: string }) => (
  <AccountPage
    alone
    answers
    title={<Trans>Thank you, your address is confirmed</Trans>}
    lead={
      <Trans>
        <Typed text={email} /> belongs to your account.
      </Trans>
    }
  >
    <Onward to={href('services')}>
      <Trans>Browse services</Trans>
    </Onward>
  </AccountPage>
);
