// Enqueues a job inside the caller's transaction, so that either both commit or neither.
import { sql } from 'drizzle-orm';
import { type JobName, type JobPayload, jobs } from '../../jobs.ts';
import type { DbClient } from '../database/database.ts';
import { currentTracer } from '../tracing/tracer.ts';

export type EnqueueOptions = {
  /** Counted by the database's clock, as the queue does. */
  readonly delayMs?: number;
  /** At most one waiting job per key: enqueueing again replaces the one that has not started. */
  readonly key?: string;
};

export async function enqueue<Name extends JobName>(
  tx: DbClient,
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  // The job continues the trace. Its payload's shape drops this key.
  const traceparent = currentTracer()?.traceparent();
  const stored = traceparent === undefined ? payload : { ...payload, traceparent };
  await tx.execute(sql`
    select id from graphile_worker.add_job(
      ${name}, ${JSON.stringify(stored)}::json,
      run_at => now() + ${options.delayMs ?? 0} * interval '1 ms',
      max_attempts => ${jobs[name].attempts}::int,
      job_key => ${options.key ?? null}::text)`);
}
