// Request and response shapes of payments at the desk.
import * as z from 'zod/mini';
import { dayShape, pageFields, zoneShape } from '#lib/list-request.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { personShape } from '#modules/accounts/desk-shapes.ts';
import { attemptStates, disputeDecisions, webhookAnswers } from '../rules.ts';

const PROVIDER_CHARS = 100;

export const paymentRowShape = z.object({
  id: z.string(),
  accountId: z.string(),
  purpose: z.enum(['purchase', 'deposit', 'claim']),
  subjectId: z.string(),
  what: z.string(),
  amount: z.int(),
  currency: currencyShape,
  provider: z.string(),
  state: z.enum(['open', 'paid', 'expired', 'cancelled']),
  link: z.nullable(z.string()),
  linkExpiresAt: z.string(),
  createdAt: z.string(),
  settledAt: z.nullable(z.string()),
  askAt: z.nullable(z.string()),
  /** How the last attempt to pay stands. While it is being confirmed, there is no link. */
  attempt: z.nullable(z.enum(attemptStates)),
});
export type OrderPayment = z.output<typeof paymentRowShape>;

export const paymentsRequestShape = z.object({
  state: z.optional(z.enum(['open', 'paid', 'expired', 'cancelled'])),
  provider: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/), z.maxLength(PROVIDER_CHARS))),
  day: z.optional(dayShape),
  zone: z.optional(zoneShape),
  ...pageFields,
});
/** A file has all rows. */
export const paymentsFileShape = z.omit(paymentsRequestShape, { before: true, limit: true });
export const paymentsShape = z.object({
  payments: z.array(z.object({ ...paymentRowShape.shape, customer: z.nullable(personShape) })),
  more: z.boolean(),
});

/** Webhooks of one payment; without an id, all rejected webhooks. */
export const webhooksRequestShape = z.object({
  payment: z.optional(z.uuid()),
  before: z.optional(z.uuid()),
});
export const webhooksShape = z.object({
  webhooks: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      answer: z.enum(webhookAnswers),
      kind: z.nullable(z.string()),
      /** The provider's event id; null if the webhook was not authentic. */
      eventId: z.nullable(z.string()),
      paymentId: z.nullable(z.string()),
      firstAt: z.string(),
      at: z.string(),
      count: z.int(),
    }),
  ),
  more: z.boolean(),
});
export type WebhookList = z.output<typeof webhooksShape>;

export const paymentRequestShape = z.object({ id: z.uuid() });
export const paymentShape = z.object({
  ...paymentRowShape.shape,
  customer: z.nullable(personShape),
  reference: z.nullable(z.string()),
  /** For a deposit: the coupon's bonus, the amount refunded, and the amount left. */
  deposit: z.nullable(z.object({ gift: z.int(), given: z.int(), left: z.int() })),
  /** Orders that this payment pays for. */
  orders: z.array(z.object({ id: z.string(), number: z.string() })),
  /** All payment attempts for the same purchase, including this one. */
  attempts: z.array(paymentRowShape),
  charges: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      amount: z.int(),
      used: z.enum(['settled', 'credited']),
      chargedAt: z.string(),
      keptAt: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: z.int(),
      state: z.enum(['asked', 'done', 'failed']),
      reference: z.nullable(z.string()),
      askedAt: z.string(),
      doneAt: z.nullable(z.string()),
    }),
  ),
  disputes: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      amount: z.int(),
      openedAt: z.string(),
      /** Null: undecided. */
      decision: z.nullable(z.enum(disputeDecisions)),
      decidedAt: z.nullable(z.string()),
      /** What of it the customer owes: a refund may have given back a part before. */
      returned: z.int(),
    }),
  ),
});
export type PaymentDetails = z.output<typeof paymentShape>;
