// Asks the database how it is, on a connection of its own: a busy pool must not look like a database that is
// away.
import pg from 'pg';
import type { DatabaseConnection } from './connection.ts';
import { getSqlState } from './database-errors.ts';

export type DatabaseState = 'writable' | 'read-only' | 'full' | 'unreachable';

export type DatabaseProbe = {
  /** Callers at the same time share one answer. */
  state(): Promise<DatabaseState>;
  /** Remembers that the disk is full, until a write succeeds. */
  note(error: unknown): void;
  readonly pool: pg.Pool;
};

const TIMEOUT_MS = 2_000;
const DISK_FULL = '53100';

export function openProbe(connection: DatabaseConnection): DatabaseProbe {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    application_name: 'fanfare probe',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    // Monitors that ask every few seconds keep the connection; without them, PostgreSQL has one process less.
    idleTimeoutMillis: 5_000,
    allowExitOnIdle: true,
  });
  // A lost connection is found by the next question. Without a listener of its own, a connection that is lost
  // while it is asked would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let isFull = false;
  let asking: Promise<DatabaseState> | undefined;

  async function ask(): Promise<DatabaseState> {
    try {
      const { rows } = await pool.query<{ readonly: boolean }>(
        "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as readonly",
      );
      if (rows[0]?.readonly) return 'read-only';
      if (isFull) await pool.query(WRITE_ONE_MEGABYTE);
      isFull = false;
      return 'writable';
    } catch (cause) {
      return getSqlState(cause) === DISK_FULL ? 'full' : 'unreachable';
    }
  }

  return {
    pool,
    note(error) {
      isFull ||= getSqlState(error) === DISK_FULL;
    },
    state() {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}

/**
 * Small writes succeed on a full disk while pages have room, so this one makes a file grow. Only while the
 * disk is known to be full.
 */
const WRITE_ONE_MEGABYTE = `
  begin;
  create temporary table probe on commit drop as select repeat(md5(line::text), 59) as filler from generate_series(1, 512) line;
  rollback`;
