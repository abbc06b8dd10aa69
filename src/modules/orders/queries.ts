// Queries of the orders module.
import { and, asc, desc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Billing } from '#lib/money/billing.ts';
import type { Calendar } from '#lib/time/calendar.ts';
import { addTurnaround, standardTurnaround } from '#lib/time/turnaround.ts';
import { toPaymentRow } from '#modules/payments/actions.ts';
import type { NewPayment } from '#modules/payments/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type DbRow, toDbRow } from '#platform/database/to-db-row.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import type { HourlyLimit } from '#platform/limits/limits.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { type MoveName, OrderStatus, orderTransitions } from './statuses.ts';
import { orderPiece, purchase, shopOrder } from './tables.ts';

export type Purchase = typeof purchase.$inferSelect;
export type Order = typeof shopOrder.$inferSelect;

/** A purchase with all its rows, as it is inserted. */
export type PurchaseDocument = {
  readonly purchase: typeof purchase.$inferInsert;
  readonly orders: readonly (typeof shopOrder.$inferInsert)[];
  readonly pieces: readonly (typeof orderPiece.$inferInsert)[];
  /** By column names, because the subscriptions module owns their table. */
  readonly subscriptions: readonly DbRow[];
  readonly payment: NewPayment | null;
  readonly files: readonly string[];
  readonly key: string | null;
  readonly bodyHash: string | null;
  readonly answer: object;
  /** Identifies the address if an unpaid purchase holds a use of a limited coupon. */
  readonly heldFrom: string | null;
  /** The account's hourly limit of purchases. */
  readonly limit: HourlyLimit | null;
};

/**
 * Inserts purchases in one round trip: all, or none and an error. Null, or for a single purchase the stored
 * response to its idempotency key.
 * Throws the codes that functions.sql documents.
 */
export async function insertPurchases(pool: pg.Pool, documents: readonly PurchaseDocument[]): Promise<object | null> {
  const { rows } = await pool.query<{ stored: object | null }>({
    name: 'orders.place',
    text: 'select place_orders($1::jsonb) as stored',
    values: [JSON.stringify(documents.map(toRows))],
  });
  return rows[0]?.stored ?? null;
}

/** As `insertPurchases`, in a transaction. */
export async function insertPurchase(tx: DbClient, document: PurchaseDocument): Promise<void> {
  await tx.execute(sql`select place_orders(${JSON.stringify([toRows(document)])}::jsonb)`);
}

const toRows = ({ purchase: bought, orders, pieces, payment, ...rest }: PurchaseDocument) => ({
  ...rest,
  purchase: toDbRow(purchase, bought),
  orders: orders.map((row) => toDbRow(shopOrder, row)),
  pieces: pieces.map((row) => toDbRow(orderPiece, row)),
  payment: payment && toPaymentRow(payment),
});

export async function hasPaid(queries: DbClient, accountId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.accountId, accountId), eq(purchase.state, 'paid')))
    .limit(1);
  return row !== undefined;
}

/** Undefined if the order belongs to another account. */
export async function findOrder(queries: DbClient, accountId: string, orderId: string): Promise<Order | undefined> {
  const [row] = await queries
    .select()
    .from(shopOrder)
    .where(and(eq(shopOrder.id, orderId), eq(shopOrder.accountId, accountId)));
  return row;
}

export async function findOrderByNumber(queries: DbClient, number: string): Promise<Order | undefined> {
  const [row] = await queries.select().from(shopOrder).where(eq(shopOrder.number, number));
  return row;
}

export async function findOrderById(queries: DbClient, orderId: string): Promise<Pick<Order, 'number' | 'offerId' | 'title'> | undefined> {
  const { number, offerId, title } = shopOrder;
  const [row] = await queries.select({ number, offerId, title }).from(shopOrder).where(eq(shopOrder.id, orderId));
  return row;
}

/** The name and address of the newest purchase that still has them. */
export async function findLastBilling(queries: DbClient, accountId: string): Promise<Billing | undefined> {
  const [row] = await queries
    .select({ billing: purchase.billing })
    .from(purchase)
    .where(eq(purchase.accountId, accountId))
    .orderBy(desc(purchase.id))
    .limit(1);
  return row?.billing;
}

export async function findPurchase(queries: DbClient, id: string): Promise<Purchase | undefined> {
  const [row] = await queries.select().from(purchase).where(eq(purchase.id, id));
  return row;
}

