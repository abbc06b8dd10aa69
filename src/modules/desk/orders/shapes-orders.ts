// Request and response shapes of orders, with customer, payments, invoices and mails.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { deskCancelShape, deskOrderRowShape, deskOrderShape, deskRefundShape, orderIdShape } from '#modules/orders/desk/shapes.ts';
import { attemptStates } from '#modules/payments/rules.ts';
import { disputeShape } from '#modules/payments/shapes.ts';
import { auditShape, whyShape } from '#modules/staff/shapes.ts';

export const personShape = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type DeskCustomer = z.output<typeof personShape>;

export const orderRowShape = z.object({ ...deskOrderRowShape.shape, customer: z.nullable(personShape), what: z.string() });
export type OrderRow = z.output<typeof orderRowShape>;
export const orderListShape = z.object({
  orders: z.array(orderRowShape),
  more: z.boolean(),
  /** The available filters. */
  services: z.array(z.object({ type: z.int(), name: z.string() })),
});

export const paymentRowShape = z.object({
  id: z.string(),
  accountId: z.string(),
  purpose: z.enum(['purchase', 'deposit']),
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

export const paperRowShape = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'receipt', 'credit']),
  number: z.string(),
  issuedAt: z.string(),
  currency: currencyShape,
  gross: z.int(),
});

export const orderWholeShape = z.object({
  order: deskOrderShape,
  dispute: disputeShape,
  customer: z.nullable(personShape),
  what: z.string(),
  /** Names of the pieces' offers, and the questions of their briefs. */
  offers: z.record(z.string(), z.string()),
  questions: z.record(z.string(), z.string()),
  payments: z.array(paymentRowShape),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: z.int(),
      state: z.enum(['asked', 'done', 'failed']),
      askedAt: z.string(),
      doneAt: z.nullable(z.string()),
      about: z.nullable(z.string()),
    }),
  ),
  papers: z.array(paperRowShape),
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      mail: z.string(),
      createdAt: z.string(),
      sentAt: z.nullable(z.string()),
      failed: z.nullable(z.string()),
      again: z.boolean(),
    }),
  ),
  audit: auditShape,
  /** Deliveries by piece id, newest first. */
  deliveries: z.array(
    z.object({ id: z.string(), pieceId: z.string(), version: z.int(), deliveredAt: z.string(), by: z.string(), files: z.int() }),
  ),
  /** Names of the operators mentioned, by id. */
  operators: z.record(z.string(), z.string()),
});
export type OrderWhole = z.output<typeof orderWholeShape>;

/** An invoice is found by its id and its customer. */
export const paperRequestShape = z.object({ id: z.uuid(), customer: z.uuid() });
export const cancelOrderShape = z.object({ ...deskCancelShape.shape, why: whyShape });
export const refundOrderShape = z.object({ ...deskRefundShape.shape, why: whyShape });
export const freshLinkShape = z.object({ ...orderIdShape.shape, why: whyShape });
export const freshLinkAnswerShape = z.object({ paymentLink: z.nullable(z.string()) });
export const mailAgainShape = z.object({ ...orderIdShape.shape, mailId: z.uuid(), why: whyShape });
