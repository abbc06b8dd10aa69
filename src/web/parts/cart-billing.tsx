// Where the billing details go: the profile they begin with is asked for, and their form comes with a file of its own, below what is looked at first.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../client.ts';
import { Later } from '../ui/later.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Arrival } from './cabinet.tsx';
import type { DetailsProps } from './cart-checkout.tsx';

async function load(signal: AbortSignal) {
  const [of, right] = await Promise.all([
    call('GET /api/Accounts/profile', undefined, { signal }),
    call('GET /api/orders/withdrawal-right', undefined, { signal }),
  ]);
  return { of, right };
}
const loadDetails = () => import('./cart-checkout.tsx').then(({ Details }) => Details);

export function Billing(props: Omit<DetailsProps, 'of' | 'right'>) {
  const profile = useLoaded(load);
  const [lost, setLost] = useState(false);
  return (
    <section aria-labelledby="billing">
      <h2 id="billing" tabIndex={-1}>
        <Trans>Billing details</Trans>
      </h2>
      <Arrival wide of={profile} waiting={<Skeleton shape="card" count={3} />}>
        {(known) =>
          lost ? (
            <p role="alert">
              <Trans>This could not be loaded. Check your connection.</Trans>
            </p>
          ) : (
            <Later load={loadDetails} given={{ ...props, ...known }} failed={() => setLost(true)} />
          )
        }
      </Arrival>
    </section>
  );
}
