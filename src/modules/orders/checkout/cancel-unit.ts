// Cancels one unit of a paid order before work on it begins: its share goes back, and the others keep their
// price. Without the last one that is not finished, the order is delivered; without the last of all, it is
// cancelled.
import { type Message, UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { newId } from '#platform/new-id.ts';
import { announceCancelled } from '../events.ts';
import { mailOrderCancelled, mailPartialRefund } from '../mails.ts';
import { listPieces, type PieceRow } from '../pieces/queries.ts';
import { closeOrder, setPiece } from '../pieces/queries-work.ts';
import type { Order, Purchase } from '../queries.ts';
import * as queries from '../queries.ts';
import { getRefundedTotals, insertOrderRefund } from '../refunds/queries.ts';
import { refundOrder } from '../refunds/refund.ts';
import type { CancelUnit } from '../shapes.ts';
import { OrderStatus, type PieceState, type StatusNumber } from '../statuses.ts';
import type { CheckoutDeps } from './place-order.ts';

const messages = {
  notUnit: /*i18n*/ { id: 'unit.notUnit', message: 'This piece can’t be cancelled by itself. Cancel the order, or write to us.' },
  begun: /*i18n*/ { id: 'unit.begun', message: 'Work on this piece has begun, so it can no longer be cancelled here. Write to us.' },
} as const satisfies Record<string, Message>;

const openStatuses: readonly StatusNumber[] = [OrderStatus.Paid, OrderStatus.InProgress];
const beforeWork: readonly PieceState[] = ['waiting', 'ready'];

export async function cancelUnit(deps: CheckoutDeps, accountId: string, request: CancelUnit): Promise<void> {
  const found = await queries.findOrder(deps.ctx.db.orm, accountId, request.orderId);
  if (!found) throw new UserError(404);
  await transaction(deps.ctx.db, async (tx) => {
    const purchase = await queries.lockPurchase(tx, found.purchaseId);
    const orders = await queries.listOrders(tx, found.purchaseId);
    const order = orders.find(({ id }) => id === request.orderId);
    if (!purchase || !order) throw new UserError(404);
    const pieces = await listPieces(tx, order.id);
    const id = newId(deps.ctx.clock.now());
    await cancelLockedUnit(deps, tx, { ...request, id, purchase, order, orders, pieces, operatorId: null });
  });
}

type LockedUnit = Pick<CancelUnit, 'pieceId' | 'refundTo'> & {
  /** Of the refund. */
  readonly id: string;
  readonly purchase: Purchase;
  readonly order: Order;
  /** All of the purchase. */
  readonly orders: readonly Order[];
  /** All of the order. */
  readonly pieces: readonly PieceRow[];
  /** Null: the customer. */
  readonly operatorId: string | null;
};

/** The caller has locked the purchase. Undefined if the unit is cancelled already. */
export async function cancelLockedUnit(deps: CheckoutDeps, tx: DbClient, unit: LockedUnit) {
  const { id, purchase, order, orders, pieces, pieceId, operatorId } = unit;
  const { accountId } = order;
  const piece = pieces.find((each) => each.id === pieceId.toLowerCase());
  if (!piece) throw new UserError(404);
  if (piece.state === 'cancelled') return undefined;
  if (!piece.isUnit) throw new UserError(400, { '': [messages.notUnit] });
  if (!openStatuses.includes(order.status) || !beforeWork.includes(piece.state)) throw new UserError(400, { '': [messages.begun] });
  const at = deps.ctx.clock.now();
  const left = order.price - (await getRefundedTotals(tx, order.id)).total;
  const isLast = pieces.every((each) => each === piece || each.state === 'cancelled');
  const back = isLast ? left : Math.min(piece.listValue, left);
  const paid = { purchase, order, orders, back, refundTo: unit.refundTo ?? ('source' as const), at };
  await setPiece(tx, accountId, piece.id, { state: 'cancelled', ...queries.clockOver });
  if (isLast) {
    await queries.moveOrders(tx, [order.id], order.status === OrderStatus.Paid ? 'takeBack' : 'stop', { cancelledAt: at });
    await announceCancelled(deps, tx, { orders: [order], why: 'cancelled' });
  }
  const split = await refundOrder(deps, tx, isLast ? paid : { ...paid, part: id });
  // A customer who cancels the order gets its refund without a record of an operator.
  if (!isLast || operatorId !== null) {
    const refund = { id, orderId: order.id, accountId, operatorId, pieceId: piece.id, at, cancelsOrder: isLast, retained: 0, ...split };
    if (!(await insertOrderRefund(tx, refund))) throw new UserError(400, { '': [messages.begun] });
  }
  if (!isLast) await closeOrder(tx, order, at);
  markChanged(tx, ofAccount(accountId), 'orders');
  if (isLast) await mailOrderCancelled(deps.ctx, tx, { ...order, amount: back });
  else if (split.toCash + split.toPromo > 0) await mailPartialRefund(deps.ctx, tx, { ...order, amount: split.toCash + split.toPromo });
  return { before: { state: piece.state, piece: piece.position + 1 }, after: { state: 'cancelled', ...split } };
}
