// Operators at work; each action has its own transaction, as at the desk.

import type { Operator } from '#lib/people/operator.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { story } from './cart-lines.ts';
import { type Buyer, buyer, funded, placed } from './money.ts';
import { whole } from './pieces.ts';
import type { Shop } from './shop.ts';

export const mira: Operator = { id: 'mira', name: 'Mira Sample' };
export const noor: Operator = { id: 'noor', name: 'Noor Sample' };

export const desk = ({ fulfilment }: Shop) => fulfilment.desk;
export const actAtDesk = <T>(shop: Shop, work: (tx: DbClient) => Promise<T>): Promise<T> => transaction(shop.ctx.db, work);

export const take = (shop: Shop, by: Operator, pieceId: string) => actAtDesk(shop, (tx) => desk(shop).take(tx, by, pieceId));
export const save = (shop: Shop, by: Operator, pieceId: string, text: string, version = 0) =>
  actAtDesk(shop, (tx) => desk(shop).saveDraft(tx, by, { pieceId, text, version }));
/** Delivers with a reason, because samples are shorter than ordered. */
export async function deliver(shop: Shop, by: Operator, pieceId: string, version = 1) {
  const review = await desk(shop).review(pieceId);
  const done = await actAtDesk(shop, (tx) => desk(shop).deliver(tx, by, { pieceId, version, why: 'A sample.' }, review));
  return { ...done, deliveryId: done.deliveryId ?? '' };
}
export const say = (shop: Shop, by: Operator, pieceId: string, text: string, waits = false) =>
  actAtDesk(shop, (tx) => desk(shop).say(tx, by, { pieceId, text, waits }));

/** Assigns every piece of the queue, so that only pieces ordered later can be taken next. */
export async function assignQueue(shop: Shop, to: Operator): Promise<void> {
  const { rows } = await desk(shop).queue({ limit: 5_000 });
  await actAtDesk(shop, (tx) => desk(shop).assign(tx, to, { pieceIds: rows.map(({ id }) => id), to }));
}

export type Ordered = { readonly who: Buyer; readonly orderId: string; readonly purchaseId: string; readonly pieceId: string };

/** An order paid from the balance, whose work may start immediately. */
export async function orderedPiece(shop: Shop, known?: Buyer, request: Parameters<typeof placed>[2] = {}): Promise<Ordered> {
  const who = known ?? (await buyer(shop));
  if (!known) await funded(shop, who, 100_000);
  const { orderIds, purchaseId } = await placed(shop, who, { lines: [story()], payFromBalance: true, startNow: true, ...request });
  const orderId = orderIds[0] ?? '';
  return { who, orderId, purchaseId, pieceId: (await whole(shop, who, orderId)).pieces[0]?.id ?? '' };
}

export const LOAF = '# The loaf\n\nWe open at seven, and by nine the shelves are empty.';

/** Claims, writes and delivers a piece; returns the delivery's id. */
export async function delivered(shop: Shop, by: Operator, pieceId: string, text = LOAF): Promise<string> {
  await take(shop, by, pieceId);
  const { draft } = await desk(shop).piece(pieceId);
  const { version } = await save(shop, by, pieceId, text, draft?.version ?? 0);
  return (await deliver(shop, by, pieceId, version)).deliveryId;
}

/** Stories of one customer, all ordered at once and delivered an hour later. */
export async function deliverStories(shop: Shop, count: number): Promise<void> {
  const { who, pieceId } = await orderedPiece(shop);
  await funded(shop, who, 300_000);
  const pieceIds = [pieceId];
  while (pieceIds.length < count) pieceIds.push((await orderedPiece(shop, who)).pieceId);
  shop.clock.turn({ hours: 1 });
  for (const id of pieceIds) await delivered(shop, mira, id);
}
