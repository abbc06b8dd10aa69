// All the SQL of the room.
import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queries } from '../../infra/db.ts';
import { ofAccount, touched } from '../../infra/live/touched.ts';
import type { CurrencyNumber } from '../../lib/money.ts';
import type { ServiceNumber } from '../catalogue/shapes.ts';
import type { Answers } from './shapes.ts';
import type { MoveName, StatusNumber } from './statuses.ts';
import { moves } from './statuses.ts';
import { orderPiece, purchase, shopOrder } from './tables.ts';

export type Purchase = typeof purchase.$inferSelect;
export type Order = typeof shopOrder.$inferSelect;

/** The whole purchase in one trip. Null, or the first answer to its key; throws an error of the class that the migration names. */
export async function placePurchase(pool: pg.Pool, document: string): Promise<object | null> {
  const { rows } = await pool.query<{ kept: object | null }>({
    name: 'orders.place',
    text: 'select place_purchase($1::jsonb) as kept',
    values: [document],
  });
  return rows[0]?.kept ?? null;
}

export async function hasPaid(queries: Queries, accountId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.accountId, accountId), eq(purchase.state, 'paid')))
    .limit(1);
  return row !== undefined;
}

export type ListedOrder = {
  readonly id: string;
  readonly number: string;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly status: StatusNumber;
  readonly service_type: ServiceNumber;
  readonly offer_id: string;
  readonly quantity: number;
  readonly platform: number | null;
  readonly price: number;
  readonly currency: CurrencyNumber;
  readonly answers_short: Answers;
  readonly purchase_id: string;
  readonly purchase_price: number;
  readonly paid_from: Purchase['paidFrom'];
  readonly subscription_id: string | null;
  readonly payment_link: string | null;
  readonly link_expires_at: Date | null;
  readonly renews_at: Date | null;
  readonly paid_at: Date | null;
  readonly started_at: Date | null;
  readonly delivered_at: Date | null;
  readonly cancelled_at: Date | null;
};

/**
 * What is unpaid may have a link; what is not, is not asked. `offset 0` keeps PostgreSQL from looking for the earliest moment among everybody's pieces
 * until it meets one of this order.
 */
const listText = `
select o.id, o.number, o.created_at, o.status, o.service_type, o.offer_id, o.quantity, o.platform, o.price, o.currency, o.answers_short,
  o.purchase_id, bought.price as purchase_price, bought.paid_from, o.subscription_id, o.paid_at, o.started_at, o.delivered_at, o.cancelled_at,
  case when o.paid_at is not null then (select min(piece.due_at) from (select due_at from order_piece where order_id = o.id offset 0) as piece) end as due_at,
  link.link as payment_link, link.link_expires_at,
  case when o.subscription_id is not null then (select renews_at from subscription where id = o.subscription_id and state = 'active') end as renews_at
from shop_order o
join purchase bought on bought.id = o.purchase_id
left join lateral (select link, link_expires_at from payment
  where o.status in (0, 1, 5) and subject_id = o.purchase_id and state = 'open' and link_expires_at > $4::timestamptz) link on true
where o.account_id = $1 and ($2::uuid is null or o.id < $2::uuid) and ($5::uuid is null or o.purchase_id = $5::uuid)
order by o.id desc limit $3::int`;

type Listing = {
  readonly accountId: string;
  readonly before: string | undefined;
  /** Only what was bought together. */
  readonly purchase: string | undefined;
  readonly limit: number;
  readonly now: Date;
};

/** Newest first; one more than asked for tells that there are more. */
export async function listOrders(pool: pg.Pool, { accountId, before, purchase, limit, now }: Listing): Promise<ListedOrder[]> {
  const { rows } = await pool.query<ListedOrder>({
    name: 'orders.list',
    text: listText,
    values: [accountId, before ?? null, limit + 1, now, purchase ?? null],
  });
  return rows;
}

/** Whose it is not, for them it is not there. */
export async function findOrder(queries: Queries, accountId: string, orderId: string): Promise<Order | undefined> {
  const [row] = await queries
    .select()
    .from(shopOrder)
    .where(and(eq(shopOrder.id, orderId), eq(shopOrder.accountId, accountId)));
  return row;
}