/** Every decision about a purchase is made under this lock. */
export async function lockPurchase(tx: DbClient, purchaseId: string): Promise<Purchase | undefined> {
  const [row] = await tx.select().from(purchase).where(eq(purchase.id, purchaseId)).for('update');
  return row;
}

/** The inputs of its orders' expected dates. `isFrozen`: the payment is disputed or was taken back. */
export async function startOfPurchase(
  queries: DbClient,
  purchaseId: string,
): Promise<Pick<Purchase, 'consents'> & { readonly isFrozen: boolean }> {
  const [row] = await queries.select({ consents: purchase.consents, isFrozen }).from(purchase).where(eq(purchase.id, purchaseId));
  if (!row) throw new Error(`purchase ${purchaseId} does not exist`);
  return row;
}

/** Whether the payment of the purchase in the statement is disputed or was taken back. */
export const isFrozen = sql<boolean>`exists (select from payment_dispute dispute join payment paid on paid.id = dispute.payment_id
  where paid.subject_id = purchase.id and dispute.decision is distinct from 'won')`;

export const listOrders = (queries: DbClient, purchaseId: string): Promise<Order[]> =>
  queries.select().from(shopOrder).where(eq(shopOrder.purchaseId, purchaseId)).orderBy(desc(shopOrder.id));

/** Orders of an account by their own ids or by those of their purchases. */
export const listOrdersByIdOrPurchase = (queries: DbClient, accountId: string, ids: readonly string[]): Promise<Order[]> =>
  queries
    .select()
    .from(shopOrder)
    .where(and(eq(shopOrder.accountId, accountId), or(inArray(shopOrder.id, [...ids]), inArray(shopOrder.purchaseId, [...ids]))))
    .orderBy(desc(shopOrder.id));

export async function setPurchase(tx: DbClient, id: string, set: Partial<typeof purchase.$inferInsert>): Promise<void> {
  await tx.update(purchase).set(set).where(eq(purchase.id, id));
}

type Stamp = Partial<Pick<Order, 'paidAt' | 'startedAt' | 'deliveredAt' | 'cancelledAt'>>;

/** Moves only orders whose status allows it. Returns the moved ids. */
export async function moveOrders(tx: DbClient, ids: readonly string[], move: MoveName, stamp: Stamp = {}): Promise<string[]> {
  return ids.length === 0 ? [] : moveThose(tx, inArray(shopOrder.id, [...ids]), move, stamp);
}

/** All orders of the purchase. */
export const movePurchase = (tx: DbClient, purchaseId: string, move: MoveName): Promise<string[]> =>
  moveThose(tx, eq(shopOrder.purchaseId, purchaseId), move, {});

async function moveThose(tx: DbClient, which: SQL, move: MoveName, stamp: Stamp): Promise<string[]> {
  const { from, to } = orderTransitions[move];
  const moved = await tx
    .update(shopOrder)
    .set({ status: to, ...stamp })
    .where(and(which, inArray(shopOrder.status, [...from])))
    .returning({ id: shopOrder.id, accountId: shopOrder.accountId });
  for (const { accountId } of moved) markChanged(tx, ofAccount(accountId), 'orders');
  return moved.map(({ id }) => id);
}

/** When work may start: on instant pieces, and on all others. */
export type Beginning = { readonly atOnce: Date; readonly usual: Date };

/** Starts the clocks of briefed pieces. The others start with their brief. */
export async function startClocks(
  tx: DbClient,
  orderIds: readonly string[],
  { atOnce, usual }: Beginning,
  calendar: Calendar,
): Promise<void> {
  if (orderIds.length === 0) return;
  const { id, isInstant, state, heldSince, turnaround } = orderPiece;
  const pieces = await tx
    .select({ id, isInstant, state, heldSince, turnaround })
    .from(orderPiece)
    .where(inArray(orderPiece.orderId, [...orderIds]));
  const clocks = pieces.map((piece) => {
    const begins = piece.isInstant ? atOnce : usual;
    const runs = piece.state === 'ready' && piece.heldSince === null;
    return { id: piece.id, begins, due: runs ? addTurnaround(begins, piece.turnaround ?? standardTurnaround, calendar) : null };
  });
  await tx.execute(sql`update order_piece set may_begin_at = clock.begins, due_at = clock.due
    from json_to_recordset(${JSON.stringify(clocks)}::json) as clock (id uuid, begins timestamptz, due timestamptz) where order_piece.id = clock.id`);
  markChanged(tx, ofDesk, 'queue');
}

