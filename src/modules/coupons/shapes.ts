// API schemas of coupons.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { codeShape } from './shapes-code.ts';

/** Sent as query parameters. */
export const couponRequestShape = z.object({
  code: codeShape,
  /** Absent: the shop's first one. */
  currency: z.optional(z.pipe(z.coerce.number(), currencyShape)),
});

export const couponShape = z.object({
  code: z.string(),
  kind: z.enum(['percent', 'amount']),
  /** Null if the coupon is of the other kind. */
  percent: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  currency: currencyShape,
  appliesTo: z.enum(['orders', 'deposits', 'both']),
  minimum: z.int(),
  expiresAt: z.nullable(z.string()),
  /** The most that a coupon takes off a deposit, in percent. */
  depositShare: z.int(),
  /**
   * Uses are limited: the payment link is open for 30 minutes at most, and after 5 it may be ended for
   * another customer.
   */
  limited: z.boolean(),
});

export type Coupon = z.output<typeof couponShape>;
