// What orders leave to the queue: confirming what was paid, closing what nobody has paid for, and renewing what comes every month.
import { change, type Queries } from '../../infra/db.ts';
import type { JobHandlers } from '../../jobs.ts';
import { dropPurchase } from './drop.ts';
import { tooOld } from './months.ts';
import { tellGivenUp, tellPaid } from './notices.ts';
import type { Placing } from './place.ts';
import * as queries from './queries.ts';
import { renewDue } from './renewals.ts';
import { OrderStatus } from './statuses.ts';
import { closeSubscriptions } from './subscriptions.ts';

const AT_ONCE = 50;

export const orderJobs = (placing: Placing): Pick<JobHandlers, 'orders.tell' | 'orders.giveUp' | 'orders.renew'> => ({
  'orders.tell': (_, signal) => repeat(signal, () => change(placing.ground.db, (tx) => tell(placing, tx))),
  'orders.giveUp': (_, signal) => repeat(signal, () => change(placing.ground.db, (tx) => giveUp(placing, tx))),
  'orders.renew': (_, signal) => renewDue(placing, signal),
});

/** In portions, so that no transaction is long. */
async function repeat(signal: AbortSignal, work: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await work()) === AT_ONCE);
}

/** Each purchase is confirmed once: what was paid from the balance says so in its row alone, because placing an order puts nothing into the queue. */
async function tell({ ground }: Placing, tx: Queries): Promise<number> {
  const purchases = await queries.takeUntold(tx, AT_ONCE);
  for (const purchase of purchases) {
    const left = (await queries.ordersOf(tx, purchase.id)).filter(({ status }) => status !== OrderStatus.Cancelled);
    // Whoever has taken all of it back meanwhile was told that.
    if (left.length > 0) await tellPaid(ground, tx, purchase, numbersOf(left));
    await queries.setPurchase(tx, purchase.id, { toldAt: ground.clock.now() });
  }
  return purchases.length;
}

async function giveUp(placing: Placing, tx: Queries): Promise<number> {
  const { ground } = placing;
  const old = await queries.takeOld(tx, tooOld(ground.clock.now()), AT_ONCE);
  for (const { id, accountId } of old) {
    const given = await dropPurchase(placing, tx, id);
    await closeSubscriptions(
      ground,
      tx,
      given.flatMap(({ subscriptionId }) => subscriptionId ?? []),
      'unpaid',
    );
    // A month's own mail says it already.
    const told = given.filter(({ status }) => status !== OrderStatus.AwaitingRecurringPayment);
    if (told.length > 0) await tellGivenUp(ground, tx, accountId, numbersOf(told));
  }
  return old.length;
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
