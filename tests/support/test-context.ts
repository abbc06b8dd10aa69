// Database, clock and log without HTTP servers. A whole shop is in shop.ts.
import { runOnce } from 'graphile-worker';
import type pg from 'pg';
import type { AppContext } from '#platform/app-context.ts';
import { readConfig } from '#platform/config/config.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { maintainQueue } from '#platform/jobs/maintenance.ts';
import { queueLogger } from '#platform/jobs/queue-log.ts';
import { taskList } from '#platform/jobs/tasks.ts';
import { makeLog } from '#platform/logging/log.ts';
import { type JobHandlers, jobNames } from '../../src/jobs.ts';
import { type TestClock, testClock } from './clock.ts';
import { copyDatabase } from './database.ts';
import { type Sql, sqlOn } from './rows/sql.ts';

/** Every job as a no-op; a test replaces those it needs. */
export const quietJobs = Object.fromEntries(jobNames.map((name) => [name, async () => undefined])) as unknown as JobHandlers;

export type TestGround = AppContext & Sql & { readonly clock: TestClock; drop(): Promise<void> };

export async function openTestGround(environment: Readonly<Record<string, string>> = {}): Promise<TestGround> {
  const { connection, drop } = await copyDatabase();
  const log = makeLog({ level: process.env.LOG_LEVEL ?? 'silent', readable: false });
  const db = openDb(connection, { poolSize: 8, log });
  // The queue uses the database's clock, which cannot be turned, so both clocks start at the same time.
  const clock = testClock(new Date());
  return {
    config: readConfig(environment).config,
    log,
    db,
    clock,
    ...sqlOn(db.pool),
    async drop() {
      await closeDb(db);
      await drop();
    },
  };
}

/**
 * Runs every job that is due by the test clock, and the jobs that those enqueue, until none is due. The queue
 * uses the database's clock, which cannot be turned, so due jobs are moved to the present, and failed ones as
 * far ahead as the test clock is.
 */
export async function runDueJobs(ctx: AppContext, handlers: JobHandlers): Promise<void> {
  const { pool } = ctx.db;
  await pool.query(
    `select graphile_worker.reschedule_jobs(array[id], run_at => now()) from graphile_worker.jobs
      where run_at <= $1 and attempts < max_attempts and locked_at is null`,
    [ctx.clock.now()],
  );
  // The queue's clock runs on while the test clock stands still: jobs that wait for their next attempt by the
  // test clock must not run.
  const { rows: waiting } = await pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set run_at = run_at + interval '1 year'
      where run_at > $1 and attempts > 0 and last_error is not null and locked_at is null returning id`,
    [ctx.clock.now()],
  );
  const before = new Map((await attempts(pool)).map(({ id, tries }) => [id, tries]));
  const options = {
    pgPool: pool,
    taskList: taskList(ctx, handlers),
    logger: queueLogger(ctx.log),
    noHandleSignals: true,
    preset: { worker: { concurrentJobs: 5, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  } as const;
  // It can end before the queue of its last job is free.
  do await runOnce(options);
  while (await isAnyDue(pool));
  await maintainQueue(pool, 'nobody');
  await pool.query(`update graphile_worker._private_jobs set run_at = run_at - interval '1 year' where id = any($1)`, [
    waiting.map(({ id }) => id),
  ]);
  const tried = (await attempts(pool)).filter(({ id, tries }) => tries > (before.get(id) ?? 0)).map(({ id }) => id);
  await pool.query('update graphile_worker._private_jobs set run_at = run_at + ($2::timestamptz - now()) where id = any($1)', [
    tried,
    ctx.clock.now(),
  ]);
}

async function isAnyDue(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from graphile_worker.jobs job left join graphile_worker._private_job_queues queue using (queue_name)
      where job.task_identifier = any($1) and job.attempts < job.max_attempts and job.locked_at is null and job.run_at <= now()
        and queue.is_available is not false limit 1`,
    [jobNames],
  );
  return rows.length > 0;
}

const attempts = async (pool: pg.Pool): Promise<{ id: string; tries: number }[]> =>
  (await pool.query('select id, attempts as tries from graphile_worker.jobs')).rows;
