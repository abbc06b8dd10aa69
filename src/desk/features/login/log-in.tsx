// Log-in: email, password and authenticator code if one is set up; or a passkey alone.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Assertion } from '#lib/people/passkey.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { DeskTextField, Form } from '../../shared/forms/form.tsx';
import { AuthCard } from './auth-card.tsx';
import { CodeField, OperatorPasswordField, PasskeyButton } from './factor-fields.tsx';

export function DeskLogInPage({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const sending = useMutation(DeskApiError);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const wantsCode = sending.failure?.errors.code !== undefined || code !== '';
  const send = async () => {
    await callDesk('POST /api/log-in', { email, password, ...(code ? { code } : {}) });
    await onDone();
  };
  const byPasskey = async (credential: Assertion) => {
    await callDesk('POST /api/log-in/passkey', { credential });
    await onDone();
  };
  const passkey = <PasskeyButton sending={sending} options={() => callDesk('POST /api/log-in/passkey-options')} onSigned={byPasskey} />;
  return (
    <AuthCard title="Log in to the desk">
      <Form sending={sending} onSend={send} submit="Log in" more={passkey}>
        <DeskTextField label="Email" name="email" type="email" autoComplete="username" value={email} onValue={setEmail} sending={sending} />
        <OperatorPasswordField label="Password" value={password} onValue={setPassword} sending={sending} />
        {wantsCode ? <CodeField label="Code from your authenticator app" value={code} onValue={setCode} sending={sending} /> : null}
      </Form>
      <p>
        <Link to="/recover">Forgot your password?</Link>
      </p>
    </AuthCard>
  );
}
