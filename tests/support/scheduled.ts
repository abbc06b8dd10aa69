// Runs jobs in tests. The queue uses the machine's time, which no test turns.
import { expect } from 'vitest';
import type { JobName } from '../../src/jobs.ts';
import type { Shop } from './shop.ts';

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