export const piecesOf = (queries: Queries, orderId: string) =>
  queries.select().from(orderPiece).where(eq(orderPiece.orderId, orderId)).orderBy(asc(orderPiece.position));

/** Everything about a purchase is decided under this lock. */
export async function lockPurchase(tx: Queries, purchaseId: string): Promise<Purchase | undefined> {
  const [row] = await tx.select().from(purchase).where(eq(purchase.id, purchaseId)).for('update');
  return row;
}

export const ordersOf = (queries: Queries, purchaseId: string): Promise<Order[]> =>
  queries.select().from(shopOrder).where(eq(shopOrder.purchaseId, purchaseId)).orderBy(desc(shopOrder.id));

export async function setPurchase(tx: Queries, id: string, set: Partial<typeof purchase.$inferInsert>): Promise<void> {
  await tx.update(purchase).set(set).where(eq(purchase.id, id));
}

type Stamp = Partial<Pick<Order, 'paidAt' | 'startedAt' | 'deliveredAt' | 'cancelledAt'>>;

/** Only from where the table of moves allows it; gives those that moved. */
export async function moveOrders(tx: Queries, ids: readonly string[], move: MoveName, stamp: Stamp = {}): Promise<string[]> {
  if (ids.length === 0) return [];
  const { from, to } = moves[move];
  const moved = await tx
    .update(shopOrder)
    .set({ status: to, ...stamp })
    .where(and(inArray(shopOrder.id, [...ids]), inArray(shopOrder.status, [...from])))
    .returning({ id: shopOrder.id, accountId: shopOrder.accountId });
  for (const { accountId } of moved) touched(tx, ofAccount(accountId), 'orders');
  return moved.map(({ id }) => id);
}

/** The clock of what can be begun runs from now on; a bundle's pieces wait for their briefs. */
export async function startClocks(tx: Queries, orderIds: readonly string[], dueAt: Date): Promise<void> {
  await tx
    .update(orderPiece)
    .set({ dueAt })
    .where(and(inArray(orderPiece.orderId, [...orderIds]), eq(orderPiece.state, 'ready')));
}

export async function cancelPieces(tx: Queries, orderIds: readonly string[]): Promise<void> {
  await tx
    .update(orderPiece)
    .set({ state: 'cancelled', dueAt: null })
    .where(inArray(orderPiece.orderId, [...orderIds]));
}

/** Paid and not confirmed yet, by whoever takes them first. */
export async function takeUntold(tx: Queries, limit: number): Promise<Purchase[]> {
  return tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.state, 'paid'), isNull(purchase.toldAt)))
    .orderBy(asc(purchase.paidAt))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Unpaid since before then. */
export async function takeOld(tx: Queries, before: Date, limit: number): Promise<Purchase[]> {
  return tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.state, 'open'), lte(purchase.createdAt, before)))
    .orderBy(asc(purchase.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** For who takes their data along, newest first. */
export const purchasesOf = (queries: Queries, accountId: string, limit: number) =>
  queries.select().from(purchase).where(eq(purchase.accountId, accountId)).orderBy(desc(purchase.id)).limit(limit);

export const ordersOfAccount = (queries: Queries, accountId: string, limit: number) =>
  queries.select().from(shopOrder).where(eq(shopOrder.accountId, accountId)).orderBy(desc(shopOrder.id)).limit(limit);

/** Something is to be done or paid for still. */
export async function hasOpen(queries: Queries, accountId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: shopOrder.id })
    .from(shopOrder)
    .where(and(eq(shopOrder.accountId, accountId), inArray(shopOrder.status, [0, 1, 2, 3, 5])))
    .limit(1);
  return row !== undefined;
}

/** The books keep what was paid and by whom; what was written for the work, and where from, is gone. */
export async function blankOrders(tx: Queries, accountId: string): Promise<void> {
  const nobody = { firstName: '', lastName: '', country: '', city: '', address: '', state: '', zipCode: '' };
  await tx.update(shopOrder).set({ answers: {}, answersShort: {} }).where(eq(shopOrder.accountId, accountId));
  await tx
    .update(purchase)
    .set({ consents: sql`${purchase.consents} - 'address'` })
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
