// Operator actions: cancel an order, refund a part, create a new link. They run under the purchase's lock, in
// the desk's transaction, which logs them. If the figures differ from those that the operator saw, the action
// is rejected.

import { showMoney } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { removeOrderFromUnpaidPurchase } from '../checkout/cancel.ts';
import { findReview, openOrFresh, reclaimCoupon } from '../checkout/pay-order.ts';
import type { CheckoutDeps } from '../checkout/place-order.ts';
import { announceCancelled } from '../events.ts';
import { mailBriefRefused, mailOrderCancelled, mailOrderEnded, mailPartialRefund } from '../mails.ts';
import { listParts } from '../months/queries.ts';
import { cancelOpenPieces, lockPieces } from '../pieces/queries.ts';
import type { Order, Purchase } from '../queries.ts';
import * as queries from '../queries.ts';
import { findPart, getRefundedTotals, insertOrderRefund, type RefundedTotals } from '../refunds/queries.ts';
import { computeRefundSplit, expectUndisputed, refundOrder } from '../refunds/refund.ts';
import { refundOnStop, type ValuedPiece } from '../refunds/rules.ts';
import { type MoveName, OrderStatus, orderTransitions, type StatusNumber } from '../statuses.ts';
import { findAnyOrder } from './queries.ts';
import type { BackRequest, DeskCancel, DeskRefund, RefundPreview } from './shapes.ts';

const messages = {
  notCancel: /*i18n*/ {
    id: 'desk.order.notCancel',
    message: 'Only an order that isn’t delivered or cancelled can be cancelled.',
  },
  notRefund: /*i18n*/ { id: 'desk.order.notRefund', message: 'Only a paid order that isn’t cancelled can be partially refunded.' },
  tooMuch: /*i18n*/ { id: 'desk.order.tooMuch', message: 'You can refund at most {left}.' },
  changed: /*i18n*/ {
    id: 'desk.order.changed',
    message: 'The order has changed: {given} is refunded so far, {left} can be refunded. Check it and try again.',
  },
  otherAct: /*i18n*/ { id: 'desk.otherAct', message: 'This was already submitted with different details. Start over.' },
  nothingToPay: /*i18n*/ { id: 'desk.order.nothingToPay', message: 'This order has nothing left to pay.' },
} as const satisfies Record<string, Message>;

/** The entry for the desk's log. */
export type OrderActionResult = { readonly before: object; readonly after: object };

const going: readonly StatusNumber[] = [OrderStatus.Paid, OrderStatus.InProgress, OrderStatus.Delivered];

/** Whether a part of it can be refunded. */
export const isGoing = ({ status }: Pick<Order, 'status'>): boolean => going.includes(status);

export const createTooMuchError = (left: string): UserError => new UserError(400, { amount: [{ ...messages.tooMuch, values: { left } }] });

const findEnding = (status: StatusNumber): MoveName | undefined =>
  (['giveUp', 'takeBack', 'stop'] as const).find((name) => (orderTransitions[name].from as readonly StatusNumber[]).includes(status));

/** What an action would refund, and where to. */
export async function previewRefund({ ctx, payments }: CheckoutDeps, { id, amount, to }: BackRequest): Promise<RefundPreview> {
  const { orm } = ctx.db;
  const order = await findAnyOrder(orm, id);
  const purchase = order && (await queries.findPurchase(orm, order.purchaseId));
  if (!order || !purchase) throw new UserError(404);
  const refunded = await getRefundedTotals(orm, id);
  const parts = await listParts(orm, order, { now: ctx.clock.now() });
  const { kept: retained, back } =
    amount === undefined ? toEnd(order, refunded, parts) : { kept: 0, back: getRefundablePart(order, refunded, amount) };
  if (back > 0) await expectUndisputed(payments, orm, purchase);
  const orders = await queries.listOrders(orm, purchase.id);
  const split = await computeRefundSplit(payments, orm, { purchase, order, orders, back, refundTo: to });
  return { currency: order.currency, price: order.price, given: refunded.total, kept: retained, back, ...split };
}

function toEnd(order: Order, refunded: RefundedTotals, pieces: readonly ValuedPiece[]): { kept: number; back: number } {
  const move = findEnding(order.status);
  if (!move) throw new UserError(400, { '': [messages.notCancel] });
  // Nothing was paid, so nothing is refunded.
  if (move === 'giveUp') return { kept: 0, back: 0 };
  return refundOnStop({ price: order.price, refunded: refunded.total, pieces });
}

