// Links to the payment page and back. The browser's Back button leads to the order, never to an empty cart.
import type { PaymentOutcomeView } from '../../../../modules/payments/shapes.ts';
import { href } from '../../../../pages.ts';
import { getItem, sessionStore, setItem } from '../../../../ui/browser/storage.ts';
import type { Navigation } from '../../../router/page/state.ts';
import { historyAddress } from '../order-list.ts';

type Placed = { readonly paymentLink: string | null; readonly purchaseId: string };

/** To the payment page; if it is already settled or has no link yet, to the order history. */
export function redirectToPayment({ paymentLink, purchaseId }: Placed, go: Navigation['go']): void {
  const back = historyAddress({ purchase: purchaseId });
  if (paymentLink === null || isOurs(paymentLink)) return void go(back, { replace: true });
  history.replaceState(history.state, '', back);
  // The browser may restore the page from its back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && void go(back, { replace: true }), { once: true });
  location.assign(paymentLink);
}

const isOurs = (link: string): boolean => new URL(link, location.origin).host === location.host;

/** Opens the deposit form with the missing amount and a link back. */
export const depositAddress = (amount: number, currency: number, back: 'cart' | 'order-history'): string =>
  `${href('funds')}?deposit=${amount}&currency=${currency}&back=${back}`;

const tryKey = (subjectId: string): string => `paying:${subjectId}`;

/** The customer opens the payment page again, so the result of the last attempt no longer applies. */
export const startPaymentTry = (subjectId: string, last: PaymentOutcomeView): void =>
  setItem(tryKey(subjectId), last?.at ?? null, sessionStore);

/** Result of the current attempt, if known. */
export const currentOutcome = (
  subjectId: string,
  last: PaymentOutcomeView | undefined,
): NonNullable<PaymentOutcomeView>['kind'] | undefined =>
  last && last.at !== getItem(tryKey(subjectId), sessionStore) ? last.kind : undefined;
