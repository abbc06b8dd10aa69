// Versions of the owner's texts, imported from files in shop/ or written at the desk. The latest version is
// current; none is deleted.
import { createHash } from 'node:crypto';
import type { Operator } from '#lib/people/operator.ts';
import { findItemNames, isSame, isTree, type Tree } from '#lib/yaml/merge.ts';
import type { Sources } from '#lib/yaml/source.ts';
import { type Db, type DbClient, transaction } from '#platform/database/database.ts';
import type { Log } from '#platform/logging/log.ts';
import * as queries from './queries.ts';
import type { ContentValue, TextFolder } from './shapes.ts';
import { toSources } from './sources.ts';

/** The current version of a text. */
export type CurrentContent = Pick<queries.ContentRow, 'file' | 'number' | 'origin'> & { readonly value: ContentValue };

/** Current texts by file, without removed files. */
export async function getCurrentContent(of: DbClient, folder: TextFolder): Promise<ReadonlyMap<string, CurrentContent>> {
  const rows = await queries.listNewestContent(of, folder);
  return new Map(rows.flatMap(({ file, value, number, origin }) => (value === null ? [] : [[file, { file, value, number, origin }]])));
}

export const getValues = (content: ReadonlyMap<string, CurrentContent>): ReadonlyMap<string, ContentValue> =>
  new Map([...content].map(([file, { value }]) => [file, value]));

/** Current texts to be checked. */
export const getCurrentSources = async (of: DbClient, folder: TextFolder): Promise<Sources> =>
  toSources(folder, getValues(await getCurrentContent(of, folder)));

/** The number of a file's current version; 0 if it has none. */
export const getVersionNumber = (texts: ReadonlyMap<string, CurrentContent>, file: string): number => texts.get(file)?.number ?? 0;

/** Changes with every new version. */
export const formatStamp = (texts: ReadonlyMap<string, CurrentContent>): string =>
  [...texts.values()].map(({ file, number }) => `${file} ${number}`).join();

/** Fields that the desk has changed since the last import, and that a changed file has otherwise. */
export type ImportConflict = {
  readonly folder: TextFolder;
  readonly file: string;
  readonly version: number;
  readonly fields: readonly string[];
};

/** `settle`: whose version is in force after a conflict; absent: the files'. `reason`: why, if they win. */
export type ImportChoice = { readonly settle?: (conflict: ImportConflict) => 'files' | 'desk'; readonly reason?: string };

/** A start changes nothing that the desk has changed. */
export const keepDesk = (log: Log): ImportChoice => ({
  settle(conflict) {
    log.warn(conflict, 'content.kept');
    return 'desk';
  },
});

/** Publishes what changed in the files of a folder, which were read and checked. */
export type Import = (tx: DbClient, choice?: ImportChoice) => Promise<readonly ImportedText[]>;

/** The files of a kind in the folder of a shop. */
export type FileKind = {
  readonly folder: TextFolder;
  /** Hash of the files, to skip an import without changes. */
  readonly hash: (shopFolder: string) => Promise<string>;
  readonly read: (shopFolder: string) => Promise<Sources>;
  /** Throws all errors: one refuses all files. */
  readonly check: (files: Sources) => unknown;
  /** Files that have a version even if they are absent; by default only those that were there once. */
  readonly names?: readonly string[];
  /** Groups files that share a version; by default each file has its own. */
  readonly together?: (file: string) => string;
};

type ImportOptions = Pick<FileKind, 'folder' | 'names' | 'together'> & { readonly files: Sources; readonly hash: string };

/** Reads and checks the files before the transaction. */
export async function prepareImport(db: Pick<Db, 'orm'>, shopFolder: string, kind: FileKind): Promise<Import> {
  const hash = await kind.hash(shopFolder);
  if ((await queries.getSeenHash(db.orm, kind.folder)) === hash) return async () => [];
  const files = await kind.read(shopFolder);
  await kind.check(files);
  return (tx, choice) => importFiles(tx, { ...kind, files, hash }, choice);
}

export async function importKind(db: Db, shopFolder: string, kind: FileKind, choice?: ImportChoice): Promise<readonly ImportedText[]> {
  const run = await prepareImport(db, shopFolder, kind);
  return transaction(db, (tx) => run(tx, choice));
}

/** `replaced`: the version of the desk that the file replaced. */
export type ImportedText = { readonly file: string; readonly replaced: number | undefined };

/**
 * Files that changed since the last import become the current version; unchanged files leave desk versions in
 * place. Returns the files whose current value has changed, also removed ones.
 */