function getRefundablePart(order: Order, refunded: RefundedTotals, amount: number): number {
  if (!isGoing(order)) throw new UserError(400, { '': [messages.notRefund] });
  const refundable = order.price - refunded.total;
  const shown = showMoney({ amount: refundable, currency: order.currency }, 'en');
  if (amount > refundable) throw createTooMuchError(shown);
  return amount;
}

function createChangedError({ price, currency }: Order, { total: refunded }: RefundedTotals): UserError {
  const formatAmount = (amount: number) => showMoney({ amount, currency }, 'en');
  return new UserError(400, {
    '': [{ ...messages.changed, values: { given: formatAmount(refunded), left: formatAmount(price - refunded) } }],
  });
}

type Locked = { readonly purchase: Purchase; readonly order: Order; readonly orders: readonly Order[]; readonly refunded: RefundedTotals };

/** Undefined if this id was done before. */
export async function lockFor(tx: DbClient, { id, act }: { id: string; act: string }): Promise<Locked | undefined> {
  const found = await findAnyOrder(tx, id);
  if (!found) throw new UserError(404);
  const purchase = await queries.lockPurchase(tx, found.purchaseId);
  const before = await findPart(tx, act);
  if (before && before.orderId !== found.id) throw new UserError(400, { '': [messages.otherAct] });
  if (before) return undefined;
  const orders = await queries.listOrders(tx, found.purchaseId);
  const order = orders.find((each) => each.id === found.id);
  if (!purchase || !order) throw new UserError(404);
  return { purchase, order, orders, refunded: await getRefundedTotals(tx, found.id) };
}

/**
 * Undefined if this id was done before. `fresh`: the new payment of the unpaid rest; create its link after
 * the commit.
 */
export async function cancelAtDesk(
  deps: CheckoutDeps,
  tx: DbClient,
  by: Operator,
  request: DeskCancel,
): Promise<(OrderActionResult & { readonly fresh?: string }) | undefined> {
  const { ctx } = deps;
  const locked = await lockFor(tx, request);
  if (!locked) return undefined;
  const { purchase, order, orders, refunded } = locked;
  const move = findEnding(order.status);
  const { kept: retained, back } = toEnd(order, refunded, await listParts(tx, order, { now: ctx.clock.now(), isLocked: true }));
  // The payment may have arrived since the page was loaded; then there is something to refund.
  if (!move || back !== request.back) throw createChangedError(order, refunded);
  if (move === 'giveUp') return giveUpAtDesk(deps, tx, by, request.act, locked);
  const at = ctx.clock.now();
  await queries.moveOrders(tx, [order.id], move, { cancelledAt: at });
  await cancelOpenPieces(tx, order.id);
  await announceCancelled(deps, tx, { orders: [order], why: 'cancelled' });
  const split = await refundOrder(deps, tx, { purchase, order, orders, back, refundTo: request.to, at });
  await storeRefund(tx, by, request.act, order, { at, cancelsOrder: true, retained, ...split });
  await mailOrderCancelled(ctx, tx, { ...order, amount: back });
  return { before: { status: order.status, given: refunded.total }, after: { status: OrderStatus.Cancelled, kept: retained, ...split } };
}

/** Rejects a brief: cancels the order and emails the reason. `act` is the idempotency id. */
export async function refuseAtDesk(
  deps: CheckoutDeps,
  tx: DbClient,
  by: Operator,
  request: { id: string; act: string },
): Promise<OrderActionResult> {
  const locked = await lockFor(tx, request);
  if (!locked) throw new UserError(400, { '': [messages.otherAct] });
  const { purchase, order, orders, refunded } = locked;
  const move = findEnding(order.status);
  const { kept: retained, back } = toEnd(order, refunded, await lockPieces(tx, order.id));
  if (!move || move === 'giveUp') throw createChangedError(order, refunded);
  const at = deps.ctx.clock.now();
  await queries.moveOrders(tx, [order.id], move, { cancelledAt: at });
  await cancelOpenPieces(tx, order.id);
  await announceCancelled(deps, tx, { orders: [order], why: 'cancelled' });
  const split = await refundOrder(deps, tx, { purchase, order, orders, back, refundTo: 'source', at });
  await storeRefund(tx, by, request.act, order, { at, cancelsOrder: true, retained, ...split });
  await mailBriefRefused(deps.ctx, tx, { ...order, amount: back });
  return { before: { status: order.status, given: refunded.total }, after: { status: OrderStatus.Cancelled, kept: retained, ...split } };
}

