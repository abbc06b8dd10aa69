// Pays an unpaid purchase: by its open link, by a new link, or from the balance.

import { showMoney } from '#lib/money/money.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findTerms } from '#modules/accounts/queries-terms.ts';
import { type CouponHold, type CouponRequester, hashHolderAddress } from '#modules/coupons/actions.ts';
import { isBeingConfirmed } from '#modules/payments/rules.ts';
import { spendBalance } from '#modules/wallet/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import * as queries from '../queries.ts';
import type { Pay } from '../shapes.ts';
import { OrderStatus } from '../statuses.ts';
import { markPaid } from './mark-paid.ts';
import { type CheckoutDeps, toPayable } from './place-order.ts';
import { dropDiscounts } from './queries-discounts.ts';

const messages = {
  codeGone: /*i18n*/ {
    id: 'order.codeGone',
    message: 'This order’s code is no longer available. Without it, the total is {price}.',
  },
  over: /*i18n*/ { id: 'order.nothingToPay', message: 'There’s nothing left to pay.' },
} as const satisfies Record<string, Message>;

export async function retryPayment(
  deps: CheckoutDeps,
  { accountId, address }: CouponRequester,
  { purchaseId, payFromBalance, withoutCoupon }: Pay,
): Promise<{ paymentLink: string | null }> {
  const { ctx, payments } = deps;
  await payments.settle(accountId, purchaseId);
  const payment = await transaction(ctx.db, async (tx): Promise<Paying> => {
    const found = await queries.lockPurchase(tx, purchaseId);
    if (found?.accountId !== accountId) throw new UserError(404);
    await payments.expectSettled(tx, purchaseId);
    if (found.state !== 'open') throw new UserError(400, { '': [messages.over] });
    const page = await findReview(deps, tx, found);
    if (page) return { link: page };
    const { purchase, hold } = await reclaimCoupon(deps, tx, found, {
      withoutCoupon: withoutCoupon === true,
      heldFrom: payFromBalance ? null : hashHolderAddress(ctx.config, address),
    });
    const at = ctx.clock.now();
    if (payFromBalance) {
      // Lock the wallet last, because a renewal locks the subscription before the wallet.
      await payments.end(tx, purchaseId);
      await markPaid(deps, tx, purchase, 'balance', at);
      const promo = await spendBalance(tx, { accountId, currency: purchase.currency, amount: purchase.price, purchaseId, at });
      await queries.setPurchase(tx, purchaseId, { promo });
      return undefined;
    }
    return openOrFresh(deps, tx, purchase, { hold, at });
  });
  if (!payment) return { paymentLink: null };
  return { paymentLink: payment.link ?? (('id' in payment && (await payments.link(payment.id))) || null) };
}

/** The page of the payment, or a page that leads on to it. */
type Paying = { readonly link: string } | { readonly id: string; readonly link?: string | null | undefined } | undefined;

/** An order by hand that its customer has not confirmed yet leads to its review. */
export const findReview = async ({ findPayPage }: CheckoutDeps, tx: DbClient, { id, byHand, consents }: queries.Purchase) =>
  byHand && consents.startNow === null ? findPayPage(tx, id) : null;

/**
 * Claims a released coupon again. If that fails, reports the new total and changes nothing until the customer
 * accepts it.
 * The caller has locked the purchase.
 */
export async function reclaimCoupon(
  { ctx, coupons }: Pick<CheckoutDeps, 'ctx' | 'coupons'>,
  tx: DbClient,
  purchase: queries.Purchase,
  { withoutCoupon, heldFrom }: { readonly withoutCoupon: boolean; readonly heldFrom: string | null },
): Promise<{ readonly purchase: queries.Purchase; readonly hold: CouponHold }> {
  const { id, accountId, couponId, subtotal, currency, locale } = purchase;
  const isFirstPurchase = async () => !(await queries.hasPaid(tx, accountId));
  const hold = await coupons.hold(tx, { couponId, purchaseId: id, heldFrom, isFirstPurchase });
  if (hold !== 'released') return { purchase, hold };
  const { discountPercent } = await findTerms(tx, accountId);
  const discount = await dropDiscounts(tx, id, discountPercent);
  const price = subtotal - discount;
  // The error undoes what is written.
  if (!withoutCoupon)
    throw new UserError(400, {
      couponCode: [{ ...messages.codeGone, values: { price: showMoney({ amount: price, currency }, locale) } }],
    });
  const full = { couponId: null, discount, price };
  await queries.setPurchase(tx, id, full);
  markChanged(tx, ofAccount(accountId), 'orders');
  ctx.log.info({ purchase: id }, 'purchase.coupon.dropped');
  return { purchase: { ...purchase, ...full }, hold: 'none' };
}

type LinkTerms = {
  readonly hold: CouponHold;
  readonly at: Date;
  /** The open page that its payer comes back to. */
  readonly returnPath?: string;
};

/**
 * The open payment, or a new one if it has expired or leads back to another page. The caller has locked the
 * purchase.
 */
export async function openOrFresh(deps: CheckoutDeps, tx: DbClient, purchase: queries.Purchase, { hold, at, returnPath }: LinkTerms) {
  const { payments } = deps;
  const open = await payments.lockOpen(tx, purchase.id);
  const leadsBack = returnPath === undefined || open?.returnPath === returnPath;
  if (open && (isBeingConfirmed(open) || (leadsBack && open.linkExpiresAt > at))) return open;
  if (open) await payments.end(tx, purchase.id);
  const orders = await queries.listOrders(tx, purchase.id);
  const offerIds = orders.flatMap(({ status, offerId }) => (status === OrderStatus.Cancelled ? [] : [offerId]));
  const fresh = payments.prepare({ ...toPayable(deps, purchase, offerIds, hold === 'limited'), returnPath });
  await payments.insert(tx, fresh);
  return fresh;
}
