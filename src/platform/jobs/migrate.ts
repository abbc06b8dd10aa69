// Migrates graphile-worker's own schema. Stores the library version that did it, so that a start without
// changes need not load the library.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Log } from '../logging/log.ts';
import { codeFile } from '../paths.ts';

export async function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  const { version } = JSON.parse(await readFile(codeFile('node_modules/graphile-worker/package.json'), 'utf8')) as { version: string };
  const made = `graphile-worker ${version}`;
  const { rows } = await pool.query<{ made: string | null }>(
    `select obj_description(oid, 'pg_namespace') as made from pg_namespace where nspname = 'graphile_worker'`,
  );
  if (rows[0]?.made === made) return;
  const [{ runMigrations }, { createQueueLogger: queueLogger }] = await Promise.all([import('graphile-worker'), import('./queue-log.ts')]);
  await runMigrations({ pgPool: pool, logger: queueLogger(log) });
  await pool.query(`comment on schema graphile_worker is ${pg.escapeLiteral(made)}`);
}
