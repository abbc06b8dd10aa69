// Shown when a page could not be loaded: the current page stays, with a retry button, and it retries by
// itself when the connection is back.
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import button from '#ui/styles/button.module.css';
import css from './load-error.module.css';

export function LoadError({ again }: { again: () => void }) {
  useEffect(() => {
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);
  return (
    <div role="alert" className={css.trouble}>
      <p>
        <Trans>This couldn’t be loaded. Check your connection.</Trans>
      </p>
      <button type="button" className={button.quiet} onClick={again}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}

/** Shown by CSS when hydration failed: the page is readable, and a plain link reloads it. */
export const Stalled = () => (
  <div role="alert" className={css.stalled}>
    <p>
      <Trans>Parts of this page couldn’t be loaded.</Trans>
    </p>
    {/* biome-ignore lint/a11y/useValidAnchor: the empty href is the page's own address with its query. */}
    <a className={button.quiet} href="">
      <Trans>Reload</Trans>
    </a>
  </div>
);
