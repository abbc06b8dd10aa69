// A folder of plain files: what a move reads and writes.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MoveSource } from './deps.ts';

/** Undefined if there is no such folder. */
export async function openFolder(path: string): Promise<MoveSource | undefined> {
  const names = await readdir(path).catch(() => undefined);
  if (!names) return undefined;
  const tables = new Map<string, Uint8Array>();
  for (const name of names.filter((each) => each.endsWith('.csv'))) tables.set(name, await readFile(join(path, name)));
  return { tables, readFile: (name) => readFile(join(path, name)).catch(() => undefined) };
}

/** Personal data, which only the user who writes it may read. */
export async function writeToFolder(path: string, name: string, content: Uint8Array | AsyncIterable<string | Uint8Array>): Promise<void> {
  const file = join(path, name);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // A file that is there would keep its permissions.
  await rm(file, { force: true });
  await writeFile(file, content, { mode: 0o600, flag: 'wx' });
}
