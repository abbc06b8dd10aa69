// Lists the inputs of a build with their times and sizes, for current.cjs.
import { glob } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { stateOf } from './current.cjs';

type Input = readonly [path: string, changedAtMs: number, bytes: number];

/** With their folders: the time of a folder tells that a file was added or removed. */
export async function listInputs(root: string, patterns: readonly string[]): Promise<readonly Input[]> {
  const paths = new Set<string>();
  for await (const path of glob([...patterns], { cwd: root })) {
    paths.add(path);
    // The folder of the repository changes with each build.
    if (path.includes(sep)) paths.add(dirname(path));
  }
  return [...paths].sort().map((path) => [path, ...stateOf(root, path)]);
}
