// Queries for work on pieces, used by the fulfilment module. Lock the purchase before changing a piece, as
// cancellation and withdrawal do.
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { isFrozen, lockPurchase, moveOrders, type Order, type Purchase } from '../queries.ts';
import type { PieceState } from '../statuses.ts';
import { orderPiece, purchase, shopOrder } from '../tables.ts';
import type { PieceRow } from './queries.ts';

export type PieceContext = {
  readonly piece: PieceRow;
  readonly order: Order;
  readonly purchase: Purchase;
  /** The payment is disputed, so work is suspended. */
  readonly isFrozen: boolean;
};

export async function findWork(queries: DbClient, pieceId: string): Promise<PieceContext | undefined> {
  const [row] = await queries
    .select({
      piece: getTableColumns(orderPiece),
      order: getTableColumns(shopOrder),
      purchase: getTableColumns(purchase),
      isFrozen,
    })
    .from(orderPiece)
    .innerJoin(shopOrder, eq(shopOrder.id, orderPiece.orderId))
    .innerJoin(purchase, eq(purchase.id, shopOrder.purchaseId))
    .where(eq(orderPiece.id, pieceId));
  return row;
}

/** Locks the purchase and reads the piece. */
export async function lockWork(tx: DbClient, pieceId: string): Promise<PieceContext | undefined> {
  const [found] = await tx
    .select({ purchaseId: shopOrder.purchaseId })
    .from(orderPiece)
    .innerJoin(shopOrder, eq(shopOrder.id, orderPiece.orderId))
    .where(eq(orderPiece.id, pieceId));
  if (!found) return undefined;
  await lockPurchase(tx, found.purchaseId);
  return findWork(tx, pieceId);
}

type WorkChange = Partial<Omit<typeof orderPiece.$inferInsert, 'id' | 'orderId' | 'position' | 'changedAt'>>;

export async function setPiece(tx: DbClient, accountId: string, id: string, set: WorkChange): Promise<void> {
  await tx.update(orderPiece).set(set).where(eq(orderPiece.id, id));
  markChanged(tx, ofAccount(accountId), 'orders');
  markChanged(tx, ofDesk, 'queue');
}

/** The states of all pieces of an order, by position. */
async function listPieceStates(queries: DbClient, orderId: string): Promise<PieceState[]> {
  const rows = await queries
    .select({ state: orderPiece.state })
    .from(orderPiece)
    .where(eq(orderPiece.orderId, orderId))
    .orderBy(asc(orderPiece.position));
  return rows.map(({ state }) => state);
}

const finishedStates: readonly PieceState[] = ['delivered', 'accepted', 'revisionAsked', 'cancelled'];

/** The order is delivered with its last piece; later revisions do not change that. The purchase is locked. */
export async function closeOrder(tx: DbClient, { id, accountId }: Pick<Order, 'id' | 'accountId'>, at: Date): Promise<void> {
  const states = await listPieceStates(tx, id);
  if (!states.every((state) => finishedStates.includes(state))) return;
  await moveOrders(tx, [id], 'deliver', { deliveredAt: at });
  markChanged(tx, ofAccount(accountId), 'orders');
}

const isHeldBy = (makerId: string) =>
  and(eq(orderPiece.makerId, makerId), inArray(orderPiece.state, ['inWork', 'revisionAsked', 'delivered']));

/** Pieces that are assigned to this person, including delivered ones that may need a revision. */
export async function listHeldPieces(queries: DbClient, makerId: string): Promise<string[]> {
  const rows = await queries.select({ id: orderPiece.id }).from(orderPiece).where(isHeldBy(makerId));
  return rows.map(({ id }) => id);
}

export async function countHeldPieces(queries: DbClient, makerId: string): Promise<{ pieces: number; delivered: number }> {
  const isDelivered = sql`${orderPiece.state} = 'delivered'`;
  const [row] = await queries
    .select({
      pieces: sql<number>`count(*) filter (where not ${isDelivered})::int`,
      delivered: sql<number>`count(*) filter (where ${isDelivered})::int`,
    })
    .from(orderPiece)
    .where(isHeldBy(makerId));
  return row ?? { pieces: 0, delivered: 0 };
}

export type NextRequest = {
  readonly now: Date;
  readonly service?: number | undefined;
  readonly language?: string | undefined;
  /** Offers that are produced by programs, unless those failed. */
  readonly programs: readonly string[];
};

/**
 * Locks the most urgent unassigned piece. Locked purchases are skipped first, and waited for only if no other
 * piece is left.
 */
export async function lockNextWork(tx: DbClient, request: NextRequest): Promise<PieceContext | undefined> {
  for (const waitsForLock of [false, true]) {
    // Another session may have taken the piece while we waited for its lock; then look for the next.
    for (;;) {
      await tx.execute(sql`savepoint next_work`);
      const found = await tx.execute<{ id: string }>(selectNextPiece(request, waitsForLock));
      const [next] = found.rows;
      if (!next) break;
      // A new statement, so that it sees what was committed while we waited.
      const work = await findWork(tx, next.id);
      if (work && isFree(work, request.now)) return work;
      // Releases the lock, so that no session waits for one purchase while it holds another.
      await tx.execute(sql`rollback to savepoint next_work`);
    }
  }
  return undefined;
}

const isFree = ({ piece, isFrozen: frozen }: PieceContext, now: Date): boolean =>
  (piece.state === 'ready' || piece.state === 'revisionAsked') &&
  piece.makerId === null &&
  piece.waitsSince === null &&
  piece.heldSince === null &&
  piece.mayBeginAt !== null &&
  piece.mayBeginAt <= now &&
  !frozen;

const selectNextPiece = ({ now, service, language, programs }: NextRequest, waitsForLock: boolean) => sql`
  select piece.id from order_piece piece
  join shop_order o on o.id = piece.order_id
  join purchase bought on bought.id = o.purchase_id
  where ${and(
    sql`piece.may_begin_at <= ${now.toISOString()}::timestamptz and piece.state in ('ready', 'revisionAsked')`,
    sql`piece.maker_id is null and piece.waits_since is null and piece.held_since is null and o.status in (2, 3, 4)`,
    sql`(piece.trouble is not null or piece.offer_id <> all(array(select jsonb_array_elements_text(${JSON.stringify(programs)}::jsonb))))`,
    sql`not exists (select from payment_dispute dispute join payment paid on paid.id = dispute.payment_id where paid.subject_id = bought.id
      and dispute.decision is distinct from 'won')`,
    service === undefined ? undefined : sql`piece.service_type = ${service}`,
    language === undefined ? undefined : sql`piece.language = ${language}`,
  )}
  order by piece.due_at, piece.id limit 1
  for update of bought ${waitsForLock ? sql`` : sql`skip locked`}`;
