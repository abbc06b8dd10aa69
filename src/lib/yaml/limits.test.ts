import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findOverLimit } from './limits.ts';
import { parseYaml } from './parse.ts';
import { isSourceErrors } from './source.ts';

const shop = join(import.meta.dirname, '../../../shop');
const keys = (count: number): string => Array.from({ length: count }, (_, index) => `k${index}: 1\n`).join('');
const errors = (text: string) => {
  const parsed = parseYaml('x.yaml', text, z.unknown());
  return isSourceErrors(parsed) ? parsed.map(({ line, reason }) => `${line}: ${reason}`) : [];
};

test.each(globSync('**/*.yaml', { cwd: shop }))('shop/%s: within the limits', (file) => {
  expect(findOverLimit(readFileSync(join(shop, file), 'utf8'))).toBeUndefined();
});

describe('YAML over a limit', () => {
  test.each([
    ['20,000 keys', keys(20_000), '10001: has too many entries: a file may have 10,000 keys and items'],
    ['20,000 items', '- x\n'.repeat(20_000), '10001: has too many entries: a file may have 10,000 keys and items'],
    ['20,000 items of a row', `[${'1, '.repeat(20_000)}1]`, '1: has too many entries: a file may have 10,000 keys and items'],
    ['250,001 characters', `a: ${'x'.repeat(249_998)}`, '1: is too long: a file may have 250,000 characters'],
    ['nested items', `a: 1\nb:\n  ${'- '.repeat(20_000)}x`, '3: is nested deeper than 20 levels'],
    ['nested complex keys', '? '.repeat(20_000), '1: is nested deeper than 20 levels'],
    ['nested brackets', `a:\n${'['.repeat(50_000)}`, '2: is nested deeper than 20 levels'],
    ['nested maps', Array.from({ length: 30 }, (_, index) => `${' '.repeat(index)}a:\n`).join(''), '21: is nested deeper than 20 levels'],
    ['an alias', 'a: &x [1]\nb: [*x, *x]', '2: *x refers to another place: write out what is meant'],
    ['an alias of itself', 'a: &a [*a, *b]', '1: *a refers to another place: write out what is meant'],
  ] as const)('%s: refused with its line', (_, text, expected) => {
    expect(errors(text)).toEqual([expected]);
  });

  test.each([
    ['a: 1\nb: 2\na: 3', ['3: the key a is there twice']],
    ['a: { b: 1, "b": 2 }', ['1: the key b is there twice']],
    ['- 1: x\n  "1": y', ['2: the key 1 is there twice']],
  ] as const)('duplicate key in %j: refused with its line', (text, expected) => {
    expect(errors(text)).toEqual(expected);
  });
});

test.each([
  ['asterisks in a text', 'a: |\n  * one\n  * two\nb: "*x"'],
  ['nesting that closes again', `${'a:\n - b: [[[{ c: [1] }]]]\n'.replace('a', 'x')}${keys(9_000)}`],
  ['9,999 keys', keys(9_999)],
])('%s: within the limits', (_, text) => {
  expect(errors(text)).toEqual([]);
});
