// Links to the payment page and back. The browser's Back button leads to the order, never to an empty cart.

import type { AnyRouter } from '@tanstack/react-router';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { href } from '../../../../pages.ts';
import { getHistoryAddress } from '../order-list.ts';

type Placed = { readonly paymentLink: string | null; readonly purchaseId: string };

/**
 * To the payment page, or to the shop's own one where an order by hand is agreed to first; if it is already
 * settled or has no link yet, to the order history.
 */
export function redirectToPayment({ paymentLink, purchaseId }: Placed, navigate: AnyRouter['navigate']): void {
  const back = getHistoryAddress({ purchase: purchaseId });
  const leadsTo = paymentLink === null ? 'history' : findTarget(paymentLink, location);
  if (paymentLink === null || leadsTo === 'history') return void navigate({ href: back, replace: true });
  history.replaceState(history.state, '', back);
  // The browser may restore the page from its back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && void navigate({ href: back, replace: true }), { once: true });
  if (leadsTo === 'provider') beginPayment(purchaseId);
  location.assign(paymentLink);
}

export function findTarget(link: string, { origin, host }: Pick<Location, 'origin' | 'host'>): 'provider' | 'review' | 'history' {
  const target = new URL(link, origin);
  if (target.host !== host) return 'provider';
  return target.pathname.endsWith(href('pay')) ? 'review' : 'history';
}

/** Opens the deposit form with the missing amount and a link back. */
export const getDepositAddress = (amount: number, currency: number, back: 'cart' | 'order-history'): string =>
  `${href('funds')}?deposit=${amount}&currency=${currency}&back=${back}`;

/** The payment page is being opened. Sent while the browser leaves the page, so nothing waits for it. */
export const beginPayment = (subjectId: string): void =>
  void call('POST /api/payments/begin', { subjectId }, { keepalive: true }).catch(() => undefined);

/** Asks the provider how the last attempt ended. False: it is not known whether anything was taken. */
export const checkPayment = (subjectId: string, signal: AbortSignal): Promise<boolean> =>
  call('POST /api/payments/check', { subjectId }, { signal }).then(
    ({ answered }) => answered,
    (cause: unknown) => {
      if (!signal.aborted && !(cause instanceof ApiError)) throw cause;
      return false;
    },
  );
