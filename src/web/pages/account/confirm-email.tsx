// Confirms an address with the link from a mail. A button does it, because programs that look through mails open links as well.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { href } from '../../../pages.ts';
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
  const link = useTaken('code');
  const [confirmed, setConfirmed] = useState<string>();
  if (confirmed !== undefined) return <Confirmed email={confirmed} />;
  const isBare = link !== undefined && !link.code;
  return (
    <AccountPage
      alone
      title={<Trans>Confirm your e-mail address</Trans>}
      lead={
        isBare ? (
          <Trans>This page is opened by the link in our mail. Please open that link.</Trans>
        ) : (
          <Trans>One press of the button, and we know that the address is yours.</Trans>
        )
      }
    >
      {isBare ? null : <Confirm code={link?.code ?? ''} done={setConfirmed} />}
    </AccountPage>
  );
}

function Confirm({ code, done }: { code: string; done: (email: string) => void }) {
  const { t } = useLingui();
  const form = useForm({
    ...{ name: 'confirm', empty, shape, unkept, words },
    send: (_, options) => call('POST /api/Accounts/confirm-email', { code }, options).catch(linkTold),
    done: ({ email }) => done(email),
  });
  return (
    <form className={css.form} {...form.props} data-script="">
      <ErrorSummary of={form.summary} />
      <div>
        <SubmitButton busy={form.busy} meanwhile={t`Confirming your address…`}>
          <Trans>Confirm this address</Trans>
        </SubmitButton>
      </div>
    </form>
  );
}

const Confirmed = ({ email }: { email: string }) => (
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
