// The owner's texts: files in shop/ first, and beside them every version that ever counted, of the file or of the desk. The later change wins, always, and
// nothing is lost. What a text says is the business of the rooms that read it.
import { createHash } from 'node:crypto';
import type { DbClient } from '../../infra/database/database.ts';
import type { Operator } from '../../lib/people/operator.ts';
import * as queries from './queries.ts';
import type { TextFolder } from './shapes.ts';

export type OwnerFile = { readonly file: string; readonly text: string };
/** As it counts now. */
export type OwnerText = OwnerFile & { readonly number: number; readonly origin: 'file' | 'desk' };

/** By file: those that were taken away are not there. */
export async function currentTexts(of: DbClient, folder: TextFolder): Promise<ReadonlyMap<string, OwnerText>> {
  const rows = await queries.newestTexts(of, folder);
  return new Map(rows.flatMap(({ file, text, number, origin }) => (text === null ? [] : [[file, { file, text, number, origin }]])));
}

/** Changes when any of the texts has a newer version. */
export const stampOf = (texts: ReadonlyMap<string, OwnerText>): string =>
  [...texts.values()].map(({ file, number }) => `${file} ${number}`).join();

type Taking = {
  readonly folder: TextFolder;
  readonly files: readonly OwnerFile[];
  /** Of all files together, to be compared before any is read. */
  readonly hash: string;
  /** Files that are one text together get a version each where one of them has changed; absent: each is its own. */
  readonly together?: (file: string) => string;
};

/** A file that is another than when it was last seen becomes a version, and is what counts from now on; one that was not touched leaves the desk's. */
export async function importFiles(
  tx: DbClient,
  { folder, files, hash, together = (file) => file }: Taking,
): Promise<ReadonlyMap<string, OwnerText>> {
  const newest = new Map((await queries.newestTexts(tx, folder)).map((row) => [row.file, row]));
  const here = new Map(files.map(({ file, text }) => [file, text]));
  const seen = (file: string): string => hashOf(here.get(file));
  const all = [...new Set([...newest.keys(), ...here.keys()])];
  const changed = new Set(all.filter((file) => newest.get(file)?.seenHash !== seen(file)).map(together));
  await queries.insertTexts(
    tx,
    all
      .filter((file) => changed.has(together(file)))
      .map((file) => {
        const number = (newest.get(file)?.number ?? 0) + 1;
        return { folder, file, number, text: here.get(file) ?? null, origin: 'file' as const, seenHash: seen(file) };
      }),
  );
  await queries.setSeen(tx, folder, hash);
  return currentTexts(tx, folder);
}

const hashOf = (text: string | undefined): string => (text === undefined ? '' : createHash('sha256').update(text).digest('hex'));

type Writing = {
  readonly folder: TextFolder;
  readonly files: readonly OwnerFile[];
  readonly by: Operator;
  readonly why: string;
  readonly at: Date;
};

/** Written at the desk: the next version of each, where the folder is held (lockFolder). The file itself stays as it was last seen. */
export async function writeTexts(tx: DbClient, { folder, files, by, why, at }: Writing): Promise<void> {
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

/** Of that version; a file that it did not have is not there. */
export async function textsAt(
  of: DbClient,
  folder: TextFolder,
  files: readonly string[],
  number: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.textsAt(of, folder, files, number);
  return new Map(rows.flatMap(({ file, text }) => (text === null ? [] : [[file, text]])));
}
