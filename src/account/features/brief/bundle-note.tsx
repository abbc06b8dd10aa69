// A bundle is briefed in two steps: the shared answers now, each piece after payment.
import { Trans } from '@lingui/react/macro';

export const BundleNote = ({ count }: { readonly count: number }) => (
  <p className="soft">
    <Trans>Tell us once what all {count} pieces share. After payment you brief each one, with these answers filled in.</Trans>
  </p>
);
