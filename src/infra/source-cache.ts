// Caches parsed owner files in dist/ until they or the code that parses them change: parsing takes a third of the start-up time.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { localeNames } from '../lib/locale.ts';
import { bundle, root } from './paths.ts';
import { hashInputs } from './web/builds/build-inputs.ts';

/** The bundle and the source have their own: they would overwrite each other's in turn. */
const sources = join(root, 'dist/sources', bundle ? 'bundle' : 'source');

const codeHashes = new Map<string, Promise<string>>();

export type SourceCacheOptions = {
  /** The cache file's name. */
  readonly name: string;
  /** The module that parses the files. The cache depends on it and on all that it imports. */
  readonly parser: string;
  readonly folder: string;
  /** Globs inside the folder. */
  readonly files: readonly string[];
  /** Other input that the result depends on. */
  readonly also?: string;
};

/** Calls `make` only on a cache miss; `make` imports its dependencies itself. Its result must survive JSON. */
export async function cachedSource<T>({ name, parser, folder, files, also = '' }: SourceCacheOptions, make: () => Promise<T>): Promise<T> {
  const codeHash = codeHashes.get(parser) ?? (bundle ? Promise.resolve(bundle.id) : hashCode(parser));
  codeHashes.set(parser, codeHash);
  // Files are parsed for the languages of the shop.
  const hash = [await codeHash, await hashInputs(folder, files), localeNames.join(), also].join(' ');
  const path = join(sources, `${name}.json`);
  const entry = await readEntry(path);
  if (entry?.hash === hash) return entry.value as T;
  const value = await make();
  await writeCached(path, { hash, value });
  return value;
}

/** A module, all that it imports, and the versions of the packages. */
async function hashCode(parser: string): Promise<string> {
  const texts = await codeOf(parser);
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  for (const [file, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${file}\0${text}\0`);
  return hash.digest('hex');
}

/** Relative imports of a module that exist when it runs: types do not. */
const IMPORTS = /^(?:import|export)(?! type )[^;'"]*?'(\.[^']+\.ts)'|\bimport\('(\.[^']+\.ts)'\)/gm;

/** The text of a module and of all that it imports, by path. */
export async function codeOf(module: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const read = async (file: string): Promise<void> => {
    if (texts.has(file)) return;
    texts.set(file, '');
    const text = await readFile(join(root, file), 'utf8');
    texts.set(file, text);
    const imported = [...text.matchAll(IMPORTS)].map(([, always, later]) => join(dirname(file), always ?? later ?? ''));
    await Promise.all(imported.map(read));
  };
  await read(module);
  return texts;
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
