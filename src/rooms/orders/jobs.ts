// What orders leave to the queue: confirming what was paid, and closing what nobody has paid for.
import { change, type Queries } from '../../infra/db.ts';
import type { JobHandlers } from '../../jobs.ts';
import { tellGivenUp, tellPaid } from './notices.ts';
import type { Placing } from './place.ts';
import * as queries from './queries.ts';
import { OrderStatus } from './statuses.ts';

const DAY_MS = 86_400_000;
const UNPAID_DAYS = 7;
const AT_ONCE = 50;

export const orderJobs = (placing: Placing): Pick<JobHandlers, 'orders.tell' | 'orders.giveUp'> => ({
  'orders.tell': (_, signal) => repeat(signal, () => change(placing.ground.db, (tx) => tell(placing, tx))),
  'orders.giveUp': (_, signal) => repeat(signal, () => change(placing.ground.db, (tx) => giveUp(placing, tx))),
});

/** In portions, so that no transaction is long. */
async function repeat(signal: AbortSignal, work: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await work()) === AT_ONCE);
}

/** Each purchase is confirmed once: what was paid from the balance says so in its row alone, because placing an order puts nothing into the queue. */
async function tell({ ground }: Placing, tx: Queries): Promise<number> {
  const purchases = await queries.takeUntold(tx, AT_ONCE);
  for (const purchase of purchases) {
    const orders = await queries.ordersOf(tx, purchase.id);
    await tellPaid(ground, tx, purchase, numbersOf(orders.filter(({ status }) => status !== OrderStatus.Cancelled)));
    await queries.setPurchase(tx, purchase.id, { toldAt: ground.clock.now() });
  }
  return purchases.length;
}

async function giveUp({ ground, payments, coupons }: Placing, tx: Queries): Promise<number> {
  const now = ground.clock.now();
  const old = await queries.takeOld(tx, new Date(now.getTime() - UNPAID_DAYS * DAY_MS), AT_ONCE);
  for (const purchase of old) {
    const orders = await queries.ordersOf(tx, purchase.id);
    const ids = orders.map(({ id }) => id);
    const given = await queries.moveOrders(tx, ids, 'giveUp', { cancelledAt: now });
    await queries.cancelPieces(tx, ids);
    await payments.end(tx, purchase.id);
    await queries.setPurchase(tx, purchase.id, { state: 'cancelled' });
    await coupons.free(tx, purchase.id);
    await tellGivenUp(ground, tx, purchase.accountId, numbersOf(orders.filter(({ id }) => given.includes(id))));
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
