// The database as a whole.

import pg from 'pg';
import type { DbClient } from '#platform/database/database.ts';
import type { Shop } from '../shop.ts';

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

// Direct access to rows, for what no API shows. The helpers of this folder hold all SQL of the tests, except
// of tests about SQL itself.

export type Sql = Pick<Shop, 'sql'>;

type Connection = { query(text: string, values: unknown[]): Promise<pg.QueryResult> };

/** The same access for tests without a whole shop. */
export const sqlOn = (connection: Connection): Sql => ({
  sql: async (text, values = []) => (await connection.query(text, [...values])).rows,
});

// Rows of the connections module.

/** The encrypted bytes as Latin-1, so that a plain secret among them would be found. */
export const storedConnections = (shop: Shop) => shop.sql<{ sealed: string }>("select encode(sealed, 'escape') as sealed from connection");

// What a session of the database keeps: settings and prepared statements.

/** All later sessions of this database may only read, as on a replica. */
export async function makeReplica(connection: pg.ClientConfig & { readonly database: string }): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`alter database ${connection.database} set default_transaction_read_only = on`);
  await client.end();
}

/** How many statements the connection keeps after a statement with a name. */
export async function countNamedStatements(pool: pg.Pool): Promise<number> {
  await pool.query({ name: 'one', text: 'select $1::int', values: [1] });
  return (await pool.query('select name from pg_prepared_statements')).rows.length;
}

export const LOCK_TIMEOUT = "select current_setting('lock_timeout') as ms";

// Rate limits.

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

// Open transactions, locks and lost connections.

export type OpenTransaction = Sql & { commit(): Promise<void>; [Symbol.asyncDispose](): Promise<void> };

/** A transaction on a connection of its own; without a commit it rolls back when it is disposed. */
export async function openTransaction({ connection }: Pick<Shop, 'connection'>): Promise<OpenTransaction> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('begin');
  return {
    ...sqlOn(client),
    commit: async () => void (await client.query('commit')),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

export async function lockTables({ sql }: Sql, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql(`select from ${table} for update`);
}

export const lockAccount = ({ sql }: Sql, email: string) => sql('select from account where email = $1 for no key update', [email]);
export const lockPurchase = ({ sql }: Sql, purchaseId: string) => sql('select from purchase where id = $1 for update', [purchaseId]);

/** How many connections to this database wait for a lock. */
export const waitingForLock = async ({ sql }: Sql): Promise<number> =>
  (await sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length;

/** Ends every other connection to this database; returns how many. */
export const endConnections = async ({ sql }: Sql): Promise<number> =>
  (await sql('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'))
    .length;

/** Ends the connections that are running a query that matches; returns how many. */
export const endConnectionsRunning = async ({ sql }: Sql, query: string): Promise<number> =>
  (
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ~ $1`,
      [query],
    )
  ).length;

/** Ends connections of this application name, at random, at most `count`. */
export const endSomeConnections = ({ sql }: Sql, applicationName: string, count: number) =>
  sql('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 order by random() limit $2', [
    applicationName,
    count,
  ]);

/** Ends one connection of this application name that is running a query. */
export const endBusyConnection = ({ sql }: Sql, applicationName: string) =>
  sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and state <> 'idle' limit 1`, [applicationName]);

/** Ends the connection on which a process listens for changes. */
export const endListening = ({ sql }: Sql) =>
  sql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'fanfare listen'`);

/**
 * The database may only be read, as after a failover to a replica: all connections end, and new ones are
 * read-only. The result ends that.
 */
export async function makeReadOnly({ connection }: Pick<Shop, 'connection'>): Promise<() => Promise<void>> {
  const client = new pg.Client(connection);
  await client.connect();
  const change = async (setting: string) => {
    await client.query(`alter database ${connection.database} ${setting}`);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  };
  await change('set default_transaction_read_only = on');
  return async () => {
    await change('reset default_transaction_read_only');
    await client.end();
  };
}
