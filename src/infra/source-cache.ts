// Caches parsed owner files in dist/ until they or the code that parses them change: parsing takes a third of the start-up time.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localeNames } from '../lib/locale.ts';
import { bundle, root } from './paths.ts';
import { hashInputs } from './web/builds/build-inputs.ts';

/** The bundle and the source have their own: they would overwrite each other's in turn. */
const sources = join(root, 'dist/sources', bundle ? 'bundle' : 'source');

/** All code that may take part in parsing. Listed by folder, so that no file is forgotten; files of these names are HTTP, SQL and jobs. */
export const parserCode: readonly string[] = [
  'src/infra/**/*.ts',
  'src/lib/**/*.ts',
  'src/modules/**/!(calls|jobs|privacy|queries|routes|tables).ts',
  'src/pages.ts',
  'package-lock.json',
];
let codeHash: Promise<string> | undefined;

export type SourceCacheOptions = {
  /** The cache file's name. */
  readonly name: string;
  readonly folder: string;
  /** Globs inside the folder. */
  readonly files: readonly string[];
  /** Other input that the result depends on. */
  readonly also?: string;
};

/** Calls `make` only on a cache miss; `make` imports its dependencies itself. Its result must survive JSON. */
export async function cachedSource<T>({ name, folder, files, also = '' }: SourceCacheOptions, make: () => Promise<T>): Promise<T> {
  codeHash ??= bundle ? Promise.resolve(bundle.id) : hashInputs(root, parserCode);
  // Files are parsed for the languages of the shop.
  const hash = [await codeHash, await hashInputs(folder, files), localeNames.join(), also].join(' ');
  const path = join(sources, `${name}.json`);
  const entry = await readEntry(path);
  if (entry?.hash === hash) return entry.value as T;
  const value = await make();
  await writeCached(path, { hash, value });
  return value;
}

async function readEntry(path: string): Promise<{ hash: unknown; value: unknown } | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as { hash: unknown; value: unknown };
  } catch {
    return undefined;
  }
}

/** If the cache cannot be written, each start parses the files again. */
async function writeCached(path: string, entry: { hash: string; value: unknown }): Promise<void> {
  const making = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    await mkdir(sources, { recursive: true });
    await writeFile(making, JSON.stringify(entry));
    await rename(making, path);
  } catch {
    return;
  }
}
