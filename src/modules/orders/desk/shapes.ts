// Shapes of orders and operator actions at the desk.
import * as z from 'zod/mini';
import { dayShape, pageFields, zoneShape } from '#lib/list-request.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { personShape } from '#modules/accounts/desk-shapes.ts';
import { serviceShape } from '#modules/catalogue/shapes.ts';
import { paymentRowShape } from '#modules/payments/desk/shapes.ts';
import { disputeShape } from '#modules/payments/shapes.ts';
import { auditShape, whyShape } from '#modules/staff/shapes.ts';
import { orderedAddOnShape } from '../add-ons/shapes.ts';
import { expectedFields } from '../expected/shapes.ts';
import { answersShape } from '../shapes.ts';
import { OrderStatus, paidFroms, pieceStates, type StatusNumber } from '../statuses.ts';

const messages = {
  amount: /*i18n*/ { id: 'desk.amount', message: 'Enter an amount above zero.' },
} as const satisfies Record<string, Message>;

const fromQuery = z.coerce.number();
const statusShape = z.literal<StatusNumber[]>(Object.values(OrderStatus));
const moment = z.nullable(z.string());

/** Query parameters: numbers arrive as text. */
export const deskOrdersRequestShape = z.object({
  status: z.optional(z.pipe(fromQuery, statusShape)),
  service: z.optional(z.pipe(fromQuery, serviceShape)),
  currency: z.optional(z.pipe(fromQuery, currencyShape)),
  /** First and last day, inclusive, in the given zone or UTC. */
  from: z.optional(dayShape),
  until: z.optional(dayShape),
  zone: z.optional(zoneShape),
  customer: z.optional(z.uuid()),
  ...pageFields,
});
/** A file has all rows. */
export const ordersFileShape = z.omit(deskOrdersRequestShape, { before: true, limit: true });
export type DeskOrdersRequest = z.output<typeof deskOrdersRequestShape>;

export const deskOrderRowShape = z.object({
  id: z.string(),
  number: z.string(),
  createdAt: z.string(),
  status: statusShape,
  serviceType: serviceShape,
  offerId: z.string(),
  /** What an operator wrote, in the place of the offer's name. */
  title: z.nullable(z.string()),
  quantity: z.int(),
  /** Within the price, before the discount. Absent: none. */
  addOns: z.optional(z.array(orderedAddOnShape)),
  price: z.int(),
  currency: currencyShape,
  accountId: z.string(),
  /** The customer requested a revision that is not delivered yet. The status does not change. */
  inRevision: z.boolean(),
});
export type DeskOrderRow = z.output<typeof deskOrderRowShape>;

export const orderIdShape = z.object({ id: z.uuid() });

/** One order with its amounts. Customer, payments and documents come from other modules. */
export const deskOrderShape = z.object({
  ...deskOrderRowShape.shape,
  platform: z.nullable(z.int()),
  total: z.int(),
  discount: z.int(),
  answers: answersShape,
  purchaseId: z.string(),
  /** The total of the purchase. */
  purchasePrice: z.int(),
  purchaseState: z.enum(['open', 'paid', 'cancelled']),
  paidFrom: z.nullable(z.enum(paidFroms)),
  locale: z.string(),
  billing: z.string(),
  /** Whether the buyer has a right of withdrawal and requested an early start; null: not stated. */
  hasRight: z.boolean(),
  startNow: z.nullable(z.boolean()),
  /** As it was estimated when it was ordered. */
  estimatedDeliveryAt: z.string(),
  ...expectedFields,
  subscriptionId: z.nullable(z.string()),
  /** A request within a plan. */
  isRequest: z.boolean(),
  paidAt: moment,
  startedAt: moment,
  deliveredAt: moment,
  cancelledAt: moment,
  /** The other orders of the purchase. */
  together: z.array(z.object({ id: z.string(), number: z.string(), status: statusShape, price: z.int() })),
  pieces: z.array(
    z.object({
      id: z.string(),
      offerId: z.string(),
      quantity: z.int(),
      state: z.enum(pieceStates),
      /** Its name, between payment and delivery; null: none. */
      stage: z.nullable(z.string()),
      dueAt: moment,
      ...expectedFields,
      platform: z.nullable(z.int()),
      /** Its part of the order's price, if each unit is a piece. */
      share: z.nullable(z.int()),
      dueByHand: z.nullable(z.object({ reason: z.string(), isShown: z.boolean() })),
      /** The order is paid, so it is or was in the queue. */
      isForWork: z.boolean(),
      maker: z.nullable(z.string()),
      /** Only if the piece has a brief of its own. */
      brief: z.nullable(answersShape),
    }),
  ),
  withdrawal: z.nullable(
    z.object({
      at: z.string(),
      charged: z.int(),
      delivered: z.int(),
      pieces: z.int(),
      toSource: z.int(),
      toCash: z.int(),
      toPromo: z.int(),
      toClaim: z.int(),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Refunds by operators, and of cancelled units. */
  back: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      /** Null: the customer. */
      operatorId: z.nullable(z.string()),
      pieceId: z.nullable(z.string()),
      ends: z.boolean(),
      kept: z.int(),
      toSource: z.int(),
      toCash: z.int(),
      toPromo: z.int(),
      toClaim: z.int(),
    }),
  ),
  /** The total of these refunds, and the rest of the price. */
  given: z.int(),
  left: z.int(),
});
export type DeskOrder = z.output<typeof deskOrderShape>;

