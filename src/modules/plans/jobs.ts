// Moves plans on: months whose period is over are delivered, requests that come to nothing are cancelled, and
// the next ones begin.
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { announceCancelled } from '#modules/orders/events.ts';
import { mailOrderCancelled } from '#modules/orders/mails.ts';
import { lockFreePurchase } from '#modules/orders/months/queries.ts';
import { cancelOpenPieces } from '#modules/orders/pieces/queries.ts';
import { listOrders, moveOrders, startClocks, startOfPurchase } from '#modules/orders/queries.ts';
import { OrderStatus } from '#modules/orders/statuses.ts';
import { getStart, workStartTimes } from '#modules/orders/withdrawal-period/rules.ts';
import { lockSubscriptions } from '#modules/subscriptions/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import type { JobHandlers } from '../../jobs.ts';
import * as queries from './queries.ts';
import { readPlan } from './state.ts';

export const planJobs = (deps: CheckoutDeps): Pick<JobHandlers, 'plans.advance'> => ({
  async 'plans.advance'(_, signal) {
    const { orm } = deps.ctx.db;
    const now = deps.ctx.clock.now();
    await forEachRow<queries.Due>(deps.ctx, signal, 'plans.advance', [
      { due: (limit) => queries.listFinishedMonths(orm, now, limit), handle: (tx, month) => finishMonth(deps, tx, month) },
      { due: (limit) => queries.listVoid(orm, now, limit), handle: (tx, request) => cancelRequest(deps, tx, request) },
      { due: (limit) => queries.listFree(orm, now, limit), handle: (tx, { id }) => beginNext(deps, tx, id) },
    ]);
  },
});

/** Undefined if another process has locked it. */
async function lockOrder(tx: DbClient, { id, purchaseId }: queries.Due) {
  const isLocked = await lockFreePurchase(tx, purchaseId);
  return isLocked && (await listOrders(tx, purchaseId)).find((each) => each.id === id);
}

/** Also one without requests: what it gave stood ready. */
async function finishMonth({ ctx }: CheckoutDeps, tx: DbClient, due: queries.Due): Promise<void> {
  const month = await lockOrder(tx, due);
  if (!month) return;
  const at = ctx.clock.now();
  await moveOrders(tx, [month.id], 'begin', { startedAt: month.paidAt ?? at });
  await moveOrders(tx, [month.id], 'deliver', { deliveredAt: at });
}

/** Its customer gets the usual email; its credits return by the event. */
async function cancelRequest(deps: CheckoutDeps, tx: DbClient, due: queries.Due): Promise<void> {
  const order = await lockOrder(tx, due);
  if (!order) return;
  const move = order.status === OrderStatus.Paid ? 'takeBack' : 'stop';
  const moved = await moveOrders(tx, [order.id], move, { cancelledAt: deps.ctx.clock.now() });
  if (moved.length === 0) return;
  await cancelOpenPieces(tx, order.id);
  await announceCancelled(deps, tx, { orders: [order], why: 'cancelled' });
  await mailOrderCancelled(deps.ctx, tx, { ...order, amount: 0 });
}

/**
 * As many as are free, in their order. A purchase that is locked is being cancelled or briefed: it, and those
 * after it, begin in the next run.
 */
async function beginNext({ ctx }: CheckoutDeps, tx: DbClient, subscriptionId: string): Promise<void> {
  const [found] = await lockSubscriptions(tx, [subscriptionId]);
  const state = found && (await readPlan(tx, found));
  if (!state || state.isPastDue || (found.state !== 'active' && found.state !== 'ending')) return;
  const now = ctx.clock.now();
  const { consents, isFrozen } = await startOfPurchase(tx, state.month.purchaseId);
  if (isFrozen || workStartTimes(state.month.paidAt ?? now, getStart(consents)).usual > now) return;
  for (const { id, purchaseId } of state.waiting.slice(0, Math.max(0, state.month.plan.active - state.active.length))) {
    if (!(await lockFreePurchase(tx, purchaseId))) return;
    await queries.setRequest(tx, id, { begunAt: now });
    await startClocks(tx, [id], { atOnce: now, usual: now }, ctx.calendar());
    queries.markPlanChanged(tx, found.accountId);
  }
}
