// The API of the plans module for other modules: plans of an account, and what happens to requests when
// orders are cancelled.
import type { Locale } from '#lib/locale.ts';
import { type Catalogue, getServiceName } from '#modules/catalogue/rules.ts';
import type { Buyer } from '#modules/orders/checkout/place-order.ts';
import type { CancelledOrders } from '#modules/orders/events.ts';
import { insertCredits, listRequestCredits } from '#modules/orders/months/queries.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { listPlanSubscriptions, lockSubscriptions } from '#modules/subscriptions/queries.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { IdempotencyKey } from '#platform/http/idempotency.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { newId } from '#platform/new-id.ts';
import * as queries from './queries.ts';
import { createRequest, type PlanDeps, reorderRequests } from './requests.ts';
import type { NewRequest, PlanView, Reorder } from './shapes.ts';
import { countLeft, findPeriodEnd, readPlan } from './state.ts';

export type PlansModule = ReturnType<typeof createPlans>;

export const createPlans = (deps: PlanDeps) => ({
  list: (accountId: string, locale: Locale) => listPlans(deps, accountId, locale),
  request: (buyer: Buyer, request: NewRequest, once: IdempotencyKey | undefined) => createRequest(deps, buyer, request, once),
  reorder: (accountId: string, request: Reorder) => reorderRequests(deps, accountId, request),
});

async function listPlans({ ctx, catalogue }: PlanDeps, accountId: string, locale: Locale): Promise<PlanView[]> {
  const { orm } = ctx.db;
  const plans: PlanView[] = [];
  for (const found of await listPlanSubscriptions(orm, accountId)) {
    const state = await readPlan(orm, found);
    if (!state) continue;
    const { month, active, waiting, isPastDue } = state;
    const view = ({ answers, purchaseId: _, position: __, hasBegun: ___, ...order }: queries.OpenRequest) => ({
      ...order,
      about: describeBrief(catalogue.current(), order.serviceType, answers),
      name: getServiceName(catalogue.current(), order.serviceType, locale),
    });
    plans.push({
      subscriptionId: found.id,
      name: getServiceName(catalogue.current(), month.serviceType, locale),
      state: found.state,
      isPastDue,
      currency: found.currency,
      plan: month.plan,
      periodEnd: findPeriodEnd(found, ctx.clock.now()),
      requestsLeft: countLeft(state),
      active: active.map(({ id }) => id),
      waiting: waiting.map(({ id }) => id),
      paused: found.state === 'paused',
      orders: [...active, ...waiting].map(view),
    });
  }
  return plans;
}

const ABOUT_CHARS = 80;

/** The beginning of the first text, in the order of the questions. */
function describeBrief({ services }: Pick<Catalogue, 'services'>, serviceType: number, answers: Answers): string {
  const fields = services.find(({ type }) => type === serviceType)?.fields ?? [];
  const texts = fields.flatMap(({ name, kind }) => (kind === 'text' || kind === 'longText' ? [answers[name]] : []));
  return String(texts.find((text) => typeof text === 'string' && text !== '') ?? '')
    .slice(0, ABOUT_CHARS)
    .toWellFormed();
}

/** A cancelled request returns its credits to their months, and makes room for the next one. */
export async function returnCredits(ctx: AppContext, tx: DbClient, { orders }: CancelledOrders): Promise<void> {
  const requests = await queries.findRequests(
    tx,
    orders.map(({ id }) => id),
  );
  if (orders.some(({ plan }) => plan !== null) || requests.length > 0) await enqueue(tx, 'plans.advance', {});
  await lockSubscriptions(
    tx,
    requests.map(({ subscriptionId }) => subscriptionId),
  );
  const at = ctx.clock.now();
  for (const { orderId, accountId, subscriptionId } of requests) {
    const spent = (await listRequestCredits(tx, orderId)).filter(({ credits }) => credits > 0);
    await insertCredits(
      tx,
      spent.map(({ monthId, credits }, index) => ({
        id: newId(at, index),
        accountId,
        subscriptionId,
        orderId,
        monthId,
        credits: -credits,
        at,
      })),
    );
    queries.markPlanChanged(tx, accountId);
  }
}
