// One sentence on why a payment has its state.
import type { OrderPayment } from '#modules/payments/desk/shapes.ts';

export function explainPayment({ state, provider, link, linkExpiresAt, askAt, attempt }: OrderPayment, now: Date): string {
  if (state === 'paid') return 'Paid.';
  if (state === 'cancelled') return 'Cancelled: paid another way, replaced by a new link, or no longer needed.';
  if (state === 'expired') return 'Not paid in time.';
  if (provider === 'none') return 'No payment provider is set up.';
  if (attempt === 'confirming')
    return 'The customer is paying, or has paid: the shop is checking with the provider. No link until that is known.';
  if (attempt === 'unreachable') return 'The customer may have paid, and the provider doesn’t answer. A new link first ends the old one.';
  if (!link) return 'Waiting for a link from the provider. The shop retries automatically.';
  if (new Date(linkExpiresAt) <= now) return askAt ? 'Link expired; checking with the provider once more.' : 'Link expired.';
  return 'Link sent; not paid yet.';
}
