// Shapes of orders in requests and responses.
import * as z from 'zod/mini';
import { toOneLine } from '#lib/markdown/plain-text.ts';
import { billingFields, priceShape } from '#lib/money/billing.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { MAX_LINES } from '#lib/money/price.ts';
import type { Operator } from '#lib/people/operator.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { planShape, promiseShape, serviceShape, turnaroundShape } from '#modules/catalogue/shapes.ts';
import { codeShape } from '#modules/coupons/shapes-code.ts';
import { disputeShape, paymentOutcomeShape } from '#modules/payments/shapes.ts';
import { chosenAddOnsShape, orderedAddOnShape } from './add-ons/shapes.ts';
import { expectedFields } from './expected/shapes.ts';
import { buysAsChoices, OrderStatus, paidFroms, pieceStates } from './statuses.ts';

const messages = {
  empty: /*i18n*/ { id: 'cart.empty', message: 'Your cart is empty.' },
} as const satisfies Record<string, Message>;

export type Answer = string | number | boolean | readonly string[];
export type Answers = Readonly<Record<string, Answer>>;

export const limitItems = (list: readonly unknown[], limit: number): readonly unknown[] =>
  list.length > limit ? list.slice(0, limit + 1) : list;

/** Answers of any kind, before the offer is known. */
export const sentAnswersShape = z.pipe(z.transform(limitAnswers), z.record(z.string(), z.unknown()));

/** A line before its offer is known. Other fields, which the browser stores, are dropped. */
export const lineShape = z.object({
  offerId: z.string(),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  answers: sentAnswersShape,
  addOns: z.optional(chosenAddOnsShape),
  /** The currency in which it was added to the cart. */
  currency: z.nullish(z.number()),
});

/**
 * More answers than any brief has. The rest is dropped before validation, which rejects the remaining unknown
 * ones.
 */
const ANSWERS_MAX = 100;

function limitAnswers(answers: unknown): unknown {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return answers;
  const few: [string, unknown][] = [];
  for (const name in answers) {
    if (few.length === ANSWERS_MAX) break;
    few.push([name, (answers as Record<string, unknown>)[name]]);
  }
  return Object.fromEntries(few);
}

export const quoteRequestShape = z.object({
  currency: currencyShape,
  orderFormData: z.pipe(
    z.transform((lines) => (Array.isArray(lines) ? limitItems(lines, MAX_LINES) : lines)),
    z.array(lineShape).check(z.minLength(1, withMessage(messages.empty)), z.maxLength(MAX_LINES)),
  ),
  couponCode: z.nullish(codeShape),
});

export const quoteShape = z.object({
  /**
   * Per line: total, its share of the discount, why the coupon does not apply, and whether the brief is
   * reviewed first.
   */
  lines: z.array(z.object({ total: z.int(), discount: z.int(), why: z.nullable(z.string()), review: z.boolean() })),
  subtotal: z.int(),
  discount: z.int(),
  price: z.int(),
});

export type Line = z.output<typeof lineShape>;
export type QuoteRequest = z.output<typeof quoteRequestShape>;
export type Quote = z.output<typeof quoteShape>;

/** `price`: the price that the customer saw; any other is rejected. */
export const placeShape = z.object({
  ...quoteRequestShape.shape,
  ...billingFields,
  price: priceShape,
  payFromBalance: z.nullish(z.boolean()),
  /** The shop may save the means of payment, and charge it for the next months of what renews. */
  saveMeans: z.nullish(z.boolean()),
  startNow: z.nullish(z.boolean()),
  /** Absent: as the account says. */
  buysAs: z.nullish(z.enum(buysAsChoices)),
});
export type PlaceRequest = z.output<typeof placeShape>;

export const placedShape = z.object({ paymentLink: z.nullable(z.string()), purchaseId: z.string(), orderIds: z.array(z.string()) });
export type PlacedOrder = z.output<typeof placedShape>;

export const answersShape = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.readonly(z.array(z.string()))]));
const moment = z.nullable(z.string());

/** What was done. `reviewedBy`: the name shown to customers; null if no person read it. */
export const howMadeShape = z.extend(promiseShape, { reviewedBy: z.nullable(z.string()), reviewedAt: z.nullable(z.string()) });
export type HowMade = z.output<typeof howMadeShape>;

/**
 * A delivery that waits for approval: the version of the draft, its files and what its maker said of it. The
 * piece stays in work for its customer.
 */
export type Submission = {
  readonly by: Operator;
  readonly at: string;
  readonly version: number;
  readonly fileIds: readonly string[];
  readonly links: readonly string[];
  readonly howMade: HowMade;
  /** In spite of the concerns. */
  readonly why?: string;
};

/** `name`: of a known host, such as Google Drive. */
export const deliveredLinkShape = z.object({ url: z.string(), host: z.string(), name: z.nullable(z.string()) });
export type DeliveredLink = z.output<typeof deliveredLinkShape>;

