// Migrates graphile-worker's own schema. Stores the library version that did it, so that a start without changes need not load the library.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../logging/log.ts';

export async function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')) as Package;
  const made = `graphile-worker ${dependencies['graphile-worker']}`;
  const { rows } = await pool.query<{ made: string | null }>(
    `select obj_description(oid, 'pg_namespace') as made from pg_namespace where nspname = 'graphile_worker'`,
  );
  if (rows[0]?.made === made) return;
  const [{ runMigrations }, { queueLogger }] = await Promise.all([import('graphile-worker'), import('./queue-log.ts')]);
  await runMigrations({ pgPool: pool, logger: queueLogger(log) });
  await pool.query(`comment on schema graphile_worker is ${pg.escapeLiteral(made)}`);
}

type Package = { readonly dependencies: { readonly 'graphile-worker': string } };
