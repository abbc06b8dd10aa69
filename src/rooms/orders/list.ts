// An order as its customer sees it.
import type { Order } from './queries.ts';
import type { ListedOrder } from './queries-list.ts';
import type { PieceRow } from './queries-pieces.ts';
import type { DeliverySummary, OrderView } from './shapes.ts';
import type { WholeOrder } from './shapes-pieces.ts';
import { estimatedDelivery } from './statuses.ts';
import { mayWithdrawUntil } from './withdrawal-rules.ts';

const moment = (date: Date | null): string | null => date?.toISOString() ?? null;

export const viewOrder = (row: ListedOrder, now: Date, deliveries: readonly DeliverySummary[] = []): OrderView => ({
  ...{ id: row.id, number: row.number, status: row.status, serviceType: row.service_type, offerId: row.offer_id },
  ...{ quantity: row.quantity, platform: row.platform, price: row.price, currency: row.currency, answers: row.answers_short },
  ...{
    purchaseId: row.purchase_id,
    purchasePrice: row.purchase_price,
    paidFrom: row.paid_from,
    subscriptionId: row.subscription_id,
    paymentLink: row.payment_link,
  },
  createdAt: row.created_at.toISOString(),
  estimatedDeliveryAt: estimatedDelivery(row.created_at).toISOString(),
  dueAt: moment(row.due_at),
  mayBeginAt: moment(row.may_begin_at),
  piecesWaiting: row.pieces_waiting,
  renewsAt: moment(row.renews_at),
  linkExpiresAt: moment(row.link_expires_at),
  ...{
    paidAt: moment(row.paid_at),
    startedAt: moment(row.started_at),
    deliveredAt: moment(row.delivered_at),
    cancelledAt: moment(row.cancelled_at),
  },
  withdrawUntil: moment(mayWithdrawUntil({ status: row.status, paidAt: row.paid_at, startNow: row.start_now }, now)),
  withdrawn: row.charged === null ? null : { charged: row.charged },
  refund: row.refund_state && { amount: row.refund_amount ?? 0, state: row.refund_state },
  deliveries: [...deliveries],
});

/**
 * The working clock counts from the payment, as the contract of the API has it. The desk's own waits until the buyer's days to withdraw are over, where nobody
 * asked it to begin before; `mayBeginAt` tells from when that is.
 */
function toldDue({ dueAt, mayBeginAt }: Pick<PieceRow, 'dueAt' | 'mayBeginAt'>, { paidAt }: Pick<Order, 'paidAt'>, now: Date): Date | null {
  if (!dueAt || !mayBeginAt || !paidAt || mayBeginAt <= now) return dueAt;
  return new Date(dueAt.getTime() - (mayBeginAt.getTime() - paidAt.getTime()));
}

/** One of them whole, with the briefs of its pieces. */
export const viewWhole = (
  order: Order,
  pieces: readonly PieceRow[],
  now: Date,
  deliveries: readonly DeliverySummary[] = [],
): WholeOrder => ({
  ...{ number: order.number, status: order.status, offerId: order.offerId, serviceType: order.serviceType, currency: order.currency },
  ...{ purchaseId: order.purchaseId, answers: order.answers },
  pieces: pieces.map(({ id, offerId, serviceType, quantity, state, platform, brief, ...clock }) => ({
    ...{ id, offerId, serviceType, quantity, state, platform, brief },
    ...{ dueAt: moment(toldDue(clock, order, now)), mayBeginAt: moment(clock.mayBeginAt), acceptAt: moment(clock.acceptAt) },
    waits: clock.waitsSince !== null,
  })),
  deliveries: [...deliveries],
});
