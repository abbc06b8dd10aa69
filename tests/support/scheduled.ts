// Runs a scheduled job now and waits until it is done.
import { expect } from 'vitest';
import type { JobName } from '../../src/jobs.ts';
import type { Shop } from './shop.ts';

export async function letRun({ sql }: Pick<Shop, 'sql'>, name: JobName, timeout = 10_000): Promise<void> {
  await sql(`select graphile_worker.add_job($1, '{}'::json)`, [name]);
  // One that comes again later, for rows that failed, is not waited for.
  const open = 'select from graphile_worker.jobs where task_identifier = $1 and (locked_at is not null or run_at <= now() or attempts > 0)';
  await expect.poll(() => sql(open, [name]), { timeout }).toHaveLength(0);
}
