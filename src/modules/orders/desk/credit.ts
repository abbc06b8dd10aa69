// Gives back a part of a whole purchase, as for a credit note by hand: shared over its orders by what is left
// of each, what is still owed first, the rest to the balance.
import { showMoney } from '#lib/money/money.ts';
import { allocate } from '#lib/money/price.ts';
import type { Operator } from '#lib/people/operator.ts';
import { UserError } from '#lib/user-error.ts';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { newId } from '#platform/new-id.ts';
import type { CheckoutDeps } from '../checkout/place-order.ts';
import { mailPartialRefund } from '../mails.ts';
import * as queries from '../queries.ts';
import { findPart, getRefundedTotals } from '../refunds/queries.ts';
import { refundOrder } from '../refunds/refund.ts';
import { createTooMuchError, isGoing, storeRefund } from './actions.ts';

type Credit = { readonly act: string; readonly purchaseId: string; readonly amount: number };

/** What is left of each order that is not cancelled. To decide by it, lock the purchase first. */
export async function listRefundable(from: DbClient, purchaseId: string) {
  const orders = await queries.listOrders(from, purchaseId);
  const going = orders.filter(isGoing);
  const lefts: number[] = [];
  for (const { id, price } of going) lefts.push(price - (await getRefundedTotals(from, id)).total);
  return { orders, going, lefts, left: lefts.reduce((sum, each) => sum + each, 0) };
}

/** The refunds, one for each order that it was taken from; undefined if this id was done before. */
export async function creditPurchase(deps: CheckoutDeps, tx: DbClient, by: Operator, { act, purchaseId, amount }: Credit) {
  const purchase = await queries.lockPurchase(tx, purchaseId);
  if (!purchase) throw new UserError(404);
  if (await findPart(tx, act)) return undefined;
  const { orders, going, lefts, left } = await listRefundable(tx, purchaseId);
  const { currency, accountId } = purchase;
  if (amount > left) throw createTooMuchError(showMoney({ amount: left, currency }, 'en'));
  const at = deps.ctx.clock.now();
  const credited: { readonly part: string; readonly orderId: string; readonly amount: number }[] = [];
  let toBalance = 0;
  for (const [place, back] of allocate(amount, lefts).entries()) {
    const order = going[place];
    if (!order || back === 0) continue;
    const part = credited.length === 0 ? act : newId(at);
    const split = await refundOrder(deps, tx, { purchase, order, orders, back, refundTo: 'balance', at, part });
    await storeRefund(tx, by, part, order, { at, cancelsOrder: false, retained: 0, ...split });
    credited.push({ part, orderId: order.id, amount: back });
    toBalance += split.toCash + split.toPromo;
  }
  markChanged(tx, ofAccount(accountId), 'orders');
  const [first] = going;
  if (toBalance > 0 && first) await mailPartialRefund(deps.ctx, tx, { ...first, amount: toBalance });
  return credited;
}
