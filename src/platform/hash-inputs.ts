// The hash of files that a result was made from: what is made again when one of them changes is named after
// it.
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const isInput = (path: string): boolean => !/\.test\.tsx?$/.test(path);

/** Twelve characters are unique enough and short enough to read out. */
const ID_CHARS = 12;

/** For names that change with the content. */
export const hashShort = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex').slice(0, ID_CHARS);

export async function hashInputs(root: string, patterns: readonly string[]): Promise<string> {
  const paths: string[] = [];
  for await (const entry of glob([...patterns], { cwd: root, withFileTypes: true }))
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  const files = paths.filter(isInput).sort();
  const texts = await Promise.all(files.map((path) => readFile(path)));
  const hash = createHash('sha256');
  for (const [index, path] of files.entries())
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(texts[index] ?? '')
      .update('\0');
  return hash.digest('hex').slice(0, ID_CHARS);
}
