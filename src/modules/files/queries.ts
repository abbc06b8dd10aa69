// Queries for brief files.
import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { FileKind } from '#lib/file-kind.ts';
import { selectBytes, storeBytes } from '#platform/database/columns.ts';
import type { DbClient } from '#platform/database/database.ts';
import { briefFile } from './tables.ts';

const { id, accountId, uploadStartedAt, uploadedAt, claimedAt } = briefFile;
const bytes = selectBytes(briefFile);
const columns = { id, name: briefFile.name, kind: briefFile.kind, bytes, uploadStartedAt };

/** Serializes uploads of one account, because each counts the existing files. */
export async function lockFiles(tx: DbClient, account: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`brief files ${account}`}, 0))`);
}

/** Files that are unclaimed or still uploading; `withClaimed`: and those of orders. */
export async function countFiles(queries: DbClient, account: string, withClaimed = false): Promise<{ files: number; bytes: number }> {
  const [row] = await queries
    .select({
      files: sql<number>`count(*) filter (where ${claimedAt} is null)::int`,
      bytes: sql<number>`coalesce(sum(coalesce(${briefFile.size}, ${briefFile.bytes})), 0)::float8`,
    })
    .from(briefFile)
    .where(and(eq(accountId, account), withClaimed ? undefined : isNull(claimedAt)));
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 };
}

export type NewFile = Pick<typeof briefFile.$inferInsert, 'id' | 'accountId' | 'name' | 'bytes' | 'uploadStartedAt'>;

export async function insertFile(tx: DbClient, row: NewFile): Promise<void> {
  await tx.insert(briefFile).values({ ...row, ...storeBytes(row.bytes) });
}

type Made = { readonly name: string; readonly kind: FileKind; readonly bytes: number; readonly sha256: string; readonly uploadedAt: Date };

type Claim = { readonly accountId: string; readonly purchaseId: string; readonly now: Date };

/** Files that came to an order after it was placed. Their bytes are stored under their ids. */
export async function insertClaimedFiles(
  tx: DbClient,
  { now, ...claim }: Claim,
  files: readonly (Omit<Made, 'uploadedAt'> & { id: string })[],
) {
  const times = { uploadStartedAt: now, uploadedAt: now, claimedAt: now };
  if (files.length > 0)
    await tx.insert(briefFile).values(files.map((file) => ({ ...file, ...claim, ...times, ...storeBytes(file.bytes) })));
}

/** False if the row is gone. */
export async function fillFile(queries: DbClient, file: string, made: Made): Promise<boolean> {
  const { rowCount } = await queries
    .update(briefFile)
    .set({ ...made, ...storeBytes(made.bytes) })
    .where(eq(id, file));
  return rowCount === 1;
}

/** Whether it has arrived or not. */
export async function findOwnFile(queries: DbClient, account: string, file: string) {
  const [row] = await queries
    .select({ ...columns, uploadedAt })
    .from(briefFile)
    .where(and(eq(id, file), eq(accountId, account)));
  return row;
}

/** The upload failed. */
export async function deletePlaceholder(queries: DbClient, file: string): Promise<void> {
  await queries.delete(briefFile).where(and(eq(id, file), isNull(uploadedAt)));
}

/** Oldest first. */
export const listUnclaimed = (queries: DbClient, account: string) =>
  queries
    .select(columns)
    .from(briefFile)
    .where(and(eq(accountId, account), isNotNull(uploadedAt), isNull(claimedAt)))
    .orderBy(uploadStartedAt, id);

export async function findFile(queries: DbClient, account: string, file: string) {
  const [row] = await queries
    .select(columns)
    .from(briefFile)
    .where(and(eq(id, file), eq(accountId, account), isNotNull(uploadedAt)));
  return row;
}

export type BriefedFile = { readonly id: string; readonly name: string; readonly bytes: number };

/** Those that belong to the account and are fully uploaded. */
export async function listBriefFiles(queries: DbClient, account: string, files: readonly string[]): Promise<BriefedFile[]> {
  if (files.length === 0) return [];
  return queries
    .select({ id, name: briefFile.name, bytes })
    .from(briefFile)
    .where(and(inArray(id, [...files]), eq(accountId, account), isNotNull(uploadedAt)))
    .orderBy(uploadStartedAt, id);
}

/** Those that the account can order with. */
export async function findUnclaimed(queries: DbClient, account: string, files: readonly string[]): Promise<string[]> {
  const rows = await queries
    .select({ id })
    .from(briefFile)
    .where(and(inArray(id, [...files]), isClaimable(account)));
  return rows.map((row) => row.id);
}

const isClaimable = (account: string) => and(eq(accountId, account), isNotNull(uploadedAt), isNull(claimedAt));

/** Uses the same SQL function as a purchase. Throws FF006 with the ids that are missing. */
export async function claimAccountFiles(
  tx: DbClient,
  { account, files, purchaseId, now }: { account: string; files: readonly string[]; purchaseId: string; now: Date },
): Promise<void> {
  const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(files)}::jsonb)::uuid)`;
  await tx.execute(sql`select claim_files(${account}::uuid, ${list}, ${purchaseId}::uuid, ${now.toISOString()}::timestamptz)`);
}

/**
 * Deletes the rows of files whose bytes another module takes over. Returns those that existed, in any order.
 */
export async function takeOverRows(tx: DbClient, account: string, files: readonly string[]) {
  const there = tx
    .select({ id })
    .from(briefFile)
    .where(and(inArray(id, [...files]), isClaimable(account)))
    .orderBy(id)
    .for('update');
  return tx
    .delete(briefFile)
    .where(inArray(id, there))
    .returning({ id, name: briefFile.name, kind: briefFile.kind, bytes, sha256: briefFile.sha256 });
}

/** A deleted file, and whether its bytes were stored. */
export type DeletedFile = { readonly id: string; readonly uploadedAt: Date | null };

const deletedColumns = { id, uploadedAt };

/** Undefined if there is no such unclaimed file. */
export async function deleteUnclaimed(tx: DbClient, account: string, file: string): Promise<DeletedFile | undefined> {
  const [row] = await tx
    .delete(briefFile)
    .where(and(eq(id, file), isClaimable(account)))
    .returning(deletedColumns);
  return row;
}

/** Skips rows that another node or a purchase has locked. */
export async function deleteForgotten(tx: DbClient, before: Date, limit: number): Promise<DeletedFile[]> {
  const old = tx
    .select({ id })
    .from(briefFile)
    .where(and(isNull(claimedAt), lt(uploadStartedAt, before)))
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx.delete(briefFile).where(inArray(id, old)).returning(deletedColumns);
}

export const deleteAllFiles = (tx: DbClient, account: string): Promise<DeletedFile[]> =>
  tx.delete(briefFile).where(eq(accountId, account)).returning(deletedColumns);

/** Newest first. */
export const readFiles = (queries: DbClient, account: string, limit: number) =>
  queries
    .select({ ...columns, sha256: briefFile.sha256, claimedAt })
    .from(briefFile)
    .where(eq(accountId, account))
    .orderBy(desc(uploadStartedAt))
    .limit(limit);
