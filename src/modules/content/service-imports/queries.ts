// SQL of imports of services. Whether a service was ordered is read from the tables of orders directly, as
// for customers; see docs/decisions/082-customers.md.
import { desc, eq, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { serviceImport, serviceImportFile } from './tables.ts';

type FileRow = typeof serviceImportFile.$inferSelect;

export async function insertServiceImport(
  tx: DbClient,
  row: typeof serviceImport.$inferInsert,
  files: readonly Omit<FileRow, 'importId'>[],
): Promise<void> {
  await tx.insert(serviceImport).values(row);
  if (files.length > 0) await tx.insert(serviceImportFile).values(files.map((file) => ({ ...file, importId: row.id })));
}

export const newestServiceImports = (queries: DbClient, limit: number) =>
  queries
    .select({ row: serviceImport, operator: sql<string>`(select name from operator where id = ${serviceImport.operatorId})` })
    .from(serviceImport)
    .orderBy(desc(serviceImport.id))
    .limit(limit);

export async function lockServiceImport(tx: DbClient, id: string): Promise<typeof serviceImport.$inferSelect | undefined> {
  const [row] = await tx.select().from(serviceImport).where(eq(serviceImport.id, id)).for('update');
  return row;
}

export const filesOfImport = (of: DbClient, importId: string): Promise<FileRow[]> =>
  of.select().from(serviceImportFile).where(eq(serviceImportFile.importId, importId)).orderBy(serviceImportFile.file);

export async function setServicesUndone(
  tx: DbClient,
  id: string,
  { undoneAt, removed }: { undoneAt: Date; removed: number },
): Promise<void> {
  await tx.update(serviceImport).set({ undoneAt, removed }).where(eq(serviceImport.id, id));
}

/** Files of an import whose services have orders. */
export async function orderedFiles(of: DbClient, importId: string): Promise<string[]> {
  const { rows } = await of.execute<{ file: string }>(sql`
    select imported.file from service_import_file imported join catalogue_number named on named.key = imported.key
    where imported.import_id = ${importId} and exists (select from shop_order o where o.service_type = named.number)`);
  return rows.map(({ file }) => file);
}
