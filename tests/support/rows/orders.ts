// Purchases, orders and subscriptions.
import type { Sql } from './database.ts';

export type OrderRow = {
  readonly id: string;
  readonly accountId: string;
  readonly purchaseId: string;
  readonly status: number;
  readonly price: number;
};

const orderColumns = 'id, account_id as "accountId", purchase_id as "purchaseId", status, price';

export async function orderRow({ sql }: Sql, id: string): Promise<OrderRow> {
  const [row] = await sql<OrderRow>(`select ${orderColumns} from shop_order where id = $1`, [id]);
  if (!row) throw new Error(`no order ${id}`);
  return row;
}

export const orderCount = async ({ sql }: Sql): Promise<number> => (await sql('select from shop_order')).length;

/** The ids of the paid orders of a customer, in an order that looks random. */
export const paidOrderIds = async ({ sql }: Sql, email: string): Promise<string[]> =>
  (
    await sql<{ id: string }>(
      'select id from shop_order where status = 2 and account_id = (select id from account where email = $1) order by md5(id::text)',
      [email],
    )
  ).map(({ id }) => id);

export async function accountWithMostOrders({ sql }: Sql): Promise<string> {
  const [row] = await sql<{ id: string }>('select account_id as id from shop_order group by account_id order by count(*) desc limit 1');
  return row?.id ?? '';
}

export type PurchaseRow = {
  readonly id: string;
  readonly state: string;
  readonly paidFrom: string | null;
  readonly price: number;
  readonly promo: number;
  /** The same for purchases of one commit. */
  readonly commit: string;
  /** The version of the terms that the customer accepted. */
  readonly terms: number;
};

const purchaseColumns = `id, state, paid_from as "paidFrom", price, promo, xmin::text as commit, (consents ->> 'terms')::int as terms`;

export async function purchaseRow({ sql }: Sql, id: string): Promise<PurchaseRow> {
  const [row] = await sql<PurchaseRow>(`select ${purchaseColumns} from purchase where id = $1`, [id]);
  if (!row) throw new Error(`no purchase ${id}`);
  return row;
}

/** The purchases of an account. */
export const listPurchases = ({ sql }: Sql, accountId: string): Promise<PurchaseRow[]> =>
  sql(`select ${purchaseColumns} from purchase where account_id = $1`, [accountId]);

/** The ways in which purchases were paid; null for those that were not. */
export const waysOfPaying = async ({ sql }: Sql): Promise<(string | null)[]> =>
  (await sql<{ way: string | null }>('select distinct paid_from as way from purchase order by 1')).map(({ way }) => way);

/** The status of an order, what was paid for its purchase, and what was refunded to the source. */
export async function sumMoney({ sql }: Sql, orderId: string): Promise<{ status: number; came: number; sent: number }> {
  const [row] = await sql<{ status: number; came: number; sent: number }>(
    `select o.status, (select coalesce(sum(amount), 0)::int from payment_refund where cause_id = o.id) as sent,
       (select coalesce(sum(c.amount), 0)::int from payment_charge c join payment p on p.id = c.payment_id where p.subject_id = o.purchase_id) as came
     from shop_order o where o.id = $1`,
    [orderId],
  );
  if (!row) throw new Error(`no order ${orderId}`);
  return row;
}

export const markConfirmed = ({ sql }: Sql, purchaseId: string) =>
  sql('update purchase set confirmation_sent_at = now() where id = $1', [purchaseId]);

/** Cancels an order without a refund. */
export const cancelOrder = ({ sql }: Sql, id: string) => sql('update shop_order set status = -1, cancelled_at = now() where id = $1', [id]);

export const cancelPurchase = ({ sql }: Sql, id: string) => sql(`update purchase set state = 'cancelled' where id = $1`, [id]);

/** Delivers an order, and accepts its pieces, without deliveries. */
export async function completeOrder({ sql }: Sql, id: string): Promise<void> {
  await sql('update shop_order set status = 4, started_at = paid_at, delivered_at = paid_at where id = $1', [id]);
  await sql(`update order_piece set state = 'accepted' where order_id = $1`, [id]);
}

/** Changes answers of an order without the check of the policies. */
export const setAnswers = ({ sql }: Sql, orderId: string, answers: object) =>
  sql('update shop_order set answers = answers || $1::jsonb, answers_short = answers_short || $1::jsonb where id = $2', [
    JSON.stringify(answers),
    orderId,
  ]);

/** Inserts the order a second time with another id. */
export const insertTwin = ({ sql }: Sql, orderId: string) =>
  sql(
    `insert into shop_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', 'F-TWIN'))).*
     from shop_order as o where id = $1`,
    [orderId],
  );

/** How many months all subscriptions have paid for, and the one with the most. */
export async function paidMonths({ sql }: Sql): Promise<{ months: number; most: number }> {
  const [row] = await sql<{ months: number; most: number }>(
    `select sum(count)::int as months, max(count)::int as most
     from (select count(*) from shop_order where status = 2 group by subscription_id) as each`,
  );
  return row ?? { months: 0, most: 0 };
}

export type SubscriptionRow = { readonly state: string; readonly answers: object; readonly renewsAt: Date | null };

export const subscriptionRow = async ({ sql }: Sql, id: string): Promise<SubscriptionRow | undefined> =>
  (await sql<SubscriptionRow>('select state, answers, renews_at as "renewsAt" from subscription where id = $1', [id]))[0];

export const subscriptionsInState = async ({ sql }: Sql, state: string): Promise<number> =>
  (await sql('select from subscription where state = $1', [state])).length;

