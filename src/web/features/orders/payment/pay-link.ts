// The way to a payment page and back. Who leaves for the bank and comes back by the browser's own Back finds the order, never an empty cart.

import type { PaymentOutcomeView } from '../../../../modules/payments/shapes.ts';
import { href } from '../../../../pages.ts';
import { getItem, sessionStore, setItem } from '../../../../ui/browser/storage.ts';
import type { Navigation } from '../../../router/page-state.ts';
import { historyAddress } from '../order-list.ts';

type Placed = { readonly paymentLink: string | null; readonly purchaseId: string };

/** To the payment page; what is settled already, or has no link yet, is told by the order history. */
export function redirectToPayment({ paymentLink, purchaseId }: Placed, go: Navigation['go']): void {
  const back = historyAddress({ purchase: purchaseId });
  if (paymentLink === null || isOurs(paymentLink)) return void go(back, { replace: true });
  history.replaceState(history.state, '', back);
  // The browser may have kept the page as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void go(back, { replace: true }), { once: true });
  location.assign(paymentLink);
}

const isOurs = (link: string): boolean => new URL(link, location.origin).host === location.host;

/** Fills the balance with what is missing, and leads back to what it is for. */
export const depositAddress = (amount: number, currency: number, back: 'cart' | 'order-history'): string =>
  `${href('funds')}?deposit=${amount}&currency=${currency}&back=${back}`;

const tryKey = (subjectId: string): string => `paying:${subjectId}`;

/** The customer goes to the payment page again: how the last try ended says nothing about this one. */
export const beginTry = (subjectId: string, last: PaymentOutcomeView): void => setItem(tryKey(subjectId), last?.at ?? null, sessionStore);

/** How the current try ended, as far as the shop knows. */
export const currentOutcome = (
  subjectId: string,
  last: PaymentOutcomeView | undefined,
): NonNullable<PaymentOutcomeView>['kind'] | undefined =>
  last && last.at !== getItem(tryKey(subjectId), sessionStore) ? last.kind : undefined;
