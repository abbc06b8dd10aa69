// The desk's figures of plans.
import { findCustomersByIds } from '#modules/accounts/actions.ts';
import { getServiceName } from '#modules/catalogue/rules.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { deskPlanCalls } from './desk-calls.ts';
import { listRunningPlans } from './queries-owed.ts';
import { computeValueOwed } from './rules.ts';

type DeskDeps = Pick<CheckoutDeps, 'ctx' | 'catalogue'>;

export const deskPlanRoutes = (deps: DeskDeps): Pick<DeskHandlers, keyof typeof deskPlanCalls> => ({
  'GET /api/plans/owed': () => listOwed(deps),
});

async function listOwed({ ctx, catalogue }: DeskDeps) {
  const running = await listRunningPlans(ctx.db.orm);
  const people = await findCustomersByIds(ctx, [...new Set(running.map(({ accountId }) => accountId))]);
  const now = ctx.clock.now();
  const plans = running.map(({ id, accountId, currency, serviceType, ...plan }) => ({
    subscriptionId: id,
    customer: people.get(accountId) ?? null,
    name: getServiceName(catalogue.current(), serviceType, 'en'),
    currency,
    ...computeValueOwed(plan, now),
  }));
  const byCurrency = Map.groupBy(plans, ({ currency }) => currency);
  const totals = [...byCurrency].map(([currency, all]) => ({ currency, value: all.reduce((sum, { value }) => sum + value, 0) }));
  return { plans, totals };
}
