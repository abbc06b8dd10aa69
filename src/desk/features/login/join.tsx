// Accepts an invitation: name, password, and authenticator app or passkey. The code is in the URL's fragment,
// which no server receives, and is removed immediately.

import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { NewCredential } from '#lib/people/passkey.ts';
import { createPasskey, supportsPasskeys } from '#ui/browser/passkey.ts';
import { Button } from '#ui/display/button.tsx';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { AuthCard } from './auth-card.tsx';
import { CodeField } from './factor-fields.tsx';
import styles from './join.module.css';

const QrCode = lazy(() => import('#ui/display/qr-code.tsx').then((part) => ({ default: part.QrCode })));

type Invitation = Awaited<ReturnType<typeof loadInvitation>>;
const loadInvitation = (code: string) => callDesk('POST /api/invitation', { code });

type Props = { readonly code: string; readonly onJoined: () => Promise<unknown> };

export function JoinPage({ code: initialCode, onJoined }: Props) {
  const navigate = useNavigate();
  const [code] = useState(initialCode);
  const [found, setFound] = useState<Invitation | DeskApiError>();
  useEffect(() => {
    if (location.hash !== '') history.replaceState(null, '', '/join');
    loadInvitation(code).then(setFound, (cause: unknown) => {
      if (cause instanceof DeskApiError) setFound(cause);
      else throw cause;
    });
  }, [code]);
  const finishJoin = async () => {
    void navigate({ to: '/', replace: true });
    await onJoined();
  };
  if (found === undefined) return <AuthCard title="Join the desk">Checking your invitation …</AuthCard>;
  if (found instanceof DeskApiError) return <AuthCard title="This link isn’t valid">{found.message}</AuthCard>;
  return (
    <AuthCard title={`Join the desk as ${found.role}`}>
      <JoinForm code={code} invitation={found} onJoined={finishJoin} />
    </AuthCard>
  );
}

type JoinFormProps = { readonly code: string; readonly invitation: Invitation; readonly onJoined: () => Promise<unknown> };

function JoinForm({ code, invitation, onJoined }: JoinFormProps) {
  const [passkey, setPasskey] = useState<NewCredential>();
  const form = useDeskForm({
    values: { name: invitation.name, password: '', appCode: '' },
    send: ({ appCode, ...rest }) =>
      callDesk('POST /api/join', { code, ...rest, ...(appCode ? { appCode } : {}), ...(passkey ? { passkey } : {}) }),
    onDone: onJoined,
  });
  const makePasskey = async () => setPasskey(await createPasskey(await callDesk('POST /api/join/passkey-options', { code })));
  return (
    <Form form={form} submit="Join">
      <p className="soft">You log in as {invitation.email}.</p>
      <TextField label="Your name" name="name" autoComplete="name" />
      <TextField
        label="Password"
        hint="At least 12 characters. It protects every customer’s orders."
        name="password"
        type="password"
        autoComplete="new-password"
      />
      <fieldset className={styles.app}>
        <legend>Two-step log-in{invitation.mustHaveApp ? '' : ' (optional here)'}</legend>
        {supportsPasskeys() ? (
          <p>
            {passkey ? (
              <strong role="status">Your passkey is ready. Join to save it.</strong>
            ) : (
              <Button text="Create a passkey" onClick={() => void form.submitWith(makePasskey)()} />
            )}
          </p>
        ) : null}
        <Suspense>
          <QrCode text={invitation.address} label="For your authenticator app" />
        </Suspense>
        <p className="small">
          {supportsPasskeys() ? 'Or use an authenticator app: scan' : 'Scan'} the code, or enter this key:{' '}
          <code className={styles.key}>{invitation.secret}</code>
        </p>
        <CodeField label="Six-digit code" name="appCode" />
      </fieldset>
    </Form>
  );
}
