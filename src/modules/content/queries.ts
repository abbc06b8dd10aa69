// SQL of the owner's texts.
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { ContentValue, TextFolder } from './shapes.ts';
import { content, ownerFolder, ownerText } from './tables.ts';

type OldText = typeof ownerText.$inferSelect;
type Head = Pick<OldText, 'file' | 'number' | 'origin' | 'at' | 'byId' | 'why'>;
export type ContentRow = Head & { readonly value: ContentValue | null };
/**
 * `text`: of a file; absent: as the value would be exported. Without a hash, the version has that of the
 * version before: its file is as it was.
 */
export type NewContent = Pick<Head, 'file' | 'number' | 'origin'> &
  Partial<Pick<Head, 'at' | 'byId' | 'why'>> & {
    readonly folder: TextFolder;
    readonly value: ContentValue | null;
    readonly text?: string | null;
    readonly seenHash?: string;
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

export async function getSeenHash(queries: DbClient, name: TextFolder): Promise<string> {
  const [row] = await queries.select({ hash: ownerFolder.seenHash }).from(ownerFolder).where(eq(ownerFolder.name, name));
  return row?.hash ?? '';
}

export async function setSeenHash(tx: DbClient, name: TextFolder, hash: string): Promise<void> {
  await tx.update(ownerFolder).set({ seenHash: hash }).where(eq(ownerFolder.name, name));
}

const head = {
  file: content.name,
  number: content.version,
  origin: sql<OldText['origin']>`case ${content.source} when 'desk' then 'desk' else 'file' end`,
  at: content.createdAt,
  byId: content.authorId,
  why: content.reason,
};
const row = { ...head, value: content.value };

const selectOneOfEach = (queries: DbClient, where: SQL | undefined, order: SQL): Promise<ContentRow[]> =>
  queries.selectDistinctOn([content.name], row).from(content).where(where).orderBy(content.name, order);

/** The newest version of each file, including removed files. */
export const listNewestContent = (queries: DbClient, folder: TextFolder): Promise<ContentRow[]> =>
  selectOneOfEach(queries, eq(content.kind, folder), desc(content.version));

/** The first version of each file. */
export const listFirstContent = (queries: DbClient, folder: TextFolder): Promise<ContentRow[]> =>
  selectOneOfEach(queries, eq(content.kind, folder), asc(content.version));

/** What the files said when they were imported last. */
export const listImportedContent = (queries: DbClient, folder: TextFolder): Promise<ContentRow[]> =>
  selectOneOfEach(queries, and(eq(content.kind, folder), eq(content.source, 'files')), desc(content.version));

/** Version numbers only, also of removed files. */
export const listNewestNumbers = (queries: DbClient, folder: TextFolder) =>
  queries
    .selectDistinctOn([content.name], { file: content.name, number: content.version })
    .from(content)
    .where(eq(content.kind, folder))
    .orderBy(content.name, desc(content.version));

/** A stamp of each kind, which changes with every new version: none is ever deleted. */
export type Stamps = ReadonlyMap<string, string>;

/** Takes over what the release before has written meanwhile. */
export async function readStamps(queries: DbClient): Promise<Stamps> {
  const rows = await queries
    .select({
      kind: content.kind,
      stamp: sql<string>`concat(count(*), ' ', max(${content.createdAt}))`,
      count: sql<number>`count(*)::int`,
      texts: sql<number>`(select count(*)::int from ${ownerText})`,
    })
    .from(content)
    .groupBy(content.kind);
  const count = rows.reduce((sum, each) => sum + each.count, 0);
  const isBehind = rows[0] === undefined || rows[0].texts > count;
  if (isBehind && (await takeOverTexts(queries)) > 0) return readStamps(queries);
  return new Map(rows.map(({ kind, stamp }) => [kind, stamp]));
}

/** Writes the versions as values, and as texts for processes of the release before. */
export async function insertContent(tx: DbClient, rows: readonly NewContent[]): Promise<void> {
  if (rows.length === 0) return;
  const { toText } = await import('./values.ts');
  const getText = ({ file, value, text }: NewContent) => text ?? (value && toText(file, value));
  await tx
    .insert(ownerText)
    .values(rows.map(({ value, ...row }) => ({ ...row, text: getText({ value, ...row }), seenHash: row.seenHash ?? hashBefore(row) })));
  await tx.insert(content).values(rows.map(toContent));
}

const hashBefore = ({ folder, file }: Pick<NewContent, 'folder' | 'file'>) =>
  sql`coalesce((select seen_hash from owner_text where folder = ${folder} and file = ${file} order by number desc limit 1), '')`;

const toContent = ({ folder, file, number, value, origin, at, byId, why }: NewContent): typeof content.$inferInsert => ({
  kind: folder,
  name: file,
  version: number,
  value,
  source: origin === 'desk' ? 'desk' : 'files',
  authorId: byId ?? null,
  reason: why ?? null,
  ...(at ? { createdAt: at } : {}),
});

/** Parameters of one statement are limited. */
const MAX_ROWS = 2_000;

/**
 * Takes over the texts of the release before: all of them in the first start of this release, and later what
 * its processes write beside this one. Their versions keep their numbers. Returns how many there were.
 */
async function takeOverTexts(of: DbClient): Promise<number> {
  const isKnown = sql`exists (select from ${content} where ${content.kind} = ${ownerText.folder} and ${content.name} = ${ownerText.file} and ${content.version} = ${ownerText.number})`;
  const rows = await of.select().from(ownerText).where(sql`not ${isKnown}`);
  if (rows.length === 0) return 0;
  const { toValue } = await import('./values.ts');
  const versions = rows.map((row) => toContent({ ...row, value: row.text === null ? null : toValue(row.file, row.text) }));
  for (let from = 0; from < versions.length; from += MAX_ROWS)
    await of
      .insert(content)
      .values(versions.slice(from, from + MAX_ROWS))
      .onConflictDoNothing();
  return rows.length;
}

/** The texts in force in a database that has no values yet. */
export async function getStoredTexts(of: DbClient, folder: TextFolder): Promise<ReadonlyMap<string, string>> {
  const rows = await of
    .selectDistinctOn([ownerText.file])
    .from(ownerText)
    .where(eq(ownerText.folder, folder))
    .orderBy(ownerText.file, desc(ownerText.number));
  return new Map(rows.flatMap(({ file, text }) => (text === null ? [] : [[file, text] as const])));
}

const MAX_VERSIONS = 200;

/** Without their values. */
export const listVersions = (queries: DbClient, folder: TextFolder, file: string): Promise<Head[]> =>
  queries
    .select(head)
    .from(content)
    .where(and(eq(content.kind, folder), eq(content.name, file)))
    .orderBy(desc(content.version))
    .limit(MAX_VERSIONS);

export const selectContentAt = (queries: DbClient, folder: TextFolder, files: readonly string[], number: number): Promise<ContentRow[]> =>
  queries
    .select(row)
    .from(content)
    .where(and(eq(content.kind, folder), inArray(content.name, [...files]), eq(content.version, number)));

/** The highest "version:" that these files ever had. */
export async function getHighestVersion(queries: DbClient, folder: TextFolder, files: readonly string[]): Promise<number> {
  const [row] = await queries
    .select({ highest: sql<number | null>`max(substring(${content.value} ->> 'version' from '^\\d{1,9}$')::int)` })
    .from(content)
    .where(and(eq(content.kind, folder), inArray(content.name, [...files])));
  return row?.highest ?? 0;
}
