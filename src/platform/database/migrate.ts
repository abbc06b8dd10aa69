// Applies new migrations in order, then changed SQL functions, under a lock, so that only one of several
// starting processes does it. CONTRIBUTING.md says how to add a migration.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../config/config.ts';
import { codeFile } from '../paths.ts';
import { createClient, type DatabaseConnection } from './connection.ts';
import { applyFunctions } from './sql-functions.ts';

const LOCK = 4_817_002;
const RETRY_MS = 100;
const folder = codeFile('migrations');

/** Lock timeout of a migration, because requests wait behind it. A failed start can be repeated. */
const LOCK_TIMEOUT = '10s';

export type Migration = {
  readonly name: string;
  readonly createdAt: number;
  readonly hash: string;
  readonly statements: readonly string[];
};
type Applied = { readonly hash: string };

export async function migrateTables(connection: DatabaseConnection): Promise<void> {
  const client = createClient(connection, { application_name: 'fanfare migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The role or the database may have a limit, which is for requests: another migration, or an index, takes
    // as long as it takes.
    await client.query('set statement_timeout = 0');
    await waitForLock(client);
    await applyMigrations(client, await readMigrations(folder));
    await applyFunctions(client);
  } finally {
    await client.end();
  }
}

/**
 * Tried again and again: a statement that waits keeps a snapshot, and an index that another process builds
 * concurrently would wait for that.
 */
async function waitForLock(client: pg.ClientBase): Promise<void> {
  const claim = () => client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [LOCK]);
  while (!(await claim()).rows[0]?.claimed) await pause(RETRY_MS);
}

/** True if the last migration of this code has run: part of readiness. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { entries } = await readJournal(folder);
  const { rows: tables } = await pool.query<{ found: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
  if (!tables[0]?.found) return false;
  const { rows } = await pool.query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  return Number(rows[0]?.at ?? 0) >= Math.max(...entries.map(({ when }) => when));
}

export async function readMigrations(from: string): Promise<Migration[]> {
  const { entries } = await readJournal(from);
  return Promise.all(
    entries.map(async ({ tag, when }) => {
      const text = await readFile(join(from, `${tag}.sql`), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { name: tag, createdAt: when, hash, statements: text.split('--> statement-breakpoint') };
    }),
  );
}

type Journal = { readonly entries: readonly { readonly tag: string; readonly when: number }[] };

const readJournal = async (from: string): Promise<Journal> => JSON.parse(await readFile(join(from, 'meta/_journal.json'), 'utf8'));

/**
 * One transaction per migration. A database that is ahead of this code is left alone: migrations are safe for
 * the previous version.
 */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[], lockTimeout = LOCK_TIMEOUT): Promise<void> {
  // The table and its columns are those of drizzle-kit.
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await client.query<Applied>('select hash from drizzle.__drizzle_migrations order by created_at, id');
  const error = findHistoryError(migrations, rows);
  if (error) throw new StartError([error]);
  for (const migration of migrations.slice(rows.length)) await applyMigration(client, migration, lockTimeout);
}

async function applyMigration(client: pg.ClientBase, migration: Migration, lockTimeout: string): Promise<void> {
  const record = () =>
    client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [migration.hash, migration.createdAt]);
  if (isConcurrent(migration)) {
    // PostgreSQL runs these only outside of transactions. Each can be repeated; a test checks this.
    for (const statement of migration.statements) await client.query(statement);
    await record();
    return;
  }
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    for (const statement of migration.statements) await client.query(statement);
    await record();
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw cause;
  }
}

/** Builds or drops indexes without blocking writers. */
const isConcurrent = ({ statements }: Pick<Migration, 'statements'>): boolean =>
  statements.some((statement) => /\bindex\s+concurrently\b/i.test(statement));

/** Undefined if the applied migrations are a prefix of these, or extend them. */
export function findHistoryError(migrations: readonly Migration[], applied: readonly Applied[]): string | undefined {
  const index = applied.findIndex(({ hash }, place) => place < migrations.length && migrations[place]?.hash !== hash);
  if (index === -1) return undefined;
  return index === 0
    ? 'The database was created by a version of Fanfare before the first release and cannot be upgraded. Start with an empty database: set DATABASE_URL or DATA_DIR to another one.'
    : `The database has another history than this code: its migration ${index} is not ${migrations[index]?.name}. Nothing was changed. Start the version that created it, or use another database.`;
}
