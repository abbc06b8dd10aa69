// Names of variables that are probably misspelt: close to one of ours, and none of ours.
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

const MAX_DISTANCE = 2;
/** HOME is as close to HOST as that. */
const SHORT_CHARS = 5;

export type Misspelt = { readonly name: string; readonly meant: string };

export function findMisspelt(names: readonly string[], known: readonly string[]): Misspelt[] {
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    const most = name.length < SHORT_CHARS ? MAX_DISTANCE - 1 : MAX_DISTANCE;
    const meant = known.find((each) => Math.abs(each.length - name.length) <= most && computeDistance(name, each) <= most);
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** The variables of the file `.env` in this folder, which commands of npm read. */
export async function readEnvFileNames(path = '.env'): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return Object.keys(parseEnv(text));
}

/** How many characters must be added, removed or replaced (Levenshtein). */
function computeDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, sign] of [...from].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...to].entries())
      next.push(Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + (sign === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
