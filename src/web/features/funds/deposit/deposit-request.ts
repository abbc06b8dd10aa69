// A deposit as the call wants it: what was typed, what it costs, and what 3-D Secure asks of the browser.
import type { Sent } from '../../../../api.ts';
import type { CurrencyNumber } from '../../../../lib/money/money.ts';
import { reductionOf } from '../../../../lib/money/price.ts';
import type { Coupon } from '../../../../modules/coupons/shapes.ts';
import { draftKey } from '../../../../ui/browser/storage.ts';

/** Where money was missing, so that the way leads back there. It goes with a log-out, as what was typed does. */
export const BACK_KEPT = draftKey('funds-back');
/** Where that can be. */
export const backs = { cart: 'cart', 'order-history': 'orderHistory' } as const;

export type DepositAsk = Sent<'POST /api/balance/deposit'>;

/** What is charged for an amount, as the server reckons it. A coupon that does not count here takes nothing off. */
export function chargeOf(amount: number, coupon: Coupon | undefined): number {
  if (!coupon || coupon.appliesTo === 'orders' || amount < coupon.minimum) return amount;
  const reduction = coupon.percent === null ? { amount: coupon.amount ?? 0 } : { percent: coupon.percent };
  return amount - reductionOf(reduction, amount);
}

/** Minutes behind UTC, as browsers say it; a zoomed screen has fractions. */
const browserSays = () => ({
  javascriptEnabled: true,
  acceptLanguage: navigator.languages.join(','),
  screenWidth: Math.round(screen.width),
  screenHeight: Math.round(screen.height),
  timeZone: new Date().getTimezoneOffset(),
  userAgent: navigator.userAgent,
});

type Billed = Pick<DepositAsk, 'firstName' | 'lastName' | 'country' | 'city' | 'address' | 'state' | 'zipCode'>;
type Wanted = { readonly amount: number; readonly currency: CurrencyNumber; readonly coupon: Coupon | undefined };

/** It is sent only when it is agreed to. */
export const depositAsk = (
  { firstName, lastName, country, city, address, state, zipCode }: Billed,
  { amount, currency, coupon }: Wanted,
): DepositAsk => ({
  firstName,
  lastName,
  country,
  city,
  address,
  state,
  zipCode,
  agreedToPP_TOS: true,
  currency,
  depositAmount: amount,
  price: chargeOf(amount, coupon),
  couponCode: coupon?.code ?? null,
  ...browserSays(),
});
