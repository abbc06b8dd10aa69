// Changes of single rows that a list of orders shows.
import type { Sql } from './sql.ts';

const ofOrder = 'from shop_order o where o.id = $1';

/** Each changes what the customer reads, in one table only. `$1` is the order. */
export const changesOfListedOrders = {
  'a coupon is released': `update coupon_use use set released_at = now() ${ofOrder} and use.subject_id = o.purchase_id`,
  'a link fails': `update payment set outcome = 'declined', outcome_at = now() ${ofOrder} and payment.subject_id = o.purchase_id`,
  'a purchase has another price': `update purchase set price = purchase.price + 1, subtotal = subtotal + 1 ${ofOrder} and purchase.id = o.purchase_id`,
  'an order has another quantity': 'update shop_order set quantity = quantity + 1 where id = $1',
  'a piece is accepted later': `update order_piece piece set accept_at = accept_at + interval '1 day' where order_id = $1`,
  'a delivery has a report': `update delivery set report = '{"checks": [{"name": "spelling", "state": "passed"}]}' where order_id = $1`,
  'a file is added': `insert into delivery_file (id, piece_id, account_id, delivery_id, name, bytes, upload_started_at, uploaded_at, by_id, by_name)
    select gen_random_uuid(), piece_id, account_id, id, 'loaf.png', 1, now(), now(), 'mira', 'Mira' from delivery where order_id = $1`,
  'a file has another name': `update delivery_file set name = 'bread.png' from delivery where delivery.order_id = $1 and delivery_file.delivery_id = delivery.id`,
  'a file is removed': 'delete from delivery_file using delivery where delivery.order_id = $1 and delivery_file.delivery_id = delivery.id',
  'a withdrawal has another charge': 'update withdrawal set charged = charged + 1 where order_id = $1',
  'a refund fails': `update payment_refund set state = 'failed' where cause_id = $1`,
  'a bundle renews later': `update subscription set renews_at = subscription.renews_at + interval '1 day' ${ofOrder} and subscription.id = o.subscription_id`,
} as const;

export async function changeListedOrder({ sql }: Sql, what: keyof typeof changesOfListedOrders, orderId: string): Promise<void> {
  await sql(changesOfListedOrders[what], [orderId]);
}
