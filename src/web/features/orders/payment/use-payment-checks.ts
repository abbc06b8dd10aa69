// Asks how attempts to pay ended while their purchases are shown, until it is known.
import { useEffect } from 'react';
import type { OrderView } from '../../../../modules/orders/shapes.ts';
import { call } from '../../../api/client.ts';
import { isConfirmationPending, type OrderProps } from '../order-list.ts';
import { checkPayment } from './pay-link.ts';

const PAUSE_MS = 10_000;
/** Purchases asked about at once. */
const ASKED_MOST = 5;

/** `first`: a purchase that is asked about once in any case. */
export function usePaymentChecks(orders: readonly OrderView[], take: OrderProps['take'], first?: string): void {
  const open = orders.filter(isConfirmationPending).map(({ purchaseId }) => purchaseId);
  const asked = [...new Set(first === undefined ? open : [first, ...open])].slice(0, ASKED_MOST).join(' ');
  useEffect(() => {
    if (asked === '') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (purchase: string): Promise<void> => {
      await checkPayment(purchase, signal);
      take(await call('GET /api/orders', { purchase }, { signal }));
    };
    let pause: ReturnType<typeof setTimeout>;
    const turn = async (): Promise<void> => {
      // A failed check is repeated at the next turn.
      await Promise.allSettled(asked.split(' ').map(ask));
      if (!signal.aborted) pause = setTimeout(() => void turn(), PAUSE_MS);
    };
    void turn();
    return () => {
      clearTimeout(pause);
      controller.abort();
    };
  }, [asked, take]);
}
