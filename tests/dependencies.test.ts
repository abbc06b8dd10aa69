import { describe, expect, test } from 'vitest';
import { findLockErrors, findScriptErrors, findTableErrors } from '../scripts/dependencies/errors.ts';

const table = [
  '| package | why | size | last release | what would replace it |',
  '|---|---|---|---|---|',
  '| `a`, `@b/c` | x | 1 | 2026-11 | y |',
];
const locked = { license: 'MIT', integrity: 'sha512-x' };
const project = (packages: Record<string, object>, allowScripts: Record<string, boolean> = {}) => ({
  folder: '.',
  manifest: { allowScripts },
  lock: { packages: { '': {}, ...packages } },
});

describe('dependencies', () => {
  test.each([
    ['all have a row', { dependencies: { a: '1' }, optionalDependencies: { '@b/c': '1' } }, table, []],
    ['a new one without a row', { dependencies: { a: '1', '@b/c': '1' }, devDependencies: { d: '1' } }, table, [/^d has no row/]],
    ['a row of one that is gone', { dependencies: { a: '1' } }, table, [/has a row for @b\/c/]],
    ['a row without a reason', { dependencies: { a: '1' } }, ['| `a` |  | 1 | 2026-11 | y |'], [/the row of `a` has an empty cell/]],
  ])('table: %s', (_, manifest, lines, errors) => {
    expect(findTableErrors([{ manifest }], lines.join('\n'))).toEqual(errors.map((error) => expect.stringMatching(error)));
  });

  test.each([
    ['a listed script', { 'node_modules/a': { ...locked, hasInstallScript: true } }, { a: false }, []],
    [
      'a new script, also in a package of a package',
      { 'node_modules/a/node_modules/@b/c': { ...locked, hasInstallScript: true } },
      {},
      [/^@b\/c has an install script/],
    ],
    ['a listed script that is gone', { 'node_modules/a': locked }, { a: false }, [/names a, which has no install script/]],
  ])('install scripts: %s', (_, packages, allowed, errors) => {
    expect(findScriptErrors(project(packages, allowed))).toEqual(errors.map((error) => expect.stringMatching(error)));
  });

  test.each([
    ['allowed ones', { 'node_modules/a': locked, 'node_modules/b': { ...locked, license: '(MIT AND Zlib)' } }, []],
    ['one that is not in the list', { 'node_modules/a': { ...locked, license: 'AGPL-3.0' } }, [/^a: the licence AGPL-3.0/]],
    ['none', { 'node_modules/a': { integrity: 'sha512-x' } }, [/^a: the licence none/]],
    ['no hash', { 'node_modules/a': { license: 'MIT' } }, [/^node_modules\/a has no integrity/]],
  ])('licences and hashes: %s', (_, packages, errors) => {
    expect(findLockErrors(project(packages))).toEqual(errors.map((error) => expect.stringMatching(error)));
  });
});
