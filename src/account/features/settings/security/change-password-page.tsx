// Changes the password and logs out all other devices.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#ui/api/client.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { type FormField, PasswordField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import { profileQuery } from '../../../api/queries.ts';
import { ClientArea, createBlankField, FormPlaceholder, QueryState } from '../../../layout/client-area/client-area.tsx';
import { useAccountForm } from '../../../shared/use-account-form.ts';
import css from './change-password-page.module.css';
import { UserName } from './password-confirm.tsx';

const empty = { currentPassword: '', password: '', repeatedPassword: '' };
const unkept = ['currentPassword', 'password', 'repeatedPassword'] as const;

const loadShape = () => import('#modules/accounts/shapes.ts').then(({ changePasswordShape }) => changePasswordShape);

export function ChangePasswordPage() {
  const profile = useQuery(profileQuery);
  const [changes, setChanges] = useState(0);
  return (
    <ClientArea title={<Trans>Change password</Trans>}>
      <QueryState query={profile} waiting={<ChangePasswordSkeleton />}>
        {({ email }) => (
          <>
            {changes > 0 ? <Changed key={`changed ${changes}`} /> : null}
            <Change key={changes} email={email} onDone={() => setChanges(changes + 1)} />
          </>
        )}
      </QueryState>
    </ClientArea>
  );
}

const ChangePasswordSkeleton = () => (
  <FormPlaceholder>
    <form className={css.form}>
      <Fields field={createBlankField} busy={false} />
    </form>
  </FormPlaceholder>
);

function Changed() {
  const { t } = useLingui();
  const notice = useRef<HTMLDivElement>(null);
  useFocusOnMount(() => notice.current);
  return (
    <div ref={notice} tabIndex={-1} className={css.changed}>
      <h2>{t`Your password has changed.`}</h2>
      <p>{t`You’re still logged in here. Every other device was logged out.`}</p>
    </div>
  );
}

function Change({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useAccountForm({
    name: 'change-password',
    empty,
    shape: loadShape,
    words: accountWords,
    unkept,
    onDone,
    send: (values, options) => call('POST /api/Accounts/change-password', values, options),
  });
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary summary={form.summary} />
      <UserName email={email} />
      <Fields field={form.field} busy={form.busy} />
    </form>
  );
}

type PasswordFieldsProps = { readonly field: (name: keyof typeof empty) => FormField<string>; readonly busy: boolean };

function Fields({ field, busy }: PasswordFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <p className="soft">{t`All fields are required. A new password logs out every other device.`}</p>
      <PasswordField field={field('currentPassword')} label={t`Current password`} autoComplete="current-password" />
      <PasswordField
        field={field('password')}
        label={t`New password`}
        hint={t`At least 8 characters. Several words in a row are easy to remember and hard to guess.`}
        autoComplete="new-password"
      />
      <PasswordField field={field('repeatedPassword')} label={t`Confirm new password`} autoComplete="new-password" />
      <div>
        <SubmitButton text={t`Change password`} busy={busy} meanwhile={t`Changing your password…`} />
      </div>
    </>
  );
}
