// The pool of connections, the typed queries over it, and the two ways to use them: outside a transaction and inside one.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from './log.ts';

export type Db = { readonly pool: pg.Pool; readonly orm: NodePgDatabase };

/** What a query needs; both the database and a transaction of it are one, so an action does not care which it got. */
export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

export function openDb(connection: pg.PoolConfig, options: { poolSize: number; log: Log }): Db {
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize,
    application_name: 'fanfare',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
  });
  const note = (cause: Error) => options.log.warn({ cause: cause.message }, 'a database connection was lost');
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return { pool, orm: drizzle(pool) };
}

/** One change, one transaction; no network inside it. */
export const change = <T>(db: Db, work: (tx: Queries) => Promise<T>): Promise<T> => db.orm.transaction((tx) => work(tx));
