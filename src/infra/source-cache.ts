// What the owner's files come to, kept in dist/ until they or the code that reads them change: to read Markdown and YAML anew is a third of a start.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashInputs } from './web/builds/build-inputs.ts';

const root = join(import.meta.dirname, '../..');
const sources = join(root, 'dist/sources');

/** Everything that may take part in the reading, so that no file of code can be forgotten. */
const code = ['src/{infra,lib,rooms}/**/*.ts', 'src/pages.ts', 'package-lock.json'];
let codeHash: Promise<string> | undefined;

export type Kept = {
  /** Of the file that keeps it. */
  readonly name: string;
  readonly folder: string;
  /** Inside the folder, as globs. */
  readonly files: readonly string[];
  /** What else it depends on. */
  readonly also?: string;
};

/** `make` is asked only when something has changed, and imports what it needs then. What it gives must survive being written as JSON. */
export async function keptSource<T>({ name, folder, files, also = '' }: Kept, make: () => Promise<T>): Promise<T> {
  codeHash ??= hashInputs(root, code);
  const hash = [await codeHash, await hashInputs(folder, files), also].join(' ');
  const path = join(sources, `${name}.json`);
  const kept = await readKept(path);
  if (kept?.hash === hash) return kept.value as T;
  const value = await make();
  await keepFor(path, { hash, value });
  return value;
}

async function readKept(path: string): Promise<{ hash: unknown; value: unknown } | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as { hash: unknown; value: unknown };
  } catch {
    return undefined;
  }
}

/** Where nothing can be written, every start reads anew. */
async function keepFor(path: string, kept: { hash: string; value: unknown }): Promise<void> {
  const making = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    await mkdir(sources, { recursive: true });
    await writeFile(making, JSON.stringify(kept));
    await rename(making, path);
  } catch {
    return;
  }
}
