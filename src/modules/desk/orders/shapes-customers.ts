// Request and response shapes of customers and payments.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { Message } from '#lib/user-error.ts';
import { own } from '#lib/zod-message.ts';
import { dayShape, pageFields, zoneShape } from '#modules/orders/desk/shapes.ts';
import { ordersShape } from '#modules/orders/shapes.ts';
import { disputeDecisions, webhookAnswers } from '#modules/payments/rules.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { fundsShape, statementShape } from '#modules/wallet/shapes.ts';
import { orderRowShape, paperRowShape, paymentRowShape, personShape } from './shapes-orders.ts';

const messages = {
  amount: /*i18n*/ { id: 'desk.amount', message: 'Enter an amount above zero.' },
} as const satisfies Record<string, Message>;

const PROVIDER_CHARS = 100;

export const customerRequestShape = z.object({ id: z.uuid() });
export const customerShape = z.object({
  ...personShape.shape,
  address: z.string(),
  locale: z.string(),
  createdAt: z.string(),
  verifiedAt: z.nullable(z.string()),
  hasSecondFactor: z.boolean(),
  sessions: z.int(),
  seenAt: z.nullable(z.string()),
  /** When the account will be erased, and when it was. */
  eraseAt: z.nullable(z.string()),
  erasedAt: z.nullable(z.string()),
  /** Invoices less credit notes, of each currency in which there are any. */
  spent: z.array(z.object({ currency: currencyShape, amount: z.int() })),
  balances: z.array(z.object({ currency: currencyShape, balance: z.int(), promo: z.int() })),
  orderCount: z.int(),
  orders: z.array(orderRowShape),
  papers: z.array(paperRowShape),
});
export type Customer = z.output<typeof customerShape>;

export const customerStatementRequestShape = z.object({
  id: z.uuid(),
  currency: z.pipe(z.coerce.number(), currencyShape),
  before: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});

/** With the orders behind the transfers, by the transfers' subject ids. */
export const customerStatementShape = z.extend(statementShape, {
  orders: z.record(z.string(), z.array(z.object({ id: z.string(), number: z.string() }))),
});

/** The customer's tickets, newest first; `before` is the last number of the previous page. */
export const customerTicketsRequestShape = z.object({
  id: z.uuid(),
  before: z.optional(z.string().check(z.regex(/^T-\w{6}$/))),
});
export const customerTicketsShape = z.object({
  tickets: z.array(
    z.object({
      number: z.string(),
      status: z.enum(['open', 'waiting', 'closed']),
      about: z.string(),
      orderNumber: z.nullable(z.string()),
      createdAt: z.string(),
      updatedAt: z.string(),
    }),
  ),
  more: z.boolean(),
});
export type CustomerTickets = z.output<typeof customerTicketsShape>;

const MAX_CREDIT = 1_000_000;
/** `act`: idempotency key from the client; a repeated request adds the credit once. */
export const creditShape = z.object({
  act: z.uuid(),
  id: z.uuid(),
  currency: currencyShape,
  amount: z.int().check(z.gte(1), z.lte(MAX_CREDIT)),
  why: whyShape,
});

/** The customer's own view: the responses of the customer's routes. */
export const lookRequestShape = z.object({ id: z.uuid(), why: whyShape });
export const lookShape = z.object({
  customer: personShape,
  orders: ordersShape,
  more: z.boolean(),
  names: z.record(z.string(), z.string()),
  funds: fundsShape,
  statements: z.array(statementShape),
});
export type Look = z.output<typeof lookShape>;

/** A delivery is found by its id and its customer. */
export const customerDeliveryRequestShape = z.object({ id: z.uuid(), customer: z.uuid() });

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

const backAmount = z.int().check(z.gte(1, own(messages.amount)), z.lte(2_147_483_647));
/** Previews a deposit refund, by the payment that brought the deposit. */
export const depositBackRequestShape = z.object({ id: z.uuid(), amount: z.pipe(z.coerce.number(), backAmount) });
export const depositStandingShape = z.object({
  currency: currencyShape,
  price: z.int(),
  given: z.int(),
  cash: z.int(),
  most: z.int(),
  credit: z.int(),
});
/** `given` and `credit` are the values that the preview showed. */
export const depositBackShape = z.object({
  act: z.uuid(),
  id: z.uuid(),
  amount: backAmount,
  given: z.int().check(z.gte(0)),
  credit: z.int().check(z.gte(0)),
  why: whyShape,
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
export type PaymentWhole = z.output<typeof paymentShape>;
