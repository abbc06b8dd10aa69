// Step-up authentication: a dialog asks for the password, an app code or a passkey, and then the action is
// run.

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { signByPasskey } from '#ui/browser/passkey.ts';
import { Button } from '#ui/display/button.tsx';
import { Dialog } from '#ui/display/dialog.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { PasswordField, TextField } from '#ui/forms/field.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import { apiQuery, useFreshQuery } from '../../../api/queries.ts';
import { useAccountForm } from '../../../shared/use-account-form.ts';
import css from './password-confirm.module.css';

type Waiting = { readonly confirmed: () => void; readonly cancel: () => void };

class LeftStepUp extends Error {
  override readonly name = 'LeftStepUp';
}

/** Closing the dialog cancels the action without a message. */
export async function ignoreLeftStepUp(act: () => Promise<void>): Promise<void> {
  await act().catch((cause: unknown) => {
    if (!(cause instanceof LeftStepUp)) throw cause;
  });
}

/** `run` may fail because it needs a confirmation; after the confirmation it is run again. */
export function useStepUp(): { readonly run: <T>(act: () => Promise<T>) => Promise<T>; readonly dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting>();
  const confirm = () =>
    new Promise<void>((confirmed, failed) => setWaiting({ confirmed, cancel: () => failed(new LeftStepUp()) })).finally(() =>
      setWaiting(undefined),
    );
  return {
    async run(act) {
      try {
        return await act();
      } catch (cause) {
        if (!(cause instanceof ApiError && cause.errors.stepUp)) throw cause;
        await confirm();
        return act();
      }
    },
    dialog: waiting ? <StepUp {...waiting} /> : null,
  };
}

const waysQuery = apiQuery('POST /api/Accounts/confirm-options', undefined);
const loadShape = () => import('#modules/accounts/passkeys/shapes.ts').then((shapes) => shapes.confirmShape);
const empty = { currentPassword: '', code: '' };

function StepUp({ confirmed, cancel }: Waiting) {
  const { t } = useLingui();
  const ways = useFreshQuery(waysQuery);
  const form = useAccountForm({
    name: 'step-up',
    empty,
    shape: loadShape,
    words: accountWords,
    unkept: ['currentPassword', 'code'] as const,
    // One of them is enough.
    send: ({ code, currentPassword }, options) => call('POST /api/Accounts/confirm', code ? { code } : { currentPassword }, options),
    onDone: () => confirmed(),
  });
  return (
    <Dialog title={t`Confirm it’s you`} onClose={cancel}>
      <p>{t`Confirm it’s you before this change. It’s good for five minutes.`}</p>
      {ways.data?.publicKey ? <ByPasskey confirmed={confirmed} /> : null}
      <form className={css.form} {...form.props}>
        <ErrorSummary summary={form.summary} id="step-up-told" />
        <PasswordField field={form.field('currentPassword')} label={t`Current password`} autoComplete="current-password" />
        {ways.data?.app ? (
          <TextField
            field={form.field('code')}
            label={t`Or the code from the app`}
            inputMode="numeric"
            autoComplete="one-time-code"
            optional
            exact
          />
        ) : null}
        <div className={css.acts}>
          <SubmitButton text={t`Confirm`} busy={form.busy} meanwhile={t`Confirming…`} />
          <Button text={t`Cancel`} onClick={cancel} />
        </div>
      </form>
    </Dialog>
  );
}

/** Each press requests a new challenge: a challenge is valid once. */
function ByPasskey({ confirmed }: Pick<Waiting, 'confirmed'>) {
  const { failure, press } = useMutation(ApiError);
  const sign = async () => {
    const { publicKey } = await call('POST /api/Accounts/confirm-options', undefined);
    const credential = publicKey && (await signByPasskey({ publicKey }));
    if (!credential) return;
    await call('POST /api/Accounts/confirm', { credential });
    confirmed();
  };
  return (
    <div>
      <Button text={<Trans>Use a passkey</Trans>} look="main" {...press(sign)} />
      <FieldErrorText error={failure} />
    </div>
  );
}
