// Money of a paid order that goes back, all of it or what is left of it: to where it was paid from, or to the balance.
import type { DbClient } from '../../../infra/database/database.ts';
import { allocate } from '../../../lib/money/price.ts';
import { book, creditWallet, type RefundSubject } from '../../wallet/actions.ts';
import type { Order, Purchase } from '../queries.ts';
import { givenOf } from '../queries-refunds.ts';
import { splitRefund } from '../withdrawals/rules.ts';
import type { CheckoutDeps } from './place-order.ts';

type PaidBack = {
  readonly purchase: Purchase;
  readonly order: Order;
  /** All of the purchase. */
  readonly orders: readonly Order[];
  /** Of the order's price. */
  readonly back: number;
  readonly refundTo: 'source' | 'balance';
  readonly at: Date;
  /** By an operator, of an order that goes on; else it is the last of the order. */
  readonly part?: string;
};

/** Never more to the source than came from it; what came from the balance goes back there, credit as credit. The purchase is locked by whoever calls. */
export async function refundOrder({ payments }: CheckoutDeps, tx: DbClient, paid: PaidBack) {
  const { purchase, order, at, part } = paid;
  const { currency, accountId } = purchase;
  const split = await splitOf({ left: payments.lockLeft }, tx, paid);
  const { toSource, toCash: cash, toPromo: promo } = split;
  const refundId = toSource > 0 ? await payments.refund(tx, purchase.id, { amount: toSource, causeId: order.id }) : null;
  if (refundId) await book(tx, { kind: 'refund', subjectId: refundId, amount: toSource, currency, at });
  const of: RefundSubject = part === undefined ? { order: order.id } : { part };
  await creditWallet(tx, { accountId, currency, of, cash, promo, at });
  return { ...split, refundId };
}

/** Where it would go, by what has gone already; for one who looks before it is done, too. */
export async function splitOf(
  payments: Pick<CheckoutDeps['payments'], 'left'>,
  tx: DbClient,
  { purchase, order, orders, back, refundTo }: Omit<PaidBack, 'at' | 'part'>,
) {
  const { paidFrom } = purchase;
  const isRefund = paidFrom === 'link' && refundTo === 'source';
  const left = isRefund ? await payments.left(tx, purchase.id) : 0;
  const given = await givenOf(tx, order.id);
  const promo = promoOf(purchase, orders, order) - given.promo;
  return splitRefund({ price: order.price - given.whole, promo, paidFrom }, back, refundTo, left);
}

/** Its part of the credit that the purchase was paid with. What was cancelled before anybody paid has none. */
function promoOf({ promo }: Pick<Purchase, 'promo'>, orders: readonly Order[], order: Order): number {
  const paid = orders.filter(({ paidAt }) => paidAt !== null);
  const shares = allocate(
    promo,
    paid.map(({ price }) => price),
  );
  return shares[paid.findIndex(({ id }) => id === order.id)] ?? 0;
}