const refundTo = z.enum(['source', 'balance']);
const amountShape = z.int().check(z.gte(1, withMessage(messages.amount)), z.lte(2_147_483_647));

/** Preview: without an amount, what cancelling the order would refund. */
export const backRequestShape = z.object({
  id: z.uuid(),
  amount: z.optional(fromQuery.check(z.int(), z.gte(1, withMessage(messages.amount)), z.lte(2_147_483_647))),
  to: refundTo,
});
export type BackRequest = z.output<typeof backRequestShape>;
export const refundPreviewShape = z.object({
  currency: currencyShape,
  price: z.int(),
  given: z.int(),
  kept: z.int(),
  back: z.int(),
  toSource: z.int(),
  toCash: z.int(),
  toPromo: z.int(),
  toClaim: z.int(),
});
export type RefundPreview = z.output<typeof refundPreviewShape>;

/** `act`: idempotency id, chosen by the client. `back` and `given`: the figures that the operator saw. */
const actFields = { act: z.uuid(), id: z.uuid(), to: refundTo };
export const deskCancelShape = z.object({ ...actFields, back: z.int().check(z.gte(0)) });
export type DeskCancel = z.output<typeof deskCancelShape>;
export const deskRefundShape = z.object({ ...actFields, amount: amountShape, given: z.int().check(z.gte(0)) });
export type DeskRefund = z.output<typeof deskRefundShape>;

export const deskCancelUnitShape = z.object({ ...actFields, pieceId: z.uuid(), why: whyShape });
export type DeskCancelUnit = z.output<typeof deskCancelUnitShape>;

/** `reason` is in the audit log; the customer reads it if `showReason` says so. */
export const setDueShape = z.object({
  orderId: z.uuid(),
  /** Absent: all pieces of the order that can be worked on. */
  pieceId: z.optional(z.uuid()),
  dueAt: z.iso.datetime({ offset: true }),
  reason: whyShape,
  showReason: z._default(z.boolean(), false),
});
export type SetDue = z.output<typeof setDueShape>;

export const orderRowShape = z.object({ ...deskOrderRowShape.shape, customer: z.nullable(personShape), what: z.string() });
export type OrderRow = z.output<typeof orderRowShape>;
export const orderListShape = z.object({
  orders: z.array(orderRowShape),
  more: z.boolean(),
  /** The available filters. */
  services: z.array(z.object({ type: z.int(), name: z.string() })),
});

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
  /** As in the client's account. */
  orderedBy: z.optional(z.nullable(z.string())),
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
export type OrderDetails = z.output<typeof orderWholeShape>;

export const cancelOrderShape = z.object({ ...deskCancelShape.shape, why: whyShape });
export const refundOrderShape = z.object({ ...deskRefundShape.shape, why: whyShape });
export const freshLinkShape = z.object({ ...orderIdShape.shape, why: whyShape });
export const freshLinkAnswerShape = z.object({ paymentLink: z.nullable(z.string()) });
export const mailAgainShape = z.object({ ...orderIdShape.shape, mailId: z.uuid(), why: whyShape });
