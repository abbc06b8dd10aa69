// Shown in place of a file that could not be downloaded.
import { Trans } from '@lingui/react/macro';
import button from '#ui/styles/button.module.css';

export const LoadFailed = ({ again }: { readonly again: () => void }) => (
  <p role="alert">
    <Trans>This file couldn’t be loaded.</Trans>{' '}
    <button type="button" className={button.link} onClick={again}>
      <Trans>Try again</Trans>
    </button>
  </p>
);
