// Queries of the report of subscriptions.
import { sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { DbClient } from '#platform/database/database.ts';

export type Span = { readonly from: Date; readonly until: Date };
/**
 * `running`: with a paid month, at the beginning of the span. `lost`: what those that ended brought in a
 * month.
 */
export type Churn = { readonly running: number; readonly started: number; readonly ended: number; readonly lost: number };

/** Of those that ran at all: what was never paid is neither a start nor an end. */
export async function countChurn(queries: DbClient, { from, until }: Span, currency: CurrencyNumber): Promise<Churn> {
  const { rows } = await queries.execute<Churn>(sql`
    select count(*) filter (where began < ${from} and (ended is null or ended >= ${from}))::int as running,
      count(*) filter (where began >= ${from} and began < ${until})::int as started,
      count(*) filter (where ended >= ${from} and ended < ${until})::int as ended,
      coalesce(sum(price) filter (where ended >= ${from} and ended < ${until}), 0)::float8 as lost
    from (select s.price, s.ended_at as ended,
        (select min(paid_at) from shop_order where subscription_id = s.id and paid_at is not null) as began
      from subscription s where s.currency = ${currency} and (s.state <> 'ended' or s.ended_at is not null)) as known
    where began is not null`);
  return rows[0] ?? { running: 0, started: 0, ended: 0, lost: 0 };
}