export const markReminded = ({ sql }: Sql, subscriptionId: string) =>
  sql('update subscription set reminded = true where id = $1', [subscriptionId]);

/** Naive version of renewing: reads the due subscriptions first and charges them later. */
export async function prepareNaiveRenewal({ sql }: Sql, now: Date): Promise<() => Promise<void>> {
  const due = await sql<{ id: string; account_id: string; currency: number; price: number }>(
    `select * from subscription where state = 'active' and renews_at <= $1`,
    [now],
  );
  return async () => {
    for (const { id, account_id, currency, price } of due) {
      await sql('select debit_wallet($1, $2::smallint, $3, gen_random_uuid(), $4)', [account_id, currency, price, now]);
      await sql(`update subscription set renews_at = renews_at + interval '1 month' where id = $1`, [id]);
    }
  };
}

/** Naive version of a cancellation with a refund: reads the order first and refunds it later. */
export async function prepareNaiveCancellation(shop: Sql, orderId: string): Promise<() => Promise<void>> {
  const { status, price, accountId } = await orderRow(shop, orderId);
  return async () => {
    if (status !== 2) return;
    await cancelOrder(shop, orderId);
    // A fresh booking id passes the unique constraint of the ledger.
    await shop.sql(`select credit_wallet($1, 0::smallint, $2, 'giveBack', gen_random_uuid(), 'sales', 'cash', now())`, [accountId, price]);
  };
}

/** Naive version of a withdrawal: counts the delivered pieces first and refunds the whole price later. */
export async function prepareNaiveWithdrawal({ sql }: Sql, orderId: string): Promise<() => Promise<void>> {
  const pieces = await sql<{ state: string }>('select state from order_piece where order_id = $1', [orderId]);
  const delivered = pieces.filter(({ state }) => state === 'delivered').length;
  return async () => {
    await sql(
      `with gone as (update shop_order set status = -1, cancelled_at = now() where id = $1 returning *), ended as (
         update order_piece set state = 'cancelled', due_at = null where order_id = $1 and state <> 'delivered')
       insert into withdrawal (order_id, account_id, at, until, start_now, pieces, delivered, charged, to_source, to_cash, to_promo)
         select id, account_id, cancelled_at, now() + interval '1 day', true, $2, $3, 0, 0, 0, price from gone`,
      [orderId, pieces.length, delivered],
    );
    await sql(
      `select credit_wallet(account_id, 0::smallint, price, 'giveBackPromo', id, 'sales', 'promo', now()) from shop_order where id = $1`,
      [orderId],
    );
  };
}

/**
 * Gives each of these customers a copy of the first order, newer than all others. Without accounts: each
 * customer.
 */
export const copyFirstOrder = ({ sql }: Sql, accountIds?: readonly string[]) =>
  sql(
    `insert into shop_order select (jsonb_populate_record(o, jsonb_build_object('id', uuidv7(), 'number', gen_random_uuid(), 'account_id', a.id))).*
     from shop_order o, account a where o.id = (select id from shop_order order by id limit 1) and ( $1::uuid[] is null or a.id = any($1))`,
    [accountIds ?? null],
  );

/** Whether the buyer of an order had a right of withdrawal when it was placed. */
export async function hadRight({ sql }: Sql, orderId: string | undefined): Promise<boolean | undefined> {
  const [row] = await sql<{ right: boolean }>(
    `select (consents ->> 'hasRight')::boolean as right from purchase where id = (select purchase_id from shop_order where id = $1)`,
    [orderId],
  );
  return row?.right;
}

// The catalogue as the owner could change it.

export const setUnitPrice = ({ sql }: Sql, offerId: string, currency: number, cents: number) =>
  sql('update catalogue_price set unit_price = $3 where offer_id = $1 and currency = $2', [offerId, currency, cents]);

export const deletePrice = ({ sql }: Sql, offerId: string, currency: number) =>
  sql('delete from catalogue_price where offer_id = $1 and currency = $2', [offerId, currency]);

export const retireOffer = ({ sql }: Sql, offerId: string) => sql('update catalogue_offer set retired = true where id = $1', [offerId]);

/** Reads of the catalogue wait for the end of the transaction. */
export const lockCatalogueVersion = ({ sql }: Sql) => sql('lock table catalogue_state in access exclusive mode');

export const setServicePlatforms = ({ sql }: Sql, platforms: readonly number[], ...slugs: readonly string[]) =>
  sql('update catalogue_service set platforms = $1 where slug = any($2)', [JSON.stringify(platforms), slugs]);

export const deletePlatforms = ({ sql }: Sql) => sql('delete from catalogue_platform');

export const setSurcharges = ({ sql }: Sql, percent: number) => sql('update catalogue_platform set surcharge_percent = $1', [percent]);

export const highestSurcharge = async ({ sql }: Sql): Promise<number> =>
  (await sql<{ most: number }>('select max(surcharge_percent) as most from catalogue_platform'))[0]?.most ?? 0;

/** Numbers of the owner's own services, ascending. */
/** Numbers of keys that have none in the files. */
export const givenNumbers = ({ sql }: Sql) =>
  sql<{ key: string; number: number }>('select key, number from catalogue_number where number >= 100 order by number');

export const deleteNumbers = ({ sql }: Sql) => sql('delete from catalogue_number');

export const setServiceState = ({ sql }: Sql, slug: string, state: 'sold' | 'hidden' | 'archived') =>
  sql('update catalogue_service set state = $2 where slug = $1', [slug, state]);
