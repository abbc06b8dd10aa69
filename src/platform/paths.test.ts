// The files that a build copies are there: a missing one would be noticed only in a release.
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { codeEntries, codeFiles, getCodeEntry, getEntryName, root } from './paths.ts';

/** The globs without braces: a file is at each. */
function alternatives(pattern: string): string[] {
  const [braces, list = ''] = /\{([^}]*)\}/.exec(pattern) ?? [];
  return braces === undefined ? [pattern] : list.split(',').flatMap((each) => alternatives(pattern.replace(braces, each)));
}

test.for(codeFiles.flatMap(alternatives))('paths: a file exists at %s', (pattern) => {
  expect(globSync(pattern, { cwd: root })).not.toEqual([]);
});

test('paths: every entry exists, and its name in a build is its own', () => {
  for (const path of codeEntries) expect(existsSync(getCodeEntry(path)), path).toBe(true);
  expect(new Set(codeEntries.map(getEntryName)).size).toBe(codeEntries.length);
});

test('paths: every thread is an entry', () => {
  const threads = globSync('src/**/*thread.ts', { cwd: root }).filter(
    (path) => basename(path) !== 'thread.ts' || path.startsWith('src/modules/'),
  );
  expect(codeEntries).toEqual(expect.arrayContaining(threads));
});
