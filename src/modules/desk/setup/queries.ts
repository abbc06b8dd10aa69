// SQL of the set-up checklist's results and of WAL archiving.
import { eq, sql } from 'drizzle-orm';
import type { DbClient } from '../../../infra/database/database.ts';
import { deskSetUp, operator } from '../tables.ts';

export const setUpRows = (queries: DbClient) =>
  queries
    .select({ step: deskSetUp.step, at: deskSetUp.at, found: deskSetUp.found, by: operator.name })
    .from(deskSetUp)
    .innerJoin(operator, eq(operator.id, deskSetUp.operatorId));

export async function putSetUp(tx: DbClient, row: typeof deskSetUp.$inferInsert): Promise<void> {
  const { at, operatorId, found } = row;
  await tx.insert(deskSetUp).values(row).onConflictDoUpdate({ target: deskSetUp.step, set: { at, operatorId, found } });
}

/** Undefined if WAL was never archived. */
export async function lastArchivedAt(queries: DbClient): Promise<Date | undefined> {
  const { rows } = await queries.execute<{ at: string | null }>(sql`select last_archived_time::text as at from pg_stat_archiver`);
  return rows[0]?.at ? new Date(rows[0].at) : undefined;
}
