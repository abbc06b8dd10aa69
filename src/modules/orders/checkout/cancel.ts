// A customer cancels one order. The rest of its purchase continues, and paid money is refunded.

import { type Message, UserError } from '#lib/user-error.ts';
import { findTerms } from '#modules/accounts/queries-terms.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { announceCancelled } from '../events.ts';
import { mailOrderCancelled } from '../mails.ts';
import type { Order, Purchase } from '../queries.ts';
import * as queries from '../queries.ts';
import { getRefundedTotals } from '../refunds/queries.ts';
import { refundOrder } from '../refunds/refund.ts';
import type { Cancel } from '../shapes.ts';
import { findCancelMove, OrderStatus } from '../statuses.ts';
import { markPaid } from './mark-paid.ts';
import { type CheckoutDeps, isFree, toPayable } from './place-order.ts';
import { dropDiscounts } from './queries-discounts.ts';

const messages = {
  begun: /*i18n*/ { id: 'order.begun', message: 'This order can no longer be cancelled here. Write to us.' },
} as const satisfies Record<string, Message>;

export async function cancelOrder(deps: CheckoutDeps, accountId: string, { orderId, refundTo }: Cancel): Promise<void> {
  const { ctx } = deps;
  const found = await queries.findOrder(ctx.db.orm, accountId, orderId);
  if (!found) throw new UserError(404);
  await deps.payments.settle(accountId, found.purchaseId);
  const newPayment = await transaction(ctx.db, async (tx) => {
    const purchase = await queries.lockPurchase(tx, found.purchaseId);
    const orders = await queries.listOrders(tx, found.purchaseId);
    const order = orders.find(({ id }) => id === orderId);
    if (!purchase || !order) throw new UserError(404);
    // Repeated request: the order is cancelled already.
    if (order.status === OrderStatus.Cancelled) return undefined;
    const move = findCancelMove(order.status);
    if (!move) throw new UserError(400, { '': [messages.begun] });
    const at = ctx.clock.now();
    await queries.moveOrders(tx, [orderId], move, { cancelledAt: at });
    await queries.cancelPieces(tx, [orderId]);
    await announceCancelled(deps, tx, { orders: [order], why: 'cancelled' });
    if (move === 'takeBack') {
      const back = order.price - (await getRefundedTotals(tx, orderId)).total;
      await refundOrder(deps, tx, { purchase, order, orders, back, refundTo: refundTo ?? 'source', at });
      await mailOrderCancelled(ctx, tx, { ...order, amount: back });
      return undefined;
    }
    return removeOrderFromUnpaidPurchase(deps, tx, purchase, orders, orderId);
  });
  if (newPayment && !newPayment.link) await deps.payments.link(newPayment.id);
}

/**
 * Removes one order from an unpaid purchase. The old link is closed and the rest gets a new payment; the
 * coupon's discount stays with the rest.
 * If the rest costs nothing, the purchase is paid. Returns the new payment; undefined if nothing is left to
 * pay, or if the coupon was released: then the payment is created when the customer pays. A late charge by
 * the old link is credited to the balance. The caller has locked the purchase.
 */
export async function removeOrderFromUnpaidPurchase(
  deps: CheckoutDeps,
  tx: DbClient,
  purchase: Purchase,
  orders: readonly Order[],
  orderId: string,
) {
  const { ctx, payments, coupons } = deps;
  const otherOrders = orders.filter(({ id, status }) => id !== orderId && status !== OrderStatus.Cancelled);
  const sum = (of: 'total' | 'discount' | 'price') => otherOrders.reduce((all, order) => all + order[of], 0);
  const lowered = { subtotal: sum('total'), discount: sum('discount'), price: sum('price') };
  // The rest would get a second link while the first may still be charged. Without a rest, a late charge goes
  // to the balance; a debit is waited for.
  await payments.expectSettled(tx, purchase.id, isFree(lowered) ? 'debit' : 'attempt');
  await payments.end(tx, purchase.id);
  if (otherOrders.length === 0) {
    await queries.setPurchase(tx, purchase.id, { state: 'cancelled' });
    await coupons.free(tx, purchase.id);
    return undefined;
  }
  const hold = await coupons.getHold(tx, { couponId: purchase.couponId, purchaseId: purchase.id });
  // The coupon was released and has to be claimed again when the customer pays.
  if (hold === 'released') {
    // An open purchase must have a price, so a rest that would be free loses its discount.
    if (!isFree(lowered)) await queries.setPurchase(tx, purchase.id, lowered);
    else {
      const { discountPercent } = await findTerms(tx, purchase.accountId);
      const discount = await dropDiscounts(tx, purchase.id, discountPercent);
      await queries.setPurchase(tx, purchase.id, { ...lowered, couponId: null, discount, price: lowered.subtotal - discount });
    }
    return undefined;
  }
  if (isFree(lowered)) {
    await markPaid(deps, tx, purchase, 'nothing', ctx.clock.now(), lowered);
    return undefined;
  }
  await queries.setPurchase(tx, purchase.id, lowered);
  const offerIds = otherOrders.map(({ offerId }) => offerId);
  const payment = payments.prepare(toPayable(deps, { ...purchase, ...lowered }, offerIds, hold === 'limited'));
  await payments.insert(tx, payment);
  return payment;
}
