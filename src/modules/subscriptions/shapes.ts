// Shapes of subscriptions in requests and responses.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { serviceShape } from '#modules/catalogue/shapes.ts';
import { orderedAddOnShape } from '#modules/orders/add-ons/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { deskSubscriptionActs, deskSubscriptionStates, subscriptionActs, subscriptionStates } from './rules.ts';

const moment = z.nullable(z.string());

export const subscriptionShape = z.object({
  id: z.string(),
  state: z.enum(subscriptionStates),
  offerId: z.string(),
  serviceType: serviceShape,
  /** In the reader's language. */
  name: z.string(),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  /** Of every month. Absent: none. */
  addOns: z.optional(z.array(orderedAddOnShape)),
  /** It gives requests: see `GET /api/plans`. */
  isPlan: z.boolean(),
  /** Per month. */
  price: z.int(),
  currency: currencyShape,
  createdAt: z.string(),
  /** Null while it is paused or ending. */
  renewsAt: moment,
  /** Null while a month is unpaid. */
  paidUntil: moment,
  /** The saved means that it is charged from, if the balance is not enough. */
  meansId: z.nullable(z.string()),
  /** `isBeingConfirmed`: it may be paid already, so nothing may be paid again. */
  unpaid: z.nullable(z.object({ orderId: z.string(), purchaseId: z.string(), isBeingConfirmed: z.boolean() })),
});
export type SubscriptionView = z.output<typeof subscriptionShape>;
export const subscriptionsShape = z.array(subscriptionShape);

export const subscriptionRequestShape = z.object({ subscriptionId: z.uuid(), do: z.enum(subscriptionActs) });
export type SubscriptionRequest = z.output<typeof subscriptionRequestShape>;

export const deskSubscriptionsRequestShape = z.object({
  state: z.optional(z.enum(deskSubscriptionStates)),
  customerId: z.optional(z.uuid()),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  /** The id of the last one of the previous page. */
  after: z.optional(z.uuid()),
});
export type DeskSubscriptionsRequest = z.output<typeof deskSubscriptionsRequestShape>;

export const deskSubscriptionsShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      customerId: z.string(),
      /** Null once the account is erased. */
      customer: z.nullable(z.object({ id: z.string(), name: z.string() })),
      offerId: z.string(),
      /** Of the service, in English. */
      name: z.string(),
      /** Of each interval. */
      price: z.int(),
      currency: currencyShape,
      interval: z.literal('month'),
      state: z.enum(deskSubscriptionStates),
      /** Null while nothing will be charged. */
      nextAt: moment,
      mrr: z.int(),
      /** Charges that failed since the last month that was paid; by link, 1 while a month is unpaid. */
      failures: z.int(),
      /** What the desk may do with it now. */
      acts: z.array(z.enum(deskSubscriptionActs)),
    }),
  ),
  has_more: z.boolean(),
  /** Of all subscriptions, by currency. */
  totals: z.array(z.object({ currency: currencyShape, mrr: z.int(), count: z.int() })),
});

/** A higher price, each month. */
export const priceRequestShape = z.object({ id: z.uuid(), price: z.int().check(z.gte(1), z.lte(100_000_000)), why: whyShape });
export type PriceRequest = z.output<typeof priceRequestShape>;

export const deskSubscriptionActShape = z.object({ id: z.uuid(), do: z.enum(deskSubscriptionActs), why: whyShape });
export type DeskSubscriptionActRequest = z.output<typeof deskSubscriptionActShape>;
