// SQL of moves at the desk: their files, their list, and invitations.
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Locale } from '#lib/locale.ts';
import type { DbClient } from '#platform/database/database.ts';
import { movedClient, moveFile, moveRun } from './tables.ts';

/** False if the move is no draft of this operator any more. */
export async function saveMoveFile(
  tx: DbClient,
  run: typeof moveRun.$inferInsert,
  file: { name: string; content: Buffer },
): Promise<boolean> {
  await tx.insert(moveRun).values(run).onConflictDoNothing();
  const [row] = await tx.select().from(moveRun).where(eq(moveRun.id, run.id)).for('update');
  if (row?.state !== 'draft' && row?.state !== 'failed') return false;
  if (row.operatorId !== run.operatorId) return false;
  const set = { content: file.content };
  await tx
    .insert(moveFile)
    .values({ runId: run.id, ...file })
    .onConflictDoUpdate({ target: [moveFile.runId, moveFile.name], set });
  return true;
}

export const listMoveFiles = (queries: DbClient, runId: string) =>
  queries
    .select({ name: moveFile.name, content: moveFile.content })
    .from(moveFile)
    .where(eq(moveFile.runId, runId))
    .orderBy(asc(moveFile.name));

export async function deleteMoveFiles(queries: DbClient, runId: string): Promise<void> {
  await queries.delete(moveFile).where(eq(moveFile.runId, runId));
}

/** Deletes drafts that were never run, with their files. */
export async function deleteOldDrafts(queries: DbClient, before: Date): Promise<void> {
  await queries
    .delete(moveRun)
    .where(and(sql`${moveRun.state} in ('draft', 'failed')`, sql`${moveRun.createdAt} < ${before.toISOString()}::timestamptz`));
}

const countInvited = (is: 'is' | 'is not') =>
  sql<number>`(select count(*)::int from moved_client where run_id = ${moveRun.id} and is_new and invited_at ${sql.raw(is)} null)`;

export const listRuns = (queries: DbClient, limit: number) =>
  queries
    .select({
      run: moveRun,
      operator: sql<string | null>`(select name from operator where id = ${moveRun.operatorId})`,
      invited: countInvited('is not'),
      uninvited: countInvited('is'),
    })
    .from(moveRun)
    .where(sql`${moveRun.state} <> 'draft'`)
    .orderBy(desc(moveRun.id))
    .limit(limit);

type Invited = { readonly id: string; readonly email: string; readonly locale: Locale };

/** Locks the next clients of a move who have no invitation yet, and marks them as invited. */
export async function claimUninvitedClients(tx: DbClient, runId: string, count: number, at: Date): Promise<Invited[]> {
  const { rows } = await tx.execute<Invited>(sql`
    with next as (
      select account_id from moved_client join account on account.id = account_id
      where run_id = ${runId} and is_new and invited_at is null and erased_at is null and erase_at is null
      order by account.created_at, account_id limit ${count} for update of moved_client skip locked),
    told as (update moved_client set invited_at = ${at.toISOString()}::timestamptz from next where moved_client.account_id = next.account_id
      returning moved_client.account_id)
    select account.id, email, locale from told join account on account.id = told.account_id`);
  return rows;
}

export async function countUninvited(queries: DbClient, runId: string): Promise<number> {
  const [row] = await queries
    .select({ left: sql<number>`count(*)::int` })
    .from(movedClient)
    .where(and(eq(movedClient.runId, runId), eq(movedClient.isNew, true), sql`${movedClient.invitedAt} is null`));
  return row?.left ?? 0;
}
