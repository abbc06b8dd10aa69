// Runs a job over many rows, each in a transaction of its own, so that one bad row does not stop the others.
// A failure is stored with the number of tries and the next try, and shown at the desk. It is deleted once
// the row succeeds or is no longer due.
import { and, eq, lt, lte, type SQL, sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { type JobName, jobs } from '../../jobs.ts';
import type { AppContext } from '../app-context.ts';
import { timestamptz } from '../database/columns.ts';
import { type DbClient, transaction } from '../database/database.ts';
import { classifyDatabaseError } from '../database/database-errors.ts';
import { formatCause } from '../logging/log.ts';
import { enqueue } from './enqueue.ts';

/** The table is created in migrations/0000_schema.sql, not by Drizzle, because it belongs to no module. */
const jobFailure = pgTable(
  'job_failure',
  {
    task: text('task').$type<JobName>().notNull(),
    /** The row's id, as the job names it. */
    rowId: text('row_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    attempts: integer('attempts').notNull(),
    lastError: text('last_error').notNull(),
    firstAt: timestamptz('first_at').notNull(),
    lastAt: timestamptz('last_at').notNull(),
    nextAt: timestamptz('next_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.task, table.rowId] }), index('job_failure_next').on(table.nextAt)],
);

/** Quadruples after each try, up to six hours. */
const FIRST_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 6 * 3_600;

const waitSeconds = (attempts: number): number => Math.min(FIRST_WAIT_SECONDS * 4 ** (attempts - 1), MAX_WAIT_SECONDS);

export type RowStep<Row extends { readonly id: string }> = {
  /**
   * Due rows, longest waiting first, up to a limit, without those whose next try is later: see
   * `isNotWaiting`.
   */
  readonly due: (limit: number) => Promise<readonly Row[]>;
  /** Locks the row first; does nothing if it is locked by another transaction or no longer due. */
  readonly handle: (tx: DbClient, row: Row) => Promise<void>;
};

const BATCH_ROWS = 100;

/** Condition for `due`: excludes failed rows whose next try is later. */
export const isNotWaiting = (task: JobName, rowId: SQL, now: Date): SQL =>
  sql`not exists (select from job_failure where task = ${task} and row_id = (${rowId})::text and next_at > ${now.toISOString()}::timestamptz)`;

type Run = {
  readonly ctx: AppContext;
  readonly task: JobName;
  readonly signal: AbortSignal;
  readonly failedBefore: ReadonlySet<string>;
};

/** Runs the steps of a job one after another. */
export async function forEachRow<Row extends { readonly id: string }>(
  ctx: AppContext,
  signal: AbortSignal,
  task: JobName,
  steps: readonly RowStep<Row>[],
): Promise<void> {
  const { db, clock } = ctx;
  const began = clock.now();
  const failedBefore = new Set((await selectFailures(db.orm, task)).map(({ rowId }) => rowId));
  let failed = 0;
  for (const step of steps) failed += await runStep({ ctx, task, signal, failedBefore }, step);
  if (signal.aborted) return;
  await deleteStaleFailures(db.orm, task, began);
  if (failed > 0) await scheduleRetry(ctx, task);
}

/** Returns how many rows failed. */
async function runStep<Row extends { readonly id: string }>(run: Run, step: RowStep<Row>): Promise<number> {
  const handledIds = new Set<string>();
  let failed = 0;
  // Rows that were handled, or are locked by another transaction, may still be due.
  for (let [lingering, isLast] = [0, false]; !isLast; ) {
    const rows = await step.due(BATCH_ROWS + lingering);
    const fresh = rows.filter(({ id }) => !handledIds.has(id));
    isLast = rows.length < BATCH_ROWS + lingering;
    lingering = rows.length - fresh.length;
    for (const row of fresh) {
      if (run.signal.aborted) return failed;
      handledIds.add(row.id);
      if (!(await handleRow(run, step, row))) failed++;
    }
  }
  return failed;
}

async function handleRow<Row extends { readonly id: string }>(
  { ctx, task, failedBefore }: Run,
  step: RowStep<Row>,
  row: Row,
): Promise<boolean> {
  try {
    await transaction(ctx.db, async (tx) => {
      await step.handle(tx, row);
      if (failedBefore.has(row.id)) await deleteFailure(tx, task, row.id);
    });
    return true;
  } catch (cause) {
    // A database outage would fail all rows, so rethrow it: the queue retries the whole job.
    if (isOfAll(cause)) throw cause;
    ctx.log.warn({ task, row: row.id, cause: formatCause(cause) }, 'jobs.row.failed');
    await recordFailure(ctx, task, row.id, cause);
    return false;
  }
}

const isOfAll = (cause: unknown): boolean => ['lost', 'unreachable', 'full'].includes(classifyDatabaseError(cause) ?? '');

async function recordFailure({ db, clock }: AppContext, task: JobName, rowId: string, cause: unknown): Promise<void> {
  const now = clock.now();
  const after = (attempts: number): Date => new Date(now.getTime() + waitSeconds(attempts) * 1_000);
  const lastError = formatCause(cause);
  const [failure] = await db.orm
    .insert(jobFailure)
    .values({ task, rowId, attempts: 1, lastError, firstAt: now, lastAt: now, nextAt: after(1) })
    .onConflictDoUpdate({
      target: [jobFailure.task, jobFailure.rowId],
      set: { attempts: sql`${jobFailure.attempts} + 1`, lastError, lastAt: now },
    })
    .returning({ attempts: jobFailure.attempts });
  if (!failure || failure.attempts === 1) return;
  await db.orm
    .update(jobFailure)
    .set({ nextAt: after(failure.attempts) })
    .where(isOfRow(task, rowId));
}

const isOfRow = (task: JobName, rowId: string) => and(eq(jobFailure.task, task), eq(jobFailure.rowId, rowId));

const selectFailures = (queries: DbClient, task: JobName) =>
  queries.select({ rowId: jobFailure.rowId }).from(jobFailure).where(eq(jobFailure.task, task));

const deleteFailure = (tx: DbClient, task: JobName, rowId: string) => tx.delete(jobFailure).where(isOfRow(task, rowId));

/** Deletes failures whose retry time has passed although their row is no longer due. */
const deleteStaleFailures = (queries: DbClient, task: JobName, began: Date) =>
  queries.delete(jobFailure).where(and(eq(jobFailure.task, task), lte(jobFailure.nextAt, began), lt(jobFailure.lastAt, began)));

/** Enqueues a retry if the job's schedule is too far away. The queue uses the machine's clock. */
async function scheduleRetry({ db, clock }: AppContext, task: JobName): Promise<void> {
  const row = jobs[task];
  if ('schedule' in row && row.schedule === 'minutely') return;
  const [next] = await db.orm
    .select({ at: sql<string | null>`min(${jobFailure.nextAt})` })
    .from(jobFailure)
    .where(eq(jobFailure.task, task));
  if (!next?.at) return;
  const ms = Math.max(0, new Date(next.at).getTime() - clock.now().getTime());
  await enqueue(db.orm, task, {} as never, { key: `${task}:failed rows`, delayMs: ms });
}

export type FailedRow = typeof jobFailure.$inferSelect;

/** Longest failing first. */
export const listFailedRows = (queries: DbClient, limit: number): Promise<FailedRow[]> =>
  queries.select().from(jobFailure).orderBy(jobFailure.firstAt).limit(limit);

/** Operator retry: one row, or all of a task. */
export async function retryRows(
  tx: DbClient,
  { id, task, now }: { readonly id?: string | undefined; readonly task: string; readonly now: Date },
): Promise<string[]> {
  const chosen = id === undefined ? eq(jobFailure.task, task as JobName) : eq(jobFailure.id, id);
  const rows = await tx.update(jobFailure).set({ nextAt: now }).where(chosen).returning({ id: jobFailure.id, task: jobFailure.task });
  for (const name of new Set(rows.map((row) => row.task))) await enqueue(tx, name, {} as never, { key: `${name}:failed rows` });
  return rows.map((row) => row.id);
}