/** A delivery without its content. */
export const deliverySummaryShape = z.object({
  id: z.string(),
  pieceId: z.string(),
  /** The position of the piece in its order, from 1. */
  piece: z.int(),
  version: z.int(),
  deliveredAt: z.string(),
  report: z.unknown(),
  /** Null for deliveries before it was recorded. */
  howMade: z.nullable(howMadeShape),
  files: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.int() })),
  links: z.array(deliveredLinkShape),
});
export type DeliverySummary = z.output<typeof deliverySummaryShape>;

export const orderShape = z.object({
  id: z.string(),
  number: z.string(),
  createdAt: z.string(),
  estimatedDeliveryAt: z.string(),
  /** Of its first piece. */
  turnaround: turnaroundShape,
  /** By the working clock; null before payment and while a brief is missing. */
  dueAt: moment,
  ...expectedFields,
  /** Set if work starts after the withdrawal period. */
  mayBeginAt: moment,
  /** Paid bundle: the number of pieces without a brief. 0 if the payment was taken back. */
  piecesWaiting: z.int(),
  /** When the first delivery that waits for the customer is accepted automatically; null if none waits. */
  acceptAt: moment,
  /** The customer requested a revision that is not delivered yet. The status does not change. */
  inRevision: z.boolean(),
  status: z.literal(Object.values(OrderStatus)),
  serviceType: serviceShape,
  offerId: z.string(),
  /** What the shop wrote, in the place of the offer's name. Absent: the offer's. */
  title: z.optional(z.string()),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  /** At the prices of the order. Absent: none. */
  addOns: z.optional(z.array(orderedAddOnShape)),
  price: z.int(),
  currency: currencyShape,
  /** Long answers are cut. */
  answers: answersShape,
  purchaseId: z.string(),
  purchasePrice: z.int(),
  /** Null before payment. A payment by link can be refunded to the payment method. */
  paidFrom: z.nullable(z.enum(paidFroms)),
  subscriptionId: z.nullable(z.string()),
  /** Of a request: the subscription whose plan covers it. Absent: no request. */
  planSubscriptionId: z.optional(z.string()),
  /** What a month of a plan gives. Absent: no plan. */
  plan: z.optional(planShape),
  paymentLink: z.nullable(z.string()),
  paymentOutcome: paymentOutcomeShape,
  dispute: disputeShape,
  linkExpiresAt: moment,
  couponReleased: z.boolean(),
  renewsAt: moment,
  paidAt: moment,
  startedAt: moment,
  deliveredAt: moment,
  cancelledAt: moment,
  /** The end of the withdrawal period; null if there is no right. */
  withdrawUntil: z.nullable(z.string()),
  /** Set after a withdrawal, with the amount that was charged for delivered work. */
  withdrawn: z.nullable(z.object({ charged: z.int() })),
  /** The refund to the payment method. If it failed, the money is on the balance. */
  refund: z.nullable(z.object({ amount: z.int(), state: z.enum(['asked', 'done', 'failed']) })),
  /** The first ones, in the order of the purchase. */
  pieces: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: z.enum(pieceStates),
      /** Its stage in the owner's workflow; null: none. */
      stage: z.nullable(z.string()),
      expectedAt: moment,
      deliveredAt: moment,
    }),
  ),
  piecesTotal: z.int(),
  deliveries: z.array(deliverySummaryShape),
});
export type OrderView = z.output<typeof orderShape>;

/** How many pieces of an order lists have. */
export const LISTED_PIECES = 20;

export const PAGE_ROWS = { usual: 100, most: 200 } as const;

/** Query parameters: numbers arrive as text. */
export const ordersRequestShape = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_ROWS.most)), PAGE_ROWS.usual),
  before: z.optional(z.uuid()),
  /** Only orders of this purchase. */
  purchase: z.optional(z.uuid()),
  /** Only the order with this number. */
  number: z.optional(z.string().check(z.maxLength(20), z.overwrite(toOneLine))),
});
export type OrdersRequest = z.output<typeof ordersRequestShape>;
export const ordersShape = z.array(orderShape);

export const cancelShape = z.object({
  orderId: z.uuid(),
  /** For payments by link. */
  refundTo: z.nullish(z.enum(['source', 'balance'])),
});
export type Cancel = z.output<typeof cancelShape>;

/** One unit of an order each of whose units is a piece. */
export const cancelUnitShape = z.extend(cancelShape, { pieceId: z.uuid() });
export type CancelUnit = z.output<typeof cancelUnitShape>;

export const payShape = z.object({ purchaseId: z.uuid(), payFromBalance: z.nullish(z.boolean()), withoutCoupon: z.nullish(z.boolean()) });
export type Pay = z.output<typeof payShape>;
/** Null: paid, or the link is not created yet. */
export const payLinkShape = z.object({ paymentLink: z.nullable(z.string()) });

export const lastAddressShape = z.nullable(
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    country: z.string(),
    state: z.string(),
    city: z.string(),
    address: z.string(),
    zipCode: z.string(),
  }),
);
export type LastAddress = z.output<typeof lastAddressShape>;
