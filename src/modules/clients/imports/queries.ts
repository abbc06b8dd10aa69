// SQL of imports of customers. Whether an account was used concerns many modules, so it reads their tables
// directly; see docs/decisions/082-customers.md.
import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { customerImport, customerImportAccount, customerNote, customerTag } from '../tables.ts';

type ImportRow = typeof customerImport.$inferSelect;

export async function insertImport(tx: DbClient, row: typeof customerImport.$inferInsert): Promise<void> {
  await tx.insert(customerImport).values(row);
}

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

export async function insertRecords(
  tx: DbClient,
  {
    importId,
    accountIds,
    notes,
    tags,
  }: {
    readonly importId: string;
    readonly accountIds: readonly string[];
    readonly notes: readonly (typeof customerNote.$inferInsert)[];
    readonly tags: readonly (typeof customerTag.$inferInsert)[];
  },
): Promise<void> {
  for (const some of splitIntoChunks(accountIds))
    await tx.insert(customerImportAccount).values(some.map((accountId) => ({ accountId, importId })));
  for (const some of splitIntoChunks(notes)) await tx.insert(customerNote).values(some);
  for (const some of splitIntoChunks(tags)) await tx.insert(customerTag).values(some);
}

export const splitIntoChunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) => rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE));

/** The spelling that a tag has already, by its key. */
export async function getTagSpellings(queries: DbClient, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await queries.execute<{ key: string; tag: string }>(sql`
    select key, tag from unnest(${sql.param([...keys])}::text[]) as key,
      lateral (select tag from customer_tag where tag_key = key limit 1) as used`);
  return new Map(rows.map(({ key, tag }) => [key, tag]));
}

export const listNewestImports = (queries: DbClient, limit: number) =>
  queries
    .select({ row: customerImport, operator: sql<string>`(select name from operator where id = ${customerImport.operatorId})` })
    .from(customerImport)
    .orderBy(desc(customerImport.id))
    .limit(limit);

export async function lockImport(tx: DbClient, id: string): Promise<ImportRow | undefined> {
  const [row] = await tx.select().from(customerImport).where(eq(customerImport.id, id)).for('update');
  return row;
}

export async function listImportAccounts(tx: DbClient, importId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: customerImportAccount.accountId })
    .from(customerImportAccount)
    .where(eq(customerImportAccount.importId, importId));
  return rows.map(({ id }) => id);
}

export type UsedBecause = 'order' | 'balance' | 'ticket' | 'note';

/**
 * Accounts that something refers to: an order, money, a ticket, or a note that did not come with the import.
 */
export async function findUsedAccounts(tx: DbClient, ids: readonly string[], importId: string): Promise<ReadonlyMap<string, UsedBecause>> {
  const { rows } = await tx.execute<{ id: string; reason: UsedBecause }>(sql`
    select one.id, used.reason from unnest(${sql.param([...ids])}::uuid[]) as one (id), lateral (select case
      when exists (select from purchase p where p.account_id = one.id) then 'order'
      when exists (select from deposit d where d.account_id = one.id) then 'balance'
      when exists (select from ledger_transfer t where t.account_id = one.id) then 'balance'
      when exists (select from support_ticket t where t.account_id = one.id) then 'ticket'
      when exists (select from customer_note n where n.account_id = one.id and n.import_id is distinct from ${importId}::uuid) then 'note'
    end as reason) as used where used.reason is not null`);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

export async function deleteRecords(tx: DbClient, accountIds: readonly string[]): Promise<void> {
  for (const some of splitIntoChunks(accountIds))
    for (const table of [customerNote, customerTag, customerImportAccount]) await tx.delete(table).where(inArray(table.accountId, some));
}

export async function setUndone(tx: DbClient, id: string, { undoneAt, removed }: { undoneAt: Date; removed: number }): Promise<void> {
  await tx.update(customerImport).set({ undoneAt, removed }).where(eq(customerImport.id, id));
}
