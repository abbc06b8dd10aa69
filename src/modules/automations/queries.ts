// SQL of automations and their runs.
import { and, asc, count, desc, eq, getTableColumns, gt, isNotNull, lt, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import { automation, automationCursor, automationRun } from './tables.ts';

export type Automation = typeof automation.$inferSelect;
type AutomationRun = typeof automationRun.$inferSelect;

const CURSOR = 1;

/** Held until the transaction ends: one process at a time compares events or runs an automation. */
export async function lockCursor(tx: DbClient): Promise<number> {
  await tx.insert(automationCursor).values({ id: CURSOR, eventId: 0 }).onConflictDoNothing();
  const [row] = await tx.select().from(automationCursor).for('update');
  return row?.eventId ?? 0;
}

export async function moveCursor(tx: DbClient, eventId: number): Promise<void> {
  await tx.update(automationCursor).set({ eventId });
}

type Counts = { readonly done: number; readonly failed: number; readonly waiting: number };

/** By name, with the runs since this moment. */
export function listAutomations(queries: DbClient, since: Date) {
  const inState = (state: string) => sql`count(*) filter (where run.state = ${state})`;
  return queries
    .select({
      ...getTableColumns(automation),
      authorName: sql<string>`(select name from operator where id = automation.author_id)`,
      isAuthorEnded: sql<boolean>`exists (select from operator where id = automation.author_id and ended_at is not null)`,
      runs: sql<Counts>`(select jsonb_build_object('done', ${inState('done')}, 'failed', ${inState('failed')}, 'waiting', ${inState('waiting')})
        from automation_run run where run.automation_id = automation.id and run.created_at > ${since.toISOString()}::timestamptz)`,
    })
    .from(automation)
    .orderBy(asc(sql`lower(${automation.name})`), asc(automation.id));
}

export const listRunning = (queries: DbClient): Promise<Automation[]> =>
  queries.select().from(automation).where(isNotNull(automation.onSince));

/** Undefined if there is none. */
export async function lockAutomation(tx: DbClient, id: string): Promise<Automation | undefined> {
  const [row] = await tx.select().from(automation).where(eq(automation.id, id)).for('update');
  return row;
}

/** Under a lock of the table, so that concurrent requests cannot exceed the maximum. */
export async function lockAutomations(tx: DbClient): Promise<number> {
  await tx.execute(sql`lock table automation in share row exclusive mode`);
  const [row] = await tx.select({ count: count() }).from(automation);
  return row?.count ?? 0;
}

export async function insertAutomation(tx: DbClient, row: typeof automation.$inferInsert): Promise<void> {
  await tx.insert(automation).values(row);
}

export async function setAutomation(tx: DbClient, id: string, set: Partial<typeof automation.$inferInsert>): Promise<void> {
  await tx.update(automation).set(set).where(eq(automation.id, id));
}

/** With its runs. */
export async function deleteAutomation(tx: DbClient, id: string): Promise<void> {
  await tx.delete(automation).where(eq(automation.id, id));
}

/** An event that an automation was compared with before gets no second run. */
export async function insertRuns(tx: DbClient, rows: readonly (typeof automationRun.$inferInsert)[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(automationRun)
      .values([...rows])
      .onConflictDoNothing({ target: [automationRun.eventId, automationRun.automationId] });
}

/** Oldest first. */
export const listWaiting = (queries: DbClient, now: Date, limit: number): Promise<{ id: string }[]> =>
  queries
    .select({ id: automationRun.id })
    .from(automationRun)
    .where(and(eq(automationRun.state, 'waiting'), isNotWaiting('automations.run', sql`${automationRun.id}`, now)))
    .orderBy(automationRun.id)
    .limit(limit);

export async function countRunsSince(queries: DbClient, moment: Date): Promise<number> {
  const [row] = await queries.select({ count: count() }).from(automationRun).where(gt(automationRun.ranAt, moment));
  return row?.count ?? 0;
}

type DueRun = { readonly run: AutomationRun; readonly automation: Automation };

/** Undefined if it ran meanwhile, or was removed. The caller holds the cursor. */
export async function findDueRun(tx: DbClient, id: string): Promise<DueRun | undefined> {
  const [row] = await tx
    .select({ run: automationRun, automation })
    .from(automationRun)
    .innerJoin(automation, eq(automation.id, automationRun.automationId))
    .where(and(eq(automationRun.id, id), eq(automationRun.state, 'waiting')));
  return row;
}

export async function finishRun(tx: DbClient, id: string, ranAt: Date, error: string | null): Promise<void> {
  await tx
    .update(automationRun)
    .set({ state: error === null ? 'done' : 'failed', ranAt, error })
    .where(eq(automationRun.id, id));
}

type RunPage = { readonly automationId: string; readonly before: string | undefined; readonly limit: number };

/** Newest first. */
export const listRuns = (queries: DbClient, { automationId, before, limit }: RunPage): Promise<AutomationRun[]> =>
  queries
    .select()
    .from(automationRun)
    .where(and(eq(automationRun.automationId, automationId), before ? lt(automationRun.id, before) : undefined))
    .orderBy(desc(automationRun.id))
    .limit(limit);

export async function deleteRunsBefore(queries: DbClient, moment: Date): Promise<void> {
  await queries.delete(automationRun).where(lt(automationRun.createdAt, moment));
}

/** What fails is undone, and the transaction goes on. */
export async function runInSavepoint(tx: DbClient, work: () => Promise<void>): Promise<void> {
  await tx.execute(sql`savepoint automation`);
  try {
    await work();
  } catch (cause) {
    await tx.execute(sql`rollback to savepoint automation`);
    throw cause;
  }
}
