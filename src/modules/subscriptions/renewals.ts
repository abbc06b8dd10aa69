// Handles due subscriptions: reminds, renews, closes. Each has its own transaction under the subscription's lock, so that concurrent runs act
// once, an aborted run changes nothing, and a failure does not stop the others.
import { randomBytes } from 'node:crypto';
import type { DbClient } from '../../infra/database/database.ts';
import { forEachRow } from '../../infra/jobs/each-row.ts';
import type { Locale } from '../../lib/locale.ts';
import { timeId } from '../../lib/time/time-id.ts';
import { findMailRecipient } from '../accounts/actions.ts';
import { markPaid } from '../orders/checkout/mark-paid.ts';
import { type CheckoutDeps, payableOf } from '../orders/checkout/place-order.ts';
import { piecesOf } from '../orders/pieces/queries.ts';
import { asBought } from '../orders/pieces/rules.ts';
import { type Purchase, setPurchase } from '../orders/queries.ts';
import { ORDER_NUMBER_BYTES, orderNumber, shortened } from '../orders/rules.ts';
import { OrderStatus } from '../orders/statuses.ts';
import { balanceCovers, spendBalance } from '../wallet/actions.ts';
import { closeSubscriptions } from './actions.ts';
import { tellDue, tellReminder } from './mails.ts';
import * as queries from './queries.ts';
import { dueAction, monthAfter, postponeForNotice } from './rules.ts';

export const renewDue = (placing: CheckoutDeps, signal: AbortSignal): Promise<void> =>
  forEachRow(placing.ctx, signal, 'orders.renew', [
    {
      due: (limit) => queries.listDue(placing.ctx.db.orm, placing.ctx.clock.now(), limit),
      handle: (tx, { id }) => carryOut(placing, tx, id),
    },
  ]);

async function carryOut(placing: CheckoutDeps, tx: DbClient, id: string): Promise<void> {
  const { ctx } = placing;
  const now = ctx.clock.now();
  const due = await queries.lockDue(tx, id, now);
  const duty = due && dueAction(due, now);
  if (!due?.renewsAt || !duty) return;
  if (duty === 'close') return closeSubscriptions(ctx, tx, [id], 'asked');
  const months = { renewsAt: due.renewsAt, anchorDay: due.anchorDay };
  if (duty === 'renew') return renew(placing, tx, due, months.renewsAt);
  const announced = postponeForNotice(months, now);
  await queries.setSubscription(tx, id, { ...announced, reminded: true });
  await tellReminder(ctx, tx, { ...due, ...announced });
}

/** Creates a purchase at the price of the first month, without its coupon. */
async function renew(placing: CheckoutDeps, tx: DbClient, due: queries.Subscription, period: Date): Promise<void> {
  const { ctx, payments } = placing;
  const now = ctx.clock.now();
  const { id: subscriptionId, accountId, currency, price } = due;
  const month = await nextMonth(tx, due, period, now);
  await queries.insertMonth(tx, month);
  await queries.setSubscription(tx, subscriptionId, { renewsAt: monthAfter(period, due.anchorDay), reminded: false });
  const purchaseId = month.bought.id;
  if (await balanceCovers(tx, { accountId, currency, amount: price })) {
    const promo = await spendBalance(tx, { accountId, currency, amount: price, purchaseId, at: now });
    await setPurchase(tx, purchaseId, { promo });
    return markPaid(tx, month.bought, 'balance', now);
  }
  const payment = payments.prepare(payableOf(month.bought, 1));
  await payments.insert(tx, payment);
  if (!payment.link) await payments.linkLater(tx, payment.id);
  await tellDue(ctx, tx, { ...due, purchaseId, createdAt: now, link: payment.link ?? undefined }, month.order.number);
}

/** A copy of the previous month: buyer, consents and brief. Its pieces need new briefs. */
async function nextMonth(tx: DbClient, due: queries.Subscription, period: Date, now: Date) {
  const before = await queries.newestMonth(tx, due.id);
  if (!before) throw new Error(`subscription ${due.id} has no first month`);
  const { id: subscriptionId, accountId, offerId, quantity, platform, currency, price, answers } = due;
  const locale = (await findMailRecipient(tx, accountId))?.locale ?? before.purchase.locale;
  const bought = boughtAgain(before.purchase, { locale, price, now });
  const orderId = timeId(now, randomBytes(8));
  const order = {
    id: orderId,
    number: orderNumber(randomBytes(ORDER_NUMBER_BYTES)),
    purchaseId: bought.id,
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
    answersShort: shortened(answers),
    status: OrderStatus.AwaitingRecurringPayment,
    subscriptionId,
    period,
    createdAt: now,
  };
  const parts = asBought(await piecesOf(tx, before.order.id));
  const pieces = parts.map(({ position, offerId, serviceType, quantity, listValue }) => ({
    id: timeId(now, randomBytes(8), position),
    orderId,
    accountId,
    position,
    offerId,
    serviceType,
    quantity,
    listValue,
    brief: null,
    dueAt: null,
    state: parts.length === 1 ? ('ready' as const) : ('waiting' as const),
  }));
  return { bought, order, pieces };
}

type Again = { readonly locale: Locale; readonly price: number; readonly now: Date };

const boughtAgain = ({ accountId, currency, billing, consents }: Purchase, { locale, price, now }: Again) => ({
  id: timeId(now, randomBytes(8)),
  accountId,
  currency,
  billing,
  consents,
  locale,
  createdAt: now,
  subtotal: price,
  discount: 0,
  price,
  couponId: null,
  state: 'open' as const,
  promo: 0,
});
