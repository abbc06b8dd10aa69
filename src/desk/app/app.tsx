// The app: whoever is not logged in logs in first, and stays at the address they came for.
import { Component, type ReactNode, useEffect, useState } from 'react';
import type { Me } from '../../modules/desk/shapes.ts';
import { Join } from '../features/login/join.tsx';
import { LogIn } from '../features/login/log-in.tsx';
import { StepUp } from '../features/login/step-up.tsx';
import { ask, Failed, loggedOut } from '../shared/api/client.ts';
import { MeProvider } from '../shared/api/me.ts';
import { forgetAll } from '../shared/api/query-cache.ts';
import { usePlace } from '../shared/browser/location.tsx';
import { Notice } from '../shared/layout/notice.tsx';
import { prepare } from './pages.ts';
import { Shell } from './shell.tsx';

type Known = { readonly me?: Me; readonly failure?: Failed } | 'nobody' | undefined;

export function App() {
  const [known, setKnown] = useState<Known>();
  const { pathname, hash } = usePlace();
  const look = (isExpected: boolean) => {
    const coming = ask('GET /api/me').then(
      (me) => setKnown({ me }),
      (cause: unknown) => setKnown(cause instanceof Failed && cause.status !== 401 ? { failure: cause } : 'nobody'),
    );
    // What they will see does not wait for who they are: the server asks that itself.
    if (isExpected) prepare(new URL(location.href));
    return coming;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once; a log-in asks again by itself.
  useEffect(() => {
    // The document knows whether the browser has sent a cookie along.
    void look(document.getElementById('root')?.dataset.known !== undefined);
    const over = () => {
      forgetAll();
      setKnown('nobody');
    };
    loggedOut.add(over);
    return () => void loggedOut.delete(over);
  }, []);
  if (pathname === '/join') return <Join code={hash.slice(1)} onJoined={() => look(true)} />;
  if (known === undefined) return <p className="unseen">Loading …</p>;
  if (known === 'nobody') return <LogIn onDone={() => look(true)} />;
  if (!known.me) return <Notice title="The desk is not there" text={known.failure?.message ?? ''} onAgain={() => look(true)} />;
  return (
    <MeProvider value={known.me}>
      <Faults key={pathname}>
        <Shell />
      </Faults>
      <StepUp />
    </MeProvider>
  );
}

/** A fault of ours on one page is not the end of the desk. */
class Faults extends Component<{ readonly children: ReactNode }, { readonly fault: Error | undefined }> {
  override state = { fault: undefined };
  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }
  override render() {
    const { fault } = this.state as { fault: Error | undefined };
    return fault ? (
      <Notice title="Something went wrong on this page" text={fault.message} onAgain={() => location.reload()} />
    ) : (
      this.props.children
    );
  }
}
