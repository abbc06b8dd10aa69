// Log-in: email, password and authenticator code if one is set up; or a passkey alone.
import { Link } from '@tanstack/react-router';
import type { Assertion } from '#lib/people/passkey.ts';
import { callDesk } from '../../shared/api/client.ts';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { AuthCard } from './auth-card.tsx';
import { CodeField, OperatorPasswordField, PasskeyButton } from './factor-fields.tsx';

export function DeskLogInPage({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const form = useDeskForm({
    values: { email: '', password: '', code: '' },
    send: ({ code, ...rest }) => callDesk('POST /api/log-in', { ...rest, ...(code ? { code } : {}) }),
    onDone,
  });
  const wantsCode = form.formState.errors.code !== undefined || form.watch('code') !== '';
  const byPasskey = async (credential: Assertion) => {
    await callDesk('POST /api/log-in/passkey', { credential });
    await onDone();
  };
  const passkey = <PasskeyButton form={form} options={() => callDesk('POST /api/log-in/passkey-options')} onSigned={byPasskey} />;
  return (
    <AuthCard title="Log in to the desk">
      <Form form={form} submit="Log in" more={passkey}>
        <TextField label="Email" name="email" type="email" autoComplete="username" />
        <OperatorPasswordField label="Password" />
        {wantsCode ? <CodeField label="Code from your authenticator app" /> : null}
      </Form>
      <p>
        <Link to="/recover">Forgot your password?</Link>
      </p>
    </AuthCard>
  );
}
