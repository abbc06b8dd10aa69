// The rules of deposits in money.yaml, in whole units of each currency.
import * as z from 'zod/mini';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { currenciesShape } from '#modules/catalogue/shapes-money.ts';
import { pricesUnanswered, USUAL_COUPON_SHARE } from './rules.ts';

const units = z.int().check(z.gte(1));
const limitShape = z.strictObject({ least: units, most: units });
const code = z.string().check(z.refine(isCurrencyCode, 'is not the ISO 4217 code of a currency'));
export const moneyShape = z.strictObject({
  currencies: currenciesShape,
  deposits: z.record(code, limitShape),
  // Never 100: an operator who may make coupons would give money away.
  depositCouponShare: z._default(z.int().check(z.gte(1), z.lte(99)), USUAL_COUPON_SHARE),
  priceUnanswered: z._default(z.enum(pricesUnanswered), 'goesOn'),
});
export type MoneyValue = z.output<typeof moneyShape>;
