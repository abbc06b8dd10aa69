// One sentence on why a payment has its state.
import type { OrderPayment } from '../../../modules/desk/orders/shapes-orders.ts';

export function whyOf({ state, provider, link, linkExpiresAt, askAt }: OrderPayment, now: Date): string {
  if (state === 'paid') return 'The provider told us of the charge.';
  if (state === 'cancelled') return 'Ended by us: it was paid otherwise, replaced by a fresh link, or not wanted any more.';
  if (state === 'expired') return 'Nobody paid by it in time.';
  if (provider === 'none') return 'Nobody takes payments: no provider is set up.';
  if (!link) return 'The provider has not given a link yet; it is asked again by itself.';
  if (new Date(linkExpiresAt) <= now) return askAt ? 'Its link is over; the provider is asked a last time.' : 'Its link is over.';
  return 'The link is out; the customer has not paid, or the provider has not said so yet.';
}
