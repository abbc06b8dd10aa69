// Queries for withdrawals.
import { and, asc, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { DbClient } from '../../infra/database/database.ts';
import { markChanged, ofDesk } from '../../infra/live/changes.ts';
import { clockOver, type Purchase } from '../orders/queries.ts';
import { OrderStatus, type PieceState } from '../orders/statuses.ts';
import { orderPiece, purchase, shopOrder, withdrawal } from '../orders/tables.ts';
import type { ValuedPiece } from './rules.ts';

export type Withdrawal = typeof withdrawal.$inferSelect;

/** More than any account buys within the withdrawal period. */
const LISTED_MOST = 200;

/** Orders paid since then with the inputs of the refund calculation, newest first. */
export const paidSince = (queries: DbClient, accountId: string, since: Date) =>
  queries
    .select({
      id: shopOrder.id,
      number: shopOrder.number,
      serviceType: shopOrder.serviceType,
      status: shopOrder.status,
      price: shopOrder.price,
      currency: shopOrder.currency,
      paidAt: shopOrder.paidAt,
      consents: purchase.consents,
      pieces: sql<
        PieceState[]
      >`array(select piece.state from ${orderPiece} as piece where piece.order_id = ${shopOrder.id} order by piece.position)`,
    })
    .from(shopOrder)
    .innerJoin(purchase, eq(purchase.id, shopOrder.purchaseId))
    .where(
      and(
        eq(shopOrder.accountId, accountId),
        inArray(shopOrder.status, [OrderStatus.Paid, OrderStatus.InProgress, OrderStatus.Delivered]),
        gt(shopOrder.paidAt, since),
      ),
    )
    .orderBy(desc(shopOrder.id))
    .limit(LISTED_MOST);

export async function findPurchase(queries: DbClient, id: string): Promise<Purchase | undefined> {
  const [row] = await queries.select().from(purchase).where(eq(purchase.id, id));
  return row;
}

/** Locks the pieces, so that a concurrent delivery comes before the cancellation or finds it. */
export async function lockPieces(tx: DbClient, orderId: string): Promise<ValuedPiece[]> {
  return tx
    .select({ state: orderPiece.state, listValue: orderPiece.listValue })
    .from(orderPiece)
    .where(eq(orderPiece.orderId, orderId))
    .orderBy(asc(orderPiece.position))
    .for('update');
}

/** Delivered pieces keep their state, because the customer has them. */
export async function cancelOpenPieces(tx: DbClient, orderId: string): Promise<void> {
  await tx
    .update(orderPiece)
    .set({ state: 'cancelled', ...clockOver })
    .where(and(eq(orderPiece.orderId, orderId), notInArray(orderPiece.state, ['delivered', 'accepted'])));
  markChanged(tx, ofDesk, 'queue');
}

export async function findWithdrawal(queries: DbClient, orderId: string): Promise<Withdrawal | undefined> {
  const [row] = await queries.select().from(withdrawal).where(eq(withdrawal.orderId, orderId));
  return row;
}

export async function insertWithdrawal(tx: DbClient, row: typeof withdrawal.$inferInsert): Promise<void> {
  await tx.insert(withdrawal).values(row);
}

export async function findNumber(queries: DbClient, orderId: string): Promise<string | undefined> {
  const [row] = await queries.select({ number: shopOrder.number }).from(shopOrder).where(eq(shopOrder.id, orderId));
  return row?.number;
}

/** For the data export, newest first. */
export const withdrawalsOf = (queries: DbClient, accountId: string, limit: number) =>
  queries.select().from(withdrawal).where(eq(withdrawal.accountId, accountId)).orderBy(desc(withdrawal.at)).limit(limit);

/** Erases the reasons when the account is closed. */
export async function blankReasons(tx: DbClient, accountId: string): Promise<void> {
  await tx.update(withdrawal).set({ reason: null }).where(eq(withdrawal.accountId, accountId));
}
