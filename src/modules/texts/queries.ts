// SQL of the owner's texts.
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { TextFolder } from './shapes.ts';
import { content, ownerFolder, ownerText } from './tables.ts';
import { type ContentValue, toText, toValue } from './values.ts';

type OldText = typeof ownerText.$inferSelect;
/** Without a hash, the version has that of the version before: its file is as it was. */
export type NewText = Omit<typeof ownerText.$inferInsert, 'seenHash'> & { readonly seenHash?: string };
export type TextRow = Pick<OldText, 'file' | 'number' | 'origin' | 'at' | 'byId' | 'why' | 'text'> & {
  readonly value: ContentValue | null;
};

/**
 * Locks the folder's row until the transaction ends, so that versions are sequential. Returns the hash of the
 * last import.
 */
export async function lockFolder(tx: DbClient, name: TextFolder): Promise<string> {
  await tx.insert(ownerFolder).values({ name }).onConflictDoNothing();
  const [row] = await tx.select({ hash: ownerFolder.seenHash }).from(ownerFolder).where(eq(ownerFolder.name, name)).for('update');
  await takeOverTexts(tx);
  return row?.hash ?? '';
}

export async function seenHash(queries: DbClient, name: TextFolder): Promise<string> {
  const [row] = await queries.select({ hash: ownerFolder.seenHash }).from(ownerFolder).where(eq(ownerFolder.name, name));
  return row?.hash ?? '';
}

export async function setSeenHash(tx: DbClient, name: TextFolder, hash: string): Promise<void> {
  await tx.update(ownerFolder).set({ seenHash: hash }).where(eq(ownerFolder.name, name));
}

const toRow = ({ name, version, value, source, authorId, reason, createdAt }: typeof content.$inferSelect): TextRow => ({
  file: name,
  number: version,
  value,
  text: value === null ? null : toText(name, value),
  origin: source === 'desk' ? 'desk' : 'file',
  at: createdAt,
  byId: authorId,
  why: reason,
});

const oneOfEach = async (queries: DbClient, where: SQL | undefined, order: SQL): Promise<TextRow[]> =>
  (await queries.selectDistinctOn([content.name]).from(content).where(where).orderBy(content.name, order)).map(toRow);

/** The newest version of each file, including removed files. */
export const newestTexts = (queries: DbClient, folder: TextFolder): Promise<TextRow[]> =>
  oneOfEach(queries, eq(content.kind, folder), desc(content.version));

/** The first version of each file. */
export const firstTexts = (queries: DbClient, folder: TextFolder): Promise<TextRow[]> =>
  oneOfEach(queries, eq(content.kind, folder), asc(content.version));

/** What the files said when they were imported last. */
export const importedTexts = (queries: DbClient, folder: TextFolder): Promise<TextRow[]> =>
  oneOfEach(queries, and(eq(content.kind, folder), eq(content.source, 'files')), desc(content.version));

/** Version numbers only, to detect changes. */
export const newestNumbers = (queries: DbClient, folder: TextFolder) =>
  queries
    .selectDistinctOn([content.name], { file: content.name, number: content.version, source: content.source })
    .from(content)
    .where(eq(content.kind, folder))
    .orderBy(content.name, desc(content.version));

/** Writes the versions as values, and as texts for processes of the release before. */
export async function insertTexts(tx: DbClient, rows: readonly NewText[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(ownerText).values(rows.map((row) => ({ ...row, seenHash: row.seenHash ?? hashBefore(row) })));
  await tx.insert(content).values(rows.map(toContent));
}

const hashBefore = ({ folder, file }: NewText) =>
  sql`coalesce((select seen_hash from owner_text where folder = ${folder} and file = ${file} order by number desc limit 1), '')`;

const toContent = ({ folder, file, number, text, origin, at, byId = null, why = null }: NewText): typeof content.$inferInsert => ({
  kind: folder,
  name: file,
  version: number,
  value: text == null ? null : toValue(file, text),
  source: origin === 'desk' ? 'desk' : 'files',
  authorId: byId,
  reason: why,
  ...(at ? { createdAt: at } : {}),
});

/**
 * Takes over the texts of the release before: all of them in the first start of this release, and later what
 * its processes write beside this one. Their versions keep their numbers.
 */
export async function takeOverTexts(of: DbClient): Promise<void> {
  const isKnown = sql`exists (select from ${content} where ${content.kind} = ${ownerText.folder} and ${content.name} = ${ownerText.file} and ${content.version} = ${ownerText.number})`;
  const rows = await of.select().from(ownerText).where(sql`not ${isKnown}`);
  for (const row of rows) await of.insert(content).values(toContent(row)).onConflictDoNothing();
}

/** The texts in force in a database that has no values yet. */
export async function storedTexts(of: DbClient, folder: TextFolder): Promise<ReadonlyMap<string, string>> {
  const rows = await of
    .selectDistinctOn([ownerText.file])
    .from(ownerText)
    .where(eq(ownerText.folder, folder))
    .orderBy(ownerText.file, desc(ownerText.number));
  return new Map(rows.flatMap(({ file, text }) => (text === null ? [] : [[file, text] as const])));
}

const MAX_VERSIONS = 200;

export const listVersions = async (queries: DbClient, folder: TextFolder, file: string) =>
  (
    await queries
      .select()
      .from(content)
      .where(and(eq(content.kind, folder), eq(content.name, file)))
      .orderBy(desc(content.version))
      .limit(MAX_VERSIONS)
  ).map(toRow);

export const selectTextsAt = async (queries: DbClient, folder: TextFolder, files: readonly string[], number: number): Promise<TextRow[]> =>
  (
    await queries
      .select()
      .from(content)
      .where(and(eq(content.kind, folder), inArray(content.name, [...files]), eq(content.version, number)))
  ).map(toRow);

/** The highest "version:" that these files ever had. */
export async function highestVersion(queries: DbClient, folder: TextFolder, files: readonly string[]): Promise<number> {
  const [row] = await queries
    .select({ highest: sql<number | null>`max(substring(${content.value} ->> 'version' from '^\\d{1,9}$')::int)` })
    .from(content)
    .where(and(eq(content.kind, folder), inArray(content.name, [...files])));
  return row?.highest ?? 0;
}
