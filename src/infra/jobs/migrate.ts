// The queue's own tables, brought up to date apart from ours: they belong to graphile-worker, in a schema of its own.
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { queueLogger } from './log.ts';

export const migrateJobs = (pool: pg.Pool, log: Log): Promise<void> => runMigrations({ pgPool: pool, logger: queueLogger(log) });
