// API schemas of coupons at the desk.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { serviceShape } from '#modules/catalogue/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { normalizeCode } from './rules.ts';

const messages = {
  code: /*i18n*/ { id: 'desk.coupon.code', message: 'Use 3 to 40 letters, digits or hyphens.' },
  percent: /*i18n*/ { id: 'desk.coupon.percent', message: 'Enter a whole number from 1 to 100.' },
  limit: /*i18n*/ { id: 'desk.coupon.limit', message: 'Enter 1 or more, or leave it empty.' },
} as const satisfies Record<string, Message>;

const MAX_AMOUNTS = 20;
const MAX_USES = 1_000_000;
const MAX_MINOR_UNITS = 100_000_000;
const limitShape = z.nullable(
  z.int(withMessage(messages.limit)).check(z.gte(1, withMessage(messages.limit)), z.lte(MAX_USES, withMessage(messages.limit))),
);
const minorUnits = z.int().check(z.gte(0), z.lte(MAX_MINOR_UNITS));
const moment = z.nullable(z.iso.datetime());

export const newCouponShape = z.object({
  code: z.string().check(z.overwrite(normalizeCode), z.regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, withMessage(messages.code))),
  kind: z.enum(['percent', 'amount']),
  percent: z.nullable(
    z.int(withMessage(messages.percent)).check(z.gte(1, withMessage(messages.percent)), z.lte(100, withMessage(messages.percent))),
  ),
  /** Amount and minimum by currency. */
  amounts: z
    .array(z.object({ currency: currencyShape, amount: z.nullable(minorUnits), minimum: minorUnits }))
    .check(z.maxLength(MAX_AMOUNTS)),
  appliesTo: z.enum(['orders', 'deposits', 'both']),
  services: z.nullable(z.array(serviceShape).check(z.minLength(1))),
  totalLimit: limitShape,
  customerLimit: limitShape,
  firstPurchaseOnly: z.boolean(),
  startsAt: moment,
  expiresAt: moment,
});
export type NewCouponRequest = z.output<typeof newCouponShape>;

export const deskCouponShape = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(['percent', 'amount']),
  percent: z.nullable(z.int()),
  amounts: z.array(z.object({ currency: currencyShape, amount: z.nullable(z.int()), minimum: z.int() })),
  appliesTo: z.enum(['orders', 'deposits', 'both']),
  services: z.nullable(z.readonly(z.array(serviceShape))),
  totalLimit: z.nullable(z.int()),
  customerLimit: z.nullable(z.int()),
  firstPurchaseOnly: z.boolean(),
  startsAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  createdAt: z.string(),
  state: z.enum(['soon', 'active', 'usedUp', 'ended']),
  /** Active uses. */
  uses: z.int(),
});
export type DeskCoupon = z.output<typeof deskCouponShape>;

export const couponsShape = z.object({
  coupons: z.array(
    z.object({
      ...deskCouponShape.shape,
      /** Held by unpaid purchases and deposits. */
      reserved: z.int(),
      /** Discounts and bonuses of paid purchases. */
      given: z.array(z.object({ currency: currencyShape, amount: z.int() })),
    }),
  ),
  services: z.array(z.object({ type: z.int(), name: z.string() })),
});
export type Coupons = z.output<typeof couponsShape>;
export const makeCouponShape = z.object({ ...newCouponShape.shape, why: whyShape });
export const endCouponShape = z.object({ id: z.uuid(), why: whyShape });
