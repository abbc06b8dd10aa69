// Runs the job worker, inside the shop's process or in one of its own. Restarts it after a database failure.
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type CronItem, type ParsedCronItem, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { findQueue, isJobName, type JobHandlers, type JobName, jobNames, jobs, schedules } from '../../jobs.ts';
import type { AppContext } from '../app-context.ts';
import { formatCause } from '../logging/log.ts';
import { isPartOfOutage } from '../logging/outages.ts';
import { MAINTENANCE_SECONDS, maintainQueue } from './maintenance.ts';
import { createQueueLogger } from './queue-log.ts';
import { createTaskList } from './tasks.ts';

export type Jobs = {
  /** Takes no more jobs and finishes the running ones. May be called again. */
  stop(): Promise<void>;
};

const CONCURRENCY = 5;
const POLL_MS = 2_000;
const RESTART_MS = 2_000;
/** A job that is still running this long after the stop began gets its abort signal. */
const ABORT_MS = 2_000;
/** Enough for the worker to store the result of its last job, also on a busy machine. */
const RELEASE_MS = 5_000;
/** Three polls without an answer. */
const UNRESPONSIVE_MS = 5_000;

/** `isScheduled`: whether jobs start by their schedules too, not only when they are enqueued. */
export async function startJobs(ctx: AppContext, handlers: JobHandlers, isScheduled = true): Promise<Jobs> {
  await nameUnknownTasks(ctx);
  const stopping = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  // Only the current worker's id: locks of an earlier one are stale.
  let holder = '';
  events.on('pool:create', ({ workerPool }) => {
    holder = workerPool.id;
  });
  const running = new Set<Promise<void>>();
  const tasks = createTaskList(ctx, handlers, running);
  const start = () => run({ ...createRunnerOptions(ctx, tasks, events), parsedCronItems: isScheduled ? listCronItems() : [] });

  let runner = await start();
  onUnresponsive(events, () => void stopRunner(runner));
  const supervised = keepRunning();

  /**
   * Restarts the worker until it runs, and logs each failure. Without it, the shop would seem healthy while
   * no job runs.
   */
  async function keepRunning(): Promise<void> {
    for (;;) {
      const cause = await runner.promise.then(() => 'it ended', formatCause);
      if (stopping.signal.aborted) return;
      ctx.log.error({ cause }, 'jobs.worker.stopped');
      const next = await startAgain(ctx, start, stopping.signal);
      if (!next) return;
      runner = next;
      if (stopping.signal.aborted) await stopRunner(runner);
    }
  }

  const maintenance = setInterval(() => void maintainOrLog(ctx, holder), MAINTENANCE_SECONDS * 1_000);
  void maintainOrLog(ctx, holder);
  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(maintenance);
    await Promise.race([Promise.all([stopRunner(runner), supervised]), waitUntilIdle(running)]);
    // graphile-worker keeps the options of each runner for as long as the process lives, with everything that
    // they refer to.
    events.removeAllListeners();
    for (const name of Object.keys(tasks)) delete tasks[name];
  }
  let stopped: Promise<void> | undefined;
  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Resolves some time after the last job has ended. The worker's own stop can take a minute longer: while it
 * cannot reach the database, it pauses between attempts, and does not end that pause.
 */
async function waitUntilIdle(running: ReadonlySet<Promise<void>>): Promise<void> {
  do {
    await Promise.allSettled(running);
    await pause(RELEASE_MS);
  } while (running.size > 0);
}

/**
 * A worker whose first query was cut off caches that failure and never retries. A new worker does; if the
 * database is down, its start fails.
 */
function onUnresponsive(events: WorkerEvents, restart: () => void): void {
  let since: number | undefined;
  const well = () => {
    since = undefined;
  };
  events.on('job:start', well);
  events.on('worker:getJob:empty', well);
  events.on('worker:getJob:error', () => {
    since ??= performance.now();
    if (performance.now() - since < UNRESPONSIVE_MS) return;
    well();
    restart();
  });
}

async function startAgain(ctx: AppContext, start: () => Promise<Runner>, signal: AbortSignal): Promise<Runner | undefined> {
  while (!signal.aborted) {
    await pause(RESTART_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      return await start();
    } catch (cause) {
      if (!isPartOfOutage(ctx.log, cause)) ctx.log.error({ cause: formatCause(cause) }, 'jobs.worker.restart_failed');
    }
  }
  return undefined;
}

async function stopRunner(runner: Runner): Promise<void> {
  // The runner rejects a second stop, and its failure was logged when it ended.
  await runner.stop().catch(() => undefined);
  await runner.promise.catch(() => undefined);
}

async function maintainOrLog(ctx: AppContext, holder: string): Promise<void> {
  try {
    const { freed } = await maintainQueue(ctx.db.sessions, holder);
    if (freed > 0) ctx.log.warn({ freed }, 'jobs.locks.released');
  } catch (cause) {
    if (!isPartOfOutage(ctx.log, cause)) ctx.log.warn({ cause: formatCause(cause) }, 'jobs.maintenance.failed');
  }
}

const createRunnerOptions = (ctx: AppContext, tasks: TaskList, events: WorkerEvents) => ({
  pgPool: ctx.db.sessions,
  taskList: tasks,
  logger: createQueueLogger(ctx.log),
  events,
  // The process has signal handlers of its own.
  noHandleSignals: true,
  preset,
});

/**
 * Without a batch delay, the queue does not wait to flush completed jobs: neither at a stop, nor if that
 * fails.
 */
const preset = {
  worker: {
    concurrentJobs: CONCURRENCY,
    pollInterval: POLL_MS,
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    gracefulShutdownAbortTimeout: ABORT_MS,
  },
} satisfies GraphileConfig.Preset;

const listCronItems = (): ParsedCronItem[] => parseCronItems(jobNames.flatMap(toCronItems));

function toCronItems(name: JobName): CronItem[] {
  const row = jobs[name];
  if (!('schedule' in row)) return [];
  const { match, catchUpHours } = schedules[row.schedule];
  const options = { backfillPeriod: catchUpHours * 3_600_000, maxAttempts: row.attempts, queueName: findQueue(name) ?? name };
  return [{ task: name, identifier: name, match, options }];
}

/** Logs jobs of unknown tasks, which would wait forever without a trace. */
async function nameUnknownTasks({ db, log }: AppContext): Promise<void> {
  const { rows } = await db.pool.query<{ task: string; count: string }>(
    'select task_identifier as task, count(*) from graphile_worker.jobs group by 1',
  );
  for (const { task, count } of rows) if (!isJobName(task)) log.error({ task, count: Number(count) }, 'jobs.task.unknown');
}
