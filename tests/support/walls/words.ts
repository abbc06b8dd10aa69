// What the repository does not say: promises to do it later, numbers that mean something only elsewhere, paths of somebody's machine.
import type { Code } from './code.ts';

type Banned = { readonly pattern: RegExp; readonly why: string };

const banned: readonly Banned[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, why: 'do it now or leave it out' },
  { pattern: /(?<=^|[\s(])(#\d+\b(?!-)|GH-\d+)/, why: 'a number of an issue means nothing to who reads the code; say the reason' },
  { pattern: /(?<![\w.~-])\/(home|Users|root|work)\/\w/, why: "a path of somebody's machine" },
  { pattern: /\beslint-disable|@ts-ignore|@ts-nocheck\b/, why: 'mend it, or use @ts-expect-error or biome-ignore with its reason' },
  {
    pattern: /^(const \w+ = )?\w+\.override\(|\.override\('shopOptions'/,
    why: 'at the top of a file it holds for every file that the worker runs afterwards; extend instead',
  },
];

/** Generated, or the owner's own words. */
const exempt = (path: string): boolean => path === 'package-lock.json' || /^(migrations\/meta|locales|shop)\//.test(path);

export function wordFaults({ files }: Code): string[] {
  return [...files]
    .filter(([path]) => !exempt(path) && !path.startsWith('tests/support/walls/') && path !== 'tests/architecture.test.ts')
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, index) => lineFaults(line).map((fault) => `${path}:${index + 1} says ${fault}`)),
    );
}

const lineFaults = (line: string): string[] =>
  banned.flatMap(({ pattern, why }) => {
    const found = pattern.exec(line)?.[0];
    return found ? [`"${found}": ${why}`] : [];
  });

/** Words that hide what a file is for. A service is what the shop sells; a file that ends in it is something else. */
const vague = /(^|[/.-])(utils?|helpers?|managers?|misc)([/.-]|$)|[.-]service\.tsx?$/i;

export function nameFaults({ modules }: Code): string[] {
  return modules
    .filter(({ path }) => path.startsWith('src/') && vague.test(path))
    .map(({ path }) => `${path} has a name that tells nothing; name the thing it is about`);
}
