// The state of a list of orders: the ids of its orders, and the transactions that wrote the rows of which its page is made. If two statements read the same state,
// the database holds the same page, also if others wrote in between: a transaction is visible with all of its rows or with none, so a change brings a number that was not
// there before, or takes a row away. A number may come again only after 2³² transactions, or on another server that lost some; that one started at another time.
import type pg from 'pg';
import { type Listing, newestOrders, purchaseOf, startOfPage } from './queries.ts';

/** A kind of rows, by their condition. Extra ones do no harm: the page is only read once more. */
const written = (from: string): string => `coalesce((select string_agg(line.xmin::text, ' ') from ${from}), '-')`;

/** Only those that `listOrders` reads for an order of this status. Of the pieces of an unpaid order it reads only what never changes. */
const parts = [
  `o.id`,
  `o.written`,
  `bought.xmin`,
  `case when o.paid_at is not null then ${written('order_piece line where line.order_id = o.id')} end`,
  `case when o.status in (0, 1, 5) then ${written('payment line where line.subject_id = o.purchase_id')} end`,
  `case when o.status in (2, 3, 4) then ${written('payment paid join payment_dispute line on line.payment_id = paid.id where paid.subject_id = o.purchase_id')} end`,
  `case when o.status = -1 then ${written('withdrawal line where line.order_id = o.id')} end`,
  `case when o.status = -1 then ${written('payment_refund line where line.cause_id = o.id')} end`,
  `case when bought.coupon_id is not null then ${written('coupon_use line where line.subject_id = bought.id')} end`,
  `case when o.subscription_id is not null then ${written('subscription line where line.id = o.subscription_id')} end`,
  // Of the files, the whole of a piece: a draft's file may become one of a delivery.
  `case when o.started_at is not null then (select string_agg(given.xmin || ' ' || ${written('delivery_file line where line.piece_id = given.piece_id')}, ' ')
    from delivery given where given.order_id = o.id) end`,
];

const statement = {
  name: 'orders.state',
  text: `
select asked.place::int, pg_postmaster_start_time() || ';' || listed.state as state
from unnest((select $1::uuid[]), (select $2::uuid[]), (select $3::int[])) with ordinality asked (account_id, before, most, place)
cross join lateral (
  select coalesce(string_agg(concat_ws(',', ${parts.join(', ')}), ';'), '') as state
  from ${newestOrders('o.account_id = asked.account_id and o.id < asked.before')}
  cross join lateral ${purchaseOf('id, coupon_id, xmin')}) listed`,
};

/** Of the customer's own list, with the row that shows whether there is a next page. */
export async function readStates(
  pool: pg.Pool,
  listings: readonly Pick<Listing, 'accountId' | 'before' | 'limit'>[],
): Promise<readonly { readonly place: number; readonly row: string }[]> {
  const { rows } = await pool.query<{ readonly place: number; readonly state: string }>({
    ...statement,
    values: [listings.map(({ accountId }) => accountId), listings.map(startOfPage), listings.map(({ limit }) => limit + 1)],
  });
  return rows.map(({ place, state }) => ({ place: place - 1, row: state }));
}
