// The queue's own tables, brought up to date apart from ours: they belong to graphile-worker, in a schema of its own. Which version made them last stands
// beside them, so that a start that has nothing to bring up to date need not load it.
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
