// The architecture rules: the repository follows them, and each rule finds planted violations, because a broken rule looks like one that is
// followed.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cases } from './support/architecture/cases.ts';
import { readCode, readRepository } from './support/architecture/code.ts';
import { fileCases } from './support/architecture/file-cases.ts';
import { withExceptions } from './support/architecture/folders.ts';
import { importCases } from './support/architecture/import-cases.ts';
import { type RuleName, rules } from './support/architecture/rules.ts';
import { textCases } from './support/architecture/text-cases.ts';

const root = join(import.meta.dirname, '..');
const ruleNames = Object.keys(rules) as RuleName[];

describe('repository', () => {
  const code = readRepository(root);

  test('has modules and imports to check', () => {
    expect(code.modules.length).toBeGreaterThan(20);
    expect(code.modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(20);
  });

  test.each(ruleNames)('follows the rule: %s', (name) => {
    expect(rules[name](code)).toEqual([]);
  });
});

const cases: Readonly<Record<RuleName, Cases>> = { ...importCases, ...fileCases, ...textCases };

describe.each(ruleNames)('rule: %s', (name) => {
  test.each(Object.entries(cases[name]))('%s', (_, { files, fault }) => {
    const faults = rules[name](readCode(new Map(Object.entries(files))));
    if (fault) expect(faults.join('\n')).toMatch(fault);
    else expect(faults).toEqual([]);
  });

  test('has a case that passes and a case that fails', () => {
    const all = Object.values(cases[name]);
    expect(all.some(({ fault }) => fault)).toBe(true);
    expect(all.some(({ fault }) => !fault)).toBe(true);
  });
});

test.each([
  { title: 'fault without an exception is reported', exceptions: [], exists: true, reported: ['src/lib is full'] },
  { title: 'fault with an exception is not reported', exceptions: ['src/lib'], exists: true, reported: [] },
  {
    title: 'exception that is no longer needed is reported',
    exceptions: ['src/lib', 'src/ui'],
    exists: true,
    reported: ['the exception "src/ui" is no longer needed; remove it from fullFolders of folders.ts'],
  },
  { title: 'exception about code that is not at hand is not reported', exceptions: ['src/lib', 'src/ui'], exists: false, reported: [] },
])('exceptions: $title', ({ exceptions, exists, reported }) => {
  expect(
    withExceptions([{ key: 'src/lib', fault: 'src/lib is full' }], { list: exceptions, in: 'fullFolders of folders.ts' }, () => exists),
  ).toEqual(reported);
});
