// Class names of CSS modules: unique over all files, the same in every environment of a build, and short, because they stand in each document.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

type NameScope = (name: string, file: string) => string;

/** In development: the name with the number of its file. In a build: letters. */
export function scopedNames(root: string, isShort: boolean): NameScope {
  // From src/web to src/desk: the storefront's documents are the more important ones.
  const files = globSync('src/**/*.module.css', { cwd: root }).sort().reverse();
  const short = isShort ? shortNames(files.map((path) => [path, readFileSync(join(root, path), 'utf8')])) : new Map<string, string>();
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*$/, ''));
    // A file that is new since the start of the development server.
    if (!files.includes(path)) files.push(path);
    return short.get(keyOf(path, name)) ?? `${name}-${files.indexOf(path).toString(36)}`;
  };
}

const keyOf = (path: string, name: string): string => `${path} ${name}`;

/**
 * One letter for the names that are written most often. The others in the order of their files: the names of an element and of those around it share letters, which
 * compresses better.
 */
export function shortNames(files: readonly (readonly [path: string, css: string])[]): Map<string, string> {
  const uses = new Map<string, number>();
  for (const [path, css] of files)
    for (const [, name = ''] of css.matchAll(/(?:\.|@keyframes\s+)([a-zA-Z][\w-]*)/g))
      uses.set(keyOf(path, name), (uses.get(keyOf(path, name)) ?? 0) + 1);
  const byUse = mostUsedFirst(uses);
  const often = new Set(byUse.slice(0, FIRST.length));
  const names = shortest(byUse.length);
  return new Map([...often, ...new Set(uses.keys()).difference(often)].map((key, index) => [key, names[index] ?? key]));
}

/** Names with as many uses by their letters, so that the order is the same in every environment. */
export const mostUsedFirst = (uses: ReadonlyMap<string, number>): string[] =>
  [...uses].sort(([one, ofOne], [two, ofTwo]) => ofTwo - ofOne || (one < two ? -1 : 1)).map(([name]) => name);

const FIRST = 'abcdefghijklmnopqrstuvwxyz';
const LATER = `${FIRST}0123456789`;

/** a … z, aa … a9, ba … z9, aaa …, without those that begin with `ad`: ad blockers hide elements of such classes. */
function shortest(count: number): string[] {
  const names: string[] = [];
  for (let level = [...FIRST]; names.length < count; level = level.flatMap((name) => [...LATER].map((letter) => name + letter)))
    names.push(...level.filter((name) => !name.startsWith('ad')));
  return names.slice(0, count);
}
