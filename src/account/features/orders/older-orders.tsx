// Loads the next page of a long order history. Most customers have fewer orders than one page.

import { Trans } from '@lingui/react/macro';
import { ApiError } from '#ui/api/api-error.ts';
import { Button } from '#ui/display/button.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import css from './older-orders.module.css';

type Props = { readonly load: () => Promise<void> };

export function OlderOrders({ load }: Props) {
  const { busy, failure, run } = useMutation(ApiError);
  return (
    <div className={css.older}>
      <Button text={<Trans>Load older orders</Trans>} busy={busy} onClick={() => void run(load)} />
      <FieldErrorText error={failure} />
    </div>
  );
}