/** Cancels an unpaid order; the other orders of the purchase stay. */
async function giveUpAtDesk(deps: CheckoutDeps, tx: DbClient, by: Operator, act: string, { purchase, order, orders }: Locked) {
  const { ctx } = deps;
  const at = ctx.clock.now();
  await queries.moveOrders(tx, [order.id], 'giveUp', { cancelledAt: at });
  await queries.cancelPieces(tx, [order.id]);
  const payment = await removeOrderFromUnpaidPurchase(deps, tx, purchase, orders, order.id);
  await announceCancelled(deps, tx, { orders: [order], why: 'cancelled' });
  await storeRefund(tx, by, act, order, { at, cancelsOrder: true, retained: 0, ...nothingBack });
  await mailOrderEnded(ctx, tx, [order], order.number);
  return {
    before: { status: order.status, price: order.price },
    after: { status: OrderStatus.Cancelled, unpaid: true },
    ...(payment && !payment.link ? { fresh: payment.id } : {}),
  };
}

/** Undefined if this id was done before. */
export async function refundAtDesk(
  deps: CheckoutDeps,
  tx: DbClient,
  by: Operator,
  request: DeskRefund,
): Promise<OrderActionResult | undefined> {
  const { ctx } = deps;
  const locked = await lockFor(tx, request);
  if (!locked) return undefined;
  const { purchase, order, orders, refunded } = locked;
  // Two operators may refund the same order at once: the second one gets an error with the new figures.
  if (refunded.total !== request.given) throw createChangedError(order, refunded);
  const back = getRefundablePart(order, refunded, request.amount);
  const at = ctx.clock.now();
  const split = await refundOrder(deps, tx, { purchase, order, orders, back, refundTo: request.to, at, part: request.act });
  await storeRefund(tx, by, request.act, order, { at, cancelsOrder: false, retained: 0, ...split });
  markChanged(tx, ofAccount(order.accountId), 'orders');
  const toBalance = split.toCash + split.toPromo;
  if (toBalance > 0) await mailPartialRefund(ctx, tx, { ...order, amount: toBalance });
  return { before: { given: refunded.total }, after: { given: refunded.total + back, ...split } };
}

type StoredAction = {
  readonly at: Date;
  readonly cancelsOrder: boolean;
  readonly retained: number;
  readonly toSource: number;
  readonly toCash: number;
  readonly toPromo: number;
  readonly toClaim: number;
  readonly refundId: string | null;
};

const nothingBack = { toSource: 0, toCash: 0, toPromo: 0, toClaim: 0, refundId: null };

/** Fails if a concurrent action on another order has used the same id. */
export async function storeRefund(
  tx: DbClient,
  by: Operator,
  id: string,
  { id: orderId, accountId }: Order,
  done: StoredAction,
): Promise<void> {
  if (!(await insertOrderRefund(tx, { id, orderId, accountId, operatorId: by.id, pieceId: null, ...done })))
    throw new UserError(400, { '': [messages.otherAct] });
  markChanged(tx, ofDesk, 'orders');
}

/** The open payment or a new one. Create a missing link after the commit. */
export async function linkAtDesk(deps: CheckoutDeps, tx: DbClient, id: string): Promise<{ paymentId: string; link: string | null }> {
  const found = await findAnyOrder(tx, id);
  if (!found) throw new UserError(404);
  const purchase = await queries.lockPurchase(tx, found.purchaseId);
  if (purchase?.state !== 'open') throw new UserError(400, { '': [messages.nothingToPay] });
  const page = await findReview(deps, tx, purchase);
  if (page) return { paymentId: '', link: page };
  await deps.payments.expectSettled(tx, purchase.id);
  const { hold } = await reclaimCoupon(deps, tx, purchase, { withoutCoupon: false, heldFrom: null });
  const payment = await openOrFresh(deps, tx, purchase, { hold, at: deps.ctx.clock.now() });
  return { paymentId: payment.id, link: payment.link ?? null };
}
