// A link that fills the cart: /cart/add?offer=…&quantity=…&platform=…. It buys nothing. Pure.
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { CartLine } from '#ui/browser/cart-store.ts';

const readNumber = (text: string | null): number | undefined => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined);

/**
 * The line without its brief; the cart says what is missing, and what does not fit. Undefined: no offer is
 * named.
 */
export function readCartLink(search: string, currency: CurrencyNumber): CartLine | undefined {
  const query = new URLSearchParams(search);
  const offerId = query.get('offer') ?? '';
  if (!/^[\w-]{1,80}$/.test(offerId)) return undefined;
  const [quantity = 1, platform = null] = [readNumber(query.get('quantity')), readNumber(query.get('platform'))];
  return { offerId, quantity, platform, answers: {}, currency };
}
