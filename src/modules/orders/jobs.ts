// What orders leave to the queue: confirming what was paid, closing what nobody has paid for, and renewing what comes every month.
import type { DbClient } from '../../infra/database/database.ts';
import { forEachRow } from '../../infra/jobs/each-row.ts';
import type { JobHandlers } from '../../jobs.ts';
import type { CheckoutDeps } from './checkout/place-order.ts';
import { dropPurchase } from './checkout/void-purchase.ts';
import { tellGivenUp, tellPaid } from './mails.ts';
import * as queries from './queries.ts';
import { OrderStatus } from './statuses.ts';
import { tooOld } from './subscriptions/billing-cycle.ts';
import { renewDue } from './subscriptions/renewals.ts';
import { closeSubscriptions } from './subscriptions/subscriptions.ts';

export const orderJobs = (placing: CheckoutDeps): Pick<JobHandlers, 'orders.tell' | 'orders.giveUp' | 'orders.renew'> => ({
  'orders.tell': (_, signal) => tellAll(placing, signal),
  'orders.giveUp': (_, signal) => giveUpAll(placing, signal),
  'orders.renew': (_, signal) => renewDue(placing, signal),
});

/** Each purchase is confirmed once: what was paid from the balance says so in its row alone, because placing an order puts nothing into the queue. */
function tellAll(placing: CheckoutDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = placing;
  return forEachRow(ctx, signal, 'orders.tell', [
    {
      due: (limit) => queries.listUntold(ctx.db.orm, ctx.clock.now(), limit),
      async handle(tx, { id }) {
        const purchase = await queries.lockUntold(tx, id);
        if (!purchase) return;
        const left = (await queries.ordersOf(tx, id)).filter(({ status }) => status !== OrderStatus.Cancelled);
        // Whoever has taken all of it back meanwhile was told that.
        if (left.length > 0) await tellPaid(placing, tx, purchase, left, numbersOf(left));
        await queries.setPurchase(tx, id, { confirmationSentAt: ctx.clock.now() });
      },
    },
  ]);
}

function giveUpAll(placing: CheckoutDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = placing;
  const before = tooOld(ctx.clock.now());
  return forEachRow(ctx, signal, 'orders.giveUp', [
    {
      due: (limit) => queries.listOld(ctx.db.orm, { before, now: ctx.clock.now() }, limit),
      async handle(tx, { id }) {
        const purchase = await queries.lockOld(tx, id, before);
        if (purchase) await giveUp(placing, tx, purchase);
      },
    },
  ]);
}

async function giveUp(placing: CheckoutDeps, tx: DbClient, { id, accountId }: queries.Purchase): Promise<void> {
  const { ctx } = placing;
  const given = await dropPurchase(placing, tx, id);
  await closeSubscriptions(
    ctx,
    tx,
    given.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    'unpaid',
  );
  // A month's own mail says it already.
  const told = given.filter(({ status }) => status !== OrderStatus.AwaitingRecurringPayment);
  if (told.length > 0) await tellGivenUp(ctx, tx, accountId, numbersOf(told));
}

/** As many as a subject can hold; the rest is in the history. */
const NAMED = 3;
const numbersOf = (orders: readonly { readonly number: string }[]): string =>
  orders.length > NAMED
    ? `${orders
        .slice(0, NAMED)
        .map(({ number }) => number)
        .join(', ')} +${orders.length - NAMED}`
    : orders.map(({ number }) => number).join(', ');
