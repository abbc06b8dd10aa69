// Open transactions, locks and lost connections.
import pg from 'pg';
import type { Shop } from '../shop.ts';
import { type Sql, sqlOn } from './sql.ts';

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
