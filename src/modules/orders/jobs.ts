// Order jobs: confirm payments, cancel unpaid purchases.
import type { DbClient } from '#platform/database/database.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import type { JobHandlers } from '../../jobs.ts';
import type { CheckoutDeps } from './checkout/place-order.ts';
import { dropPurchase } from './checkout/void-purchase.ts';
import { announceCancelled } from './events.ts';
import { mailOrderGivenUp } from './mails.ts';
import * as queries from './queries.ts';
import { confirmPurchase, joinNumbers } from './receipt-mail.ts';
import { getUnpaidLimit, OrderStatus } from './statuses.ts';

export const orderJobs = (deps: CheckoutDeps): Pick<JobHandlers, 'orders.sendConfirmations' | 'orders.voidUnpaid'> => ({
  'orders.sendConfirmations': (_, signal) => sendConfirmations(deps, signal),
  'orders.voidUnpaid': (_, signal) => voidUnpaidPurchases(deps, signal),
});

/**
 * Confirms each paid purchase once. Driven by a column instead of the queue, because placing an order
 * enqueues no job.
 */
function sendConfirmations(deps: CheckoutDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  return forEachRow(ctx, signal, 'orders.sendConfirmations', [
    {
      due: (limit) => queries.listUnconfirmed(ctx.db.orm, ctx.clock.now(), limit),
      handle: (tx, { id }) => confirmPurchase(deps, tx, id),
    },
  ]);
}

function voidUnpaidPurchases(deps: CheckoutDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  const before = getUnpaidLimit(ctx.clock.now());
  return forEachRow(ctx, signal, 'orders.voidUnpaid', [
    {
      due: (limit) => queries.listOverdue(ctx.db.orm, { before, now: ctx.clock.now() }, limit),
      async handle(tx, { id }) {
        const purchase = await queries.lockOverdue(tx, id, before);
        if (purchase) await voidPurchase(deps, tx, purchase);
      },
    },
  ]);
}

async function voidPurchase(deps: CheckoutDeps, tx: DbClient, { id }: queries.Purchase): Promise<void> {
  const { ctx } = deps;
  const cancelled = await dropPurchase(deps, tx, id);
  await announceCancelled(deps, tx, { orders: cancelled, why: 'unpaid' });
  // A renewal has an email of its own.
  const unpaid = cancelled.filter(({ status }) => status !== OrderStatus.AwaitingRecurringPayment);
  if (unpaid.length > 0) await mailOrderGivenUp(ctx, tx, unpaid, joinNumbers(unpaid));
}
