// The order history without orders: none yet, or none that match.
import { Trans } from '@lingui/react/macro';
import { Empty } from '#ui/feedback/empty.tsx';
import button from '#ui/styles/button.module.css';
import { href } from '../../../pages.ts';

export const NoOrders = () => (
  <Empty
    kind="empty"
    title={<Trans>No orders yet.</Trans>}
    act={
      <a className={button.main} href={href('services')}>
        <Trans>Browse services</Trans>
      </a>
    }
  >
    <Trans>Your orders and their progress appear here.</Trans>
  </Empty>
);

type NoMatchProps = { readonly more: boolean; readonly showAll: () => void };

export const NoMatch = ({ more, showAll }: NoMatchProps) => (
  <Empty
    kind="filtered"
    title={<Trans>No orders match.</Trans>}
    act={
      <button type="button" className={button.quiet} onClick={showAll}>
        <Trans>Show all orders</Trans>
      </button>
    }
  >
    {more ? <Trans>Older orders aren’t loaded yet.</Trans> : null}
  </Empty>
);
