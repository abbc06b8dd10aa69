// Banned words (notes for later, issue numbers, paths of one machine) and vague file names.
import type { Code } from './code.ts';

type Banned = { readonly pattern: RegExp; readonly why: string };

const banned: readonly Banned[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, why: 'do it now or leave it out' },
  { pattern: /(?<=^|[\s(])(#\d+\b(?!-)|GH-\d+)/, why: 'an issue number means nothing to readers of the code; give the reason' },
  { pattern: /(?<![\w.~-])\/(home|Users|root|work)\/\w/, why: "a path of somebody's machine" },
  { pattern: /\beslint-disable|@ts-ignore|@ts-nocheck\b/, why: 'fix it, or use @ts-expect-error or biome-ignore with its reason' },
  {
    pattern: /^(const \w+ = )?\w+\.override\(|\.override\('shopOptions'/,
    why: 'it also applies to every file that the worker runs afterwards; extend instead',
  },
];

/** Generated files, translations and the owner's texts. */
const exempt = (path: string): boolean => path === 'package-lock.json' || /^(migrations\/meta|locales|shop)\//.test(path);

export function wordFaults({ files }: Code): string[] {
  return [...files]
    .filter(([path]) => !exempt(path) && !path.startsWith('tests/support/architecture/'))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, index) => lineFaults(line).map((fault) => `${path}:${index + 1} says ${fault}`)),
    );
}

const lineFaults = (line: string): string[] =>
  banned.flatMap(({ pattern, why }) => {
    const found = pattern.exec(line)?.[0];
    return found ? [`"${found}": ${why}`] : [];
  });

/** Words that hide what a file is for. `service` is allowed at the beginning of a name: it is what the shop sells. */
const vague = /(^|[/.-])(utils?|helpers?|managers?|misc)([/.-]|$)|[.-]service\.tsx?$/i;

export function nameFaults({ modules }: Code): string[] {
  return modules
    .filter(({ path }) => path.startsWith('src/') && vague.test(path))
    .map(({ path }) => `${path} has a vague name; name the thing it is about`);
}
