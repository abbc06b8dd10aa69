// Handles payment events for purchases, in the payment's transaction.

import { readCouponHold } from '#modules/coupons/actions.ts';
import { keepUse, releaseCouponUse } from '#modules/coupons/queries.ts';
import type { Settlement } from '#modules/payments/events.ts';
import { bookTransfer } from '#modules/wallet/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { announcePaid, type OrderEvents } from '../events.ts';
import * as queries from '../queries.ts';
import { getStart, workStartTimes } from '../withdrawal-period/rules.ts';

type PaidDeps = { readonly ctx: Pick<AppContext, 'calendar'>; readonly reactions: OrderEvents };

/** The handler returns false if nothing is left to pay. */
export const settlePurchase =
  (reactions: OrderEvents) =>
  async (ctx: AppContext, tx: DbClient, { subjectId, chargeId, amount, currency, at }: Settlement): Promise<boolean> => {
    const purchase = await queries.lockPurchase(tx, subjectId);
    if (purchase?.state !== 'open' || purchase.price !== amount || purchase.currency !== currency) return false;
    await bookTransfer(tx, { kind: 'sale', subjectId: chargeId, amount, currency, at });
    await markPaid({ ctx, reactions }, tx, purchase, 'link', at);
    return true;
  };

/**
 * The caller has locked the purchase. `lowered`: the new price, if orders were cancelled in the same
 * transaction.
 */
export async function markPaid(
  { ctx, reactions }: PaidDeps,
  tx: DbClient,
  { id: purchaseId, consents, couponId }: Pick<queries.Purchase, 'id' | 'consents' | 'couponId'>,
  paidFrom: NonNullable<queries.Purchase['paidFrom']>,
  at: Date,
  lowered: Partial<Pick<queries.Purchase, 'subtotal' | 'discount' | 'price'>> = {},
): Promise<void> {
  await queries.setPurchase(tx, purchaseId, { ...lowered, state: 'paid', paidFrom, paidAt: at });
  if (couponId) await keepUse(tx, purchaseId);
  const orders = await queries.listOrders(tx, purchaseId);
  const paid = await queries.moveOrders(
    tx,
    orders.map(({ id }) => id),
    'pay',
    { paidAt: at },
  );
  await queries.startClocks(tx, paid, workStartTimes(at, getStart(consents)), ctx.calendar());
  await announcePaid(reactions, tx, { orders: orders.filter(({ id }) => paid.includes(id)), at });
}

/** The payment link has expired, so the use of a limited coupon is released. */
export async function releaseCoupon({ clock }: AppContext, tx: DbClient, purchaseId: string): Promise<void> {
  const purchase = await queries.lockPurchase(tx, purchaseId);
  if (purchase?.couponId && (await readCouponHold(tx, { couponId: purchase.couponId, purchaseId })) === 'limited') {
    await releaseCouponUse(tx, purchaseId, clock.now());
    markChanged(tx, ofAccount(purchase.accountId), 'orders');
  }
}

/** The link was created after the order. */
export async function linkCreated(_: AppContext, tx: DbClient, purchaseId: string): Promise<void> {
  await queries.movePurchase(tx, purchaseId, 'offerLink');
}

/** The work of a disputed purchase stops, and goes on if the shop wins: open pages and the queue show it. */
export async function publishDispute(tx: DbClient, purchaseId: string): Promise<void> {
  const purchase = await queries.findPurchase(tx, purchaseId);
  if (purchase) markChanged(tx, ofAccount(purchase.accountId), 'orders');
  markChanged(tx, ofDesk, 'queue');
  markChanged(tx, ofDesk, 'orders');
}
