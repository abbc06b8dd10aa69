// Steps to set up or turn off two-factor authentication and to renew recovery codes. Each starts with the
// password.

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import type { TotpSecret, TwoFactor } from '#modules/accounts/shapes.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { type FormField, PasswordField, TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import { useAccountForm } from '../../../shared/use-account-form.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './two-factor.module.css';

export type TwoFactorStep = 'setUp' | 'turnOff' | 'renew';

type Props = {
  /** With a success message, or without if nothing was done. */
  readonly leave: (notice?: string) => void;
  readonly onChanged: (more: Partial<TwoFactor>) => void;
};

const loadShapes = () => import('#modules/accounts/shapes.ts');
const QrCode = createLazyPart(() => import('#ui/display/qr-code.tsx').then(({ QrCode }) => QrCode));

export function TwoFactorSteps({ step, ...props }: Props & { readonly step: TwoFactorStep }) {
  if (step === 'setUp') return <SetUp {...props} />;
  return step === 'turnOff' ? <TurnOff {...props} /> : <Renew {...props} />;
}

function SetUp({ leave, onChanged }: Props) {
  const { t } = useLingui();
  const [secret, setSecret] = useState<TotpSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodeStep codes={codes} onSaved={() => leave(t`Two-step log-in is on.`)} />;
  if (!secret) return <Begin onDone={setSecret} leave={leave} />;
  const on = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    onChanged({ on: true, since: new Date().toISOString(), codesLeft: recoveryCodes.length });
  };
  return <Prove secret={secret} onDone={on} leave={leave} />;
}

function Begin({ onDone, leave }: { onDone: (secret: TotpSecret) => void } & Pick<Props, 'leave'>) {
  const { t } = useLingui();
  const form = useAccountForm({
    name: 'set-up-two-factor',
    empty: { currentPassword: '' },
    unkept: ['currentPassword'],
    words: accountWords,
    onDone,
    shape: () => loadShapes().then(({ currentPasswordShape }) => currentPasswordShape),
    send: (values, options) => call('POST /api/Accounts/set-up-two-factor', values, options),
  });
  return (
    <Titled title={t`Set up two-step log-in`}>
      <p>{t`You need an authenticator app on your phone, or a password manager that shows one-time codes.`}</p>
      <form className={css.form} {...form.props}>
        <ErrorSummary summary={form.summary} id="two-factor-told" />
        <CurrentPassword field={form.field('currentPassword')} />
        <Acts busy={form.busy} meanwhile={t`Creating the key…`} leave={leave}>
          {t`Continue`}
        </Acts>
      </form>
    </Titled>
  );
}

type ProveProps = { readonly secret: TotpSecret; readonly onDone: (codes: readonly string[]) => void } & Pick<Props, 'leave'>;

function Prove({ secret: { secret, uri }, onDone, leave }: ProveProps) {
  const { t } = useLingui();
  const form = useAccountForm({
    name: 'turn-on-two-factor',
    empty: { code: '' },
    unkept: ['code'],
    words: accountWords,
    shape: () => loadShapes().then(({ factorShape }) => factorShape),
    send: (values, options) => call('POST /api/Accounts/turn-on-two-factor', values, options),
    onDone: ({ codes }) => onDone(codes),
  });
  return (
    <Titled title={t`Add the key to your app`}>
      <div className={css.key}>
        <div className={css.picture}>
          <QrCode text={uri} label={t`The key as a QR code`} />
        </div>
        <div className={css.words}>
          <p>{t`Scan this code with the app, or type in this key:`}</p>
          <p>
            <code className={css.secret}>{groupByFour(secret)}</code>
          </p>
          <p>
            <Trans>
              App on this device? <a href={uri}>Send it the key</a>
            </Trans>
          </p>
        </div>
      </div>
      <form className={css.form} {...form.props}>
        <ErrorSummary summary={form.summary} id="two-factor-told" />
        <AppCode field={form.field('code')} />
        <Acts busy={form.busy} meanwhile={t`Turning it on…`} leave={leave}>
          {t`Turn on`}
        </Acts>
      </form>
    </Titled>
  );
}

const groupByFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

const proven = { currentPassword: '', code: '' };
const unkept = ['currentPassword', 'code'] as const;
const loadProvenShape = () => loadShapes().then((all) => all.provenShape);

function TurnOff({ leave, onChanged }: Props) {
  const { t } = useLingui();
  const form = useAccountForm({
    name: 'turn-off-two-factor',
    empty: proven,
    shape: loadProvenShape,
    unkept,
    words: accountWords,
    send: (values, options) => call('POST /api/Accounts/turn-off-two-factor', values, options),
    onDone() {
      onChanged({ on: false, since: null, codesLeft: 0 });
      leave(t`Two-step log-in is off.`);
    },
  });
  return (
    <Titled title={t`Turn off two-step log-in`}>
      <p>{t`Your password alone will open your account again, and your recovery codes will stop working.`}</p>
      <form className={css.form} {...form.props}>
        <ErrorSummary summary={form.summary} id="two-factor-told" />
        <CurrentPassword field={form.field('currentPassword')} />
        <OneTimeCode field={form.field('code')} />
        <Acts busy={form.busy} meanwhile={t`Turning it off…`} leave={leave}>
          {t`Turn off`}
        </Acts>
      </form>
    </Titled>
  );
}

function Renew({ leave, onChanged }: Props) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useAccountForm({
    name: 'new-recovery-codes',
    empty: proven,
    shape: loadProvenShape,
    unkept,
    words: accountWords,
    send: (values, options) => call('POST /api/Accounts/new-recovery-codes', values, options),
    onDone(answer) {
      setCodes(answer.codes);
      onChanged({ codesLeft: answer.codes.length });
    },
  });
  if (codes) return <RecoveryCodeStep codes={codes} onSaved={() => leave()} />;
  return (
    <Titled title={t`New recovery codes`}>
      <p>{t`You get ten new codes; the old ones stop working.`}</p>
      <form className={css.form} {...form.props}>
        <ErrorSummary summary={form.summary} id="two-factor-told" />
        <CurrentPassword field={form.field('currentPassword')} />
        <AppCode field={form.field('code')} />
        <Acts busy={form.busy} meanwhile={t`Creating new codes…`} leave={leave}>
          {t`Create new codes`}
        </Acts>
      </form>
    </Titled>
  );
}

const RecoveryCodeStep = ({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) => (
  <Titled title={<Trans>Your recovery codes</Trans>}>
    <RecoveryCodes codes={codes} onSaved={onSaved} />
  </Titled>
);

function CurrentPassword({ field }: { field: FormField<string> }) {
  const { t } = useLingui();
  return <PasswordField field={field} label={t`Current password`} autoComplete="current-password" />;
}

function AppCode({ field }: { field: FormField<string> }) {
  const { t } = useLingui();
  const hint = t`The six digits shown in your authenticator app.`;
  return <TextField field={field} label={t`Code from the app`} hint={hint} inputMode="numeric" autoComplete="one-time-code" exact />;
}

type ActsProps = { readonly busy: boolean; readonly meanwhile: string; readonly leave: Props['leave']; readonly children: ReactNode };

const Acts = ({ busy, meanwhile, leave, children }: ActsProps) => (
  <div className={css.acts}>
    <SubmitButton text={children} busy={busy} meanwhile={meanwhile} />
    <Button text={<Trans>Cancel</Trans>} onClick={() => leave()} />
  </div>
);

/** The pressed button is gone, so the new step takes the focus. */
function Titled({ title, children }: { title: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(() => heading.current);
  return (
    <div className={css.step}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  );
}

/** No numeric keyboard: a recovery code has letters. */
function OneTimeCode({ field }: { field: FormField<string> }) {
  const { t } = useLingui();
  const hint = t`Six digits from your authenticator app, or one of your recovery codes.`;
  return <TextField field={field} label={t`One-time code`} hint={hint} autoComplete="one-time-code" exact />;
}
