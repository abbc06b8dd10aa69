// The database as a whole.
import type { DbClient } from '#platform/database/database.ts';
import type { Sql } from './sql.ts';

/** How many rows each table of the shop has. */
export async function rowCounts({ sql }: Sql): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public'`);
  const counted = tables.map(async ({ name }) => [name, (await sql<{ n: number }>(`select count(*)::int as n from "${name}"`))[0]?.n ?? 0]);
  return Object.fromEntries(await Promise.all(counted));
}

export const databaseExists = async ({ sql }: Sql, name: string): Promise<boolean> =>
  (await sql('select from pg_database where datname = $1', [name])).length > 0;

/** Tells the browsers of a customer that their drafts have changed. */
export const notifyDrafts = ({ sql }: Sql, email: string) =>
  sql(`select pg_notify('live', 'account:' || id || ' drafts') from account where email = $1`, [email]);

/** The name of the database that this connection leads to. */
export async function databaseName(queries: DbClient): Promise<string | undefined> {
  const { rows } = await queries.execute<{ name: string }>('select current_database() as name');
  return rows[0]?.name;
}

export const ageSharedAssets = ({ sql }: Sql, names: readonly string[], days: number) =>
  sql('update shared_asset set used_at = now() - make_interval(days => $2) where name = any($1)', [names, days]);

export const indexNames = async ({ sql }: Sql): Promise<readonly string[]> =>
  (
    await sql<{ name: string }>(
      `select indexname as name from pg_indexes where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
  ).map(({ name }) => name);

/** How far the rows of a table lie in the order of this column: 1 if in order, 0 if at random. */
export async function storedOrder({ sql }: Sql, table: string, column: string): Promise<number> {
  const [row] = await sql<{ correlation: number }>(`select correlation from pg_stats where tablename = $1 and attname = $2`, [
    table,
    column,
  ]);
  if (!row) throw new Error(`no statistics of ${table}.${column}`);
  return row.correlation;
}

/** Storage parameters, such as those of autovacuum. */
export const tableOptions = ({ sql }: Sql): Promise<readonly { name: string; options: readonly string[] }[]> =>
  sql(`select oid::regclass::text as name, reloptions as options from pg_class where relkind = 'r' and reloptions is not null order by 1`);

/**
 * Checks every foreign key of the shop again, also for rows that were inserted without; throws at the first
 * row that breaks one.
 */
export async function recheckReferences({ sql }: Sql): Promise<void> {
  const references = await sql<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conparentid = 0`,
  );
  for (const { table, name, definition } of references)
    await sql(`alter table ${table} add constraint "again_${name.slice(0, 50)}" ${definition}`);
}

/** By a statement, not by autovacuum. */
export const isAnalyzed = async ({ sql }: Sql, table: string): Promise<boolean> =>
  (await sql('select from pg_stat_user_tables where relname = $1 and last_analyze is not null', [table])).length > 0;
