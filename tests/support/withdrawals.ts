// Customers who withdraw while operators start work and deliver.
import type { Sent } from '../../src/api.ts';
import type { Buyer } from './money.ts';
import type { Shop } from './shop.ts';

export const preview = (shop: Shop, { token }: Buyer, orderId: string) => shop.call('GET /api/orders/withdrawal', { orderId }, { token });

export const withdraw = (shop: Shop, { token }: Buyer, request: Sent<'POST /api/orders/withdraw'>) =>
  shop.call('POST /api/orders/withdraw', request, { token });

/** Previews the withdrawal and confirms it. */
export async function withdrawShown(shop: Shop, who: Buyer, orderId: string, more: Partial<Sent<'POST /api/orders/withdraw'>> = {}) {
  const { body } = await preview(shop, who, orderId);
  return withdraw(shop, who, { orderId, back: body.back, ...more });
}

export const listRefunds = (shop: Shop, orderId: string): Promise<{ amount: number; state: string }[]> =>
  shop.sql('select amount, state from payment_refund where cause_id = $1', [orderId]);

/** An operator starts the work; returns the number of pieces. */
export async function begin(shop: Shop, orderId: string): Promise<number> {
  await shop.sql('update shop_order set status = 3, started_at = $2 where id = $1 and status = 2', [orderId, shop.clock.now()]);
  const pieces = await shop.sql(
    `update order_piece set state = 'inWork', maker_id = 'mira', maker_name = 'Mira', taken_at = greatest($2, may_begin_at)
     where order_id = $1 and state <> 'cancelled' returning id`,
    [orderId, shop.clock.now()],
  );
  return pieces.length;
}

/**
 * Delivers the next pieces, and with the last one the order, in one transaction. False: the order was
 * withdrawn.
 */
export async function deliverPieces({ ctx: { db }, clock }: Shop, orderId: string, count: number): Promise<boolean> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from purchase where id = (select purchase_id from shop_order where id = $1) for update', [orderId]);
    const { rowCount } = await client.query(
      `update order_piece set state = 'delivered', due_at = null
       where id in (select id from order_piece where order_id = $1 and state = 'inWork' order by position limit $2)`,
      [orderId, count],
    );
    await client.query(
      `update shop_order set status = 4, delivered_at = $2
       where id = $1 and status = 3 and not exists (select from order_piece where order_id = $1 and state <> 'delivered')`,
      [orderId, clock.now()],
    );
    await client.query('commit');
    return (rowCount ?? 0) > 0;
  } finally {
    client.release();
  }
}

/** The share of the price for the first pieces, by the public price list. */
export async function computeWorth(shop: Shop, orderId: string, delivered: number): Promise<number> {
  const { offers } = (await shop.call('POST /api/prices', { currency: 0 })).body;
  const pieces = await shop.sql<{ offer_id: string; quantity: number; price: number }>(
    `select piece.offer_id, piece.quantity, o.price from order_piece as piece join shop_order as o on o.id = piece.order_id
     where o.id = $1 order by piece.position`,
    [orderId],
  );
  const values = pieces.map(({ offer_id, quantity }) => (offers.find(({ id }) => id === offer_id)?.unitPrice ?? 0) * quantity);
  const sum = (of: readonly number[]): number => of.reduce((total, each) => total + each, 0);
  return Math.floor(((pieces[0]?.price ?? 0) * sum(values.slice(0, delivered))) / sum(values));
}