export async function cancelPieces(tx: DbClient, orderIds: readonly string[]): Promise<void> {
  await tx
    .update(orderPiece)
    .set({ state: 'cancelled', ...clockOver })
    .where(inArray(orderPiece.orderId, [...orderIds]));
  markChanged(tx, ofDesk, 'queue');
}

/** The columns of a piece without clock, hold or open question. */
export const clockOver = { dueAt: null, waitsSince: null, leftSeconds: null, unansweredSince: null, heldSince: null } as const;

const isUntold = and(eq(purchase.state, 'paid'), isNull(purchase.confirmationSentAt));

/** Paid purchases without a confirmation email, the longest waiting first. */
export const listUnconfirmed = (queries: DbClient, now: Date, limit: number) =>
  queries
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(isUntold, isNotWaiting('orders.sendConfirmations', sql`${purchase.id}`, now)))
    .orderBy(asc(purchase.paidAt))
    .limit(limit);

/** Undefined if another process has locked it or has sent the confirmation. */
export async function lockUnconfirmed(tx: DbClient, id: string): Promise<Purchase | undefined> {
  const [row] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.id, id), isUntold))
    .for('update', { skipLocked: true });
  return row;
}

/** A bank has not decided yet, or a saved means will be charged again: it may still be paid. */
const isUndecided = sql`exists (select from payment where subject_id = ${purchase.id} and state = 'open' and outcome is null and outcome_at is not null)
  or exists (select from shop_order o join subscription s on s.id = o.subscription_id
    where o.purchase_id = ${purchase.id} and o.status = ${OrderStatus.AwaitingRecurringPayment} and s.retry_at is not null)`;

const isOld = (before: Date) => and(eq(purchase.state, 'open'), lte(purchase.createdAt, before), sql`not (${isUndecided})`);

/** Unpaid since before the given time, oldest first. */
export const listOverdue = (queries: DbClient, { before, now }: { readonly before: Date; readonly now: Date }, limit: number) =>
  queries
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(isOld(before), isNotWaiting('orders.voidUnpaid', sql`${purchase.id}`, now)))
    .orderBy(asc(purchase.createdAt))
    .limit(limit);

/** Undefined if another process has locked it, or it is paid. */
export async function lockOverdue(tx: DbClient, id: string, before: Date): Promise<Purchase | undefined> {
  const [row] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.id, id), isOld(before)))
    .for('update', { skipLocked: true });
  return row;
}

/** For the data export, newest first. */
export const listPurchases = (queries: DbClient, accountId: string, limit: number) =>
  queries.select().from(purchase).where(eq(purchase.accountId, accountId)).orderBy(desc(purchase.id)).limit(limit);

export const listAccountOrders = (queries: DbClient, accountId: string, limit: number) =>
  queries.select().from(shopOrder).where(eq(shopOrder.accountId, accountId)).orderBy(desc(shopOrder.id)).limit(limit);

/** Whether any order is unpaid or not finished. */
export async function hasOpen(queries: DbClient, accountId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: shopOrder.id })
    .from(shopOrder)
    .where(and(eq(shopOrder.accountId, accountId), inArray(shopOrder.status, [0, 1, 2, 3, 5])))
    .limit(1);
  return row !== undefined;
}

/** Erases briefs and addresses. Amounts stay for bookkeeping. */
export async function eraseOrderContents(tx: DbClient, accountId: string): Promise<void> {
  const nobody = { firstName: '', lastName: '', country: '', city: '', address: '', state: '', zipCode: '' };
  await tx.update(shopOrder).set({ answers: {}, answersShort: {} }).where(eq(shopOrder.accountId, accountId));
  await tx
    .update(purchase)
    .set({ consents: sql`${purchase.consents} - 'address'`, byHand: sql`${purchase.byHand} || '{"note": ""}'` })
    .where(eq(purchase.accountId, accountId));
  await tx
    .update(purchase)
    .set({ billing: nobody })
    .where(and(eq(purchase.accountId, accountId), eq(purchase.state, 'cancelled')));
  await tx
    .update(orderPiece)
    .set({ brief: null })
    .where(inArray(orderPiece.orderId, tx.select({ id: shopOrder.id }).from(shopOrder).where(eq(shopOrder.accountId, accountId))));
}
