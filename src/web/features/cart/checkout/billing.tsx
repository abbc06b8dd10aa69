// Loads the profile and the lazy checkout form, which starts with it.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { LazyPart } from '../../../../ui/display/lazy.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { call } from '../../../api/client.ts';
import { useQuery } from '../../../api/use-query.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import type { DetailsProps } from './checkout-form.tsx';

async function load(signal: AbortSignal) {
  const [of, right] = await Promise.all([
    call('GET /api/Accounts/profile', undefined, { signal }),
    call('GET /api/orders/withdrawal-right', undefined, { signal }),
  ]);
  return { of, right };
}
const loadDetails = () => import('./checkout-form.tsx').then(({ Details }) => Details);

export function CheckoutBilling(props: Omit<DetailsProps, 'of' | 'right'>) {
  const profile = useQuery(load);
  const [lost, setLost] = useState(false);
  return (
    <section aria-labelledby="billing">
      <h2 id="billing" tabIndex={-1}>
        <Trans>Billing details</Trans>
      </h2>
      <QueryState wide of={profile} waiting={<Skeleton shape="card" count={3} />}>
        {(known) =>
          lost ? (
            <p role="alert">
              <Trans>This could not be loaded. Check your connection.</Trans>
            </p>
          ) : (
            <LazyPart load={loadDetails} props={{ ...props, ...known }} failed={() => setLost(true)} />
          )
        }
      </QueryState>
    </section>
  );
}
