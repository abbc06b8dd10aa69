// Whether a coupon can be used, and on which lines. Pure.
import type { Locale } from '#lib/locale.ts';
import { type CurrencyNumber, getCurrencyCode, showMoney } from '#lib/money/money.ts';
import type { Reduction } from '#lib/money/price.ts';
import type { Message } from '#lib/user-error.ts';
import type { ServiceNumber } from '#modules/catalogue/shapes.ts';
import type { Coupon } from './shapes.ts';

const messages = {
  unknown: /*i18n*/ { id: 'coupon.unknown', message: 'This code isn’t valid. Check it and try again.' },
  expired: /*i18n*/ { id: 'coupon.expired', message: 'This code has expired.' },
  usedUp: /*i18n*/ { id: 'coupon.usedUp', message: 'This code has reached its limit.' },
  unpaid: /*i18n*/ { id: 'coupon.unpaid', message: 'You have an unpaid order or deposit with this code. Pay or cancel it first.' },
  manyUnpaid: /*i18n*/ {
    id: 'coupon.manyUnpaid',
    message: 'Too many orders and deposits with codes are unpaid. Pay or cancel one, or try again in a few minutes.',
  },
  yours: /*i18n*/ { id: 'coupon.yours', message: 'You’ve already used this code.' },
  currency: /*i18n*/ { id: 'coupon.currency', message: 'This code isn’t valid for payments in {currency}.' },
  ordersOnly: /*i18n*/ { id: 'coupon.ordersOnly', message: 'This code is for orders, not for deposits.' },
  depositsOnly: /*i18n*/ { id: 'coupon.depositsOnly', message: 'This code is for deposits, not for orders.' },
  firstOnly: /*i18n*/ { id: 'coupon.firstOnly', message: 'This code is only for a first purchase.' },
  services: /*i18n*/ { id: 'coupon.services', message: 'This code is for services that aren’t in your cart.' },
  minimum: /*i18n*/ { id: 'coupon.minimum', message: 'This code requires at least {minimum}. {amount} counts toward it.' },
  notThis: /*i18n*/ { id: 'coupon.notThis', message: 'This code isn’t valid for this service.' },
} as const satisfies Record<string, Message>;

/** A coupon in one currency, with one customer's uses. */
export type KnownCoupon = {
  readonly id: string;
  readonly code: string;
  readonly kind: Coupon['kind'];
  readonly percent: number | null;
  readonly appliesTo: Coupon['appliesTo'];
  readonly services: readonly ServiceNumber[] | null;
  readonly startsAt: Date | null;
  readonly expiresAt: Date | null;
  readonly totalLimit: number | null;
  readonly customerLimit: number | null;
  readonly firstPurchaseOnly: boolean;
  readonly uses: number;
  /** Active uses of this customer. */
  readonly customerUses: number;
  /** An open purchase or deposit of this customer holds a use. */
  readonly unpaidUse: boolean;
  /** The coupon is used up, but the link of an unpaid purchase or deposit may be ended for this customer. */
  readonly endableUse: boolean;
  /** Undefined: no amounts for this currency. */
  readonly worth: { readonly amount: number | null; readonly minimum: number } | undefined;
};

/** Uses are limited: a held use is paid soon or released. */
export const isLimited = ({ totalLimit, customerLimit }: Pick<KnownCoupon, 'totalLimit' | 'customerLimit'>): boolean =>
  totalLimit !== null || customerLimit !== null;

const PROTECTED_HOLD_MINUTES = 5;
/** Links of later uses are not ended for other customers, because somebody may be paying. */
export const getEndableUntil = (now: Date): Date => new Date(now.getTime() - PROTECTED_HOLD_MINUTES * 60_000);

/** Normalized code: upper case, without width variants. */
export const normalizeCode = (code: string): string => code.normalize('NFKC').trim().toUpperCase();

/**
 * The reason why it cannot be used by this customer, now, in this currency. A coupon before its start counts
 * as unknown.
 */
export function findCouponError(found: KnownCoupon | undefined, now: Date, currency: CurrencyNumber): Message | undefined {
  if (!found || (found.startsAt && now < found.startsAt)) return messages.unknown;
  if (found.expiresAt && now >= found.expiresAt) return messages.expired;
  if (isLimited(found) && found.unpaidUse) return messages.unpaid;
  if (found.totalLimit !== null && found.uses >= found.totalLimit && !found.endableUse) return messages.usedUp;
  if (found.customerLimit !== null && found.customerUses >= found.customerLimit) return messages.yours;
  if (getCouponReduction(found) === undefined) return { ...messages.currency, values: { currency: getCurrencyCode(currency) } };
  return undefined;
}

/** Undefined if it has no value in this currency. */
export function getCouponReduction({ kind, percent, worth }: Pick<KnownCoupon, 'kind' | 'percent' | 'worth'>): Reduction | undefined {
  if (kind === 'percent') return percent === null ? undefined : { percent };
  return worth?.amount ? { amount: worth.amount } : undefined;
}

/** The lines of an order with their prices, or a deposit as one line without a service. */
export type CouponContext = {
  readonly what: 'orders' | 'deposits';
  readonly currency: CurrencyNumber;
  readonly lines: readonly { readonly serviceType: ServiceNumber | null; readonly total: number }[];
  readonly isFirstPurchase: boolean;
};

/** Which lines are discounted and why others are not, or why none is. */
export type Applicability =
  | { readonly error: Message }
  | { readonly lines: readonly { readonly takes: boolean; readonly why: Message | null }[] };

export function applyCoupon(found: KnownCoupon, { what, currency, lines, isFirstPurchase }: CouponContext, locale: Locale): Applicability {
  if (found.appliesTo !== 'both' && found.appliesTo !== what)
    return { error: found.appliesTo === 'orders' ? messages.ordersOnly : messages.depositsOnly };
  if (found.firstPurchaseOnly && !isFirstPurchase) return { error: messages.firstOnly };
  const taking = lines.map(({ serviceType }) => found.services === null || (serviceType !== null && found.services.includes(serviceType)));
  if (!taking.includes(true)) return { error: messages.services };
  const amount = lines.reduce((sum, { total }, index) => sum + (taking[index] ? total : 0), 0);
  const minimum = found.worth?.minimum ?? 0;
  if (amount < minimum) {
    const format = (amount: number) => showMoney({ amount, currency }, locale);
    return { error: { ...messages.minimum, values: { minimum: format(minimum), amount: format(amount) } } };
  }
  return { lines: taking.map((takes) => ({ takes, why: takes ? null : messages.notThis })) };
}

export const unpaidUse: Message = messages.unpaid;
export const manyUnpaid: Message = messages.manyUnpaid;
export const usedUpError: Message = messages.usedUp;
export const alreadyUsedError: Message = messages.yours;
export const firstOnly: Message = messages.firstOnly;

export type ShownCoupon = Omit<Coupon, 'depositShare'>;

export function toShownCoupon(found: KnownCoupon, currency: CurrencyNumber): ShownCoupon {
  const { code, kind, percent, appliesTo, worth, expiresAt } = found;
  return {
    code,
    kind,
    currency,
    appliesTo,
    percent: kind === 'percent' ? percent : null,
    amount: kind === 'amount' ? (worth?.amount ?? null) : null,
    minimum: worth?.minimum ?? 0,
    expiresAt: expiresAt?.toISOString() ?? null,
    limited: isLimited(found),
  };
}
