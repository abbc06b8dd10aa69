// Shapes of withdrawals in requests and responses: the list, the preview and the confirmation.
import * as z from 'zod/mini';
import { toCleanLines } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { paidFroms } from '#modules/orders/statuses.ts';

const REASON_CHARS = 1_000;

export const withdrawableShape = z.array(
  z.object({
    orderId: z.string(),
    number: z.string(),
    /** The service's name in the reader's language. */
    name: z.string(),
    price: z.int(),
    currency: currencyShape,
    until: z.string(),
  }),
);
export type Withdrawable = z.output<typeof withdrawableShape>[number];

export const withdrawalRightShape = z.object({
  countries: z.readonly(z.array(z.string())),
  /** The account has a VAT ID. */
  business: z.boolean(),
});

export const withdrawalRequestShape = z.object({ orderId: z.uuid() });

export const withdrawalViewShape = z.object({
  orderId: z.string(),
  number: z.string(),
  until: z.string(),
  price: z.int(),
  currency: currencyShape,
  /** Whether the customer requested an early start. */
  startNow: z.boolean(),
  pieces: z.int(),
  delivered: z.int(),
  /** The part of the price for delivered work; the rest is refunded. */
  charged: z.int(),
  back: z.int(),
  /** The promotional credit within the refund. */
  credit: z.int(),
  /** A payment by link can be refunded to the payment method. */
  paidFrom: z.enum(paidFroms),
  endsBundle: z.boolean(),
  /** The customer's name, and the address for the confirmation. */
  name: z.string(),
  email: z.string(),
});
export type WithdrawalView = z.output<typeof withdrawalViewShape>;

export const withdrawShape = z.object({
  orderId: z.uuid(),
  /** The amount that the customer saw; any other is rejected. */
  back: z.int(),
  /** For payments by link. */
  refundTo: z.nullish(z.enum(['source', 'balance'])),
  reason: z.nullish(z.string().check(z.overwrite(toCleanLines), z.trim(), z.maxLength(REASON_CHARS))),
});
export type Withdraw = z.output<typeof withdrawShape>;

export const withdrawnShape = z.object({
  orderId: z.string(),
  at: z.string(),
  charged: z.int(),
  back: z.int(),
  toSource: z.int(),
  toBalance: z.int(),
});
export type Withdrawn = z.output<typeof withdrawnShape>;
