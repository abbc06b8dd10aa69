// The pool of connections, the typed queries over it, and the two ways to use them: outside a transaction and inside one.
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type ChangePublisher, openTeller } from '../live/change-publisher.ts';
import { collectChanges, onChange } from '../live/changes.ts';
import type { Log } from '../logging/log.ts';
import { isRetryable } from './database-errors.ts';

export type Db = { readonly pool: pg.Pool; readonly orm: NodePgDatabase; readonly changePublisher: ChangePublisher };

/** What a query needs; both the database and a transaction of it are one, so an action does not care which it got. */
export type DbClient = Pick<NodePgDatabase, 'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute'>;

const LOCK_TIMEOUT_MS = 5_000;

export function openDb(connection: pg.PoolConfig, options: { poolSize: number; log: Log }): Db {
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize,
    application_name: 'fanfare',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    // Somebody who holds a row for long is waited for by as many as there are connections, and then nobody else is served.
    lock_timeout: LOCK_TIMEOUT_MS,
    // A change has no network inside it: one that stands still this long has lost its process.
    idle_in_transaction_session_timeout: 30_000,
  });
  tellOfLosses(pool, options.log);
  const orm = drizzle(pool);
  const changePublisher = openTeller(pool, options.log);
  onChange(orm, changePublisher.tell);
  return { pool, orm, changePublisher };
}

/** What was touched is told before the last connection is given back. */
export async function closeDb({ pool, changePublisher }: Db): Promise<void> {
  await changePublisher.stop();
  await pool.end();
}

/** At a stop the database may be faster than a connection that is about to be closed: nobody has lost anything then. */
function tellOfLosses(pool: pg.Pool, log: Log): void {
  const used = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_, client) => used.delete(client));
  pool.on('connect', (client) =>
    client.on('error', ({ message: cause }) => {
      const isClosed = pool.ending && !used.has(client);
      log[isClosed ? 'debug' : 'warn']({ cause }, 'a database connection was lost');
    }),
  );
  // Said by the connection itself; without a listener it would end the process.
  pool.on('error', () => undefined);
}

/** So often is a change tried that fails only because of others at the same moment. */
const MAX_TRIES = 4;
/** Before the second try, and twice as long before each that follows; with chance, so that two that met do not meet again. */
const FIRST_WAIT_MS = 20;

/** For what is one transaction of its own: after a deadlock or a serialization failure nothing of it was kept, and it is sent again, a few times. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (cause) {
      if (tries === MAX_TRIES || !isRetryable(cause)) throw cause;
      await pause(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

/**
 * One change, one transaction; no network inside it, and nothing that is left when it is taken back, because it may run again. What it has touched is told
 * when it is committed.
 */
export const transaction = <T>(db: Db, work: (tx: DbClient) => Promise<T>): Promise<T> => retryConflicts(() => changeOnce(db, work));

/** Begun and ended here: drizzle's own transaction keeps a connection for ever that is lost while it begins, and after a few of those there is none left. */
async function changeOnce<T>(db: Db, work: (tx: DbClient) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  const tx = drizzle(client);
  const tell = collectChanges(tx);
  let isOver = false;
  try {
    await client.query('begin');
    const done = await work(tx);
    await client.query('commit');
    isOver = true;
    tell(db.changePublisher.tell);
    return done;
  } catch (cause) {
    // Who asked hears why it failed. What cannot be taken back is taken back by the database, when the connection is gone.
    isOver ||= await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw cause;
  } finally {
    client.release(!isOver);
  }
}
