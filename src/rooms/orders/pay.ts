// An unpaid purchase is paid once more: by the link that is open, by a fresh one where it is over, or from the balance.
import { change, type Queries } from '../../infra/db.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import { spend } from '../wallet/actions.ts';
import { type Placing, payableOf } from './place.ts';
import * as queries from './queries.ts';
import { markPaid } from './settle.ts';
import type { Pay } from './shapes.ts';
import { OrderStatus } from './statuses.ts';

const messages = {
  over: /*i18n*/ { id: 'order.nothingToPay', message: 'There is nothing to pay any more.' },
} as const satisfies Record<string, Message>;

export async function payAgain(
  placing: Placing,
  accountId: string,
  { purchaseId, payFromBalance }: Pay,
): Promise<{ paymentLink: string | null }> {
  const { ground, payments } = placing;
  const payment = await change(ground.db, async (tx) => {
    const purchase = await queries.lockPurchase(tx, purchaseId);
    if (purchase?.accountId !== accountId) throw new Refusal(404);
    if (purchase.state !== 'open') throw new Refusal(400, { '': [messages.over] });
    const at = ground.clock.now();
    if (payFromBalance) {
      // The wallet last: whoever renews a month of the same customer comes from the subscription to it, too.
      await payments.end(tx, purchaseId);
      await markPaid(tx, purchase, 'balance', at);
      const promo = await spend(tx, { accountId, currency: purchase.currency, amount: purchase.price, purchaseId, at });
      await queries.setPurchase(tx, purchaseId, { promo });
      return undefined;
    }
    return openOrFresh(placing, tx, purchase, at);
  });
  return { paymentLink: payment ? (payment.link ?? (await payments.link(payment.id)) ?? null) : null };
}

/** The payment that is open, or a fresh one where it is over; the purchase is locked by whoever calls. */
export async function openOrFresh({ payments }: Placing, tx: Queries, purchase: queries.Purchase, at: Date) {
  const open = await payments.openOf(tx, purchase.id);
  if (open && open.linkExpiresAt > at) return open;
  if (open) await payments.end(tx, purchase.id);
  const orders = await queries.ordersOf(tx, purchase.id);
  const fresh = payments.prepare(payableOf(purchase, orders.filter(({ status }) => status !== OrderStatus.Cancelled).length));
  await payments.insert(tx, fresh);
  return fresh;
}
