// The desk's app. An operator without a session sees the log-in first, at the address that was opened.
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Me } from '#modules/staff/shapes.ts';
import { LazyPart } from '#ui/display/lazy.tsx';
import { JoinPage } from '../features/login/join.tsx';
import { DeskLogInPage } from '../features/login/log-in.tsx';
import type { RecoveryPath } from '../features/login/recovery-page.tsx';
import { StepUp } from '../features/login/step-up.tsx';
import { callDesk, DeskApiError, loggedOut } from '../shared/api/client.ts';
import { MeProvider, RefreshMeProvider } from '../shared/api/me.ts';
import { queryClient } from '../shared/api/queries.ts';
import { forgetFormDrafts } from '../shared/forms/form-drafts.ts';
import { Notice } from '../shared/layout/notice.tsx';
import { Shell } from './shell.tsx';

type LoginState = { readonly me: Me } | { readonly failure: DeskApiError } | 'loading' | 'loggedOut';

const isRecovery = (path: string): path is RecoveryPath => ['/recover', '/reset', '/confirm-email'].includes(path);
const loadRecovery = () => import('../features/login/recovery-page.tsx').then(({ RecoveryPage }) => RecoveryPage);

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
  const entered = () => {
    // Start the page's queries without waiting for the session.
    router.options.context.setKnown();
    void router.invalidate();
    return load();
  };
  const onStart = useEffectEvent(load);
  useEffect(() => {
    void onStart();
    const ended = () => {
      queryClient.clear();
      setSession('loggedOut');
    };
    loggedOut.add(ended);
    return () => void loggedOut.delete(ended);
  }, []);
  if (isRecovery(pathname)) return <LazyPart load={loadRecovery} props={{ path: pathname, hash }} failed={() => undefined} />;
  if (pathname === '/join') return <JoinPage code={hash} onJoined={entered} />;
  if (session === 'loading') return <p className="unseen">Loading…</p>;
  if (session === 'loggedOut') return <DeskLogInPage onDone={entered} />;
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
