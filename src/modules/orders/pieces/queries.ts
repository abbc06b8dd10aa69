// The SQL of the pieces of an order.
import { and, asc, desc, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import type { Queries } from '../../../infra/database/database.ts';
import { ofAccount, ofDesk, touched } from '../../../infra/live/changes.ts';
import { orderPiece, shopOrder } from '../tables.ts';

export type PieceRow = typeof orderPiece.$inferSelect;

export const piecesOf = (queries: Queries, orderId: string): Promise<PieceRow[]> =>
  queries.select().from(orderPiece).where(eq(orderPiece.orderId, orderId)).orderBy(asc(orderPiece.position));

/** For who takes their data along, those that have a brief, newest first. */
export const briefedPieces = (queries: Queries, accountId: string, limit: number) =>
  queries
    .select(getTableColumns(orderPiece))
    .from(orderPiece)
    .innerJoin(shopOrder, eq(shopOrder.id, orderPiece.orderId))
    .where(and(eq(shopOrder.accountId, accountId), isNotNull(orderPiece.brief)))
    .orderBy(desc(orderPiece.id))
    .limit(limit);

type Begun = Pick<PieceRow, 'id' | 'brief' | 'platform' | 'quantity' | 'listValue' | 'language' | 'dueAt' | 'heldSince' | 'heldFor'>;

/** Its order's purchase is locked by whoever calls. */
export async function beginPiece(tx: Queries, accountId: string, { id, ...begun }: Begun): Promise<void> {
  await tx
    .update(orderPiece)
    .set({ ...begun, state: 'ready' })
    .where(eq(orderPiece.id, id));
  touched(tx, ofAccount(accountId), 'orders');
  touched(tx, ofDesk, 'queue');
}

export async function insertPieces(tx: Queries, pieces: readonly (typeof orderPiece.$inferInsert)[]): Promise<void> {
  if (pieces.length > 0) await tx.insert(orderPiece).values([...pieces]);
}
