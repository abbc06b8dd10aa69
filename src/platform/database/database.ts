// The connection pool, typed queries, and transactions with retry.
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type ChangePublisher, openChangePublisher } from '../live/change-publisher.ts';
import { collectChanges, onChange } from '../live/changes.ts';
import type { NatsTransport } from '../live/nats.ts';
import { createPostgresPublisher } from '../live/transport.ts';
import { observePoolWait } from '../logging/counters.ts';
import type { Log } from '../logging/log.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { type DatabaseAccess, type DatabaseConnection, KEEP_ALIVE_MS } from './connection.ts';
import { getSqlState, isRetryable } from './database-errors.ts';
import { type DatabaseProbe, openProbe } from './probe.ts';
import { type Replica, watchReplica } from './replica.ts';

export type Db = {
  readonly pool: pg.Pool;
  readonly orm: NodePgDatabase;
  /** For what needs a session: the job queue. */
  readonly sessions: pg.Pool;
  /**
   * For reads that may be a moment old, never of what the same person has just written. The primary, unless
   * DATABASE_READ_URL is set.
   */
  readonly reads: NodePgDatabase;
  readonly readPool: pg.Pool;
  /** If DATABASE_READ_URL is set: for which accounts `readPool` has all that they have written. */
  readonly replica: Replica | undefined;
  readonly changePublisher: ChangePublisher;
  /** Carries live updates if LIVE_URL is set; otherwise PostgreSQL does. */
  readonly nats: NatsTransport | undefined;
  readonly probe: DatabaseProbe;
  /** Starts a transaction. */
  readonly begin: string;
};

/** Both the database and a transaction implement it, so an action accepts either. */
export type DbClient = Pick<NodePgDatabase, 'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute'>;

const timeouts = {
  statement_timeout: 30_000,
  // A long row lock can block all connections of the pool, so waiting for a lock is limited.
  lock_timeout: 5_000,
  // There is no network call inside a transaction, so one that is idle this long has lost its process.
  idle_in_transaction_session_timeout: 30_000,
};

/** A pooler refuses them as parameters of a connection, so each transaction sets them. */
const BEGIN_POOLED = ['begin', ...Object.entries(timeouts).map(([name, ms]) => `set local ${name} = ${ms}`)].join('; ');

type DbOptions = Omit<DatabaseAccess, 'connection'> & {
  readonly poolSize: number;
  readonly log: Log;
  readonly nats?: NatsTransport | undefined;
};

/**
 * The job queue listens on one connection, and its statements take turns on the other. Five workers poll at
 * the same time: from a larger pool, each would keep a connection of its own.
 */
const SESSIONS = 2;

export function openDb(connection: DatabaseConnection, { poolSize, log, direct, read, nats }: DbOptions): Db {
  const logLoss = logLossesOnce(log);
  const pool = openPool(connection, 'fanfare', poolSize, logLoss);
  measurePoolWait(pool);
  const sessions = openPool(direct ?? connection, 'fanfare jobs', SESSIONS, logLoss);
  const readPool = read ? openPool(read, 'fanfare read', poolSize, logLoss) : pool;
  const orm = drizzle(pool);
  const probe = openProbe(connection);
  const replica = read ? watchReplica(probe.pool, readPool, log) : undefined;
  const publisher = openChangePublisher(nats ?? createPostgresPublisher(pool), log);
  const tell: ChangePublisher['tell'] = (topic, name) => {
    replica?.note(topic, [name]);
    publisher.tell(topic, name);
  };
  const changePublisher = { ...publisher, tell };
  onChange(orm, tell);
  const reads = read ? drizzle(readPool) : orm;
  return {
    pool,
    orm,
    sessions,
    reads,
    readPool,
    replica,
    changePublisher,
    nats,
    probe,
    begin: connection.pooled ? BEGIN_POOLED : 'begin',
  };
}

/**
 * Each connection is a process with 2 to 7 MB, and scheduled jobs open five every minute. By the socket of
 * this machine, a new one takes 1 to 4 ms. Both times are longer than the pause between two polls of the job
 * queue, which keep one connection open.
 */
const IDLE_MS = { socket: 3_000, network: 10_000 };

