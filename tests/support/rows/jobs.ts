// The job queue.

import { expect } from 'vitest';
import type { JobName } from '../../../src/jobs.ts';
import type { Shop } from '../shop.ts';
import type { Sql } from './database.ts';

export type QueuedJob = {
  readonly id: string;
  readonly task: string;
  readonly key: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
  readonly payload: unknown;
};

/** Every job in the queue, oldest first. */
export const queuedJobs = ({ sql }: Sql): Promise<QueuedJob[]> =>
  sql(`select job.id::text, task_identifier as task, job.key, job.attempts, job.max_attempts as "maxAttempts",
         job.last_error as "lastError", stored.payload
       from graphile_worker.jobs as job join graphile_worker._private_jobs as stored on stored.id = job.id order by job.id`);

export const jobsOfTask = async (shop: Sql, task: string): Promise<QueuedJob[]> =>
  (await queuedJobs(shop)).filter((job) => job.task === task);

export const jobsWithKey = async (shop: Sql, key: string): Promise<QueuedJob[]> =>
  (await queuedJobs(shop)).filter((job) => job.key === key);

/** Enqueues a job without checking its name or payload; returns its id. */
export async function addJob({ sql }: Sql, task: string, payload: unknown = {}): Promise<string> {
  const [job] = await sql<{ id: string }>('select id::text from graphile_worker.add_job($1, $2::json)', [task, JSON.stringify(payload)]);
  return job?.id ?? '';
}

/** Enqueues a job that has been due for some seconds. */
export const addOverdueJob = ({ sql }: Sql, task: string, seconds: number) =>
  sql(`select graphile_worker.add_job($1, '{}'::json, run_at => now() - make_interval(secs => $2))`, [task, seconds]);

/** Enqueues the same job several times at once. */
export const addJobs = ({ sql }: Sql, task: string, count: number) =>
  sql(`select graphile_worker.add_job($1, '{}'::json) from generate_series(1, $2)`, [task, count]);

/** Enqueues a job that has used up its attempts; returns its id. */
export async function addGivenUpJob({ sql }: Sql, task: string, { payload = {}, lastError = 'it broke' } = {}): Promise<string> {
  const id = await addJob({ sql }, task, payload);
  await sql('update graphile_worker._private_jobs set attempts = max_attempts, last_error = $2 where id = $1', [id, lastError]);
  return id;
}

/** Marks jobs as being run by a process. */
export const lockJobs = ({ sql }: Sql, { key, by, secondsAgo = 0 }: { key?: string; by: string; secondsAgo?: number }) =>
  sql(
    `update graphile_worker._private_jobs set attempts = greatest(attempts, $2), locked_by = $3, locked_at = now() - make_interval(secs => $4)
     where $1::text is null or key = $1`,
    [key ?? null, key === undefined ? 1 : 0, by, secondsAgo],
  );

/** Marks the queues as being run by a process, as their jobs are. */
export const lockQueues = ({ sql }: Sql, { by, secondsAgo }: { by: string; secondsAgo: number }) =>
  sql('update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() - make_interval(secs => $2)', [by, secondsAgo]);

/** As after the last attempt of each. */
export const giveUpJobs = ({ sql }: Sql) => sql('update graphile_worker._private_jobs set attempts = max_attempts');
export const allowOneAttempt = ({ sql }: Sql) => sql('update graphile_worker._private_jobs set max_attempts = 1');
export const deleteJobs = async ({ sql }: Sql) => {
  await sql('delete from graphile_worker._private_jobs');
  await sql('delete from graphile_worker._private_job_queues');
};

/** The names of the scheduled jobs that the queue knows. */
export const scheduledTasks = async ({ sql }: Sql): Promise<string[]> =>
  (await sql<{ identifier: string }>('select identifier from graphile_worker._private_known_crontabs order by 1')).map(
    ({ identifier }) => identifier,
  );

/** As if the last run of each scheduled job was a day ago. */
export const turnScheduleBack = ({ sql }: Sql) =>
  sql(
    `update graphile_worker._private_known_crontabs set known_since = now() - interval '2 days', last_execution = now() - interval '1 day'`,
  );

/** The queues that jobs were put into. */
export const jobQueues = async ({ sql }: Sql): Promise<string[]> =>
  (await sql<{ name: string }>('select queue_name as name from graphile_worker._private_job_queues order by 1')).map(({ name }) => name);

/** The rows that a job over many rows has handled. */
const handledRows = {
  'confirmed purchases': 'purchase where confirmation_sent_at is not null',
  'cancelled purchases': `purchase where state = 'cancelled'`,
  invoices: `billing_document where kind = 'invoice'`,
  'reminded deliveries': 'delivery where reminded_at is not null',
  'accepted deliveries': 'delivery where accepted_at is not null',
  'reminded subscriptions': 'subscription where reminded',
} as const;

export type HandledRows = keyof typeof handledRows;

export const handledCount = async ({ sql }: Sql, rows: HandledRows, email: string): Promise<number> =>
  (await sql(`select from ${handledRows[rows]} and account_id = (select id from account where email_key = $1)`, [email])).length;

export const startJob = ({ sql }: Sql, name: JobName) => sql(`select graphile_worker.add_job($1, '{}'::json)`, [name]);

// Runs jobs in tests. The queue uses the machine's time, which no test turns.

/** Runs a scheduled job now and waits until it is done. */
export async function letRun({ sql }: Pick<Shop, 'sql'>, name: JobName): Promise<void> {
  await sql(`select graphile_worker.add_job($1, '{}'::json)`, [name]);
  // Does not wait for a later run that the job enqueued to retry failed rows.
  const open = 'select from graphile_worker.jobs where task_identifier = $1 and (locked_at is not null or run_at <= now() or attempts > 0)';
  await expect.poll(() => sql(open, [name])).toHaveLength(0);
}

/**
 * Runs failed jobs again now, without the pause before their next attempt. Notifies the queue as a new job
 * does.
 */
export const retryFailed = ({ sql }: Pick<Shop, 'sql'>) =>
  sql(`with retried as (
      select job.id from graphile_worker.jobs as failed cross join lateral graphile_worker.reschedule_jobs(array[failed.id], run_at => now()) as job
      where failed.attempts between 1 and failed.max_attempts - 1 and failed.locked_at is null and failed.run_at > now())
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from retried having count(*) > 0`);
