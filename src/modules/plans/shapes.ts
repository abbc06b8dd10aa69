// Shapes of plans and their requests.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { planShape, serviceShape } from '#modules/catalogue/shapes.ts';
import { sentAnswersShape } from '#modules/orders/shapes.ts';
import { OrderStatus } from '#modules/orders/statuses.ts';
import { subscriptionStates } from '#modules/subscriptions/rules.ts';

/** Of a subscription at a time. */
export const MAX_WAITING = 200;

export const requestShape = z.object({
  subscriptionId: z.uuid(),
  offerId: z.string().check(z.maxLength(200)),
  quantity: z.int().check(z.gte(1), z.lte(1_000)),
  platform: z.nullish(z.int()),
  answers: sentAnswersShape,
});
export type NewRequest = z.output<typeof requestShape>;

/** `position`: 0 if it is in work, otherwise its place among those that wait, from 1. */
export const requestedShape = z.object({ orderId: z.string(), position: z.int() });
export type Requested = z.output<typeof requestedShape>;

export const reorderShape = z.object({ subscriptionId: z.uuid(), orderIds: z.array(z.uuid()).check(z.maxLength(MAX_WAITING)) });
export type Reorder = z.output<typeof reorderShape>;

export const plansShape = z.array(
  z.object({
    subscriptionId: z.string(),
    /** In the reader's language. */
    name: z.string(),
    state: z.enum(subscriptionStates),
    /** Nothing begins until the month is paid. */
    isPastDue: z.boolean(),
    currency: currencyShape,
    plan: planShape,
    /** Of the paid month; it moves while the plan is paused. */
    periodEnd: z.nullable(z.string()),
    /** Credits. Null: unlimited. */
    requestsLeft: z.nullable(z.int()),
    /** Orders in work. */
    active: z.array(z.string()),
    /** Orders in the order of their turn. */
    waiting: z.array(z.string()),
    paused: z.boolean(),
    orders: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        /** In the reader's language. */
        name: z.string(),
        serviceType: serviceShape,
        credits: z.int(),
        /** The beginning of its first text, to tell requests apart; empty if there is none. */
        about: z.string(),
        status: z.literal(Object.values(OrderStatus)),
      }),
    ),
  }),
);
export type PlanView = z.output<typeof plansShape>[number];
