// Refunds a paid order, in full or what is left of it: what is still owed first, then to the payment method
// or to the balance.

import { allocate } from '#lib/money/price.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { PaymentsModule } from '#modules/payments/actions.ts';
import { bookTransfer, creditWallet, type RefundSubject } from '#modules/wallet/actions.ts';
import { findOpenAmount, lowerClaim } from '#modules/wallet/claims.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Order, Purchase } from '../queries.ts';
import { getRefundedTotals } from './queries.ts';
import { splitRefund } from './rules.ts';

const messages = {
  disputed: /*i18n*/ {
    id: 'order.disputed',
    message: 'The bank is examining this payment or has taken it back, so it can’t be refunded here. Write to us.',
  },
} as const satisfies Record<string, Message>;

type PaidBack = {
  readonly purchase: Purchase;
  readonly order: Order;
  /** All orders of the purchase. */
  readonly orders: readonly Order[];
  /** The amount to refund, of the order's price. */
  readonly back: number;
  readonly refundTo: 'source' | 'balance';
  readonly at: Date;
  /** Set if an operator refunds a part of an order that continues. */
  readonly part?: string;
};

/**
 * Refunds at most the charge to the payment method; the rest goes to the balance, credit as credit. The
 * caller has locked the purchase.
 */
export async function refundOrder({ payments }: { readonly payments: PaymentsModule }, tx: DbClient, paid: PaidBack) {
  const { purchase, order, at, part } = paid;
  const { currency, accountId } = purchase;
  if (paid.back > 0) await expectUndisputed(payments, tx, purchase);
  const split = await computeRefundSplit({ refundableAmount: payments.lockRefundableAmount }, tx, { ...paid, isLocked: true });
  const { toClaim, toSource, toCash: cash, toPromo: promo } = split;
  const refundId = toSource > 0 ? await payments.refund(tx, purchase.id, { amount: toSource, causeId: order.id }) : null;
  if (refundId) await bookTransfer(tx, { kind: 'refund', subjectId: refundId, amount: toSource, currency, at });
  const subject: RefundSubject = part === undefined ? { order: order.id } : { part };
  if (toClaim > 0) await lowerClaim(tx, { purchaseId: purchase.id, subject, amount: toClaim, currency, at });
  await creditWallet(tx, { accountId, currency, subject, cash, promo, at });
  return { ...split, refundId };
}

/**
 * The bank holds a disputed payment or has given it back. A refund, to wherever, would give it back a second
 * time.
 */
export async function expectUndisputed(payments: Pick<PaymentsModule, 'isDisputed'>, queries: DbClient, { id, paidFrom }: Purchase) {
  if (paidFrom === 'link' && (await payments.isDisputed(queries, id))) throw new UserError(400, { '': [messages.disputed] });
}

/** Splits a refund by destination, given earlier refunds. Used for previews too. */
export async function computeRefundSplit(
  payments: Pick<PaymentsModule, 'refundableAmount'>,
  tx: DbClient,
  { purchase, order, orders, back, refundTo, isLocked = false }: Omit<PaidBack, 'at' | 'part'> & { readonly isLocked?: boolean },
) {
  const { paidFrom } = purchase;
  const open = paidFrom === 'invoice' ? await findOpenAmount(tx, purchase.id, isLocked) : 0;
  const isRefund = paidFrom === 'link' && refundTo === 'source';
  const refundable = isRefund ? await payments.refundableAmount(tx, purchase.id) : 0;
  const refunded = await getRefundedTotals(tx, order.id);
  const promo = getPromoShare(purchase, orders, order) - refunded.promo;
  return splitRefund({ price: order.price - refunded.total, promo, paidFrom, open }, back, refundTo, refundable);
}

/**
 * The order's share of the credit that paid for the purchase. Orders that were cancelled before payment have
 * none.
 */
function getPromoShare({ promo }: Pick<Purchase, 'promo'>, orders: readonly Order[], order: Order): number {
  const paid = orders.filter(({ paidAt }) => paidAt !== null);
  const shares = allocate(
    promo,
    paid.map(({ price }) => price),
  );
  return shares[paid.findIndex(({ id }) => id === order.id)] ?? 0;
}
