// Database, clock and log without HTTP servers. A whole shop is in shop.ts.

import { runOnce } from 'graphile-worker';
import pg from 'pg';
import { usualCalendar } from '#lib/time/calendar.ts';
import type { AppContext } from '#platform/app-context.ts';
import { readConfig } from '#platform/config/config.ts';
import { closeDb, type Db, openDb } from '#platform/database/database.ts';
import { maintainQueue } from '#platform/jobs/maintenance.ts';
import { createQueueLogger } from '#platform/jobs/queue-log.ts';
import { createTaskList } from '#platform/jobs/tasks.ts';
import { openNats } from '#platform/live/nats.ts';
import { makeLog } from '#platform/logging/log.ts';
import { type JobHandlers, jobNames } from '../../src/jobs.ts';
import { type Sql, sqlOn } from './rows/database.ts';
import { copyDatabase, type TestClock, testClock } from './shop.ts';

/** Every job as a no-op; a test replaces those it needs. */
export const quietJobs = Object.fromEntries(jobNames.map((name) => [name, async () => undefined])) as unknown as JobHandlers;

export type TestGround = AppContext & Sql & { readonly clock: TestClock; drop(): Promise<void> };

export async function openTestGround(environment: Readonly<Record<string, string>> = {}): Promise<TestGround> {
  const { connection, drop } = await copyDatabase();
  const log = makeLog({ level: process.env.LOG_LEVEL ?? 'silent', readable: false });
  const { config } = readConfig(environment);
  const nats = config.liveUrl ? await openNats(config.liveUrl, log) : undefined;
  const db = openDb(connection, { poolSize: 8, log, nats });
  // The queue uses the database's clock, which cannot be turned, so both clocks start at the same time.
  const clock = testClock(new Date());
  return {
    config,
    log,
    db,
    clock,
    calendar: () => usualCalendar,
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
    taskList: createTaskList(ctx, handlers),
    logger: createQueueLogger(ctx.log),
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

// Query plans of what a piece of code sends to the database.

export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
};

/** The nodes of the query plans of the statements that the work sends. */
export async function planNodes(db: Db, work: (db: Db) => Promise<unknown>): Promise<PlanNode[]> {
  const sent = await sentBy(db, work);
  const plans: PlanNode[] = [];
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    for (const [text, values] of sent.filter(([each]) => each.startsWith('select'))) {
      const isPlain = text.includes('set_config');
      const { rows } = await client.query(isPlain ? text : `explain (analyze, format json) ${text}`, values);
      if (!isPlain) plans.push(rows[0]['QUERY PLAN'][0].Plan);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return plans.flatMap(listNodes);
}

/** The statements that the work sends on any connection, inside a transaction or outside. */
async function sentBy(db: Db, work: (db: Db) => Promise<unknown>): Promise<(readonly [string, unknown[]])[]> {
  const sent: (readonly [string, unknown[]])[] = [];
  const listened = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const listen = (client: pg.PoolClient) => {
    const { query } = client;
    if (listened.has(client)) return;
    listened.set(client, query);
    client.query = ((...args: [statement: string | { readonly text: string; readonly values?: unknown[] }, values?: unknown[]]) => {
      const [statement, values] = args;
      const { text, values: own = [] } = typeof statement === 'string' ? { text: statement } : statement;
      sent.push([text.trim(), values ?? own]);
      return Reflect.apply(query, client, args);
    }) as typeof query;
  };
  db.pool.on('acquire', listen);
  await work(db);
  db.pool.off('acquire', listen);
  for (const [client, query] of listened) client.query = query;
  return sent;
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

// The SQL that the driver sends.

/** Runs `work` and returns the statements that this process sent meanwhile, each on one line. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recorded(this: pg.Client, ...all: [string | { readonly text?: string }]) {
    const text = typeof all[0] === 'string' ? all[0] : all[0].text;
    statements.push((text ?? '').replaceAll(/\s+/g, ' ').trim());
    return Reflect.apply(query, this, all);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
