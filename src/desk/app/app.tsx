// The desk's app. An operator without a session sees the log-in first, at the address that was opened.

import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Assertion } from '#lib/people/passkey.ts';
import type { Me } from '#modules/staff/shapes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { AuthCard } from '../features/login/auth-card.tsx';
import { CodeField, OperatorPasswordField, PasskeyButton } from '../features/login/factor-fields.tsx';
import { JoinPage } from '../features/login/join.tsx';
import type { RecoveryPath } from '../features/login/recovery-page.tsx';
import { StepUp } from '../features/login/step-up.tsx';
import { callDesk, DeskApiError, logOutListeners } from '../shared/api/client.ts';
import { MeProvider, RefreshMeProvider } from '../shared/api/me.ts';
import { queryClient } from '../shared/api/queries.ts';
import { TextField } from '../shared/forms/fields.tsx';
import { Form } from '../shared/forms/form.tsx';
import { forgetFormDrafts } from '../shared/forms/form-drafts.ts';
import { useDeskForm } from '../shared/forms/use-desk-form.ts';
import { Notice } from '../shared/layout/notice.tsx';
import { Shell } from './shell.tsx';

type LoginState = { readonly me: Me } | { readonly failure: DeskApiError } | 'loading' | 'loggedOut';

const isRecovery = (path: string): path is RecoveryPath => ['/recover', '/reset', '/confirm-email'].includes(path);
const RecoveryPage = createLazyPart(() => import('../features/login/recovery-page.tsx').then(({ RecoveryPage }) => RecoveryPage));

export function DeskApp() {
  const [session, setSession] = useState<LoginState>('loading');
  const { pathname, hash } = useLocation();
  const router = useRouter();
  const load = () =>
    callDesk('GET /api/me').then(
      (me) => {
        forgetFormDrafts(me.id);
        setSession({ me });
      },
      (cause: unknown) => setSession(cause instanceof DeskApiError && cause.status !== 401 ? { failure: cause } : 'loggedOut'),
    );
  const enter = () => {
    // Start the page's queries without waiting for the session.
    router.options.context.setKnown();
    void router.invalidate();
    return load();
  };
  const onStart = useEffectEvent(load);
  useEffect(() => {
    void onStart();
    const end = () => {
      queryClient.clear();
      setSession('loggedOut');
    };
    logOutListeners.add(end);
    return () => void logOutListeners.delete(end);
  }, []);
  if (isRecovery(pathname)) return <RecoveryPage path={pathname} hash={hash} />;
  if (pathname === '/join') return <JoinPage code={hash} onJoined={enter} />;
  if (session === 'loading') return <p className="unseen">Loading…</p>;
  if (session === 'loggedOut') return <DeskLogInPage onDone={enter} />;
  if ('failure' in session) return <Notice title="The desk is unavailable" text={session.failure.message} onAgain={load} />;
  return (
    <MeProvider value={session.me}>
      <RefreshMeProvider value={load}>
        <Shell />
        <StepUp />
      </RefreshMeProvider>
    </MeProvider>
  );
}

/** Log-in: email, password and authenticator code if one is set up; or a passkey alone. */
function DeskLogInPage({ onDone }: { readonly onDone: () => Promise<unknown> }) {
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
