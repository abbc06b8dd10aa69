// Queue maintenance: releases jobs of dead processes (graphile-worker waits four hours) and caps the retry
// delay at the value in the table of jobs (its own grows to six hours).
import type pg from 'pg';
import { jobNames, jobs } from '../../jobs.ts';

export const MAINTENANCE_SECONDS = 15;
/** Four missed rounds: a process that is silent this long is dead, or too stuck to finish its jobs. */
const LEASE_SECONDS = 60;

const caps = JSON.stringify(Object.fromEntries(jobNames.map((name) => [name, jobs[name].maxRetryMinutes])));

/** `holder`: this process's worker id. Its locks are renewed, stale ones are released. */
export async function maintainQueue(pool: pg.Pool, holder: string): Promise<{ readonly freed: number }> {
  await pool.query(
    `with jobs as (update graphile_worker._private_jobs set locked_at = now() where locked_by = $1)
     update graphile_worker._private_job_queues set locked_at = now() where locked_by = $1`,
    [holder],
  );
  const { rowCount } = await pool.query(
    `with queues as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at < now() - make_interval(secs => $1))
     update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
      where locked_at < now() - make_interval(secs => $1)`,
    [LEASE_SECONDS],
  );
  await pool.query(
    `select graphile_worker.reschedule_jobs(array[id], run_at => now() + wait)
       from graphile_worker.jobs cross join lateral (select make_interval(mins => ($1::json ->> task_identifier)::int) as wait) as cap
      where attempts between 1 and max_attempts - 1 and locked_at is null and run_at > now() + wait`,
    [caps],
  );
  return { freed: rowCount ?? 0 };
}
