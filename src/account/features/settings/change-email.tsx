// Email address of the account: resend the confirmation, or change the address, which both addresses must
// confirm.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { EmailChange } from '#modules/accounts/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { UserText } from '#ui/display/user-text.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { PasswordField, TextField } from '#ui/forms/field.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import badge from '#ui/styles/badge.module.css';
import rows from '#ui/styles/rows.module.css';
import { type ApiQueryResult, apiQuery } from '../../api/queries.ts';
import { FormPlaceholder, QueryState } from '../../layout/client-area/client-area.tsx';
import { MomentText } from '../../shared/date-time.tsx';
import { Section } from '../../shared/section.tsx';
import { useAccountForm } from '../../shared/use-account-form.ts';
import css from './change-email.module.css';
import { UserName } from './security/password-confirm.tsx';

export type Unconfirmed = { readonly email: string; readonly onSent: () => void };

export function SendAgain({ email, onSent }: Unconfirmed) {
  const [isSent, setSent] = useState(false);
  const { failure, press } = useMutation(ApiError);
  const sendAgain = async () => {
    setSent(false);
    await call('POST /api/Accounts/send-verification', undefined);
    setSent(true);
    onSent();
  };
  return (
    <>
      <Button text={<Trans>Resend confirmation</Trans>} small {...press(sendAgain)} />
      <p role="status" className={css.said}>
        {isSent ? (
          <Trans>
            We’re sending a link to <UserText text={email} />.
          </Trans>
        ) : null}
      </p>
      <FieldErrorText error={failure} />
    </>
  );
}

/** Shown instead of the second factor set-up, which the server rejects while the address is not confirmed. */
export const ConfirmFirst = (props: Unconfirmed) => (
  <div className={css.part}>
    <p>
      <Trans>Confirm your email address first, so you can get back in if you lose a device.</Trans>
    </p>
    <div>
      <SendAgain {...props} />
    </div>
  </div>
);

const emailChangeQuery = apiQuery('GET /api/Accounts/email-change', undefined);

export function NewEmail({ email }: { email: string }) {
  const { t } = useLingui();
  const known = useQuery(emailChangeQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState(false);
  const isPending = Boolean(known.data?.pending);
  useReturn(isPending, known.refetch);
  const finish = (text: string) => {
    setOpen(false);
    void known.refetch();
    showToast({ text });
    title.current?.focus();
  };
  return (
    <Section id="new-email" title={t`Change email address`} heading={title}>
      <QueryState query={known} waiting={<ChangeEmailSkeleton />}>
        {({ pending }) =>
          pending ? (
            <Pending change={pending} email={email} onDropped={() => finish(t`Your address stays the same.`)} />
          ) : open ? (
            <EmailForm email={email} onSent={() => finish(t`Check both inboxes.`)} leave={() => setOpen(false)} />
          ) : (
            <Offer open={() => setOpen(true)} />
          )
        }
      </QueryState>
    </Section>
  );
}

/** Mailed links open in other windows: reloads when the user returns. */
export function useReturn(isWaiting: boolean, refetch: ApiQueryResult<unknown>['refetch']): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    const again = () => void refetch();
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, [isWaiting, refetch]);
}

const ChangeEmailSkeleton = () => (
  <FormPlaceholder>
    <Offer open={() => undefined} />
  </FormPlaceholder>
);

const Offer = ({ open }: { open: () => void }) => (
  <div className={css.part}>
    <p className="soft">
      <Trans>We send one link to your current address and one to the new one. The address changes once both are opened.</Trans>
    </p>
    <div>
      <Button text={<Trans>Enter a new address</Trans>} onClick={open} />
    </div>
  </div>
);

const empty = { email: '', currentPassword: '' };
const unkept = ['currentPassword'] as const;
const loadShape = () => import('#modules/accounts/shapes.ts').then(({ changeEmailShape }) => changeEmailShape);

function EmailForm({ email, onSent, leave }: { email: string; onSent: () => void; leave: () => void }) {
  const { t } = useLingui();
  const form = useAccountForm({
    name: 'new-email',
    empty,
    shape: loadShape,
    unkept,
    words: accountWords,
    onDone: onSent,
    send: (values, options) => call('POST /api/Accounts/change-email', values, options),
  });
  const newEmail = form.field('email');
  useFocusOnMount(() => document.getElementById(newEmail.id));
  return (
    <form className={css.part} {...form.props}>
      <ErrorSummary summary={form.summary} />
      <p className="soft">
        {t`Both fields are required. Once the address changes, every device is logged out and you log in with the new one.`}
      </p>
      <UserName email={email} />
      <TextField field={newEmail} label={t`New email address`} type="email" autoComplete="email" />
      <PasswordField field={form.field('currentPassword')} label={t`Current password`} autoComplete="current-password" />
      <div className={css.acts}>
        <SubmitButton text={t`Send both links`} busy={form.busy} meanwhile={t`Sending the links…`} />
        <Button text={t`Not now`} onClick={leave} />
      </div>
    </form>
  );
}

type PendingProps = { readonly change: NonNullable<EmailChange['pending']>; readonly email: string; readonly onDropped: () => void };

function Pending({ change, email, onDropped }: PendingProps) {
  const { failure, press } = useMutation(ApiError);
  const takeBack = async () => {
    await call('POST /api/Accounts/drop-email-change', undefined);
    onDropped();
  };
  const next = change.email;
  return (
    <div className={css.part}>
      <p>
        <Trans>
          You’re changing to{' '}
          <strong>
            <UserText text={next} />
          </strong>
          . Open the links in both emails by <MomentText iso={change.until} />.
        </Trans>
      </p>
      <ul className={rows.rows}>
        <EmailStatusRow label={<Trans>Link sent to your current address</Trans>} to={email} isOpened={change.oldConfirmed} />
        <EmailStatusRow label={<Trans>Link sent to your new address</Trans>} to={next} isOpened={change.newConfirmed} />
      </ul>
      <div className={css.acts}>
        <Button text={<Trans>Cancel this change</Trans>} {...press(takeBack)} />
        <FieldErrorText error={failure} />
      </div>
    </div>
  );
}

const EmailStatusRow = ({ label, to, isOpened }: { label: ReactNode; to: string; isOpened: boolean }) => (
  <li className={rows.row}>
    <div>
      <p className={css.label}>{label}</p>
      <p className={css.to}>{to}</p>
    </div>
    {isOpened ? (
      <span className={badge.done}>
        <Trans>Opened</Trans>
      </span>
    ) : (
      <span className={badge.wait}>
        <Trans>Not opened yet</Trans>
      </span>
    )}
  </li>
);
