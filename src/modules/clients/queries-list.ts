// SQL of the list of customers. Sorting by spend and by last order joins accounts with invoices and orders,
// so it reads their tables directly; see docs/decisions/082-customers.md.
import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { CustomerCursor, CustomerSort } from './rules.ts';

export type CustomersWanted = {
  readonly sort: CustomerSort;
  /** Of the spend to sort by. */
  readonly currency: CurrencyNumber;
  readonly cursor?: CustomerCursor | undefined;
  readonly tagKey?: string | undefined;
  /** Only these: the matches of a search. */
  readonly among?: readonly string[] | undefined;
  readonly limit: number;
};

type FoundCustomer = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
  /** In milliseconds. */
  readonly createdAt: number;
  readonly lastOrderAt: number | null;
  readonly spent: readonly (readonly [CurrencyNumber, number])[];
  /** What the list is sorted by; null for names, which are looked up. */
  readonly key: string | null;
};

/**
 * One page. Each sort walks an index from the cursor on, so that a page costs the same however many customers
 * there are.
 */
export async function listCustomerPage(queries: DbClient, wanted: CustomersWanted): Promise<readonly FoundCustomer[]> {
  const { key, from, after, order } = sorts[wanted.sort](wanted);
  const { rows } = await queries.execute<FoundCustomer & Record<string, unknown>>(sql`
    with page as materialized (
      select a.id, ${key} as key, row_number() over (order by ${order}) as place
      from ${from} where a.erased_at is null ${after} ${isTagged(wanted)} ${isAmong(wanted)}
      order by ${order} limit ${wanted.limit}
    )
    select a.id, a.email, a.first_name as "firstName", a.last_name as "lastName", a.locale, ${toMs(sql`a.created_at`)} as "createdAt", page.key::text as key,
      (select ${toMs(sql`o.created_at`)} from shop_order o where o.account_id = a.id order by o.id desc limit 1) as "lastOrderAt",
      (select coalesce(jsonb_agg(jsonb_build_array(t.currency, t.amount) order by t.currency), '[]')
        from billing_total t where t.account_id = a.id and t.amount <> 0) as spent
    from page join account a on a.id = page.id order by page.place`);
  return rows;
}

const toMs = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000)::float8`;

type Sort = (wanted: CustomersWanted) => {
  readonly key: SQL;
  readonly from: SQL;
  /** The condition after the cursor. */
  readonly after: SQL;
  readonly order: SQL;
};

/** As in the index: the name that the list shows. */
const nameKey = sql`lower(coalesce(nullif(btrim(a.first_name || ' ' || a.last_name), ''), a.email))`;
const none = sql``;

const sorts: Readonly<Record<CustomerSort, Sort>> = {
  newest: ({ cursor }) => ({
    key: sql`(extract(epoch from a.created_at) * 1000000)::bigint`,
    from: sql`account a`,
    after: cursor
      ? sql`and (a.created_at, a.id) < (timestamptz 'epoch' + ${cursor.key}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`
      : none,
    order: sql`a.created_at desc, a.id desc`,
  }),
  name: ({ cursor }) => ({
    key: sql`null`,
    from: sql`account a`,
    after: cursor ? sql`and (${nameKey}, a.id) > (select ${nameKey}, a.id from account a where a.id = ${cursor.id}::uuid)` : none,
    order: sql`${nameKey}, a.id`,
  }),
  spend: ({ cursor, currency }) => ({
    key: sql`s.amount`,
    from: sql`billing_total s join account a on a.id = s.account_id and s.currency = ${currency} and s.amount > 0`,
    after: cursor ? sql`and (s.amount, s.account_id) < (${cursor.key}::bigint, ${cursor.id}::uuid)` : none,
    order: sql`s.amount desc, s.account_id desc`,
  }),
  lastOrder: (wanted) => ({
    key: sql`o.id`,
    from: isFiltered(wanted) ? lastOrderOfEach : newestOrders,
    after: wanted.cursor ? sql`and o.id < ${wanted.cursor.key}::uuid` : none,
    order: sql`o.id desc`,
  }),
};

const isFiltered = ({ tagKey, among }: CustomersWanted): boolean => tagKey !== undefined || among !== undefined;

/** Walks the orders from the newest, and takes each customer at their newest one. */
const newestOrders = sql`(
    select o.id, o.account_id from shop_order o
    where o.id = (select last.id from shop_order last where last.account_id = o.account_id order by last.id desc limit 1)
  ) o join account a on a.id = o.account_id`;
/** For few customers: looks up the newest order of each. */
const lastOrderOfEach = sql`account a
  join lateral (select o.id from shop_order o where o.account_id = a.id order by o.id desc limit 1) o on true`;

const isTagged = ({ tagKey }: CustomersWanted): SQL =>
  tagKey === undefined ? none : sql`and exists (select from customer_tag tag where tag.account_id = a.id and tag.tag_key = ${tagKey})`;

const isAmong = ({ among }: CustomersWanted): SQL => (among === undefined ? none : sql`and a.id = any(${sql.param([...among])}::uuid[])`);
