// Rate limits.
import type { Sql } from './sql.ts';

export const clearLimits = ({ sql }: Sql) => sql('truncate rate_limit');

/** Every rate limit as text, for tests that look for what must not be in it. */
export const limitRows = async ({ sql }: Sql): Promise<string[]> =>
  (await sql<{ row: string }>('select rate_limit::text as row from rate_limit')).map(({ row }) => row);

export const limitHits = async ({ sql }: Sql, key: string): Promise<number> =>
  (await sql<{ count: number }>('select cardinality(hits) as count from rate_limit where key = $1', [key]))[0]?.count ?? 0;

/** Counts a request without a look at the limit. */
export const addLimitHit = ({ sql }: Sql, key: string) =>
  sql(
    `insert into rate_limit as had values ($1, array[now()], now() + interval '1 hour')
     on conflict (key) do update set hits = had.hits || excluded.hits`,
    [key],
  );
