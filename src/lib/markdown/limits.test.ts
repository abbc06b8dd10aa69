import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findOverMarkdown } from './limits.ts';

const shop = join(import.meta.dirname, '../../../shop');

test.each(globSync('**/*.md', { cwd: shop }))('shop/%s: within the limits', (file) => {
  expect(findOverMarkdown(readFileSync(join(shop, file), 'utf8'))).toBeUndefined();
});

describe('too deep nesting', () => {
  test.each([
    ['50,000 nested quotes', '>'.repeat(50_000)],
    ['20,000 nested items', '- '.repeat(20_000)],
    ['nested numbered lists', `${'1. '.repeat(20_000)}x`],
    ['quotes and lists', '> - '.repeat(6)],
    ['200 nested lists', Array.from({ length: 200 }, (_, level) => `${'  '.repeat(level)}- x\n`).join('')],
  ] as const)('%s: refused', (_, text) => {
    const over = findOverMarkdown(`## One\n\n${text}`);
    expect(over).toMatchObject({ code: 'too-deep', values: { most: 10 } });
    expect(over?.at).toBeGreaterThan(6);
  });
});

test.each([
  ['emphasis marks', '_a'.repeat(50_000)],
  ['consecutive headings', '# a\n'.repeat(20_000)],
] as const)('%s without an empty line: refused as a long paragraph', (_, text) => {
  expect(findOverMarkdown(`## One\n\n${text}`)).toEqual({
    at: 8,
    code: 'paragraph-too-long',
    values: { most: '5,000' },
  });
});

test.each([
  ['three levels of nesting', '- a\n  - b\n    - c\n\n> > > d'],
  ['a rule', '- - - -\n***\n'],
  ['a long flat list', '- x\n'.repeat(1_000)],
  ['many paragraphs', 'a b c\n\n'.repeat(20_000)],
  ['an empty line of spaces', `x\n${' '.repeat(100)}\ny`],
] as const)('%s: within the limits', (_, text) => {
  expect(findOverMarkdown(text)).toBeUndefined();
});
