// What goes over the wire about orders at the desk, and what an operator can do with one.
import * as z from 'zod/mini';
import { type CurrencyNumber, currencyNumbers } from '../../../lib/money/money.ts';
import { isDay, isZone } from '../../../lib/time/days.ts';
import type { Message } from '../../../lib/user-error.ts';
import { own } from '../../../lib/zod-message.ts';
import { type ServiceNumber, ServiceType } from '../../catalogue/shapes.ts';
import { expectedFields } from '../expected/shapes.ts';
import { answersShape } from '../shapes.ts';
import { OrderStatus, pieceStates, type StatusNumber } from '../statuses.ts';

const messages = {
  amount: /*i18n*/ { id: 'desk.amount', message: 'Enter an amount above zero.' },
} as const satisfies Record<string, Message>;

const fromQuery = z.coerce.number();
const currencyOf = z.literal<CurrencyNumber[]>([...currencyNumbers]);
const serviceOf = z.literal<ServiceNumber[]>(Object.values(ServiceType));
const statusOf = z.literal<StatusNumber[]>(Object.values(OrderStatus));
/** "2026-11-21" */
export const dayShape = z.string().check(z.refine(isDay));
/** "Europe/Oslo" */
export const zoneShape = z.string().check(z.maxLength(60), z.refine(isZone));
const moment = z.nullable(z.string());

const PAGE = { usual: 50, most: 200 } as const;
export const pageFields = {
  before: z.optional(z.uuid()),
  limit: z._default(fromQuery.check(z.int(), z.gte(1), z.lte(PAGE.most)), PAGE.usual),
};

/** From a query: numbers come as text. */
export const deskOrdersAskShape = z.object({
  status: z.optional(z.pipe(fromQuery, statusOf)),
  service: z.optional(z.pipe(fromQuery, serviceOf)),
  currency: z.optional(z.pipe(fromQuery, currencyOf)),
  /** The first and the last day, whole, as the reader's zone counts them; by UTC without one. */
  from: z.optional(dayShape),
  until: z.optional(dayShape),
  zone: z.optional(zoneShape),
  customer: z.optional(z.uuid()),
  ...pageFields,
});
export type DeskOrdersAsk = z.output<typeof deskOrdersAskShape>;

export const deskOrderRowShape = z.object({
  id: z.string(),
  number: z.string(),
  createdAt: z.string(),
  status: statusOf,
  serviceType: serviceOf,
  offerId: z.string(),
  quantity: z.int(),
  price: z.int(),
  currency: currencyOf,
  accountId: z.string(),
  /** Its customer has asked for a revision that is not delivered yet; the status stays. */
  inRevision: z.boolean(),
});
export type DeskOrderRow = z.output<typeof deskOrderRowShape>;

export const orderIdShape = z.object({ id: z.uuid() });

/** One order with its money; who bought it, what was paid and which papers there are stand in other rooms. */
export const deskOrderShape = z.object({
  ...deskOrderRowShape.shape,
  platform: z.nullable(z.int()),
  total: z.int(),
  discount: z.int(),
  answers: answersShape,
  purchaseId: z.string(),
  /** Of all that was bought together. */
  purchasePrice: z.int(),
  purchaseState: z.enum(['open', 'paid', 'cancelled']),
  paidFrom: z.nullable(z.enum(['link', 'balance', 'nothing'])),
  locale: z.string(),
  billing: z.string(),
  /** Whether the buyer has a right of withdrawal, and asked us to begin before it is over; null: not said. */
  hasRight: z.boolean(),
  startNow: z.nullable(z.boolean()),
  ...expectedFields,
  subscriptionId: z.nullable(z.string()),
  paidAt: moment,
  startedAt: moment,
  deliveredAt: moment,
  cancelledAt: moment,
  /** What was bought with it. */
  together: z.array(z.object({ id: z.string(), number: z.string(), status: statusOf, price: z.int() })),
  pieces: z.array(
    z.object({
      id: z.string(),
      offerId: z.string(),
      quantity: z.int(),
      state: z.enum(pieceStates),
      dueAt: moment,
      ...expectedFields,
      platform: z.nullable(z.int()),
      /** It is paid for: it stands in the queue, or did. */
      isForWork: z.boolean(),
      maker: z.nullable(z.string()),
      /** Where it is not the order's own. */
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
      reason: z.nullable(z.string()),
    }),
  ),
  /** What operators gave back of it. */
  back: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      operatorId: z.string(),
      ends: z.boolean(),
      kept: z.int(),
      toSource: z.int(),
      toCash: z.int(),
      toPromo: z.int(),
    }),
  ),
  /** In all, and how much of the price that leaves. */
  given: z.int(),
  left: z.int(),
});
export type DeskOrder = z.output<typeof deskOrderShape>;

const refundTo = z.enum(['source', 'balance']);
const amountShape = z.int().check(z.gte(1, own(messages.amount)), z.lte(2_147_483_647));

/** Before it is done: without an amount what cancelling the order would give back. */
export const backAskShape = z.object({
  id: z.uuid(),
  amount: z.optional(fromQuery.check(z.int(), z.gte(1, own(messages.amount)), z.lte(2_147_483_647))),
  to: refundTo,
});
export type BackAsk = z.output<typeof backAskShape>;
export const backShape = z.object({
  currency: currencyOf,
  price: z.int(),
  given: z.int(),
  kept: z.int(),
  back: z.int(),
  toSource: z.int(),
  toCash: z.int(),
  toPromo: z.int(),
});
export type Back = z.output<typeof backShape>;

/** `act`: a name that whoever asks gives it, so that asked twice it is done once. `back` and `given` are what was shown. */
const actFields = { act: z.uuid(), id: z.uuid(), to: refundTo };
export const deskCancelShape = z.object({ ...actFields, back: z.int().check(z.gte(0)) });
export type DeskCancel = z.output<typeof deskCancelShape>;
export const deskRefundShape = z.object({ ...actFields, amount: amountShape, given: z.int().check(z.gte(0)) });
export type DeskRefund = z.output<typeof deskRefundShape>;
