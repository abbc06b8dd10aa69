// SQL of the owner's texts.
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { TextFolder } from './shapes.ts';
import { ownerFolder, ownerText } from './tables.ts';

export type TextRow = typeof ownerText.$inferSelect;
export type NewText = typeof ownerText.$inferInsert;

/**
 * Locks the folder's row until the transaction ends, so that versions are sequential. Returns the hash of the
 * last import.
 */
export async function lockFolder(tx: DbClient, name: TextFolder): Promise<string> {
  await tx.insert(ownerFolder).values({ name }).onConflictDoNothing();
  const [row] = await tx.select({ hash: ownerFolder.seenHash }).from(ownerFolder).where(eq(ownerFolder.name, name)).for('update');
  return row?.hash ?? '';
}

export async function seenHash(queries: DbClient, name: TextFolder): Promise<string> {
  const [row] = await queries.select({ hash: ownerFolder.seenHash }).from(ownerFolder).where(eq(ownerFolder.name, name));
  return row?.hash ?? '';
}

export async function setSeenHash(tx: DbClient, name: TextFolder, hash: string): Promise<void> {
  await tx.update(ownerFolder).set({ seenHash: hash }).where(eq(ownerFolder.name, name));
}

/** The newest version of each file, including removed files. */
export const newestTexts = (queries: DbClient, folder: TextFolder): Promise<TextRow[]> =>
  queries
    .selectDistinctOn([ownerText.file])
    .from(ownerText)
    .where(eq(ownerText.folder, folder))
    .orderBy(ownerText.file, desc(ownerText.number));

/** The first version of each file. */
export const firstTexts = (queries: DbClient, folder: TextFolder): Promise<TextRow[]> =>
  queries.selectDistinctOn([ownerText.file]).from(ownerText).where(eq(ownerText.folder, folder)).orderBy(ownerText.file, ownerText.number);

/** Version numbers only, to detect changes. */
export const newestNumbers = (queries: DbClient, folder: TextFolder) =>
  queries
    .selectDistinctOn([ownerText.file], { file: ownerText.file, number: ownerText.number, origin: ownerText.origin })
    .from(ownerText)
    .where(eq(ownerText.folder, folder))
    .orderBy(ownerText.file, desc(ownerText.number));

export async function insertTexts(tx: DbClient, rows: readonly NewText[]): Promise<void> {
  if (rows.length > 0) await tx.insert(ownerText).values([...rows]);
}

const MAX_VERSIONS = 200;

export const listVersions = (queries: DbClient, folder: TextFolder, file: string) =>
  queries
    .select({ number: ownerText.number, origin: ownerText.origin, at: ownerText.at, byId: ownerText.byId, why: ownerText.why })
    .from(ownerText)
    .where(and(eq(ownerText.folder, folder), eq(ownerText.file, file)))
    .orderBy(desc(ownerText.number))
    .limit(MAX_VERSIONS);

export const selectTextsAt = (queries: DbClient, folder: TextFolder, files: readonly string[], number: number) =>
  queries
    .select({ file: ownerText.file, text: ownerText.text })
    .from(ownerText)
    .where(and(eq(ownerText.folder, folder), inArray(ownerText.file, [...files]), eq(ownerText.number, number)));

/** The highest "version:" of any front matter these files ever had. */
export async function highestVersion(queries: DbClient, folder: TextFolder, files: readonly string[]): Promise<number> {
  const [row] = await queries
    .select({ highest: sql<number | null>`max(substring(${ownerText.text} from '\\nversion: *(\\d{1,9})\\s')::int)` })
    .from(ownerText)
    .where(and(eq(ownerText.folder, folder), inArray(ownerText.file, [...files])));
  return row?.highest ?? 0;
}
