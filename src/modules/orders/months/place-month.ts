// Places the order of a subscription's next month, paid from the balance if that covers it.

import type { Locale } from '#lib/locale.ts';
import { shareEqually } from '#lib/money/price.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { isMeasuredOffer } from '#modules/catalogue/rules.ts';
import type { PaymentRequest } from '#modules/payments/links.ts';
import { spendBalance } from '#modules/wallet/actions.ts';
import { hasBalance } from '#modules/wallet/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId, takeUnusedBytes } from '#platform/new-id.ts';
import { markPaid } from '../checkout/mark-paid.ts';
import { estimateDelivery } from '../checkout/piece-rows.ts';
import { type CheckoutDeps, toPayable } from '../checkout/place-order.ts';
import { listPieces } from '../pieces/queries.ts';
import { asBought } from '../pieces/rules.ts';
import { type Order, setPurchase } from '../queries.ts';
import { ORDER_NUMBER_BYTES, orderNumber, shortenAnswers } from '../rules.ts';
import { OrderStatus } from '../statuses.ts';
import { createFirstPieces, describeFirstMonth, type MonthBefore } from './first-month.ts';
import * as queries from './queries.ts';

/** A subscription: what each month contains and costs. */
type Monthly = Pick<Order, 'id' | 'accountId' | 'offerId' | 'quantity' | 'platform' | 'currency' | 'price' | 'answers' | 'addOns'>;

export type PlacedMonth = {
  readonly purchaseId: string;
  readonly number: string;
  readonly createdAt: Date;
  readonly isPaid: boolean;
  /** Its saved means is charged after the commit. */
  readonly isCharged: boolean;
  /** Undefined if it is paid, or if the provider creates the link later. */
  readonly link: string | undefined;
};

/** A saved means of payment that may be charged. */
export type ChargeableMeans = PaymentRequest['means'];

/**
 * Creates a purchase at the price of the first month, without its coupon. The balance pays it if it is
 * enough, otherwise `means` if there is one. The caller has locked the subscription.
 */
export async function placeMonth(
  deps: CheckoutDeps,
  tx: DbClient,
  due: Monthly,
  { period, means }: { readonly period: Date; readonly means: ChargeableMeans },
): Promise<PlacedMonth> {
  const { ctx, payments } = deps;
  const now = ctx.clock.now();
  const { accountId, currency, price } = due;
  const { purchaseRow, order, pieces } = await createNextMonth(deps, tx, due, period);
  await queries.insertOrder(tx, { purchaseRow, order, pieces });
  const placed = { purchaseId: purchaseRow.id, number: order.number, createdAt: now };
  if (await hasBalance(tx, { accountId, currency, amount: price })) {
    const promo = await spendBalance(tx, { accountId, currency, amount: price, purchaseId: purchaseRow.id, at: now });
    await setPurchase(tx, purchaseRow.id, { promo });
    await markPaid(deps, tx, purchaseRow, 'balance', now);
    return { ...placed, isPaid: true, isCharged: false, link: undefined };
  }
  const payment = payments.prepare({ ...toPayable(deps, purchaseRow, [due.offerId]), means });
  await payments.insert(tx, payment);
  if (!payment.link && !means) await payments.linkLater(tx, payment.id);
  return { ...placed, isPaid: false, isCharged: means !== undefined, link: payment.link ?? undefined };
}

/** A copy of the previous month: buyer, consents and brief. Its pieces need new briefs. */
async function createNextMonth(deps: CheckoutDeps, tx: DbClient, due: Monthly, period: Date) {
  const { ctx, taxVersion } = deps;
  const now = ctx.clock.now();
  const newest = await queries.findNewestMonth(tx, due.id);
  const before = newest ?? (await describeFirstMonth(deps, tx, due));
  const { id: subscriptionId, accountId, offerId, quantity, platform, currency, price, answers, addOns } = due;
  const locale = (await findMailRecipient(tx, accountId))?.locale ?? before.purchase.locale;
  const purchaseRow = copyPurchase(before.purchase, { locale, price, now, taxVersion: taxVersion() });
  const orderId = newId(now);
  const pieces = newest ? await copyPieces(deps, tx, newest.order.id, due, orderId) : createFirstPieces(deps, purchaseRow, orderId, due);
  const order = {
    id: orderId,
    number: orderNumber(takeUnusedBytes(ORDER_NUMBER_BYTES)),
    purchaseId: purchaseRow.id,
    accountId,
    offerId,
    quantity,
    platform,
    serviceType: before.order.serviceType,
    currency,
    total: price,
    discount: 0,
    price,
    answers,
    answersShort: shortenAnswers(answers),
    addOns,
    plan: before.order.plan,
    status: OrderStatus.AwaitingRecurringPayment,
    subscriptionId,
    period,
    createdAt: now,
    estimatedAt: estimateDelivery(pieces, now, ctx.calendar()),
  };
  return { purchaseRow, order, pieces };
}

/** The pieces of the month before, to be briefed anew. */
async function copyPieces({ ctx, catalogue }: CheckoutDeps, tx: DbClient, before: string, due: Monthly, orderId: string) {
  const { accountId, answers, price } = due;
  const now = ctx.clock.now();
  const parts = asBought(await listPieces(tx, before), (id) => isMeasuredOffer(catalogue.current(), id));
  const shares = shareEqually(price, parts.length);
  return parts.map(({ position, offerId, serviceType, quantity, listValue, isInstant, turnaround, isUnit }, index) => ({
    isInstant,
    turnaround,
    isUnit,
    id: newId(now, position),
    orderId,
    accountId,
    position,
    offerId,
    serviceType,
    quantity,
    listValue: isUnit ? (shares[index] ?? 0) : listValue,
    brief: null,
    dueAt: null,
    state: (isUnit ? Object.keys(answers).length > 0 : parts.length === 1) ? ('ready' as const) : ('waiting' as const),
  }));
}

type Again = { readonly locale: Locale; readonly price: number; readonly now: Date; readonly taxVersion: number };

const copyPurchase = ({ accountId, currency, billing, consents }: MonthBefore['purchase'], { locale, price, now, taxVersion }: Again) => ({
  id: newId(now),
  accountId,
  currency,
  billing,
  // A means of payment is saved only by a tick of its own.
  consents: { ...consents, taxVersion, saveMeans: false },
  locale,
  createdAt: now,
  subtotal: price,
  discount: 0,
  price,
  couponId: null,
  state: 'open' as const,
  promo: 0,
});
