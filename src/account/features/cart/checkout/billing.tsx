// Loads the profile and the lazy checkout form, which starts with it.
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { call } from '#ui/api/client.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { loadedQuery, useFreshQuery } from '../../../api/queries.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import type { DetailsProps } from './checkout-form.tsx';

const billingQuery = loadedQuery(['billing'], async (signal) => {
  const [profile, right, last, details] = await Promise.all([
    call('GET /api/Accounts/profile', undefined, { signal }),
    call('GET /api/orders/withdrawal-right', undefined, { signal }),
    call('GET /api/orders/last-address', undefined, { signal }),
    call('GET /api/papers/details', undefined, { signal }),
  ]);
  return { profile, right, last, details };
});
const Details = createLazyPart(() => import('./checkout-form.tsx').then(({ Details }) => Details));

/** `children`: the total, which is shown above the button. */
export function CheckoutBilling({
  children,
  ...props
}: Omit<DetailsProps, 'profile' | 'right' | 'last' | 'details' | 'total'> & { readonly children: ReactNode }) {
  const { t } = useLingui();
  const profile = useFreshQuery(billingQuery);
  const [lost, setLost] = useState(false);
  return (
    <>
      {profile.data && !lost ? null : children}
      <QueryState wide query={profile} waiting={<Skeleton shape="card" count={3} />}>
        {(known) =>
          lost ? (
            <p role="alert">{t`This couldn’t be loaded. Check your connection.`}</p>
          ) : (
            <Details {...props} {...known} total={children} onMissing={() => setLost(true)} />
          )
        }
      </QueryState>
    </>
  );
}
