// Coming in: address, password, and the code of the app where one is set up; or a passkey alone.
import { useState } from 'react';
import button from '../../../web/ui/button.module.css';
import { knowsPasskeys, signByPasskey } from '../../../web/ui/passkey.ts';
import { ask } from '../ask.ts';
import { Door } from './door.tsx';
import { Form, TextField, useSending } from './form.tsx';

export function LogIn({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const sending = useSending();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const wantsCode = sending.failure?.errors.code !== undefined || code !== '';
  const send = async () => {
    await ask('POST /api/log-in', { email, password, ...(code ? { code } : {}) });
    await onDone();
  };
  const byPasskey = async () => {
    const credential = await signByPasskey(await ask('POST /api/log-in/passkey-options'));
    if (!credential) return;
    await ask('POST /api/log-in/passkey', { credential });
    await onDone();
  };
  const other = knowsPasskeys() ? (
    <button className={button.quiet} type="button" onClick={() => void sending.send(byPasskey)}>
      Use a passkey
    </button>
  ) : null;
  return (
    <Door title="Log in to the desk">
      <Form sending={sending} onSend={send} submit="Log in" more={other}>
        <TextField label="E-mail" name="email" type="email" autoComplete="username" value={email} onValue={setEmail} sending={sending} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          sending={sending}
        />
        {wantsCode ? (
          <TextField
            label="Code from your authenticator app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onValue={setCode}
            sending={sending}
          />
        ) : null}
      </Form>
    </Door>
  );
}
