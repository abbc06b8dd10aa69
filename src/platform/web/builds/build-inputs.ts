// The files that a build depends on. Their hash is the build's id, so a change to a missing file would not be noticed.
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const pageInputs: readonly string[] = [
  'src/ui/**/*',
  'src/web/**/*',
  'src/desk/{app,features,shared}/**/*',
  'src/lib/**/*.ts',
  'src/pages.ts',
  'src/api.ts',
  'src/desk-api.ts',
  'src/live-topics.ts',
  'src/modules/**/{shapes,shapes-*,rules,statuses}.ts',
  'locales/*.po',
  'src/platform/web/builds/{bundled-packages,catalog-files,compile-macros,compress,message-catalogs}.ts',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
];

export const wordInputs: readonly string[] = ['locales/server/*.po', 'src/platform/web/builds/compile-words.ts', 'package-lock.json'];

const isInput = (path: string): boolean => !/\.test\.tsx?$/.test(path);

/** Twelve characters are unique enough and short enough to read out. */
const ID_CHARS = 12;

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
