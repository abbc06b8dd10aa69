// Money of a paid order that goes back, all of it or what is left of it: to where it was paid from, or to the balance.
import type { Queries } from '../../infra/db.ts';
import { share } from '../../lib/price.ts';
import { book, giveBack } from '../wallet/actions.ts';
import type { Placing } from './place.ts';
import type { Order, Purchase } from './queries.ts';
import { splitBack } from './withdrawal-rules.ts';

type PaidBack = {
  readonly purchase: Purchase;
  readonly order: Order;
  /** All of the purchase. */
  readonly orders: readonly Order[];
  /** Of the order's price. */
  readonly back: number;
  readonly refundTo: 'source' | 'balance';
  readonly at: Date;
};

/** Never more to the source than came from it; what came from the balance goes back there, credit as credit. The purchase is locked by whoever calls. */
export async function payBack({ payments }: Placing, tx: Queries, { purchase, order, orders, back, refundTo, at }: PaidBack) {
  const { currency, accountId, paidFrom } = purchase;
  const isRefund = paidFrom === 'link' && refundTo === 'source';
  const left = isRefund ? await payments.left(tx, purchase.id) : 0;
  const split = splitBack({ price: order.price, promo: promoOf(purchase, orders, order), paidFrom }, back, refundTo, left);
  const { toSource, toCash: cash, toPromo: promo } = split;
  if (toSource > 0) {
    const subjectId = await payments.refund(tx, purchase.id, { amount: toSource, aboutId: order.id });
    await book(tx, { kind: 'refund', subjectId, amount: toSource, currency, at });
  }
  await giveBack(tx, { accountId, currency, orderId: order.id, cash, promo, at });
  return split;
}

/** Its part of the credit that the purchase was paid with. What was cancelled before anybody paid has none. */
export function promoOf({ promo }: Pick<Purchase, 'promo'>, orders: readonly Order[], order: Order): number {
  const paid = orders.filter(({ paidAt }) => paidAt !== null);
  const shares = share(
    promo,
    paid.map(({ price }) => price),
  );
  return shares[paid.findIndex(({ id }) => id === order.id)] ?? 0;
}
