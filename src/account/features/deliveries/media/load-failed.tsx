// Shown in place of a file that could not be downloaded.

import { Trans } from '@lingui/react/macro';
import { Button } from '#ui/display/button.tsx';

export const LoadFailed = ({ again }: { readonly again: () => void }) => (
  <p role="alert">
    <Trans>This file couldn’t be loaded.</Trans> <Button text={<Trans>Try again</Trans>} look="link" onClick={again} />
  </p>
);
