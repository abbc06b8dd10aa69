// Enqueues a job inside the caller's transaction, so that either both commit or neither.
import { context, propagation } from '@opentelemetry/api';
import { sql } from 'drizzle-orm';
import { findQueue, type JobName, type JobPayload, jobs } from '../../jobs.ts';
import type { DbClient } from '../database/database.ts';

export type EnqueueOptions = {
  /** Counted by the database's clock, as the queue does. */
  readonly delayMs?: number;
  /**
   * At most one waiting job per key: enqueueing again replaces the one that has not started, or that was
   * given up.
   */
  readonly key?: string;
};

export async function enqueue<Name extends JobName>(
  tx: DbClient,
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  // The job continues the trace. Its payload's shape drops what the propagator adds.
  const stored = { ...payload };
  propagation.inject(context.active(), stored);
  const { key } = options;
  await tx.execute(sql`
    ${key === undefined ? sql`` : forgetGivenUp(key)}
    select id from graphile_worker.add_job(
      ${name}, ${JSON.stringify(stored)}::json,
      queue_name => ${findQueue(name) ?? null}::text,
      run_at => now() + ${options.delayMs ?? 0} * interval '1 ms',
      max_attempts => ${jobs[name].attempts}::int,
      job_key => ${key ?? null}::text
      ${key === undefined ? sql`` : sql`, priority => (select 0 * count(*) from given_up)::int`})`);
}

/**
 * `add_job` only takes the key of a job that was given up, so that job would be counted as a failure for
 * ever. The priority, which is 0, reads this part of the statement, so that it is finished when `add_job`
 * begins.
 */
const forgetGivenUp = (key: string) => sql`
  with given_up as (delete from graphile_worker._private_jobs where key = ${key} and locked_at is null and attempts >= max_attempts returning 1)`;
