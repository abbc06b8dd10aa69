// Request and response shapes of a customer's page.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { personShape } from '#modules/accounts/desk-shapes.ts';
import { roleShape } from '#modules/accounts/team/shapes.ts';
import { orderRowShape, paperRowShape } from '#modules/orders/desk/shapes.ts';
import { ordersShape } from '#modules/orders/shapes.ts';
import { percentShape } from '#modules/sales/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { fundsShape, statementShape } from '#modules/wallet/shapes.ts';

const memberShape = z.object({
  ...{ personId: z.string(), name: z.string(), email: z.string(), role: roleShape },
  since: z.nullable(z.string()),
});

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
  /** Off all that the customer orders. */
  discountPercent: z.number(),
  /** Set: new orders and deposits are refused, for this reason. */
  blockedAt: z.nullable(z.string()),
  blockReason: z.string(),
  /** When the account will be erased, and when it was. */
  eraseAt: z.nullable(z.string()),
  erasedAt: z.nullable(z.string()),
  /** Invoices less credit notes, of each currency in which there are any. */
  spent: z.array(z.object({ currency: currencyShape, amount: z.int() })),
  balances: z.array(z.object({ currency: currencyShape, balance: z.int(), promo: z.int() })),
  /** Who acts for the account, with its owner. */
  members: z.array(memberShape),
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

/** With up to two decimals, as discounts of orders by hand. */
export const discountShape = z.object({ id: z.uuid(), percent: percentShape, why: whyShape });

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
export const customerViewRequestShape = z.object({ id: z.uuid(), why: whyShape });
export const customerViewShape = z.object({
  customer: personShape,
  orders: ordersShape,
  more: z.boolean(),
  names: z.record(z.string(), z.string()),
  funds: fundsShape,
  statements: z.array(statementShape),
});
export type Look = z.output<typeof customerViewShape>;

export const endMemberShape = z.object({ id: z.uuid(), personId: z.uuid(), why: whyShape });

/** A delivery is found by its id and its customer. */
export const customerDeliveryRequestShape = z.object({ id: z.uuid(), customer: z.uuid() });
