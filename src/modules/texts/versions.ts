// Versions of the owner's texts, imported from files in shop/ or written at the desk. The latest version is
// current; none is deleted.
import { createHash } from 'node:crypto';
import type { Operator } from '#lib/people/operator.ts';
import type { DbClient } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import type { TextFolder } from './shapes.ts';

export type OwnerFile = { readonly file: string; readonly text: string };
/** The current version of a text. */
export type OwnerText = OwnerFile & { readonly number: number; readonly origin: 'file' | 'desk' };

/** Current texts by file, without removed files. */
export async function currentTexts(of: DbClient, folder: TextFolder): Promise<ReadonlyMap<string, OwnerText>> {
  const rows = await queries.newestTexts(of, folder);
  return new Map(rows.flatMap(({ file, text, number, origin }) => (text === null ? [] : [[file, { file, text, number, origin }]])));
}

/** The number of a file's current version; 0 if it has none. */
export const versionNumber = (texts: ReadonlyMap<string, OwnerText>, file: string): number => texts.get(file)?.number ?? 0;

/** Changes with every new version. */
export const formatStamp = (texts: ReadonlyMap<string, OwnerText>): string =>
  [...texts.values()].map(({ file, number }) => `${file} ${number}`).join();

type ImportOptions = {
  readonly folder: TextFolder;
  readonly files: readonly OwnerFile[];
  /** Hash of all files, to skip an import without changes. */
  readonly hash: string;
  /** Files that have a version even if they are absent; by default only those that were there once. */
  readonly names?: readonly string[];
  /** Groups files that share a version; by default each file has its own. */
  readonly together?: (file: string) => string;
};

/**
 * Files that changed since the last import become the current version; unchanged files leave desk versions in
 * place.
 */
export async function importFiles(
  tx: DbClient,
  { folder, files, hash, names = [], together = (file) => file }: ImportOptions,
): Promise<ReadonlyMap<string, OwnerText>> {
  const newest = new Map((await queries.newestTexts(tx, folder)).map((row) => [row.file, row]));
  const textByFile = new Map(files.map(({ file, text }) => [file, text]));
  const fileHash = (file: string): string => hashOf(textByFile.get(file));
  const all = [...new Set([...newest.keys(), ...textByFile.keys(), ...names])];
  const changed = new Set(all.filter((file) => newest.get(file)?.seenHash !== fileHash(file)).map(together));
  await queries.insertTexts(
    tx,
    all
      .filter((file) => changed.has(together(file)))
      .map((file) => {
        const number = (newest.get(file)?.number ?? 0) + 1;
        return { folder, file, number, text: textByFile.get(file) ?? null, origin: 'file' as const, seenHash: fileHash(file) };
      }),
  );
  await queries.setSeenHash(tx, folder, hash);
  return currentTexts(tx, folder);
}

/** `replaced`: the version of the desk that the file replaced. */
export type ImportedText = { readonly file: string; readonly replaced: number | undefined };

/** The files whose current text `importing` changed, also removed ones. */
export async function changedFiles(
  tx: DbClient,
  folder: TextFolder,
  importing: () => Promise<ReadonlyMap<string, OwnerText>>,
): Promise<readonly ImportedText[]> {
  const before = await currentTexts(tx, folder);
  const after = await importing();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file)?.text !== after.get(file)?.text);
  return changed.map((file) => ({ file, replaced: fromDesk(before.get(file))?.number }));
}

const fromDesk = (text: OwnerText | undefined): OwnerText | undefined => (text?.origin === 'desk' ? text : undefined);

/** The texts that are as the desk wrote them, although their files say something else. */
export async function deskTexts(of: DbClient, folder: TextFolder): Promise<readonly OwnerText[]> {
  return [...(await currentTexts(of, folder)).values()].filter(fromDesk);
}

const hashOf = (text: string | undefined): string => (text === undefined ? '' : createHash('sha256').update(text).digest('hex'));

type WriteOptions = {
  readonly folder: TextFolder;
  /** Null: the file is removed. */
  readonly files: readonly { readonly file: string; readonly text: string | null }[];
  readonly by: Operator;
  readonly why: string;
  readonly at: Date;
};

/** Stores desk versions. The caller holds the folder's lock (lockFolder). The files' seen hashes stay. */
export async function writeTexts(tx: DbClient, { folder, files, by, why, at }: WriteOptions): Promise<void> {
  const newest = new Map((await queries.newestTexts(tx, folder)).map((row) => [row.file, row]));
  await queries.insertTexts(
    tx,
    files.map(({ file, text }) => {
      const before = newest.get(file);
      return {
        folder,
        file,
        text,
        number: (before?.number ?? 0) + 1,
        seenHash: before?.seenHash ?? '',
        origin: 'desk' as const,
        byId: by.id,
        why,
        at,
      };
    }),
  );
}

/** Texts of a version; files that it did not have are missing. */
export async function textsAt(
  of: DbClient,
  folder: TextFolder,
  files: readonly string[],
  number: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.selectTextsAt(of, folder, files, number);
  return new Map(rows.flatMap(({ file, text }) => (text === null ? [] : [[file, text]])));
}
