// Wraps job handlers for the queue: parses the payload, passes the abort signal, logs failures in one line.
import { propagation, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { JobHelpers, TaskList } from 'graphile-worker';
import { findQueue, type JobHandler, type JobHandlers, type JobName, jobNames, jobs, PermanentJobError } from '../../jobs.ts';
import type { AppContext } from '../app-context.ts';
import { countJobAttempt, observeJob } from '../logging/counters.ts';
import { formatCause, parseFrames } from '../logging/log.ts';
import { runInSpan } from '../telemetry/in-span.ts';

/** `running`: the jobs that have started and not ended. */
export function createTaskList(ctx: AppContext, handlers: JobHandlers, running = new Set<Promise<void>>()): TaskList {
  return Object.fromEntries(
    jobNames.map((name) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        const work = runInJobSpan(name, payload, () => run(ctx, name, handlers, payload, helpers));
        running.add(work);
        await work.finally(() => running.delete(work));
      },
    ]),
  );
}

/** Continues the trace in which the job was enqueued. */
function runInJobSpan(name: JobName, payload: unknown, work: () => Promise<void>): Promise<void> {
  const options = { kind: SpanKind.CONSUMER, attributes: { 'fanfare.task': name } };
  return runInSpan(`job ${name}`, options, work, propagation.extract(ROOT_CONTEXT, payload ?? {}));
}

async function run(ctx: AppContext, name: JobName, handlers: JobHandlers, payload: unknown, helpers: JobHelpers): Promise<void> {
  const { job, abortSignal } = helpers;
  const fields = { job: job.id, task: name, attempt: job.attempts, of: job.max_attempts };
  const started = performance.now();
  try {
    const handle = handlers[name] as JobHandler<JobName>;
    await handle(parse(name, payload), abortSignal ?? new AbortController().signal);
    if ('schedule' in jobs[name]) await forgetGivenUp(ctx, name);
    countJobAttempt({ task: name, outcome: 'done' });
    ctx.log.debug({ ...fields, ms: Math.round(performance.now() - started) }, 'jobs.job.done');
  } catch (cause) {
    const givenUp = cause instanceof PermanentJobError || job.attempts >= job.max_attempts;
    countJobAttempt({ task: name, outcome: givenUp ? 'given_up' : 'failed' });
    if (cause instanceof PermanentJobError) await makeAttemptLast(ctx, job.id);
    ctx.log[givenUp ? 'error' : 'warn'](
      { ...fields, cause: formatCause(cause), at: parseFrames(cause) },
      givenUp ? 'job given up' : 'job failed',
    );
    // The queue stores the message for operators: one line, without email addresses.
    throw new Error(formatCause(cause));
  } finally {
    observeJob(name, (performance.now() - started) / 1_000);
  }
}

function parse(name: JobName, payload: unknown) {
  const parsed = jobs[name].payload.safeParse(payload);
  // A retry cannot fix an invalid payload. The payload itself is not logged.
  if (!parsed.success)
    throw new PermanentJobError(`the payload is wrong at ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`);
  return parsed.data as never;
}

/**
 * A run by schedule does the work of all runs before it, and of the jobs that share its queue, so none of
 * them needs a person any more.
 */
const forgetGivenUp = (ctx: AppContext, name: JobName) =>
  ctx.db.pool.query(
    `delete from graphile_worker._private_jobs using graphile_worker._private_tasks as task
      where task.id = task_id and task.identifier = any($1) and locked_at is null and attempts >= max_attempts`,
    [jobNames.filter((each) => findQueue(each) === findQueue(name))],
  );

/** Makes this try the job's last. */
const makeAttemptLast = (ctx: AppContext, id: string) =>
  ctx.db.pool.query('update graphile_worker._private_jobs set max_attempts = attempts where id = $1', [id]);
