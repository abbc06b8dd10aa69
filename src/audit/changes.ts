// Finds what has changed since a watermark: purchases, deposits and the like, then everything that belongs to
// them. Rows are found by time-ordered ids, by the time of their last change, and by the ledger's numbers;
// never by reading a table from its beginning.
import type pg from 'pg';
import type { Watermark } from './scope.ts';

/** Purchases and deposits that changed, and what belongs to none; with the accounts and subscriptions. */
const selectRoots = ({ at, databaseAt, transferId, firstId }: Watermark): string => {
  const [since, databaseSince] = [`'${at.toISOString()}'`, `'${databaseAt.toISOString()}'`];
  return `
    with line as materialized (select subject_id, account_id from ledger_transfer where id > ${transferId}),
    refund as materialized (
      select id, charge_id from payment_refund where id >= '${firstId}' or completed_at >= ${since} union select refund.id, charge_id
      from payment_refund as refund join line on line.subject_id = refund.id),
    charge as materialized (
      select id, payment_id from payment_charge where id >= '${firstId}'
      union select charge.id, payment_id from payment_charge as charge join line on line.subject_id = charge.id
      union select charge.id, payment_id from payment_charge as charge join refund on refund.charge_id = charge.id),
    part as materialized (
      select id, order_id from order_refund where at >= ${since}
      union select part.id, order_id from order_refund as part join line on line.subject_id = part.id),
    changed_order as materialized (
      select id from shop_order where cancelled_at >= ${since}
      union select subject_id from line union select order_id from part union select order_id from withdrawal where at >= ${since}
      union select order_id from order_piece where may_begin_at is not null and changed_at >= ${databaseSince}
      union select order_id from delivery where id >= '${firstId}'
      union select sent.order_id from delivery_revision as asked join delivery as sent on sent.id = asked.delivery_id where asked.id >= '${firstId}')
    select subject_id as id from line
    union select account_id from line where account_id is not null
    union select id from refund
    union select id from purchase where id >= '${firstId}' or state = 'paid' and paid_at >= ${since}
    union select id from deposit where id >= '${firstId}' or settled_at >= ${since}
    union select subject_id from payment where id >= '${firstId}' or settled_at >= ${since}
    union select subject_id from payment join charge on charge.payment_id = payment.id
    union select subject_id from payment join payment_dispute as dispute on dispute.payment_id = payment.id
      where dispute.id >= '${firstId}' or dispute.decided_at >= ${since}
    union select id from changed_order
    union select purchase_id from shop_order join changed_order using (id)
    union select purchase_id from shop_order where id >= '${firstId}'
    union select purchase_id from shop_order join order_piece as piece on piece.order_id = shop_order.id where piece.id >= '${firstId}'
    union select deposit_id from deposit_refund where at >= ${since}
    union select deposit_id from deposit_refund join refund on refund.id = refund_id
    union select id from wallet_gift where at >= ${since}
    union select id from brought_balance where at >= ${since} or undone_at >= ${since}
    union select purchase_id from claim where created_at >= ${since}
    union select purchase_id from settlement join line on line.subject_id = settlement.id
    union select subject_id from billing_document where id >= '${firstId}'
    union select subject_id from coupon_use where subject_id >= '${firstId}' or released_at >= ${since}
    union select id from quote where id >= '${firstId}' or decided_at >= ${since}
    union select quote_id from quote_version where created_at >= ${since}
    union select id from subscription where id >= '${firstId}'`;
};

/** What belongs to these purchases, deposits and the like, with themselves. */
const partsSql = `
  with ordered as materialized (select id, account_id, subscription_id from shop_order where purchase_id = any($1)),
  paying as materialized (select id from payment where subject_id = any($1)),
  charged as materialized (select charge.id, account_id from payment_charge as charge join paying on charge.payment_id = paying.id),
  sent as materialized (select delivery.id from delivery join ordered on order_id = ordered.id
    union select id from delivery where order_id = any($1))
  select unnest($1::uuid[]) as id, false as is_coupon
  union select account_id, false from purchase where id = any($1)
  union select plan_subscription_id, false from purchase where id = any($1) and plan_subscription_id is not null
  union select coupon_id, true from purchase where id = any($1) and coupon_id is not null
  union select account_id, false from deposit where id = any($1)
  union select coupon_id, true from deposit where id = any($1) and coupon_id is not null
  union select coupon_id, true from coupon_use where subject_id = any($1)
  union select id, false from ordered
  union select subscription_id, false from ordered where subscription_id is not null
  union select piece.id, false from order_piece as piece join ordered on order_id = ordered.id
  union select id, false from paying
  union select id, false from charged
  union select refund.id, false from payment_refund as refund join charged on charge_id = charged.id
  union select dispute.id, false from payment_dispute as dispute join paying on payment_id = paying.id
  union select part.id, false from order_refund as part join ordered on order_id = ordered.id
  union select refund_id, false from deposit_refund where deposit_id = any($1)
  union select id, false from billing_document where subject_id = any($1)
  union select id, false from quote where purchase_id = any($1)
  union select id, false from sent
  union select asked.id, false from delivery_revision as asked join sent on delivery_id = sent.id`;

export type Changes = { readonly ids: readonly string[]; readonly coupons: readonly string[] };

/**
 * How many purchases and deposits are checked at a time. With many more, the database would rather read whole
 * tables.
 */
const IDS_PER_PART = 500;

/** The changes in parts. Each is complete in itself: no purchase is in two. */
export async function* listChangesSince(client: pg.ClientBase, watermark: Watermark): AsyncGenerator<Changes> {
  const { rows } = await client.query<{ id: string }>(selectRoots(watermark));
  for (let first = 0; first < rows.length; first += IDS_PER_PART) {
    const roots = rows.slice(first, first + IDS_PER_PART).map(({ id }) => id);
    const parts = await client.query<{ id: string; is_coupon: boolean }>(partsSql, [roots]);
    yield {
      ids: parts.rows.map(({ id }) => id),
      coupons: parts.rows.filter(({ is_coupon: isCoupon }) => isCoupon).map(({ id }) => id),
    };
  }
}
