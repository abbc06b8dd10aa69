// Texts that are read again when their version changes.
import { createHash } from 'node:crypto';
import type { DbClient } from '#platform/database/database.ts';
import { newestNumbers } from './queries.ts';
import type { TextFolder } from './shapes.ts';
import { currentTexts } from './versions.ts';

export type LiveText<T> = {
  current(): T;
  /** Changes with every new version. Short, because every request for a page compares it. */
  version(): string;
  reload(): Promise<void>;
};

type LiveSource<T> = { readonly versionNow: () => Promise<string>; readonly read: () => Promise<T> };

export function liveText<T>(first: { readonly value: T; readonly version: string }, { versionNow, read }: LiveSource<T>): LiveText<T> {
  const hash = (version: string) => createHash('sha256').update(version).digest('base64url');
  let now = { ...first, version: hash(first.version) };
  let reading = Promise.resolve();
  return {
    current: () => now.value,
    version: () => now.version,
    reload() {
      // Sequential, so that an older read never replaces a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          const version = hash(await versionNow());
          if (version !== now.version) now = { version, value: await read() };
        });
      return reading;
    },
  };
}

/** Changes with every new version of a file. Contains " desk " if one of them is from the desk. */
export const folderVersion = async (of: DbClient, folder: TextFolder): Promise<string> =>
  (await newestNumbers(of, folder)).map(({ file, number, source }) => `${file} ${source} ${number}`).join(', ');

/** Parses the current texts of a folder, by the names of their files. */
export async function parsedTexts<T>(
  of: DbClient,
  folder: TextFolder,
  parse: (files: ReadonlyMap<string, string>) => T | Promise<T>,
): Promise<T> {
  return parse(new Map([...(await currentTexts(of, folder)).values()].map(({ file, text }) => [file, text])));
}
