// The job queue for operators: counts, failed jobs with their errors, and retry. Payloads are never shown.
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { isJobName, type JobName, jobs } from '../../jobs.ts';
import type { DbClient } from '../database/database.ts';

/** waiting: never tried. failed: will be retried. given up: retried only on request. */
export type JobCounts = { readonly waiting: number; readonly running: number; readonly failed: number; readonly givenUp: number };

export async function countJobs(pool: pg.Pool): Promise<JobCounts> {
  const { rows } = await pool.query<{ waiting: string; running: string; failed: string; given_up: string }>(`
    select count(*) filter (where locked_at is null and attempts = 0) as waiting,
           count(*) filter (where locked_at is not null) as running,
           count(*) filter (where locked_at is null and attempts > 0 and attempts < max_attempts) as failed,
           count(*) filter (where locked_at is null and attempts >= max_attempts) as given_up
      from graphile_worker.jobs`);
  const [row] = rows;
  return { waiting: Number(row?.waiting), running: Number(row?.running), failed: Number(row?.failed), givenUp: Number(row?.given_up) };
}

/**
 * How long the job that is due the longest has been waiting for a free worker; 0 if none waits. All have the
 * same priority, so the index finds it.
 */
export async function getOldestWaitSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: string }>(`
    select coalesce(extract(epoch from max(now() - run_at)), 0) as seconds from (
      select run_at from graphile_worker._private_jobs where is_available and run_at <= now() order by priority, run_at limit 1) as oldest`);
  return Number(rows[0]?.seconds);
}

export type GivenUpJob = {
  readonly id: string;
  readonly task: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly createdAt: Date;
  readonly lastTriedAt: Date;
};

/** The queue stores no time of the last try; it is derived from the back-off. */
export async function listGivenUpJobs(pool: pg.Pool, limit: number): Promise<GivenUpJob[]> {
  const { rows } = await pool.query<GivenUpJob>(
    `select id::text, task_identifier as task, attempts::int, split_part(coalesce(last_error, 'the process ended while it ran'), e'\\n', 1) as "lastError",
            created_at as "createdAt", run_at - make_interval(secs => exp(least(attempts, 10))) as "lastTriedAt"
       from graphile_worker.jobs where locked_at is null and attempts >= max_attempts order by run_at desc, id desc limit $1`,
    [limit],
  );
  return rows;
}

/** Tries a job again now, with all attempts, whether it waits or was given up. A running one goes on. */
export async function restartJob(queries: DbClient, task: JobName, key: string): Promise<void> {
  await queries.execute(sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = ${task} and key = ${key} and locked_at is null),
      run_at => now(), attempts => 0, max_attempts => ${jobs[task].attempts}::int)`);
}

export type RetriedJob = { readonly id: string; readonly task: string; readonly attempts: number };

/**
 * Retries given-up jobs immediately with all attempts: one of them, or all of a task. Returns them; empty if
 * none was given up.
 */
export async function retryJobs(queries: DbClient, which: { readonly id: string } | { readonly task: string }): Promise<RetriedJob[]> {
  if ('id' in which && !/^\d{1,18}$/.test(which.id)) return [];
  const chosen = 'id' in which ? sql`id = ${which.id}` : sql`task_identifier = ${which.task}`;
  const { rows } = await queries.execute<RetriedJob>(
    sql`select id::text, task_identifier as task, attempts::int from graphile_worker.jobs
      where ${chosen} and locked_at is null and attempts >= max_attempts order by id`,
  );
  const retried: RetriedJob[] = [];
  for (const job of rows) {
    const maxAttempts = isJobName(job.task) ? jobs[job.task].attempts : null;
    const { rowCount } = await queries.execute(
      sql`select id from graphile_worker.reschedule_jobs(array[${job.id}::bigint], run_at => now(), attempts => 0, max_attempts => ${maxAttempts}::int)`,
    );
    if (rowCount === 1) retried.push(job);
  }
  return retried;
}
