// Queries for the pieces of an order.
import { and, asc, desc, eq, getTableColumns, isNotNull, notInArray } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { clockOver } from '../queries.ts';
import type { ValuedPiece } from '../refunds/rules.ts';
import { orderPiece, shopOrder } from '../tables.ts';

export type PieceRow = typeof orderPiece.$inferSelect;

export const listPieces = (queries: DbClient, orderId: string): Promise<PieceRow[]> =>
  queries.select().from(orderPiece).where(eq(orderPiece.orderId, orderId)).orderBy(asc(orderPiece.position));

/** Without what is the team's. */
const { submission: _, ...exported } = getTableColumns(orderPiece);

/** Pieces with a brief, newest first, for the data export. */
export const listBriefedPieces = (queries: DbClient, accountId: string, limit: number) =>
  queries
    .select(exported)
    .from(orderPiece)
    .innerJoin(shopOrder, eq(shopOrder.id, orderPiece.orderId))
    .where(and(eq(shopOrder.accountId, accountId), isNotNull(orderPiece.brief)))
    .orderBy(desc(orderPiece.id))
    .limit(limit);

type Begun = Pick<PieceRow, 'id' | 'brief' | 'platform' | 'quantity' | 'listValue' | 'language' | 'dueAt' | 'heldSince' | 'heldFor'>;

/** The caller has locked the purchase. */
export async function beginPiece(tx: DbClient, accountId: string, { id, ...fields }: Begun): Promise<void> {
  await tx
    .update(orderPiece)
    .set({ ...fields, state: 'ready' })
    .where(eq(orderPiece.id, id));
  markChanged(tx, ofAccount(accountId), 'orders');
  markChanged(tx, ofDesk, 'queue');
}

export async function insertPieces(tx: DbClient, pieces: readonly (typeof orderPiece.$inferInsert)[]): Promise<void> {
  if (pieces.length > 0) await tx.insert(orderPiece).values([...pieces]);
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
