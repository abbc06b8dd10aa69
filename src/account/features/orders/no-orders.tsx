// The order history without orders: none yet, or none that match.

import { Trans } from '@lingui/react/macro';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { href } from '../../../pages.ts';

export const NoOrders = () => (
  <Empty
    kind="empty"
    title={<Trans>No orders yet.</Trans>}
    act={<ButtonLink text={<Trans>Browse services</Trans>} look="main" href={href('services')} />}
  >
    <Trans>Your orders and their progress appear here.</Trans>
  </Empty>
);

type NoMatchProps = { readonly more: boolean; readonly showAll: () => void };

export const NoMatch = ({ more, showAll }: NoMatchProps) => (
  <Empty kind="filtered" title={<Trans>No orders match.</Trans>} act={<Button text={<Trans>Show all orders</Trans>} onClick={showAll} />}>
    {more ? <Trans>Older orders aren’t loaded yet.</Trans> : null}
  </Empty>
);
