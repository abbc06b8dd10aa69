// A page that could not be loaded leaves the one that is there, says so, and offers to try again; when the connection is back it does so by itself.
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import button from '../../../ui/styles/button.module.css';
import css from './load-error.module.css';

export function LoadError({ again }: { again: () => void }) {
  useEffect(() => {
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);
  return (
    <div role="alert" className={css.trouble}>
      <p>
        <Trans>This could not be loaded. Check your connection.</Trans>
      </p>
      <button type="button" className={button.quiet} onClick={again}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}

/** Shown by style when the page could not be made alive: it can be read, and a plain link loads it anew. */
export const Stalled = () => (
  <div role="alert" className={css.stalled}>
    <p>
      <Trans>Parts of this page could not be loaded.</Trans>
    </p>
    {/* biome-ignore lint/a11y/useValidAnchor: the empty address is the page's own, its query included. */}
    <a className={button.quiet} href="">
      <Trans>Load it again</Trans>
    </a>
  </div>
);
