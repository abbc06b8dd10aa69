// What goes over the wire when a customer withdraws from the contract of an order: what there is to withdraw from, what would happen, and that it has.
import * as z from 'zod/mini';
import { manyLines } from '../../../lib/markdown/plain-text.ts';
import { currencyShape } from '../../catalogue/shapes.ts';

const REASON_CHARS = 1_000;

/** What an order says of it. */
export const withdrawalFields = {
  /** Until when its contract can be withdrawn from; null where it cannot. */
  withdrawUntil: z.nullable(z.string()),
  /** It was; so much of its price was charged for what had been delivered. */
  withdrawn: z.nullable(z.object({ charged: z.int() })),
  /** What goes back to where it was paid from; what that did not take is on the balance. */
  refund: z.nullable(z.object({ amount: z.int(), state: z.enum(['asked', 'done', 'failed']) })),
};

export const withdrawableShape = z.array(
  z.object({
    orderId: z.string(),
    number: z.string(),
    /** Of the service, in the reader's language. */
    name: z.string(),
    price: z.int(),
    currency: currencyShape,
    until: z.string(),
  }),
);
export type Withdrawable = z.output<typeof withdrawableShape>[number];

export const withdrawalRightShape = z.object({
  countries: z.readonly(z.array(z.string())),
  /** It has given a VAT ID. */
  business: z.boolean(),
});

export const withdrawalAskShape = z.object({ orderId: z.uuid() });

export const withdrawalViewShape = z.object({
  orderId: z.string(),
  number: z.string(),
  until: z.string(),
  price: z.int(),
  currency: currencyShape,
  /** Whether the customer asked us to begin before the time is over. */
  startNow: z.boolean(),
  pieces: z.int(),
  delivered: z.int(),
  /** Of the price, for what was delivered; the rest goes back. */
  charged: z.int(),
  back: z.int(),
  /** How much of what goes back is promotional credit. */
  credit: z.int(),
  /** Money that came by a link can go back there. */
  paidFrom: z.enum(['link', 'balance', 'nothing']),
  endsBundle: z.boolean(),
  /** Who declares it, and where the confirmation goes. */
  name: z.string(),
  email: z.string(),
});
export type WithdrawalView = z.output<typeof withdrawalViewShape>;

export const withdrawShape = z.object({
  orderId: z.uuid(),
  /** What the customer was shown; another amount is refused, and has to be looked at again. */
  back: z.int(),
  /** Of what was paid by link. */
  refundTo: z.nullish(z.enum(['source', 'balance'])),
  reason: z.nullish(z.string().check(z.overwrite(manyLines), z.trim(), z.maxLength(REASON_CHARS))),
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
