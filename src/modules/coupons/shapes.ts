// API schemas of coupons.
import * as z from 'zod/mini';
import { oneLine } from '../../lib/markdown/plain-text.ts';
import type { Message } from '../../lib/user-error.ts';
import { own } from '../../lib/zod-message.ts';
import { currencyShape } from '../catalogue/shapes.ts';

const messages = {
  required: /*i18n*/ { id: 'coupon.required', message: 'Enter the code.' },
  unknown: /*i18n*/ { id: 'coupon.unknown', message: 'This code isn’t valid. Check it and try again.' },
} as const satisfies Record<string, Message>;

/** Longest code. */
const CODE_MAX_CHARS = 100;

/** As typed; surrounding spaces and case are ignored. */
export const codeShape = z
  .string(own(messages.required))
  .check(z.overwrite(oneLine), z.trim(), z.minLength(1, own(messages.required)), z.maxLength(CODE_MAX_CHARS, own(messages.unknown)));

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
  /** Uses are limited: the payment link is open for 30 minutes. */
  limited: z.boolean(),
});

export type CouponRequest = z.output<typeof couponRequestShape>;
export type Coupon = z.output<typeof couponShape>;