function openPool(connection: DatabaseConnection, name: string, size: number, logLoss: LogLoss): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    ...(connection.pooled ? {} : timeouts),
    max: size,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: connection.host?.startsWith('/') ? IDLE_MS.socket : IDLE_MS.network,
    // A host that loses its power closes no connection: TCP finds out.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  logLostConnections(pool, logLoss);
  return pool;
}

/**
 * Nothing is lost if closing takes longer: all changes are committed, and the database notices a closed
 * connection by itself.
 */
const CLOSE_TIMEOUT_MS = 1_000;

/** Publishes pending change notifications before the last connection is closed. */
export async function closeDb({ pool, sessions, readPool, replica, changePublisher, nats, probe }: Db): Promise<void> {
  await withTimeout(CLOSE_TIMEOUT_MS, changePublisher.stop());
  await nats?.stop();
  replica?.stop();
  const pools = new Set([pool, sessions, readPool, probe.pool]);
  await withTimeout(CLOSE_TIMEOUT_MS, Promise.all([...pools].map((each) => each.end())));
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** The pool's own queries use `connect`, too. */
function measurePoolWait(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<pg.PoolClient>;
  const measureWait = (callback?: ConnectCallback) => {
    const since = performance.now();
    const end = () => observePoolWait((performance.now() - since) / 1_000);
    if (callback)
      return connect((...result) => {
        end();
        callback(...result);
      });
    return connect().finally(end);
  };
  pool.connect = measureWait as typeof pool.connect;
}

const QUIET_AFTER_LOSS_MS = 1_000;

/** `isClosed`: the pool was closing it anyway. */
type LogLoss = (cause: string, isClosed: boolean) => void;

/** An outage ends the connections of all pools at once: one line is enough. */
function logLossesOnce(log: Log): LogLoss {
  let lostAt = Number.NEGATIVE_INFINITY;
  return (cause, isClosed) => {
    const isQuiet = isClosed || performance.now() - lostAt < QUIET_AFTER_LOSS_MS;
    log[isQuiet ? 'debug' : 'warn']({ cause }, 'database.connection.lost');
    if (!isQuiet) lostAt = performance.now();
  };
}

/** At a stop, the database may close a connection before the pool does; this loses nothing. */
function logLostConnections(pool: pg.Pool, logLoss: LogLoss): void {
  const used = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_, client) => used.delete(client));
  pool.on('connect', (client) => client.on('error', ({ message }) => logLoss(message, pool.ending && !used.has(client))));
  // Emitted by the connection; without a listener it would end the process.
  pool.on('error', () => undefined);
}

/** Attempts for a transaction that fails only because of concurrent ones. */
const MAX_TRIES = 4;
/**
 * Delay before the second attempt; doubles each time, with jitter so that two transactions do not collide
 * again.
 */
const FIRST_WAIT_MS = 20;

/**
 * Runs one whole transaction; retries it a few times after a deadlock or a serialization failure, which roll
 * it back.
 */
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
 * Runs `run` in one transaction and publishes its change notifications after the commit. No network inside.
 * It may run again, so it must have no effect that a rollback does not undo.
 */
export const transaction = <T>(db: Db, work: (tx: DbClient) => Promise<T>): Promise<T> => retryConflicts(() => changeOnce(db, work));

const READ_ONLY = '25006';

/**
 * Own BEGIN and COMMIT: drizzle's transaction() leaks a connection that is lost during BEGIN, until the pool
 * is empty.
 */
async function changeOnce<T>(db: Db, work: (tx: DbClient) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  const tx = drizzle(client);
  const tell = collectChanges(tx);
  let isOver = false;
  try {
    await client.query(db.begin);
    const done = await work(tx);
    await client.query('commit');
    isOver = true;
    tell(db.changePublisher.tell);
    return done;
  } catch (cause) {
    db.probe.note(cause);
    // Rethrow the original error. If ROLLBACK fails, the connection is destroyed and PostgreSQL rolls back.
    isOver ||= await client.query('rollback').then(
      () => true,
      () => false,
    );
    // The server was the primary when this connection was opened. A new connection finds the one that is.
    if (getSqlState(cause) === READ_ONLY) isOver = false;
    throw cause;
  } finally {
    client.release(!isOver);
  }
}
