// Messages at the bottom of the window: offline, failed loads and toasts.
import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Toasts } from '#ui/feedback/toasts.tsx';
import { LoadError, Stalled } from './errors/load-error.tsx';
import css from './status-bar.module.css';

export const StatusBar = ({ trouble }: { trouble: (() => void) | undefined }) => (
  <div className={css.messages}>
    <Toasts />
    <Stalled />
    {trouble ? <LoadError again={trouble} /> : null}
    <Offline />
  </div>
);

/** The live region must exist before its text changes, or screen readers do not announce it. */
function Offline() {
  const online = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {online ? null : (
        <p className={css.offline}>
          <Trans>You’re offline. This page stays; anything else will load when you’re back online.</Trans>
        </p>
      )}
    </div>
  );
}

function onConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
