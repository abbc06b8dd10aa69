// Builds the deposit request from the form, with the browser data that 3-D Secure needs.

import type { CurrencyNumber } from '#lib/money/money.ts';
import { computeDepositDiscount } from '#lib/money/price.ts';
import type { Coupon } from '#modules/coupons/shapes.ts';
import { getDraftKey } from '#ui/browser/storage.ts';
import type { Sent } from '../../../../api.ts';

/** The page whose order was short of money, to link back to it. Removed on log-out, like drafts. */
export const RETURN_KEY = getDraftKey('funds-back');
/** Pages that are allowed there. */
export const returnPages = { cart: 'cart', 'order-history': 'orderHistory' } as const;

export type SentDeposit = Sent<'POST /api/balance/deposit'>;

/** The amount charged, calculated as on the server. A coupon that is not valid here takes nothing off. */
export function computeCharge(amount: number, coupon: Coupon | undefined): number {
  if (!coupon || coupon.appliesTo === 'orders' || amount < coupon.minimum) return amount;
  const reduction = coupon.percent === null ? { amount: coupon.amount ?? 0 } : { percent: coupon.percent };
  return amount - computeDepositDiscount(reduction, amount, coupon.depositShare);
}

/**
 * Minutes behind UTC, as browsers count them; screen sizes are rounded, because a zoomed screen has
 * fractions.
 */
const readBrowserData = () => ({
  javascriptEnabled: true,
  acceptLanguage: navigator.languages.join(','),
  screenWidth: Math.round(screen.width),
  screenHeight: Math.round(screen.height),
  timeZone: new Date().getTimezoneOffset(),
  userAgent: navigator.userAgent,
});

type Billed = Pick<SentDeposit, 'firstName' | 'lastName' | 'country' | 'city' | 'address' | 'state' | 'zipCode'>;
type Wanted = { readonly amount: number; readonly currency: CurrencyNumber; readonly coupon: Coupon | undefined };

/** Only sent if the user agreed to it. */
export const createDepositRequest = (
  { firstName, lastName, country, city, address, state, zipCode }: Billed,
  { amount, currency, coupon }: Wanted,
): SentDeposit => ({
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
  price: computeCharge(amount, coupon),
  couponCode: coupon?.code ?? null,
  ...readBrowserData(),
});
