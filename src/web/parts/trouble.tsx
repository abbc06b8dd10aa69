// A page that could not be loaded leaves the one that is there, says so, and offers to try again.
import { Trans } from '@lingui/react/macro';
import button from '../ui/button.module.css';
import css from './trouble.module.css';

export function Trouble({ again }: { again: () => void }) {
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
