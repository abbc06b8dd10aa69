// Brings the database's tables up to this code: every file in migrations/ that has not run yet, in order, under a lock,
// so that two nodes that start together do it once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const LOCK = 4_817_002;
const folder = join(import.meta.dirname, '../../migrations');

export async function migrateTables(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'fanfare migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** True when the last migration of this code has run: part of being ready. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: readonly { when: number }[] };
  const { rows } = await pool.query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  return Number(rows[0]?.at ?? 0) >= Math.max(...journal.entries.map(({ when }) => when));
}
