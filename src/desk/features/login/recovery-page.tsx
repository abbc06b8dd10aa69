// Pages of mailed links, loaded on demand: request a new password, set it, and confirm a new address. A code
// is in the URL’s fragment, which no server receives, and is removed immediately. Nothing happens before a
// button is pressed, because mail programs open links, too.

import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Assertion } from '#lib/people/passkey.ts';
import { signByPasskey } from '#ui/browser/passkey.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { AuthCard } from './auth-card.tsx';
import { CodeField, PasskeyButton } from './factor-fields.tsx';

export type RecoveryPath = '/recover' | '/reset' | '/confirm-email';

export function RecoveryPage({ path, hash }: { readonly path: RecoveryPath; readonly hash: string }) {
  const [code] = useState(hash);
  useEffect(() => {
    if (location.hash !== '') history.replaceState(null, '', path);
  }, [path]);
  if (path === '/recover') return <RequestPage />;
  return path === '/reset' ? <ResetPage code={code} /> : <ConfirmEmailPage code={code} />;
}

/** A full load, because the session of this tab may have ended. */
const LogInLink = () => (
  <p>
    <ButtonLink text="Log in" look="main" href="/" />
  </p>
);

function RequestPage() {
  const [sentTo, setSentTo] = useState('');
  const form = useDeskForm({
    values: { email: '' },
    async send({ email }) {
      await callDesk('POST /api/recover', { email });
      setSentTo(email.trim());
    },
  });
  if (sentTo)
    return (
      <AuthCard title="Check your email">
        <p>
          If {sentTo} belongs to an operator, a link is on its way. It works for 30 minutes. Nothing there? Look in the spam folder, or ask
          an owner for a new invitation.
        </p>
        <BackToLogIn />
      </AuthCard>
    );
  return (
    <AuthCard title="Choose a new password">
      <Form form={form} submit="Email me a link">
        <TextField label="Email" name="email" type="email" autoComplete="username" />
      </Form>
      <BackToLogIn />
    </AuthCard>
  );
}

const BackToLogIn = () => (
  <p>
    <Link to="/">Back to the log-in</Link>
  </p>
);

type Options = DeskOutput<'POST /api/reset/options'>;

function ResetPage({ code }: { readonly code: string }) {
  const [found, setFound] = useState<Options | DeskApiError>();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    callDesk('POST /api/reset/options', { code }).then(setFound, (cause: unknown) => {
      if (cause instanceof DeskApiError) setFound(cause);
      else throw cause;
    });
  }, [code]);
  if (isDone)
    return (
      <AuthCard title="Your password is changed">
        <p>All your sessions have ended.</p>
        <LogInLink />
      </AuthCard>
    );
  if (found === undefined) return <AuthCard title="Choose a new password">Checking your link …</AuthCard>;
  if (found instanceof DeskApiError) return <BrokenLink failure={found} again={<Link to="/recover">Request a new link</Link>} />;
  return (
    <AuthCard title="Choose a new password">
      <ResetForm code={code} factors={found} onDone={() => setDone(true)} />
    </AuthCard>
  );
}

function BrokenLink({ failure, again }: { readonly failure: DeskApiError; readonly again: ReactNode }) {
  return (
    <AuthCard title="This link isn’t valid">
      <p>{failure.errors['']?.[0] ?? failure.message}</p>
      <p>{again}</p>
    </AuthCard>
  );
}

type ResetFormProps = { readonly code: string; readonly factors: Options; readonly onDone: () => void };

function ResetForm({ code, factors, onDone }: ResetFormProps) {
  const options = () => callDesk('POST /api/reset/options', { code });
  const needsPasskey = !factors.app && factors.publicKey !== null;
  const form = useDeskForm({
    values: { password: '', appCode: '' },
    async send({ password, appCode }) {
      if (needsPasskey) {
        // A challenge works once, so each try has its own.
        const { publicKey } = await options();
        const credential = publicKey && (await signByPasskey({ publicKey }));
        if (credential) await byPasskey(credential);
        return;
      }
      await callDesk('POST /api/reset', { code, password, ...(appCode ? { appCode } : {}) });
      onDone();
    },
    // If no passkey was chosen, what was typed is needed for the next try.
    afterwards: 'saved',
  });
  const byPasskey = async (credential: Assertion) => {
    await callDesk('POST /api/reset', { code, password: form.getValues('password'), credential });
    onDone();
  };
  const passkey = factors.app && factors.publicKey ? <PasskeyButton form={form} options={options} onSigned={byPasskey} /> : null;
  return (
    <Form form={form} submit={needsPasskey ? 'Change with my passkey' : 'Change password'} more={passkey}>
      <TextField label="New password" hint="At least 12 characters." name="password" type="password" autoComplete="new-password" />
      {factors.app ? <CodeField label="Code from your authenticator app" name="appCode" /> : null}
    </Form>
  );
}

function ConfirmEmailPage({ code }: { readonly code: string }) {
  const [email, setEmail] = useState('');
  const form = useDeskForm({ values: {}, send: async () => setEmail((await callDesk('POST /api/confirm-email', { code })).email) });
  if (email)
    return (
      <AuthCard title="Your address is changed">
        <p>From now on you log in with {email}. All your sessions have ended.</p>
        <LogInLink />
      </AuthCard>
    );
  return (
    <AuthCard title="Confirm your new address">
      <Form form={form} submit="Confirm">
        <p>You then log in with it, and all your sessions end.</p>
      </Form>
    </AuthCard>
  );
}
