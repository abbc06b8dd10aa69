// Updates the order history while the page is open and announces which order changed.
import { Trans } from '@lingui/react/macro';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { OrderView } from '#modules/orders/shapes.ts';
import { useNews } from '../../live/use-live-updates.ts';
import { usePaymentChecks } from './payment/use-payment-checks.ts';
import { OrderStatusText } from './row/order-state.tsx';

type Props = {
  readonly orders: readonly OrderView[];
  readonly load: (signal: AbortSignal) => Promise<readonly OrderView[]>;
  readonly take: (fresh: readonly OrderView[]) => void;
  /** Another component announces changes of this purchase. */
  readonly saidElsewhere: string | undefined;
};

const news = ['orders'] as const;
/** More changes at once are not announced one by one. */
const MAX_ANNOUNCED = 5;

export function HistoryLive({ orders, load, take, saidElsewhere }: Props) {
  const known = useRef(orders);
  const focusedOrder = useRef<Element | null>(null);
  // Set during the same render, so that an older render does not take the announcement.
  useLayoutEffect(() => {
    known.current = orders;
    // The button that had the focus is gone with the order's actions.
    if (document.activeElement === document.body) focusedOrder.current?.querySelector('h2')?.focus();
    focusedOrder.current = null;
  }, [orders]);
  const [changed, setChanged] = useState<readonly OrderView[]>([]);
  const announce = useCallback(
    (fresh: readonly OrderView[]) => {
      const statuses = new Map(known.current.map(({ id, status }) => [id, status]));
      const moved = fresh.filter(
        ({ id, status, purchaseId }) => purchaseId !== saidElsewhere && statuses.has(id) && statuses.get(id) !== status,
      );
      if (moved.length > 0) setChanged(moved.slice(0, MAX_ANNOUNCED));
      focusedOrder.current = document.activeElement?.closest('article') ?? null;
      take(fresh);
    },
    [take, saidElsewhere],
  );
  usePaymentChecks(orders, announce);
  useNews(news, async (signal) => announce(await load(signal)));
  return (
    <div role="status" className="unseen">
      {changed.map(({ id, number, status }) => (
        <p key={`${id} ${status}`}>
          <Trans>
            Order {number} is now: <OrderStatusText status={status} />
          </Trans>
        </p>
      ))}
    </div>
  );
}
