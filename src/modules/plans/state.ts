// A plan at a moment, as requests and the account see it.
import { toIsoOrNull } from '#lib/time/date.ts';
import { findNewestMonth, listCredits, listPlanMonths } from '#modules/orders/months/queries.ts';
import { type Lot, listLots } from '#modules/orders/months/rules.ts';
import type { Order } from '#modules/orders/queries.ts';
import { OrderStatus } from '#modules/orders/statuses.ts';
import type { Subscription } from '#modules/subscriptions/queries.ts';
import { addPause } from '#modules/subscriptions/rules.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listOpen, type OpenRequest } from './queries.ts';

export type PlanState = {
  readonly month: Order & { readonly plan: NonNullable<Order['plan']> };
  /** What is left of each month. Of an unlimited plan, the newest month without a number. */
  readonly lots: readonly Lot[];
  readonly isPastDue: boolean;
  readonly active: readonly OpenRequest[];
  readonly waiting: readonly OpenRequest[];
};

/** Undefined if the subscription is no plan. To decide by it, lock the subscription first. */
export async function readPlan(queries: DbClient, { id }: Pick<Subscription, 'id'>): Promise<PlanState | undefined> {
  const month = (await findNewestMonth(queries, id))?.order;
  if (!month?.plan) return undefined;
  const [months, credits, open] = [await listPlanMonths(queries, id), await listCredits(queries, id), await listOpen(queries, id)];
  return {
    month: { ...month, plan: month.plan },
    lots: listLots(months, credits),
    isPastDue: month.status === OrderStatus.AwaitingRecurringPayment,
    active: open.filter(({ hasBegun }) => hasBegun),
    waiting: open.filter(({ hasBegun }) => !hasBegun),
  };
}

export const countLeft = ({ month, lots }: Pick<PlanState, 'month' | 'lots'>): number | null =>
  month.plan.requests === null ? null : lots.reduce((sum, { credits }) => sum + credits, 0);

/** The end of the paid period: it moves day by day while the plan is paused. */
export const findPeriodEnd = ({ renewsAt, anchorDay, pausedAt }: Subscription, now: Date): string | null =>
  toIsoOrNull(renewsAt && addPause({ renewsAt, anchorDay }, pausedAt, now).renewsAt);