export async function importFiles(
  tx: DbClient,
  { folder, files, hash, names = [], together = (file) => file }: ImportOptions,
  { settle = () => 'files', reason }: ImportChoice = {},
): Promise<readonly ImportedText[]> {
  if ((await queries.lockFolder(tx, folder)) === hash) return [];
  const newest = new Map((await queries.listNewestContent(tx, folder)).map((row) => [row.file, row]));
  const imported = new Map((await queries.listImportedContent(tx, folder)).map(({ file, value }) => [file, value]));
  const found = new Map([...files].map(([file, { text = '', value }]) => [file, { text, value: value as ContentValue }]));
  const all = [...new Set([...newest.keys(), ...found.keys(), ...names])];
  const isChanged = (file: string): boolean => {
    if (!found.has(file)) return imported.get(file) !== null && (imported.has(file) || names.includes(file));
    return !isEqual(imported.get(file), found.get(file)?.value);
  };
  const conflicts = all.filter(isChanged).flatMap((file) => {
    const current = newest.get(file);
    if (current?.origin !== 'desk') return [];
    const fields = listLostFields(imported.get(file), current.value, found.get(file)?.value ?? null);
    return fields.length > 0 ? [{ folder, file, version: current.number, fields }] : [];
  });
  const deskFiles = new Set(conflicts.filter((conflict) => settle(conflict) === 'desk').map(({ file }) => together(file)));
  const changed = new Set(
    all
      .filter(isChanged)
      .map(together)
      .filter((group) => !deskFiles.has(group)),
  );
  const rows = all
    .filter((file) => changed.has(together(file)))
    .map((file) => {
      const { text = null, value = null } = found.get(file) ?? {};
      const number = (newest.get(file)?.number ?? 0) + 1;
      return { folder, file, number, value, text, origin: 'file' as const, why: reason ?? null, seenHash: hashText(text) };
    });
  await queries.insertContent(tx, rows);
  // What the desk keeps is compared again by the next import.
  if (deskFiles.size === 0) await queries.setSeenHash(tx, folder, hash);
  return rows.flatMap(({ file }) => {
    const before = newest.get(file);
    if (isEqual(before?.value ?? null, found.get(file)?.value ?? null)) return [];
    return [{ file, replaced: before?.origin === 'desk' ? before.number : undefined }];
  });
}

/** The order of keys counts: it is that of currencies and prices. */
export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** "offers.logo-3.prices.EUR": what the desk has changed and the file has otherwise. */
export function listLostFields(before: unknown, desk: unknown, file: unknown, path: readonly string[] = []): readonly string[] {
  if (isSame(before, desk) || isSame(file, desk)) return [];
  const parts = splitParts(before, desk, file);
  if (!parts) return [path.join('.') || 'everything'];
  return parts.flatMap(([name, ...values]) => listLostFields(...values, [...path, name]));
}

type Part = readonly [name: string, before: unknown, desk: unknown, file: unknown];

/** By key, or by the names of items; undefined if they have none. */
function splitParts(...values: readonly [unknown, unknown, unknown]): readonly Part[] | undefined {
  const lists = values.map((value) => (Array.isArray(value) ? findItemNames(value) : undefined));
  const trees = values.map((value, index): Tree | undefined => {
    const names = lists[index];
    if (names && Array.isArray(value)) return Object.fromEntries(names.map((name, at) => [name, value[at]]));
    return isTree(value) ? value : undefined;
  });
  const [before, desk, file] = trees;
  if (!before || !desk || !file) return undefined;
  const parts = [...new Set(trees.flatMap((tree) => Object.keys(tree ?? {})))].map(
    (name): Part => [name, before[name], desk[name], file[name]],
  );
  // Items that only changed places.
  return parts.every(([, ...each]) => isSame(each[0], each[1])) ? undefined : parts;
}

/** The texts that are as the desk wrote them, although their files say something else. */
export async function listDeskContent(of: DbClient, folder: TextFolder): Promise<readonly CurrentContent[]> {
  return [...(await getCurrentContent(of, folder)).values()].filter(({ origin }) => origin === 'desk');
}

const hashText = (text: string | null): string => (text === null ? '' : createHash('sha256').update(text).digest('hex'));

/** A value to save; null: the file is removed. */
export type NewValue = { readonly file: string; readonly value: ContentValue | null };

/** Who saves, and why. */
export type Authorship = { readonly by: Operator; readonly why: string; readonly at: Date };
type WriteOptions = Authorship & { readonly folder: TextFolder; readonly files: readonly NewValue[] };

/** `from`: the version that was edited. */
export type SaveOptions<Made, Draft> = Authorship & { readonly made: Made; readonly draft: Draft; readonly from: number };
/** `isOld`: what the draft was checked against has changed; it must be checked again. */
export type Saved<More = unknown> =
  | { readonly saved: false; readonly isOld: boolean }
  | ({ readonly saved: true; readonly number: number } & More);

/** Stores desk versions. The caller holds the folder's lock (lockFolder). The files' seen hashes stay. */
export async function writeContent(tx: DbClient, { folder, files, by, why, at }: WriteOptions): Promise<void> {
  const newest = new Map((await queries.listNewestNumbers(tx, folder)).map(({ file, number }) => [file, number]));
  await queries.insertContent(
    tx,
    files.map(({ file, value }) => {
      const number = (newest.get(file) ?? 0) + 1;
      return { folder, file, value, number, origin: 'desk' as const, byId: by.id, why, at };
    }),
  );
}

/** Values of a version; files that it did not have are missing. */
export async function getContentAtVersion(
  of: DbClient,
  folder: TextFolder,
  files: readonly string[],
  number: number,
): Promise<ReadonlyMap<string, ContentValue>> {
  const rows = await queries.selectContentAt(of, folder, files, number);
  return new Map(rows.flatMap(({ file, value }) => (value === null ? [] : [[file, value]])));
}
