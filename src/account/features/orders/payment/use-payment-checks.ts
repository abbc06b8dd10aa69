// Asks how attempts to pay ended while their purchases are shown, until it is known.
import { useEffect } from 'react';
import type { OrderView } from '#modules/orders/shapes.ts';
import { call } from '#ui/api/client.ts';
import { isConfirmationPending, type OrderProps } from '../order-list.ts';
import { checkPayment } from './pay-link.ts';

const PAUSE_MS = 10_000;
/** Purchases asked about at once. */
const MAX_POLLED = 5;

/** `first`: a purchase that is asked about once, also if no attempt is known. */
export function usePaymentChecks(orders: readonly OrderView[], take: OrderProps['take'], first?: string): void {
  const pending = [...new Set(orders.filter(isConfirmationPending).map(({ purchaseId }) => purchaseId))].slice(0, MAX_POLLED).join(' ');
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (purchase: string): Promise<void> => {
      await checkPayment(purchase, signal);
      take(await call('GET /api/orders', { purchase }, { signal }));
    };
    let pause: ReturnType<typeof setTimeout>;
    const repeated = pending.split(' ').filter(Boolean);
    const turn = async (purchases: readonly string[]): Promise<void> => {
      // A failed check is repeated at the next turn.
      await Promise.allSettled(purchases.map(ask));
      if (!signal.aborted && repeated.length > 0) pause = setTimeout(() => void turn(repeated), PAUSE_MS);
    };
    void turn([...new Set([...(first === undefined ? [] : [first]), ...repeated])]);
    return () => {
      clearTimeout(pause);
      controller.abort();
    };
  }, [pending, first, take]);
}
